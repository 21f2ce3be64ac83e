"""A Swiss round: who meets whom, who deals first, who has the bye, and why.

The round is the cheapest matching by the costs of ``swiss.costs``: no rematch, no second bye, no forbidden
pair where that can be avoided; then the bye at the lowest score, the least sum of differences in score, the
first deals balanced, the seeding order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import Seeding
from matches.rules.events.state import Why
from matches.rules.events.swiss.costs import Candidate, Field, deals_first
from matches.rules.events.swiss.matching import Edge, cheapest_matching

__all__ = [
    "WARNING_CODES",
    "WHY_CODES",
    "Candidate",
    "SwissPairing",
    "SwissRound",
    "pair_round",
    "uses_berger",
]

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "swiss_level": ("halves",),
    "swiss_across": ("a_halves", "b_halves"),
    "swiss_rematch": (),
    "swiss_forbidden": (),
    "bye_lowest": ("halves",),
    "bye_above": ("halves", "lowest_halves"),
    "bye_second": ("byes",),
}
"""Why two meet, or why somebody has the bye. ``bye_above``: the lower ones could not have it without a rematch
or a forbidden pair. ``bye_second``: everybody has had one, or nobody else could be left out; ``byes`` counts
this one too.
"""
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "swiss_rematch": ("a", "b"),
    "swiss_forbidden": ("a", "b"),
    "swiss_second_bye": ("player", "byes"),
    "swiss_first_deals": ("player", "first_deals", "second_deals"),
}
"""What could not be avoided. ``swiss_first_deals``: after this round they differ by more than two."""
MOST_UNEVEN_DEALS: Final = 2


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """``a`` deals first."""

    a: PlayerId
    b: PlayerId
    why: Why


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Pairings from the top of the field down. ``bye`` None: nobody has one, and ``bye_why`` is empty."""

    pairings: tuple[SwissPairing, ...]
    bye: PlayerId | None = None
    bye_why: Why = ()
    warnings: tuple[Why, ...] = ()


def pair_round(
    candidates: Sequence[Candidate],
    *,
    round_number: int,
    seeding: Seeding,
    lot_seed: str,
    progress: Callable[[int, int], None] | None = None,
) -> SwissRound:
    """Pair everybody there is, once; where they are odd in number, one has the bye.

    The order of ``candidates`` does not matter. ``seeding`` says who is meant to meet whom among the level, in
    every round; by ``lot``, neighbours in an order that is drawn for each round. ``progress`` is told how many
    steps are done, and of how many.
    """
    report = progress or (lambda done, total: None)
    field = Field(candidates, seeding=seeding, lot_seed=lot_seed, round_number=round_number)
    edges = cheapest_matching(field, report) if field.bye else ()
    pairings: list[SwissPairing] = []
    warnings: list[Why] = []
    bye: Candidate | None = None
    for one, other in sorted(edges, key=lambda edge: _rank(field, edge)):
        if other == field.bye:
            bye = field.players[one]
            continue
        a, b = field.players[one], field.players[other]
        if not deals_first(a, b, round_number):
            a, b = b, a
        pairings.append(SwissPairing(a.player, b.player, _why(field, one, other, a, b)))
        warnings += _pair_warnings(field, one, other, a, b)
    bye_why = _bye_why(field, bye) if bye else ()
    if bye and bye.byes:
        warnings.append(("swiss_second_bye", bye.player, bye.byes + 1))
    report(1, 1)
    return SwissRound(tuple(pairings), bye.player if bye else None, bye_why, tuple(warnings))


def uses_berger(players: int, rounds: int) -> bool:
    """Whether so many rounds of so many players are to be played by Berger tables.

    A Swiss pairs round by round and may find itself with two groups in which everybody has met everybody. It
    can't happen below a bound. Let n be the number of players, counted up to an even one: the bye is a player
    whom nobody is to meet twice either. Before round r everybody has n - r left whom he has not met, and the
    round can be paired if that graph, regular of degree d = n - r, has a perfect matching.

    If it has none, Tutte's theorem gives k players without whom the rest falls into at least k + 2 parts of
    odd size (and others). A part of at most d players has at least d pairs that lead out of it to the k, who
    have d * k pairs in all: so there are at most k such parts, and at least two of more than d players each,
    which makes n >= 2d + 2. Up to r = n / 2 that is not so. For r = n / 2 + 1 it is n = 2d + 2: two parts of
    n / 2 players each, which has to be odd. Therefore n / 2 rounds can always be paired without a rematch and
    without a second bye, and one more where n / 2 is even; beyond that Berger tables are played. This holds
    while everybody is there in every round; where some are not, a rematch is still the last resort.

    >>> [rounds for rounds in range(1, 8) if uses_berger(8, rounds)]
    [6, 7]
    """
    places = players + players % 2
    return rounds > places // 2 + (places % 4 == 0)


def _rank(field: Field, edge: Edge) -> tuple[int, int, int]:
    """Higher scores first, then the better seed: the first table is the top one."""
    one, other = edge
    if other == field.bye:
        return 1, 0, 0
    a, b = field.players[one], field.players[other]
    return -a.halves, -b.halves, min(a.number, b.number)


def _why(field: Field, one: int, other: int, a: Candidate, b: Candidate) -> Why:
    if field.met(one, other):
        return ("swiss_rematch",)
    if field.is_forbidden(one, other):
        return ("swiss_forbidden",)
    if a.halves == b.halves:
        return ("swiss_level", a.halves)
    return ("swiss_across", a.halves, b.halves)


def _bye_why(field: Field, bye: Candidate) -> Why:
    if bye.byes:
        return ("bye_second", bye.byes + 1)
    lowest = min(candidate.halves for candidate in field.players if not candidate.byes)
    if bye.halves > lowest:
        return ("bye_above", bye.halves, lowest)
    return ("bye_lowest", bye.halves)


def _pair_warnings(field: Field, one: int, other: int, a: Candidate, b: Candidate) -> list[Why]:
    warnings: list[Why] = []
    if field.met(one, other):
        warnings.append(("swiss_rematch", a.player, b.player))
    if field.is_forbidden(one, other):
        warnings.append(("swiss_forbidden", a.player, b.player))
    for candidate, first, second in ((a, 1, 0), (b, 0, 1)):
        if abs(candidate.surplus + first - second) > MOST_UNEVEN_DEALS:
            deals = candidate.first_deals + first, candidate.second_deals + second
            warnings.append(("swiss_first_deals", candidate.player, *deals))
    return warnings

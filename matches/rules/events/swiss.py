"""Pair a Swiss round: who meets, who deals first, who has the bye, and the reasons.

Candidates are given with their earlier rounds in the stage. The round is the cheapest matching by the costs of
``swiss_costs``: it avoids rematches, second byes and forbidden pairs if possible. Then it gives the bye at the lowest
score, minimizes the sum of differences in score, balances first deals, and follows the seeding order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from matches.rules.events.draw_queries import event_plan, stage_entrants, stage_facts
from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import RequestedBye, Seeding
from matches.rules.events.state import EventState, PairingState, Why
from matches.rules.events.swiss_costs import Candidate, Field, deals_first
from matches.rules.events.swiss_matching import Edge, cheapest_matching

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "swiss_level": ("halves",),
    "swiss_across": ("a_halves", "b_halves"),
    "swiss_rematch": (),
    "swiss_forbidden": (),
    "bye_lowest": ("halves",),
    "bye_above": ("halves", "lowest_halves"),
    "bye_second": ("byes",),
}
"""The reasons for pairings and for the bye: the names of each code's parameters, by code.

``bye_above``: players with lower scores could not have the bye without a rematch or a forbidden pair. ``bye_second``:
all players have had a bye, or nobody else could be left out; ``byes`` counts the player's byes, including this one.
"""
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "swiss_rematch": ("a", "b"),
    "swiss_forbidden": ("a", "b"),
    "swiss_second_bye": ("player", "byes"),
    "swiss_first_deals": ("player", "first_deals", "second_deals"),
}
"""Warnings about what a draw could not avoid: names of parameters, by code.

``swiss_first_deals``: the player's numbers of first and second deals now differ by more than two.
"""
MOST_UNEVEN_DEALS: Final = 2


@dataclass(slots=True)
class _History:
    """A player's part in the rounds before. The names are those of ``swiss_costs.Candidate``."""

    halves: int = 0
    met: frozenset[PlayerId] = frozenset()
    first_deals: int = 0
    second_deals: int = 0
    last_dealt_first: bool | None = None
    byes: int = 0


def swiss_candidates(state: EventState, stage: int, players: Iterable[PlayerId]) -> list[Candidate]:
    """Return a ``Candidate`` for each player of a Swiss stage's next round.

    A candidate has the player's score and opponents in the stage's earlier rounds. Two players who were
    paired count as having met, even if they did not play. An undecided pairing scores nothing. ``byes``
    counts full byes, requested or not, and rubbers won without play, for example by a walkover. First deals
    are not counted in pairings that were decided without play.
    """
    histories: defaultdict[PlayerId, _History] = defaultdict(_History)
    for round_ in state.stages[stage - 1].rounds:
        for pairing in round_.pairings:
            _add_pairing(histories, pairing, event_plan(state).requested_bye)
    forbidden: defaultdict[PlayerId, set[PlayerId]] = defaultdict(set)
    for first, second in map(tuple, state.facts.forbidden):
        forbidden[first].add(second)
        forbidden[second].add(first)
    entrants = stage_facts(state.facts, stage).entrants or stage_entrants(state, stage)
    ranks = {player: rank for rank, player in enumerate(entrants, start=1)}
    return [
        Candidate(
            player=player,
            number=ranks[player],
            halves=histories[player].halves,
            met=histories[player].met,
            forbidden=frozenset(forbidden[player]),
            first_deals=histories[player].first_deals,
            second_deals=histories[player].second_deals,
            last_dealt_first=histories[player].last_dealt_first,
            byes=histories[player].byes,
        )
        for player in players
    ]


def _add_pairing(
    histories: defaultdict[PlayerId, _History], pairing: PairingState, requested_bye: RequestedBye
) -> None:
    """Add a pairing of an earlier round to the histories of its players."""
    outcome = pairing.outcome
    is_unplayed = outcome is not None and not outcome.is_played
    for side, (player, other) in enumerate(((pairing.a, pairing.b), (pairing.b, pairing.a))):
        if player is None:
            continue
        own = histories[player]
        own.halves += outcome.halves[side] if outcome is not None else 0
        if other is not None:
            own.met |= {other}
        if pairing.kind == "requested_bye":
            own.byes += requested_bye == "full"
        elif outcome is not None and is_unplayed:
            own.byes += outcome.winner == ("A", "B")[side]
        elif other is not None:
            own.last_dealt_first = side == 0
            own.first_deals += side == 0
            own.second_deals += side == 1


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """A pairing in which ``a`` deals first, with its reason as a code with parameters."""

    a: PlayerId
    b: PlayerId
    why: Why


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The pairings of a Swiss round, highest scores first. ``bye_why`` is empty if nobody has a bye."""

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
    """Return the pairings of a Swiss round for all candidates.

    If their number is odd, one of them has the bye. The order of ``candidates`` does not matter. ``seeding``
    says who should meet among players with the same score, in every round. If ``seeding`` is ``lot``, players
    meet who are neighbours in an order drawn by lot for the round. ``progress`` is called with the number of
    steps that are done and the total number of steps.
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
    """Return whether a Swiss stage with this many players and rounds is to be played by Berger tables.

    A Swiss stage pairs round by round and may end up with two groups within each of which all have met. That
    cannot happen below a bound. Let n be the number of players, counted up to an even one: the bye is a
    player whom nobody is to meet twice either. Before round r each player has n - r left whom they have not
    met, and the round can be paired if that graph, regular of degree d = n - r, has a perfect matching.

    If it has none, Tutte's theorem gives k players without whom the rest falls into at least k + 2 parts of
    odd size (and others). A part of at most d players has at least d pairs that lead out of it to the k, who
    have d * k pairs in all: so there are at most k such parts, and at least two of more than d players each,
    which makes n >= 2d + 2. Up to r = n / 2 that is impossible. For r = n / 2 + 1 it means n = 2d + 2: two
    parts of n / 2 players each, where n / 2 has to be odd. Therefore n / 2 rounds can always be paired
    without a rematch and without a second bye, and one more if n / 2 is even; beyond that Berger tables are
    played. This holds while all play in every round; if some are absent, a rematch is still the last resort.

    >>> [rounds for rounds in range(1, 8) if uses_berger(8, rounds)]
    [6, 7]
    """
    places = players + players % 2
    return rounds > places // 2 + (places % 4 == 0)


def _rank(field: Field, edge: Edge) -> tuple[int, int, int]:
    """Return a sort key: higher scores first, then the better seed, so that the first table is the top one."""
    one, other = edge
    if other == field.bye:
        return 1, 0, 0
    a, b = field.players[one], field.players[other]
    return -a.halves, -b.halves, min(a.number, b.number)


def _why(field: Field, one: int, other: int, a: Candidate, b: Candidate) -> Why:
    """Return the reason for a pairing. ``one`` and ``other`` are the indices of its players; ``a`` deals first."""
    if field.met(one, other):
        return ("swiss_rematch",)
    if field.is_forbidden(one, other):
        return ("swiss_forbidden",)
    if a.halves == b.halves:
        return ("swiss_level", a.halves)
    return ("swiss_across", a.halves, b.halves)


def _bye_why(field: Field, bye: Candidate) -> Why:
    """Return the reason why the candidate ``bye`` has the bye."""
    if bye.byes:
        return ("bye_second", bye.byes + 1)
    lowest = min(candidate.halves for candidate in field.players if not candidate.byes)
    if bye.halves > lowest:
        return ("bye_above", bye.halves, lowest)
    return ("bye_lowest", bye.halves)


def _pair_warnings(field: Field, one: int, other: int, a: Candidate, b: Candidate) -> list[Why]:
    """Return the warnings about a pairing, of which ``a`` has the first deal and ``b`` the second."""
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

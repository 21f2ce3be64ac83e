"""The structure of a knockout or a double elimination: its pairings, and where the two sides of each pairing come from.

A structure knows the number of places and of entrants, but no players. Rounds are numbered from 1 in the
order in which they are played, pairings within a round from the top. ``reached`` removes pairings that nobody
reaches because of empty places; the numbers of the other pairings do not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import StagePlan

Part: TypeAlias = Literal["main", "third_place", "consolation", "winners", "losers", "final", "second_final"]
"""A round's part of a bracket: the first three in a knockout, the others in a double elimination."""
ENDS: Final[tuple[Literal["winner", "loser"], ...]] = ("winner", "loser")
OPENING_SIDES: Final[frozenset[Part]] = frozenset({"main", "winners"})
"""Parts whose first round is the draw: a bye there is shown as a pairing; in others the player goes on."""


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of the player on one side of a bracket's pairing.

    ``kind`` is one of:

    - ``seed``: the player is the ``number``-th in the draw, counted from the top.
    - ``winner`` or ``loser``: the player won or lost pairing ``number`` of round ``round``.
    - ``bye``: the side has no player.
    """

    kind: Literal["seed", "winner", "loser", "bye"]
    round: int = 0
    number: int = 0

    def __str__(self) -> str:
        if self.kind == "bye":
            return "bye"
        if self.kind == "seed":
            return f"seed {self.number}"
        return f"{self.kind} {self.round} {self.number}"


BYE: Final = Source("bye")


@dataclass(frozen=True, slots=True)
class Node:
    round: int
    number: int
    a: Source
    b: Source
    part: Part


@dataclass(frozen=True, slots=True)
class Bracket:
    """The pairings (``nodes``) of a bracket in playing order, and the label and the part of each round."""

    nodes: tuple[Node, ...]
    labels: tuple[str, ...]
    parts: tuple[Part, ...]

    def part(self, round_number: int) -> Part:
        return self.parts[round_number - 1]


@lru_cache(maxsize=64)
def bracket(plan: StagePlan, size: int, entrants: int, prefix: str = "") -> Bracket:
    """Return the structure of a bracket for ``entrants`` players.

    ``size`` is the number of places in the first round, including byes: a power of two, at least 2. The label
    of each round begins with ``prefix``. A bracket of size 4 with a match for third place has no consolation
    bracket, because that would be the same match.

    >>> bracket(StagePlan(kind="knockout", third_place=True), 8, 8).labels
    ('Quarter-final', 'Semi-final', 'Third place', 'Final')
    """
    rounds = _Rounds(prefix)
    if plan.kind == "knockout":
        _add_knockout(rounds, size, third_place=plan.third_place, consolation=plan.consolation)
    else:
        _add_double_elimination(rounds, size, entrants, bracket_reset=plan.bracket_reset)
    return Bracket(tuple(rounds.nodes), tuple(rounds.labels), tuple(rounds.parts))


def reached(bracket: Bracket, positions: Sequence[PlayerId | None]) -> tuple[Node, ...]:
    """Return the pairings (nodes) of a bracket that at least one player can reach, in playing order.

    ``positions`` are the players in the order of the draw, from the top; None is a bye. A player who has no
    opponent in the first round has a pairing with source ``bye`` on the other side. On the losers' side and
    in a consolation bracket, a player without an opponent has no pairing in that round. The source of their
    next pairing is then the pairing from which the player came.
    """
    comes_from: dict[Source, Source] = {}
    nodes: list[Node] = []
    for node in bracket.nodes:
        a, b = (_resolve_source(source, comes_from, positions) for source in (node.a, node.b))
        winner, loser = (Source(kind, node.round, node.number) for kind in ENDS)
        is_kept = BYE not in (a, b) or (node.part in OPENING_SIDES and (a, b) != (BYE, BYE))
        if is_kept:
            nodes.append(Node(node.round, node.number, a, b, node.part))
        comes_from[winner] = winner if is_kept else a if b == BYE else b
        comes_from[loser] = BYE if BYE in (a, b) else loser
    return tuple(nodes)


def _resolve_source(
    source: Source, comes_from: dict[Source, Source], positions: Sequence[PlayerId | None]
) -> Source:
    if source.kind == "seed":
        return BYE if positions[source.number - 1] is None else source
    return comes_from.get(source, source)


@dataclass(frozen=True, slots=True)
class _Added:
    """A round's winners and losers, from the top, as sources of later rounds."""

    winners: list[Source]
    losers: list[Source]


class _Rounds:
    """The rounds of a bracket that have been added so far, in the order in which they are played."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.nodes: list[Node] = []
        self.labels: list[str] = []
        self.parts: list[Part] = []

    def add(self, part: Part, label: str, pairs: Sequence[tuple[Source, Source]]) -> _Added:
        self.parts.append(part)
        self.labels.append(self.prefix + label)
        number = len(self.parts)
        self.nodes += [Node(number, place, a, b, part) for place, (a, b) in enumerate(pairs, start=1)]
        places = range(1, len(pairs) + 1)
        return _Added(
            winners=[Source("winner", number, place) for place in places],
            losers=[Source("loser", number, place) for place in places],
        )


def _add_knockout(rounds: _Rounds, size: int, *, third_place: bool, consolation: bool) -> None:
    first = last = rounds.add("main", _round_name(size), _pair_neighbours(_seed_sources(size)))
    if size == 2:
        return
    consoled = first.losers
    while len(last.winners) > 2:
        last = rounds.add("main", _round_name(len(last.winners)), _pair_neighbours(last.winners))
        if consolation:
            consoled = _add_consolation(rounds, consoled)
    if consolation and not (third_place and size == 4):
        _add_consolation(rounds, consoled)
    if third_place:
        rounds.add("third_place", "Third place", _pair_neighbours(last.losers))
    rounds.add("main", _round_name(2), _pair_neighbours(last.winners))


def _add_consolation(rounds: _Rounds, still_in: Sequence[Source]) -> list[Source]:
    label = f"Consolation {_round_name(len(still_in)).lower()}"
    return rounds.add("consolation", label, _pair_neighbours(still_in)).winners


def _add_double_elimination(rounds: _Rounds, size: int, entrants: int, *, bracket_reset: bool) -> None:
    """Add the rounds of a double elimination.

    On the losers' side two kinds of round alternate: the players there meet each other, then they meet the next losers
    from the winners' side.
    """
    crossing = _Crossing(size)
    winners = rounds.add("winners", _winners_label(size, step=1), _pair_neighbours(_seed_sources(size)))
    losers = winners.losers
    # If every second first pairing or more is a bye, nobody in the losers' first round has an opponent yet.
    step = 0 if 4 * entrants <= 3 * size else 1
    while len(winners.winners) > 1:
        losers = rounds.add("losers", _losers_label(step), _pair_neighbours(losers)).winners
        still_in = len(winners.winners)
        winners = rounds.add(
            "winners", _winners_label(still_in, step=crossing.step + 1), _pair_neighbours(winners.winners)
        )
        coming_down = crossing.next(winners.losers)
        losers = rounds.add(
            "losers", _losers_label(step + 1), list(zip(coming_down, losers, strict=True))
        ).winners
        step += 2
    final = rounds.add("final", "Final", [(winners.winners[0], losers[0])])
    if bracket_reset:
        rounds.add("second_final", "Second final", [(final.winners[0], final.losers[0])])


class _Crossing:
    """The order in which losers of the winners' side come down, so that they meet those they beat as late as possible.

    For each player who waits on the losers' side, it keeps the pairings of the winners' side that the player may have
    lost, each as the round and the number in it from 0. Numbers that agree except for their last bits are in one
    section of the draw.
    """

    def __init__(self, size: int) -> None:
        self.step = 1
        self.below: list[frozenset[tuple[int, int]]] = [
            frozenset({(1, number)}) for number in range(size // 2)
        ]

    def next(self, coming_down: Sequence[Source]) -> list[Source]:
        """Return the next round's losers in the order of those whom they meet. Call it once for each such round."""
        self.step += 1
        pairs = zip(self.below[::2], self.below[1::2], strict=True)
        self.below = [upper | lower for upper, lower in pairs]
        turn = min(range(len(coming_down)), key=lambda turn: (self._weigh_rematches(turn), -turn))
        self.below = [origins | {(self.step, number ^ turn)} for number, origins in enumerate(self.below)]
        return [coming_down[number ^ turn] for number in range(len(coming_down))]

    def _weigh_rematches(self, turn: int) -> int:
        """Return how many players would meet a player who may have beaten them, later losses weighing more."""
        # A number shifted right once for each later round is the section of the draw that its winner comes from.
        return sum(
            1 << step
            for number, origins in enumerate(self.below)
            for step, lost in origins
            if lost >> (self.step - step) == number ^ turn
        )


def _seed_sources(size: int) -> list[Source]:
    return [Source("seed", number=place) for place in range(1, size + 1)]


def _pair_neighbours(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    return list(zip(sources[::2], sources[1::2], strict=True))


def _round_name(still_in: int) -> str:
    return {2: "Final", 4: "Semi-final", 8: "Quarter-final"}.get(still_in, f"Round of {still_in}")


def _winners_label(still_in: int, *, step: int) -> str:
    return "Winners final" if still_in == 2 else f"Winners {step}"


def _losers_label(step: int) -> str:
    return f"Losers {step}" if step else "Losers preliminary"

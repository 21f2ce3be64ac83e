"""The shape of a knockout or a double elimination: which pairings it has, and where each takes its two from.

Knows the number of places and of entrants, and nobody by name. Rounds are numbered from 1 in the order in which
they are played, pairings within a round from the top. What an empty place makes needless is left out by
``reached``; the numbers of the rest do not depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import StagePlan

Part: TypeAlias = Literal["main", "third_place", "consolation", "winners", "losers", "final", "second_final"]
"""``main``, ``third_place`` and ``consolation`` are of a knockout, the others of a double elimination."""
ENDS: Final[tuple[Literal["winner", "loser"], ...]] = ("winner", "loser")
OPENING_SIDES: Final[frozenset[Part]] = frozenset({"main", "winners"})
"""Where the places of the draw are; a bye is shown here, and passed over elsewhere."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side comes from: the ``number``-th place from the top (``seed``), or the winner or loser of a
    pairing; ``bye``: from nowhere.
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
    """``nodes`` in playing order; ``labels`` and ``parts`` of the rounds, the first of round 1."""

    nodes: tuple[Node, ...]
    labels: tuple[str, ...]
    parts: tuple[Part, ...]

    def part(self, round_number: int) -> Part:
        return self.parts[round_number - 1]


@lru_cache(maxsize=64)
def bracket(plan: StagePlan, size: int, entrants: int, prefix: str = "") -> Bracket:
    """The bracket of ``size`` places (a power of two from 2) for so many entrants; ``prefix`` begins each label.

    Of four places the match for third place is the consolation as well, and stands alone.

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
    """The nodes that somebody reaches with these places, in playing order.

    In the draw itself whoever meets nobody has a bye, and source ``bye`` stands opposite. On the losers' side and
    in a consolation he has no pairing there: the next takes him from where he came.
    """
    comes_from: dict[Source, Source] = {}
    nodes: list[Node] = []
    for node in bracket.nodes:
        a, b = (_came(source, comes_from, positions) for source in (node.a, node.b))
        winner, loser = (Source(kind, node.round, node.number) for kind in ENDS)
        is_kept = BYE not in (a, b) or (node.part in OPENING_SIDES and (a, b) != (BYE, BYE))
        if is_kept:
            nodes.append(Node(node.round, node.number, a, b, node.part))
        comes_from[winner] = winner if is_kept else a if b == BYE else b
        comes_from[loser] = BYE if BYE in (a, b) else loser
    return tuple(nodes)


def _came(source: Source, comes_from: dict[Source, Source], positions: Sequence[PlayerId | None]) -> Source:
    if source.kind == "seed":
        return BYE if positions[source.number - 1] is None else source
    return comes_from.get(source, source)


@dataclass(frozen=True, slots=True)
class _Added:
    """A round's winners and losers, from the top, as sources of later ones."""

    winners: list[Source]
    losers: list[Source]


class _Rounds:
    """Rounds put together in playing order."""

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
    first = last = rounds.add("main", _name(size), _neighbours(_places(size)))
    if size == 2:
        return
    consoled = first.losers
    while len(last.winners) > 2:
        last = rounds.add("main", _name(len(last.winners)), _neighbours(last.winners))
        if consolation:
            consoled = _add_consolation(rounds, consoled)
    if consolation and not (third_place and size == 4):
        _add_consolation(rounds, consoled)
    if third_place:
        rounds.add("third_place", "Third place", _neighbours(last.losers))
    rounds.add("main", _name(2), _neighbours(last.winners))


def _add_consolation(rounds: _Rounds, still_in: Sequence[Source]) -> list[Source]:
    label = f"Consolation {_name(len(still_in)).lower()}"
    return rounds.add("consolation", label, _neighbours(still_in)).winners


def _add_double_elimination(rounds: _Rounds, size: int, entrants: int, *, bracket_reset: bool) -> None:
    """On the losers' side two kinds of round take turns: those who are there meet, then they meet the next who
    come down.
    """
    crossing = _Crossing(size)
    winners = rounds.add("winners", _winners_label(size, step=1), _neighbours(_places(size)))
    losers = winners.losers
    # With a bye for every second first pairing or more, nobody has an adversary yet in the losers' first round.
    step = 0 if 4 * entrants <= 3 * size else 1
    while len(winners.winners) > 1:
        losers = rounds.add("losers", _losers_label(step), _neighbours(losers)).winners
        still_in = len(winners.winners)
        winners = rounds.add(
            "winners", _winners_label(still_in, step=crossing.step + 1), _neighbours(winners.winners)
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
    """In which order those who lose on the winners' side come down, so that they meet those they beat as late as
    may be.

    Keeps, for each of those who wait below, from which pairings of the winners' side he may have come: the round,
    and the number in it from 0. Numbers that agree but for a round's last bits lie in one section of the draw.
    """

    def __init__(self, size: int) -> None:
        self.step = 1
        self.below: list[frozenset[tuple[int, int]]] = [
            frozenset({(1, number)}) for number in range(size // 2)
        ]

    def next(self, coming_down: Sequence[Source]) -> list[Source]:
        """Those who come down, in the order in which they meet those below, who have met one another just before."""
        self.step += 1
        pairs = zip(self.below[::2], self.below[1::2], strict=True)
        self.below = [upper | lower for upper, lower in pairs]
        turn = min(range(len(coming_down)), key=lambda turn: (self._met_before(turn), -turn))
        self.below = [came_from | {(self.step, number ^ turn)} for number, came_from in enumerate(self.below)]
        return [coming_down[number ^ turn] for number in range(len(coming_down))]

    def _met_before(self, turn: int) -> int:
        """How many of those below may have lost to him whom they meet; the later they lost, the likelier."""
        return sum(
            1 << step
            for number, came_from in enumerate(self.below)
            for step, lost in came_from
            if lost >> (self.step - step) == number ^ turn
        )


def _places(size: int) -> list[Source]:
    return [Source("seed", number=place) for place in range(1, size + 1)]


def _neighbours(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    return list(zip(sources[::2], sources[1::2], strict=True))


def _name(still_in: int) -> str:
    """Of a round by how many are in it."""
    return {2: "Final", 4: "Semi-final", 8: "Quarter-final"}.get(still_in, f"Round of {still_in}")


def _winners_label(still_in: int, *, step: int) -> str:
    return "Winners final" if still_in == 2 else f"Winners {step}"


def _losers_label(step: int) -> str:
    return f"Losers {step}" if step else "Losers preliminary"

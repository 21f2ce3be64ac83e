"""Divide a bracket into sheets: one for each side (see ``Side``), and several for a wide side.

From the round of 16 on, a side is on one sheet, down to its last pairing. The rounds before that are on further
sheets of a few pairings each, and no branch is divided between two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, Literal, TypeAlias

from matches.rules.events.bracket import Part

Side: TypeAlias = Literal["main", "third_place", "consolation", "losers"]
"""The sides of a bracket that are drawn separately.

``main`` is the draw itself; in a double elimination, the winners' side with the finals.
"""
SIDE_OF_PART: Final[Mapping[Part, Side]] = {
    "main": "main",
    "winners": "main",
    "final": "main",
    "second_final": "main",
    "third_place": "third_place",
    "consolation": "consolation",
    "losers": "losers",
}
SIDES: Final[tuple[Side, ...]] = ("main", "third_place", "consolation", "losers")

MOST_ON_THE_LAST_SHEET: Final = 8
"""The number of pairings in the widest round that is drawn on the sheet of the final: the round of 16."""
MOST_ON_A_PAGE: Final = 16

Place: TypeAlias = tuple[int, int]
"""A pairing's position: the number of its round, and its number in the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPairing:
    """A pairing of a bracket, as the drawing needs it.

    The name of an unknown player says from which pairing the player will come. ``scores`` are "" without a
    score; ``winner`` is "A", "B" or "". ``sources`` are those of ``PairingState``. ``title`` describes the
    pairing for screen readers. ``url`` is "" if the pairing has no page. ``is_kept`` means that the result
    stands although a correction changed the players.
    """

    part: Part
    round: int
    number: int
    label: str
    names: tuple[str, str]
    scores: tuple[str, str] = ("", "")
    winner: str = ""
    sources: tuple[str, str] = ("", "")
    title: str = ""
    url: str = ""
    is_kept: bool = False

    @property
    def place(self) -> Place:
        return self.round, self.number


class BracketTree:
    """The pairings of one side of a bracket, each with its feeders: those whose winner or loser plays there."""

    def __init__(self, pairings: Sequence[BracketPairing]) -> None:
        self.pairings = {pairing.place: pairing for pairing in pairings}
        self.feeders = {
            place: tuple(sorted({place_of(source) for source in pairing.sources} & self.pairings.keys()))
            for place, pairing in self.pairings.items()
        }

    @cached_property
    def last_sheet(self) -> frozenset[Place]:
        widths = {number: len(list(places)) for number, places in _by_round(self.pairings)}
        too_wide = [number for number, width in widths.items() if width > MOST_ON_THE_LAST_SHEET]
        first = max(too_wide, default=0) + 1
        return frozenset(place for place in self.pairings if place[0] >= first)

    @property
    def pages(self) -> list[frozenset[Place]]:
        """The pages with the early rounds, from the top. A page has as many whole branches as fit on it."""
        early = frozenset(self.pairings) - self.last_sheet
        fed = {feeder for feeders in self.feeders.values() for feeder in feeders}
        late = self.ordered(self.last_sheet)
        joining = [place for place in late if not early.isdisjoint(self.feeders[place])]
        pages: list[frozenset[Place]] = []
        for branch in self._branches([*joining, *sorted(early - fed)], early):
            if pages and _width(pages[-1] | branch) <= MOST_ON_A_PAGE:
                pages[-1] |= branch
            else:
                pages.append(branch)
        return pages

    def _branches(self, roots: Iterable[Place], early: frozenset[Place]) -> Iterable[frozenset[Place]]:
        """Yield the branches that end at the roots; a branch too wide for a page is divided where it forks."""
        for root in roots:
            branch = self._branch(root, early)
            if _width(branch) > MOST_ON_A_PAGE:
                yield from self._branches([place for place in self.feeders[root] if place in early], early)
            else:
                yield branch

    def _branch(self, root: Place, places: frozenset[Place]) -> frozenset[Place]:
        """Return the root and those of ``places`` that lead to it."""
        before = [self._branch(feeder, places) for feeder in self.feeders[root] if feeder in places]
        return frozenset({root}).union(*before)

    def ordered(self, places: frozenset[Place]) -> list[Place]:
        """Return ``places`` in drawing order from the top, each pairing after the pairings that feed it."""
        fed = {feeder for place in places for feeder in self.feeders[place]}
        ordered: list[Place] = []

        def visit(place: Place) -> None:
            for feeder in self.feeders[place]:
                if feeder in places:
                    visit(feeder)
            ordered.append(place)

        for root in sorted(places - fed, key=lambda place: min(self._branch(place, places))):
            visit(root)
        return ordered


def trees_by_side(pairings: Iterable[BracketPairing]) -> dict[Side, BracketTree]:
    sides: dict[Side, list[BracketPairing]] = {}
    for pairing in pairings:
        sides.setdefault(SIDE_OF_PART[pairing.part], []).append(pairing)
    return {side: BracketTree(of_side) for side, of_side in sides.items()}


def _by_round(places: Iterable[Place]) -> Iterable[tuple[int, Iterable[Place]]]:
    return groupby(sorted(places), key=lambda place: place[0])


def _width(places: Iterable[Place]) -> int:
    """Return the number of pairings in the widest round."""
    return max(len(list(of_round)) for _, of_round in _by_round(places))


def place_of(source: str) -> Place:
    """Return the place that a source names: ``(1, 4)`` for ``winner 1 4``, ``(0, 0)`` for a seed or a bye."""
    kind, *numbers = source.split(" ")
    if kind not in ("winner", "loser"):
        return 0, 0
    return int(numbers[0]), int(numbers[1])

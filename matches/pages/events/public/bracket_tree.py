"""Which pairings of a bracket are drawn on which sheet: by side, and a wide side in pieces.

The last rounds of a side lie on one sheet, with the final; where it is wider than the round of 16 the rounds before
them are on pages of a few pairings each, every page whole branches of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, Literal, TypeAlias

from matches.rules.events.brackets.shape import Part

Side: TypeAlias = Literal["main", "third_place", "consolation", "losers"]
"""What is drawn by itself. ``main`` is the draw itself, of a double elimination its winners' side with the finals."""
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
"""Pairings in a round that is still drawn with the final: of the round of 16."""
MOST_ON_A_PAGE: Final = 16

Place: TypeAlias = tuple[int, int]
"""Round and number of a pairing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPairing:
    """A pairing to draw. ``names`` are A's and B's, or where they will come from; ``scores`` empty where there is
    none. ``winner`` is A, B or empty. ``sources`` are those of ``PairingState``. ``title`` tells it in a sentence,
    for who does not see the drawing; ``url`` empty: no page.
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

    @property
    def place(self) -> Place:
        return self.round, self.number


class BracketTree:
    """The pairings of a side, each with those before it from which its two come."""

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
        """Whole branches that lead to the last sheet, from the top, as many on a page as it holds."""
        early = frozenset(self.pairings) - self.last_sheet
        fed = {feeder for feeders in self.feeders.values() for feeder in feeders}
        joining = [
            place for place in self.ordered(self.last_sheet) if not early.isdisjoint(self.feeders[place])
        ]
        pages: list[frozenset[Place]] = []
        for branch in self._branches([*joining, *sorted(early - fed)], early):
            if pages and _width(pages[-1] | branch) <= MOST_ON_A_PAGE:
                pages[-1] |= branch
            else:
                pages.append(branch)
        return pages

    def _branches(self, roots: Iterable[Place], early: frozenset[Place]) -> Iterable[frozenset[Place]]:
        """The branches that end at the roots; one too wide for a page is parted where it forks."""
        for root in roots:
            branch = self._branch(root, early)
            if _width(branch) > MOST_ON_A_PAGE:
                yield from self._branches([place for place in self.feeders[root] if place in early], early)
            else:
                yield branch

    def _branch(self, root: Place, places: frozenset[Place]) -> frozenset[Place]:
        """The root, and those of the places that lead to it."""
        before = [self._branch(feeder, places) for feeder in self.feeders[root] if feeder in places]
        return frozenset({root}).union(*before)

    def ordered(self, places: frozenset[Place]) -> list[Place]:
        """The places from the top, each after those before it from which its two come."""
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


def by_side(pairings: Iterable[BracketPairing]) -> dict[Side, BracketTree]:
    found: dict[Side, list[BracketPairing]] = {}
    for pairing in pairings:
        found.setdefault(SIDE_OF_PART[pairing.part], []).append(pairing)
    return {side: BracketTree(of_side) for side, of_side in found.items()}


def _by_round(places: Iterable[Place]) -> Iterable[tuple[int, Iterable[Place]]]:
    return groupby(sorted(places), key=lambda place: place[0])


def _width(places: Iterable[Place]) -> int:
    """The most pairings in a round."""
    return max(len(list(of_round)) for _, of_round in _by_round(places))


def place_of(source: str) -> Place:
    """The pairing that a source names, as ``winner 1 4``; of a seed and of a bye a place where no pairing is."""
    kind, *numbers = source.split(" ")
    if kind not in ("winner", "loser"):
        return 0, 0
    return int(numbers[0]), int(numbers[1])

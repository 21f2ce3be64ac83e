"""Lay out the boxes and lines of a bracket, so that a template can print it as an SVG.

This module knows only the players' names, already in words. Lengths are in units of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from unicodedata import combining, normalize

from matches.pages.events.bracket_tree import (
    SIDES,
    BracketPairing,
    BracketTree,
    Place,
    Side,
    place_of,
    trees_by_side,
)

BOX_WIDTH: Final = 264
ROW_HEIGHT: Final = 28
BOX_HEIGHT: Final = 2 * ROW_HEIGHT
BOX_GAP: Final = 16
COLUMN_GAP: Final = 36
HEADING_HEIGHT: Final = 32
MARGIN: Final = 4
NAME_WIDTH: Final = 200
"""The width in a box that a name may fill beside the score."""
LETTER_WIDTHS: Final = {
    letter: width
    for width, letters in (
        (4, "ijl'’.,"),
        (5, "- "),
        (6, "frtIJ"),
        (7, "asz"),
        (8, "cevxy"),
        (10, "goqEFLYZ"),
        (11, "BP"),
        (12, "mwAKRTV…"),
        (13, "CDGUX"),
        (14, "HNOQ"),
        (17, "MW"),
    )
    for letter in letters
}
"""The widths of letters in bold type, as a winner's name is drawn; any other letter is as wide as a figure."""
FIGURE_WIDTH: Final = 9


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A player's line in a box, its middle at ``y``. ``text`` is the name, cut to fit the box."""

    name: str
    text: str
    score: str
    y: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a pairing, ``BOX_WIDTH`` wide and ``BOX_HEIGHT`` high, by its upper left corner."""

    x: int
    y: int
    pairing: BracketPairing
    rows: tuple[BoxRow, BoxRow]

    @property
    def right(self) -> int:
        return self.x + BOX_WIDTH

    @property
    def middle(self) -> int:
        return self.y + BOX_HEIGHT // 2

    @property
    def bottom(self) -> int:
        return self.y + BOX_HEIGHT

    @property
    def name_x(self) -> int:
        return self.x + 12

    @property
    def score_x(self) -> int:
        return self.right - 12


@dataclass(frozen=True, slots=True)
class Connection:
    """A line from the right edge of a pairing's box to the left edge of a box in the next round.

    It runs from ``start`` to the x coordinate ``turn``, up or down, and on to ``end``. ``is_decided`` means
    that a player has advanced along it.
    """

    start: tuple[int, int]
    turn: int
    end: tuple[int, int]
    is_decided: bool

    @property
    def path(self) -> str:
        """The ``d`` attribute of the SVG path that draws the line."""
        return f"M{self.start[0]} {self.start[1]}H{self.turn}V{self.end[1]}H{self.end[0]}"


@dataclass(frozen=True, slots=True)
class Heading:
    """The label of a round above its column of boxes, whose left edge is ``x``."""

    x: int
    label: str

    @property
    def middle(self) -> int:
        return self.x + BOX_WIDTH // 2


@dataclass(frozen=True, slots=True)
class Drawing:
    """The drawing of one sheet of a bracket: rounds of one ``side``, such as the main draw."""

    side: Side
    width: int
    height: int
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Connection, ...]

    @property
    def look(self) -> str:
        """The CSS class for the width on a large screen: a few rounds fill it, more are scrolled."""
        return "fills" if 3 <= len(self.headings) <= 4 else "fits" if len(self.headings) < 3 else ""

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last pairing number in the earliest round on the sheet, such as ``(1, 16)``."""
        first = min(box.pairing.round for box in self.boxes)
        numbers = [box.pairing.number for box in self.boxes if box.pairing.round == first]
        return min(numbers), max(numbers)

    @property
    def first_label(self) -> str:
        return self.headings[0].label


def bracket_drawings(pairings: Iterable[BracketPairing]) -> tuple[Drawing, ...]:
    """Return the sheet with the final for each side that has pairings, in the order of ``SIDES``.

    The sheet shows all rounds of the side or, if they do not fit, the rounds from the round of 16 on.
    """
    sides = trees_by_side(pairings)
    return tuple(_drawing(side, sides[side], sides[side].last_sheet) for side in SIDES if side in sides)


def bracket_pages(pairings: Iterable[BracketPairing], side: Side) -> tuple[Drawing, ...]:
    """Return the sheets with a side's rounds before the round of 16, from the top, 16 pairings of a round each.

    Return () if the sheet with the final shows all rounds of the side.
    """
    sides = trees_by_side(pairings)
    return tuple(_drawing(side, sides[side], part) for part in sides[side].pages) if side in sides else ()


def _drawing(side: Side, tree: BracketTree, places: frozenset[Place]) -> Drawing:
    columns = {
        number: MARGIN + column * (BOX_WIDTH + COLUMN_GAP)
        for column, number in enumerate(sorted({place[0] for place in places}))
    }
    boxes: dict[Place, Box] = {}
    next_y = HEADING_HEIGHT
    for place in tree.ordered(places):
        before = [boxes[feeder].y for feeder in tree.feeders[place] if feeder in boxes]
        y = sum(before) // len(before) if before else next_y
        boxes[place] = _box(columns[place[0]], y, tree.pairings[place])
        next_y = max(next_y, y + BOX_HEIGHT + BOX_GAP)
    labels = {place[0]: tree.pairings[place].label for place in places}
    return Drawing(
        side=side,
        width=MARGIN + len(columns) * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP + MARGIN,
        height=next_y - BOX_GAP + MARGIN,
        headings=tuple(Heading(x, labels[number]) for number, x in columns.items()),
        boxes=tuple(boxes[place] for place in sorted(boxes)),
        lines=tuple(_lines(tree, boxes)),
    )


def _box(x: int, y: int, pairing: BracketPairing) -> Box:
    first, second = (
        BoxRow(
            name=name,
            text=_fitting(name),
            score=score,
            y=y + ROW_HEIGHT * row + ROW_HEIGHT // 2,
            is_winner=pairing.winner == "AB"[row],
        )
        for row, (name, score) in enumerate(zip(pairing.names, pairing.scores, strict=True))
    )
    return Box(x, y, pairing, (first, second))


def _fitting(name: str) -> str:
    """Return the name, or the part of its beginning that fits into a box, with an ellipsis."""
    if _width(name) <= NAME_WIDTH:
        return name
    most = max(range(1, len(name)), key=lambda end: (_width(f"{name[:end]}…") <= NAME_WIDTH, end))
    return f"{name[:most].rstrip()}…"


def _width(text: str) -> int:
    """Return the approximate width of ``text``; an accent takes no room."""
    letters = (letter for letter in normalize("NFD", text) if not combining(letter))
    return sum(LETTER_WIDTHS.get(letter, FIGURE_WIDTH) for letter in letters)


def _lines(tree: BracketTree, boxes: Mapping[Place, Box]) -> Iterable[Connection]:
    """Yield a line to each row whose player comes from a box on the sheet.

    Of two lines the upper goes to the upper row, even if no player came from there and another player is A. Two
    players who come from one box share its line.
    """
    for place in sorted(boxes):
        box = boxes[place]
        starts = [boxes[feeder] for feeder in tree.feeders[place] if feeder in boxes]
        is_from_b = len(starts) == 1 and starts[0].pairing.place != place_of(box.pairing.sources[0])
        for row, start in zip(box.rows[is_from_b:], starts, strict=False):
            turn, is_decided = box.x - COLUMN_GAP // 2, bool(start.pairing.winner)
            yield Connection((start.right, start.middle), turn, (box.x, row.y), is_decided=is_decided)

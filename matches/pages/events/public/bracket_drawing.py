"""Where the boxes and lines of a bracket lie, so that a template can print it as an SVG.

Knows nothing of players but their names, in words already. Lengths are in units of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from unicodedata import combining, normalize

from matches.pages.events.public.bracket_tree import (
    SIDES,
    BracketPairing,
    BracketTree,
    Place,
    Side,
    by_side,
    place_of,
)

BOX_WIDTH: Final = 208
ROW_HEIGHT: Final = 24
BOX_HEIGHT: Final = 2 * ROW_HEIGHT
BOX_GAP: Final = 16
COLUMN_GAP: Final = 40
HEADING_HEIGHT: Final = 32
MARGIN: Final = 4
NAME_WIDTH: Final = 178
"""As much as there is in a box beside a score."""
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
"""As the letters of a winner's name are drawn; all others are as wide as a figure."""
FIGURE_WIDTH: Final = 9


@dataclass(frozen=True, slots=True)
class Row:
    """A's or B's line in a box; ``y`` is the middle of it. ``shown`` is the name as far as it fits."""

    name: str
    shown: str
    score: str
    y: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A pairing's box, from its upper left corner; its height is ``BOX_HEIGHT`` and its width ``BOX_WIDTH``."""

    x: int
    y: int
    pairing: BracketPairing
    rows: tuple[Row, Row]

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
        return self.x + 8

    @property
    def score_x(self) -> int:
        return self.right - 8


@dataclass(frozen=True, slots=True)
class Line:
    """From the right of the box at ``start`` over to ``turn``, up or down to the height of a row of the next box,
    and on to its left edge at ``end``. ``is_decided``: somebody went that way.
    """

    start: tuple[int, int]
    turn: int
    end: tuple[int, int]
    is_decided: bool

    @property
    def path(self) -> str:
        """The ``d`` of an SVG path."""
        return f"M{self.start[0]} {self.start[1]}H{self.turn}V{self.end[1]}H{self.end[0]}"


@dataclass(frozen=True, slots=True)
class Heading:
    """The label of a round above its column, whose left edge is ``x``."""

    x: int
    label: str

    @property
    def middle(self) -> int:
        return self.x + BOX_WIDTH // 2


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet: ``page`` counts the pages of the early rounds from 1, and is 0 where the final is on it."""

    side: Side
    page: int
    width: int
    height: int
    headings: tuple[Heading, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last number among the pairings of its earliest round."""
        first = min(box.pairing.round for box in self.boxes)
        numbers = [box.pairing.number for box in self.boxes if box.pairing.round == first]
        return min(numbers), max(numbers)

    @property
    def first_label(self) -> str:
        return self.headings[0].label


def bracket_drawings(pairings: Iterable[BracketPairing]) -> tuple[Drawing, ...]:
    """One sheet for each side that has pairings: the whole of it, or its last rounds, from the round of 16, where it
    is wider.
    """
    sides = by_side(pairings)
    return tuple(
        _drawing(side, sides[side], sides[side].last_sheet, page=0) for side in SIDES if side in sides
    )


def bracket_pages(pairings: Iterable[BracketPairing], side: Side) -> tuple[Drawing, ...]:
    """The early rounds of a side that is wider than the round of 16, from the top, each page with at most 16
    pairings in a round; empty where the last sheet has all.
    """
    sides = by_side(pairings)
    if side not in sides:
        return ()
    tree = sides[side]
    return tuple(_drawing(side, tree, part, page=page) for page, part in enumerate(tree.pages, start=1))


def _drawing(side: Side, tree: BracketTree, places: frozenset[Place], *, page: int) -> Drawing:
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
        page=page,
        width=MARGIN + len(columns) * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP + MARGIN,
        height=next_y - BOX_GAP + MARGIN,
        headings=tuple(Heading(x, labels[number]) for number, x in columns.items()),
        boxes=tuple(boxes[place] for place in sorted(boxes)),
        lines=tuple(_lines(tree, boxes)),
    )


def _box(x: int, y: int, pairing: BracketPairing) -> Box:
    first, second = (
        Row(
            name=name,
            shown=_fitting(name),
            score=score,
            y=y + ROW_HEIGHT * row + ROW_HEIGHT // 2,
            is_winner=pairing.winner == "AB"[row],
        )
        for row, (name, score) in enumerate(zip(pairing.names, pairing.scores, strict=True))
    )
    return Box(x, y, pairing, (first, second))


def _fitting(name: str) -> str:
    """The name, or as much of its beginning as fits into a box, with dots behind it."""
    if _width(name) <= NAME_WIDTH:
        return name
    most = max(range(1, len(name)), key=lambda end: (_width(f"{name[:end]}…") <= NAME_WIDTH, end))
    return f"{name[:most].rstrip()}…"


def _width(text: str) -> int:
    """About as wide as ``text`` is drawn; an accent takes no room."""
    letters = (letter for letter in normalize("NFD", text) if not combining(letter))
    return sum(LETTER_WIDTHS.get(letter, FIGURE_WIDTH) for letter in letters)


def _lines(tree: BracketTree, boxes: Mapping[Place, Box]) -> Iterable[Line]:
    """A line to each row whose player comes from a box on the sheet; the upper goes to the upper row, even where
    somebody stands as A because nobody came from there. Two who come from one box share its line.
    """
    for place in sorted(boxes):
        box = boxes[place]
        starts = [boxes[feeder] for feeder in tree.feeders[place] if feeder in boxes]
        is_from_b = len(starts) == 1 and starts[0].pairing.place != place_of(box.pairing.sources[0])
        for row, start in zip(box.rows[is_from_b:], starts, strict=False):
            yield Line(
                start=(start.right, start.middle),
                turn=box.x - COLUMN_GAP // 2,
                end=(box.x, row.y),
                is_decided=bool(start.pairing.winner),
            )

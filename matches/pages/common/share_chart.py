"""A drawing of shares below each other, each with its standard error: where its dots and lines stand.

Coordinates are whole units of the drawing, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

WIDTH: Final = 320
LEFT: Final = 8
RIGHT: Final = 312
ROW: Final = 40
WORDS_DOWN: Final = 15
"""From the top of a row to the line on which its words stand."""
DOT_DOWN: Final = 28
AXIS: Final = 24


@dataclass(frozen=True, slots=True)
class Share:
    """``value`` and ``error`` between 0 and 1, ``error`` None where unknown; ``figure`` is how they are told."""

    name: str | Promise
    figure: str
    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """``low`` and ``high`` are the ends of its error, both ``x`` where that is not known."""

    name: str | Promise
    figure: str
    words: int
    y: int
    x: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Tick:
    """``side`` is the end of its number that stands at ``x``, as SVG calls it."""

    x: int
    number: int
    side: str


@dataclass(frozen=True, slots=True)
class ShareChart:
    height: int
    bottom: int
    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]


TICKS: Final = (
    Tick(LEFT, 0, "start"),
    Tick((LEFT + RIGHT) // 2, 50, "middle"),
    Tick(RIGHT, 100, "end"),
)


def share_chart(shares: Sequence[Share]) -> ShareChart | None:
    """None where there is nothing to draw."""
    if not shares:
        return None
    bottom = ROW * len(shares)
    rows = tuple(_row(share, ROW * place) for place, share in enumerate(shares))
    return ShareChart(height=bottom + AXIS, bottom=bottom, rows=rows, ticks=TICKS)


def _row(share: Share, top: int) -> Row:
    error = share.error or 0.0
    return Row(
        name=share.name,
        figure=share.figure,
        words=top + WORDS_DOWN,
        y=top + DOT_DOWN,
        x=_across(share.value),
        low=_across(share.value - error),
        high=_across(share.value + error),
    )


def _across(share: float) -> int:
    return round(LEFT + (RIGHT - LEFT) * min(max(share, 0.0), 1.0))

"""A drawing of what decisions cost month by month: where its points, lines and figures stand.

Coordinates are whole units of the drawing, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

WIDTH: Final = 360
HEIGHT: Final = 190
LEFT: Final = 34
RIGHT: Final = 348
TOP: Final = 14
BOTTOM: Final = 164
STEPS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
MOST_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class Month:
    """``number`` counts months from year 0; ``cost`` and ``error`` in 100 of the game, ``error`` None where unknown."""

    number: int
    cost: float
    error: float | None
    is_enough: bool


@dataclass(frozen=True, slots=True)
class Point:
    """``high`` and ``low`` are the ends of its error, both ``y`` where that is not known."""

    x: int
    y: int
    high: int
    low: int
    is_enough: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the drawing at a cost in 100."""

    y: int
    cost: float


@dataclass(frozen=True, slots=True)
class TrendChart:
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    path: str


def trend_chart(months: Sequence[Month]) -> TrendChart | None:
    """The drawing of two months or more, in order; None where there are fewer."""
    if len(months) < 2:
        return None
    most = max(month.cost + (month.error or 0.0) for month in months)
    step = next((each for each in STEPS if each * MOST_LINES >= most), STEPS[-1])
    top = step * max(1, ceil(most / step))
    first, last = months[0].number, months[-1].number

    def height(cost: float) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * min(max(cost, 0.0), top) / top)

    points = tuple(
        Point(
            x=round(LEFT + 10 + (RIGHT - LEFT - 20) * (month.number - first) / (last - first)),
            y=height(month.cost),
            high=height(month.cost + (month.error or 0.0)),
            low=height(month.cost - (month.error or 0.0)),
            is_enough=month.is_enough,
        )
        for month in months
    )
    lines = tuple(Line(height(step * each), step * each) for each in range(round(top / step) + 1))
    return TrendChart(points, lines, " ".join(f"{point.x},{point.y}" for point in points))

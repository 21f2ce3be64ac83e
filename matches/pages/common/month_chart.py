"""A drawing of a figure month by month: where its points, lines and numbers stand.

Coordinates are whole units of the drawing, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

WIDTH: Final = 320
HEIGHT: Final = 190
LEFT: Final = 40
RIGHT: Final = 312
TOP: Final = 12
BOTTOM: Final = 160
STEPS: Final = (1, 2, 5)
"""Between two lines, times a power of ten."""
FINEST: Final = -1
"""The least of those powers; of whole numbers it is 0."""
COARSEST: Final = 9
MOST_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class Month:
    """``number`` counts months from year 0; ``error`` is the standard error of ``value``, None where unknown."""

    number: int
    value: float
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
    """A line across the drawing at a value. ``is_mean``: it is the one that others are held against."""

    y: int
    value: float
    is_mean: bool


@dataclass(frozen=True, slots=True)
class MonthChart:
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    path: str


def month_chart(
    months: Sequence[Month], *, mean: float | None = None, are_whole: bool = False
) -> MonthChart | None:
    """The drawing of two months or more, in order; None where there are fewer.

    It begins at nought, or, where a ``mean`` is given to hold the months against, as far below that as is needed.
    No value is below nought. ``are_whole``: they are whole numbers, and so are those beside the lines.
    """
    if len(months) < 2:
        return None
    bottom, top, step = _extent(months, mean, finest=0 if are_whole else FINEST)
    first, last = months[0].number, months[-1].number

    def height(value: float) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (min(max(value, bottom), top) - bottom) / (top - bottom))

    points = tuple(
        Point(
            x=round(LEFT + 10 + (RIGHT - LEFT - 20) * (month.number - first) / (last - first)),
            y=height(month.value),
            high=height(month.value + (month.error or 0.0)),
            low=height(month.value - (month.error or 0.0)),
            is_enough=month.is_enough,
        )
        for month in months
    )
    values = (bottom + step * each for each in range(round((top - bottom) / step) + 1))
    lines = tuple(
        Line(height(value), value, mean is not None and abs(value - mean) < step / 2) for value in values
    )
    return MonthChart(points, lines, " ".join(f"{point.x},{point.y}" for point in points))


def _extent(months: Sequence[Month], mean: float | None, *, finest: int) -> tuple[float, float, float]:
    """The values at the bottom and at the top, and the step between two lines."""
    most = max(month.value + (month.error or 0.0) for month in months)
    if mean is None:
        step = _step(most, finest)
        return 0.0, step * max(1, ceil(most / step)), step
    least = min(month.value - (month.error or 0.0) for month in months)
    # As many lines above the mean as below would waste half of the drawing; the mean itself has to be one.
    step = _step(2 * max(most - mean, mean - least, 0.0), finest)
    below, above = max(1, ceil((mean - least) / step)), max(1, ceil((most - mean) / step))
    return mean - step * min(below, floor(mean / step)), mean + step * above, step


def _step(extent: float, finest: int) -> float:
    steps = (each * 10.0**power for power in range(finest, COARSEST) for each in STEPS)
    return next(step for step in steps if step * MOST_LINES >= extent)

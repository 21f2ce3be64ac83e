"""Lay out charts for SVG, by month or as rows of shares, in whole units from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from django.utils.functional import Promise

WIDTH: Final = 320
HEIGHT: Final = 190
LEFT: Final = 40
RIGHT: Final = 312
TOP: Final = 12
BOTTOM: Final = 160
STEPS: Final = (1, 2, 5)
"""The possible distances between two lines of the scale, to be multiplied by a power of ten."""
FINEST: Final = -1
"""The smallest exponent of that power of ten; for whole numbers it is 0."""
COARSEST: Final = 9
LABEL_ABOVE: Final = -10
LABEL_BELOW: Final = 20
MOST_LINES: Final = 4
SHARES_LEFT: Final = 8
ROW: Final = 40
WORDS_DOWN: Final = 15
"""The distance from the top of a row to the baseline of its text."""
DOT_DOWN: Final = 28
AXIS: Final = 24


@dataclass(frozen=True, slots=True)
class Month:
    """The value of one month, with its margin of error, None if unknown. ``number`` counts months from year 0."""

    number: int
    value: float
    error: float | None
    is_enough: bool


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the chart with the ends of its error bar, which equal ``y`` if the error is unknown."""

    x: int
    y: int
    high: int
    low: int
    is_enough: bool
    value: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chart's scale; ``is_mean`` marks the mean with which the points are compared."""

    y: int
    value: float
    is_mean: bool


@dataclass(frozen=True, slots=True)
class MonthChart:
    """A chart: the points joined by ``path``, and the ``area`` between it and the mean, or the bottom without one."""

    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    path: str
    area: str

    @property
    def last(self) -> Point:
        return self.points[-1]

    @property
    def label_dy(self) -> int:
        """The distance of the label below the last point: negative, or positive if the line falls towards the point."""
        return label_dy(self.points[-2].y, self.points[-1].y)


def label_dy(before: int, last: int) -> int:
    """Return how far the label of the last point stands below it, off the line from a point at height ``before``."""
    return LABEL_BELOW if before < last else LABEL_ABOVE


def month_chart(
    months: Sequence[Month], *, mean: float | None = None, are_whole: bool = False
) -> MonthChart | None:
    """Return the layout of a chart of ``months``, in order, or None if there are fewer than two.

    Without ``mean``, the scale begins at 0; with it, as far below the mean as the points need. No value is
    negative. ``are_whole`` makes the numbers on the scale whole, like the values.
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
            value=month.value,
        )
        for month in months
    )
    values = (bottom + step * each for each in range(round((top - bottom) / step) + 1))
    lines = tuple(
        Line(height(value), value, mean is not None and abs(value - mean) < step / 2) for value in values
    )
    path = " ".join(f"{point.x},{point.y}" for point in points)
    base = BOTTOM if mean is None else height(mean)
    return MonthChart(points, lines, path, f"{points[0].x},{base} {path} {points[-1].x},{base}")


def _extent(months: Sequence[Month], mean: float | None, *, finest: int) -> tuple[float, float, float]:
    """Return the values at the bottom and at the top, and the step between two lines."""
    most = max(month.value + (month.error or 0.0) for month in months)
    if mean is None:
        step = _step(most, finest)
        return 0.0, step * max(1, ceil(most / step)), step
    least = min(month.value - (month.error or 0.0) for month in months)
    # As many lines above the mean as below would waste half of the drawing; one has to be the mean itself.
    step = _step(2 * max(most - mean, mean - least, 0.0), finest)
    below, above = max(1, ceil((mean - least) / step)), max(1, ceil((most - mean) / step))
    return mean - step * min(below, floor(mean / step)), mean + step * above, step


def _step(extent: float, finest: int) -> float:
    steps = (each * 10.0**power for power in range(finest, COARSEST) for each in STEPS)
    return next(step for step in steps if step * MOST_LINES >= extent)


@dataclass(frozen=True, slots=True)
class Share:
    """A share from 0 to 1, and how far it may be off, or None; ``figure`` is the text beside the dot.

    ``mark`` is a share with which it is compared, such as one half, or None.
    """

    name: str | Promise
    figure: str
    value: float
    error: float | None
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the chart: its dot, the ends of its range, equal to ``x`` if the error is unknown, and its mark."""

    name: str | Promise
    figure: str
    words: int
    y: int
    x: int
    low: int
    high: int
    mark: int | None


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on the axis of the chart; ``side`` is SVG's ``text-anchor``."""

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
    Tick(SHARES_LEFT, 0, "start"),
    Tick((SHARES_LEFT + RIGHT) // 2, 50, "middle"),
    Tick(RIGHT, 100, "end"),
)


def share_chart(shares: Sequence[Share]) -> ShareChart | None:
    """Return the layout of a chart of ``shares``, one row each, or None if there are no shares."""
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
        mark=None if share.mark is None else _across(share.mark),
    )


def _across(share: float) -> int:
    return round(SHARES_LEFT + (RIGHT - SHARES_LEFT) * min(max(share, 0.0), 1.0))

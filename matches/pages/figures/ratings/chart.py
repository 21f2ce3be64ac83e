"""Lay out the chart of a player's rating, week by week, in units of an SVG picture 320 wide and 190 high."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from matches.pages.common.charts import label_dy
from matches.pages.figures.ratings.rating_words import BAND
from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import MIDDLE, Strength, newcomer
from worker.ratings.weeks import A_WEEK, Week, weeks_between

LEFT: Final = 40
RIGHT: Final = 288
"""The place of the last week, which leaves room for half of its target and for its label."""
TOP: Final = 12
BOTTOM: Final = 160
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 6
TARGET: Final = 50
"""The width of the target around a point: 44 px on a screen 320 px wide."""
LEAST_WEEKS: Final = 5
"""The number of rated weeks from which the band is drawn; fewer have a bar at the last week."""


@dataclass(frozen=True, slots=True)
class GridLine:
    y: int
    rating: int


@dataclass(frozen=True, slots=True)
class Point:
    """A week that can be tapped, with its rating; ``left`` is the left edge of its target."""

    week: Week
    strength: Strength
    x: int
    y: int
    left: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """A chart: the points of the rating as ``path``, and the area between it and the starting rating as ``area``.

    ``band`` is the outline of the margin either way, "" with few weeks; ``high`` and ``low`` are its ends in the
    last week; ``label_dy`` is how far below the last point its label stands.
    """

    lines: tuple[GridLine, ...]
    path: str
    area: str
    band: str
    start: int
    high: int
    low: int
    points: tuple[Point, ...]
    label_dy: int

    @property
    def last(self) -> Point:
        return self.points[-1]


def rating_chart(weeks: Sequence[tuple[Week, Strength]]) -> RatingChart | None:
    """Lay out a chart of the ratings in ``weeks``, in order of time, or return None without any.

    It begins with the rating of a newcomer, in the week before the first.
    """
    if not weeks:
        return None
    first, last = weeks[0][0] - A_WEEK, weeks[-1][0]
    course = [(first, newcomer(CONSTANTS)), *weeks]
    has_band = len(weeks) >= LEAST_WEEKS
    bottom, top, step = _scale(course, has_band=has_band)
    span = weeks_between(first, last)

    def across(week: Week) -> int:
        return round(LEFT + (RIGHT - LEFT) * weeks_between(first, week) / span)

    def height(rating: float) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (rating - bottom) / (top - bottom))

    line = [(across(week), height(strength.rating)) for week, strength in course]
    path = _points_text(line)
    above = [(across(week), height(each.rating + BAND * each.deviation)) for week, each in course]
    below = [(across(week), height(each.rating - BAND * each.deviation)) for week, each in course]
    start = height(MIDDLE)
    return RatingChart(
        lines=tuple(GridLine(height(rating), rating) for rating in range(bottom, top + 1, step)),
        path=path,
        area=f"{LEFT},{start} {path} {RIGHT},{start}",
        band=_points_text([*above, *reversed(below)]) if has_band else "",
        start=start,
        high=above[-1][1],
        low=below[-1][1],
        points=_targets(weeks, across, height),
        label_dy=label_dy(line[-2][1], line[-1][1]),
    )


def _targets(
    weeks: Sequence[tuple[Week, Strength]], across: Callable[[Week], int], height: Callable[[float], int]
) -> tuple[Point, ...]:
    """Return the weeks to be tapped: the last, and before it those far enough apart for their targets."""
    points: list[Point] = []
    for week, strength in reversed(weeks):
        x = across(week)
        if not points or points[-1].x - x >= TARGET:
            points.append(Point(week, strength, x, height(strength.rating), x - TARGET // 2))
    return tuple(reversed(points))


def _scale(course: Sequence[tuple[Week, Strength]], *, has_band: bool) -> tuple[int, int, int]:
    """Return the ratings at the bottom and at the top, and the step between two lines."""
    margins = [strength for _, strength in course] if has_band else [course[-1][1]]
    ratings = [strength.rating for _, strength in course]
    least = min(*ratings, *(each.rating - BAND * each.deviation for each in margins))
    most = max(*ratings, *(each.rating + BAND * each.deviation for each in margins))
    step = next((each for each in STEPS if each * (MOST_LINES - 1) >= most - least), STEPS[-1])
    return step * floor(least / step), step * ceil(most / step), step


def _points_text(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)

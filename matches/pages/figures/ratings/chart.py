"""A drawing of a player's rating week by week, in a band of two deviations either way.

Coordinates are whole units of the drawing, from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from worker.ratings.glicko2 import Strength
from worker.ratings.weeks import Week, weeks_between

LEFT: Final = 40
RIGHT: Final = 312
TOP: Final = 12
BOTTOM: Final = 160
BAND: Final = 2
"""Deviations either way, within which he is with nineteen chances in twenty."""
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class Line:
    y: int
    rating: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """``path`` are the points of the rating, ``band`` those around it, ``last`` where it stands now."""

    lines: tuple[Line, ...]
    path: str
    band: str
    last: tuple[int, int]


def rating_chart(weeks: Sequence[tuple[Week, Strength]]) -> RatingChart | None:
    """The drawing of two weeks or more, in order; None where there are fewer."""
    if len(weeks) < 2:
        return None
    bottom, top, step = _extent([strength for _, strength in weeks])
    first, last = weeks[0][0], weeks[-1][0]
    span = weeks_between(first, last)

    def across(week: Week) -> int:
        return round(LEFT + (RIGHT - LEFT) * weeks_between(first, week) / span)

    def height(rating: float) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (rating - bottom) / (top - bottom))

    points = [(across(week), height(strength.rating)) for week, strength in weeks]
    above = [(across(week), height(each.rating + BAND * each.deviation)) for week, each in weeks]
    below = [(across(week), height(each.rating - BAND * each.deviation)) for week, each in weeks]
    return RatingChart(
        lines=tuple(Line(height(rating), rating) for rating in range(bottom, top + 1, step)),
        path=_told(points),
        band=_told([*above, *reversed(below)]),
        last=points[-1],
    )


def _extent(strengths: Sequence[Strength]) -> tuple[int, int, int]:
    """The ratings at the bottom and at the top, and the step between two lines."""
    least = min(each.rating - BAND * each.deviation for each in strengths)
    most = max(each.rating + BAND * each.deviation for each in strengths)
    step = next((each for each in STEPS if each * (MOST_LINES - 1) >= most - least), STEPS[-1])
    return step * floor(least / step), step * ceil(most / step), step


def _told(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)

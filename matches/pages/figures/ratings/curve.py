"""The small curve of a rating beside its number: a line over the rating with which everyone starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from worker.ratings.glicko2 import MIDDLE, Strength
from worker.ratings.weeks import A_WEEK, Week, weeks_between

LEAST_RANGE: Final = 20.0
"""The smallest difference of ratings that fills the height, so that a change of one point is not drawn as a cliff."""
TOP: Final = 12.0
BOTTOM: Final = 88.0


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve in a square of 100 units: ``line`` and ``area`` are SVG points, ``start`` is the height of the middle."""

    line: str
    area: str
    start: float
    end: float


def curve(weeks: Sequence[tuple[Week, Strength]]) -> Curve:
    """Lay out the ratings of one or more weeks, in order of time, from the newcomer's in the week before."""
    first, last = weeks[0][0] - A_WEEK, weeks[-1][0]
    ratings = [(first, MIDDLE), *((week, strength.rating) for week, strength in weeks)]
    low, high = min(rating for _, rating in ratings), max(rating for _, rating in ratings)
    missing = max(0.0, LEAST_RANGE - (high - low)) / 2
    low, high = low - missing, high + missing
    span = weeks_between(first, last)

    def height(rating: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low), 1)

    points = [(round(100 * weeks_between(first, week) / span, 1), height(rating)) for week, rating in ratings]
    start = height(MIDDLE)
    line = " ".join(f"{x},{y}" for x, y in points)
    return Curve(line, f"0,{start} {line} 100,{start}", start, points[-1][1])

"""The small curve of a rating begins with that of every newcomer, and fills its height."""

from __future__ import annotations

from datetime import date, timedelta

from matches.pages.figures.ratings.curve import BOTTOM, TOP, Curve, curve
from worker.ratings.glicko2 import Strength

MONDAY = date(2026, 11, 2)


def curve_of(*ratings: float) -> Curve:
    return curve(
        [(MONDAY + timedelta(weeks=n), Strength(rating, 30, 0.005)) for n, rating in enumerate(ratings)]
    )


def test_one_week_is_drawn_from_the_start_to_now() -> None:
    drawn = curve_of(1540)
    assert drawn.line == f"0.0,{BOTTOM} 100.0,{TOP}"
    assert (drawn.start, drawn.end) == (BOTTOM, TOP)
    assert drawn.area == f"0,{BOTTOM} {drawn.line} 100,{BOTTOM}"


def test_fall_is_drawn_below_the_start() -> None:
    drawn = curve_of(1510, 1480)
    assert drawn.start < drawn.end == BOTTOM
    assert drawn.line.split(" ")[1] == f"50.0,{TOP}"


def test_small_change_is_not_drawn_as_a_cliff() -> None:
    drawn = curve_of(1502)
    assert TOP < drawn.end < drawn.start < BOTTOM
    assert drawn.start - drawn.end < (BOTTOM - TOP) / 5

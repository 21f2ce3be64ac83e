from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from matches.pages.figures.ratings.chart import BOTTOM, LEFT, RIGHT, TOP, rating_chart
from worker.ratings.glicko2 import Strength

MONDAY = date(2026, 11, 2)


def week(number: int) -> date:
    return MONDAY + timedelta(weeks=number)


def points(told: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (point.split(",") for point in told.split(" "))]


def test_one_week_is_no_line() -> None:
    assert rating_chart([(MONDAY, Strength(1500, 30, 0.005))]) is None


def test_weeks_stand_as_far_apart_as_they_were() -> None:
    chart = rating_chart([(week(number), Strength(1500, 20, 0.005)) for number in (0, 1, 4)])

    assert chart is not None
    across = [x for x, _ in points(chart.path)]
    assert across == [LEFT, LEFT + (RIGHT - LEFT) // 4, RIGHT]


def test_band_is_two_deviations_either_way() -> None:
    chart = rating_chart([(week(0), Strength(1500, 20, 0.005)), (week(1), Strength(1500, 20, 0.005))])

    assert chart is not None
    heights = {line.rating: line.y for line in chart.lines}
    assert {y for _, y in points(chart.band)} == {heights[1460], heights[1540]}


@given(st.lists(st.builds(Strength, st.floats(900, 2100), st.floats(5, 350), st.just(0.01)), min_size=2))
def test_everything_stands_within_the_drawing(strengths: list[Strength]) -> None:
    chart = rating_chart([(week(number), each) for number, each in enumerate(strengths)])

    assert chart is not None
    drawn = points(chart.path) + points(chart.band)
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in drawn)
    assert 2 <= len(chart.lines) <= 8

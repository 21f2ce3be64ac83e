"""The chart of a rating is drawn to scale, and its points are far enough apart to be tapped."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from matches.pages.figures.ratings.chart import (
    BOTTOM,
    LEAST_WEEKS,
    LEFT,
    RIGHT,
    TARGET,
    TOP,
    RatingChart,
    rating_chart,
)
from worker.ratings.glicko2 import Strength

MONDAY = date(2026, 11, 2)


def chart_of(*ratings: float, deviation: float = 20) -> RatingChart:
    """Return the chart of weeks in a row with these ratings."""
    weeks = [(week(number), Strength(rating, deviation, 0.005)) for number, rating in enumerate(ratings)]
    chart = rating_chart(weeks)
    assert chart is not None
    return chart


def week(number: int) -> date:
    return MONDAY + timedelta(weeks=number)


def points(expected: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (point.split(",") for point in expected.split(" "))]


def test_player_without_a_rated_week_has_no_chart() -> None:
    assert rating_chart([]) is None


def test_line_begins_with_the_rating_of_newcomers() -> None:
    chart = chart_of(1520)
    heights = {line.rating: line.y for line in chart.lines}
    assert points(chart.path)[0] == (LEFT, chart.start)
    assert chart.start == heights[1500]
    assert points(chart.path)[1] == (RIGHT, chart.last.y)


def test_weeks_are_drawn_as_far_apart_as_they_were() -> None:
    chart = rating_chart([(week(number), Strength(1500, 20, 0.005)) for number in (0, 1, 3)])
    assert chart is not None
    width = RIGHT - LEFT
    assert [x for x, _ in points(chart.path)] == [LEFT, LEFT + width // 4, LEFT + width // 2, RIGHT]


def test_band_is_two_deviations_either_way() -> None:
    chart = chart_of(*[1500] * LEAST_WEEKS, deviation=50)
    heights = {line.rating: line.y for line in chart.lines}
    assert {y for x, y in points(chart.band) if x > LEFT} == {heights[1400], heights[1600]}


def test_few_weeks_have_a_bar_at_the_end_in_place_of_a_band() -> None:
    chart = chart_of(*[1500] * (LEAST_WEEKS - 1))
    heights = {line.rating: line.y for line in chart.lines}
    assert (chart.band, chart.high, chart.low) == ("", heights[1540], heights[1460])


@given(st.integers(1, 120))
def test_targets_of_points_do_not_overlap(weeks: int) -> None:
    targets = chart_of(*[1500] * weeks).points
    lefts = [point.left for point in targets]
    assert all(after - before >= TARGET for before, after in pairwise(lefts))
    assert targets[-1].week == week(weeks - 1)


@given(st.lists(st.builds(Strength, st.floats(900, 2100), st.floats(5, 350), st.just(0.01)), min_size=1))
def test_everything_lies_within_the_drawing(strengths: list[Strength]) -> None:
    chart = rating_chart([(week(number), each) for number, each in enumerate(strengths)])
    assert chart is not None
    drawn = points(chart.path) + (points(chart.band) if chart.band else [])
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in drawn)
    assert 2 <= len(chart.lines) <= 8

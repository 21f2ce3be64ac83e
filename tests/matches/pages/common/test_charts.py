from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pages.common.charts import (
    BOTTOM,
    LEFT,
    RIGHT,
    ROW,
    SHARES_LEFT,
    TOP,
    Month,
    Share,
    month_chart,
    share_chart,
)


def month(number: int, value: float, error: float | None = None, *, is_enough: bool = True) -> Month:
    return Month(number, value, error, is_enough)


@pytest.mark.parametrize("months", [[], [month(1, 0.5)]], ids=["none", "one"])
def test_one_month_is_no_course(months: list[Month]) -> None:
    assert month_chart(months) is None


def test_months_stand_apart_as_the_calendar_has_them() -> None:
    chart = month_chart([month(100, 1.0), month(101, 1.0), month(104, 1.0)])
    assert chart is not None
    first, second, last = (point.x for point in chart.points)
    assert LEFT < first < last < RIGHT
    assert last - second == pytest.approx(3 * (second - first), abs=2)
    assert chart.path == " ".join(f"{point.x},{point.y}" for point in chart.points)


def test_label_of_the_last_month_stands_off_the_line() -> None:
    rising, falling = (month_chart([month(1, first), month(2, 5.0)]) for first in (1.0, 9.0))
    assert rising is not None
    assert falling is not None
    assert rising.label_dy < 0 < falling.label_dy


def test_area_is_between_the_line_and_the_mean_or_the_bottom() -> None:
    plain, compared = (month_chart([month(1, 40.0), month(2, 60.0)], mean=mean) for mean in (None, 50.0))
    assert plain is not None
    assert compared is not None
    middle = next(line.y for line in compared.lines if line.is_mean)
    for chart, base in ((plain, BOTTOM), (compared, middle)):
        assert chart.area == f"{chart.points[0].x},{base} {chart.path} {chart.last.x},{base}"


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ((0.0, 0.0), [0, 0.1]),
        ((0.3, 0.35), [0, 0.1, 0.2, 0.3, 0.4]),
        ((0.8, 1.3), [0, 0.5, 1, 1.5]),
        ((3.0, 9.0), [0, 5, 10]),
        ((120.0, 250.0), [0, 100, 200, 300]),
        ((3100.0, 41_300.0), [0, 20_000, 40_000, 60_000]),
    ],
    ids=str,
)
def test_lines_reach_over_the_highest_month(values: tuple[float, float], lines: list[float]) -> None:
    chart = month_chart([month(place, value) for place, value in enumerate(values)])
    assert chart is not None
    assert [line.value for line in chart.lines] == pytest.approx(lines)
    assert (chart.lines[0].y, chart.lines[-1].y) == (BOTTOM, TOP)
    assert not any(line.is_mean for line in chart.lines)


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ((50.0, 50.0), [49.9, 50, 50.1]),
        ((47.0, 56.0), [45, 50, 55, 60]),
        ((30.0, 52.0), [30, 40, 50, 60]),
        ((0.0, 100.0), [0, 50, 100]),
        ((50.0, 100.0), [0, 50, 100]),
    ],
    ids=str,
)
def test_lines_reach_both_ways_from_the_mean(values: tuple[float, float], lines: list[float]) -> None:
    chart = month_chart([month(place, value) for place, value in enumerate(values)], mean=50)
    assert chart is not None
    assert [line.value for line in chart.lines] == pytest.approx(lines)
    assert [line.value for line in chart.lines if line.is_mean] == [50]
    assert all(TOP <= point.y <= BOTTOM for point in chart.points)


def test_beside_whole_numbers_stand_whole_numbers() -> None:
    chart = month_chart([month(1, 1.0), month(2, 2.0)], are_whole=True)
    assert chart is not None
    assert [line.value for line in chart.lines] == [0, 1, 2]


def test_more_stands_higher_and_errors_on_both_sides() -> None:
    chart = month_chart([month(1, 1.0, 0.25), month(2, 2.0), month(3, 0.1, 0.4)])
    assert chart is not None
    with_error, without, low = chart.points
    assert TOP <= without.y < with_error.y < low.y < BOTTOM
    assert with_error.y - with_error.high == pytest.approx(with_error.low - with_error.y, abs=1)
    assert without.high == without.y == without.low
    assert low.low == BOTTOM


def test_too_little_to_tell_is_marked() -> None:
    chart = month_chart([month(1, 1.0, is_enough=False), month(2, 1.0)])
    assert chart is not None
    assert [point.is_enough for point in chart.points] == [False, True]


def test_nothing_is_no_drawing() -> None:
    assert share_chart([]) is None


def test_rows_stand_below_each_other_in_their_order() -> None:
    chart = share_chart([Share("kings", "12.0", 0.12, 0.02), Share("voles", "3.0", 0.03, None)])
    assert chart is not None
    assert [row.name for row in chart.rows] == ["kings", "voles"]
    assert chart.rows[1].y - chart.rows[0].y == ROW
    assert chart.bottom == 2 * ROW < chart.height


@pytest.mark.parametrize(
    ("value", "across"),
    [(0, SHARES_LEFT), (0.5, (SHARES_LEFT + RIGHT) / 2), (1, RIGHT)],
    ids=["0", "half", "1"],
)
def test_dot_stands_as_far_across_as_its_share(value: float, across: float) -> None:
    chart = share_chart([Share("won", "", value, None)])
    assert chart is not None
    assert (chart.rows[0].low, chart.rows[0].x, chart.rows[0].high) == (across, across, across)


@given(value=st.floats(0, 1), error=st.floats(0, 1))
def test_error_stands_on_both_sides_and_within_the_drawing(value: float, error: float) -> None:
    chart = share_chart([Share("won", "", value, error)])
    assert chart is not None
    row = chart.rows[0]
    assert SHARES_LEFT <= row.low <= row.x <= row.high <= RIGHT


def test_mark_of_a_share_is_drawn_to_the_scale_of_the_shares() -> None:
    chart = share_chart([Share("Won", "40 %", 0.4, 0.1, mark=0.5), Share("Lost", "60 %", 0.6, 0.1)])
    assert chart is not None
    assert [row.mark for row in chart.rows] == [(SHARES_LEFT + RIGHT) // 2, None]

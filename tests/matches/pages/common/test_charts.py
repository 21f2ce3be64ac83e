from __future__ import annotations

from typing import Any

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
    MonthChart,
    Share,
    ShareChart,
    month_chart,
    share_chart,
)


def month(number: int, value: float, error: float | None = None, *, is_enough: bool = True) -> Month:
    return Month(number, value, error, is_enough)


def drawn(*months: Month, **given: Any) -> MonthChart:
    chart = month_chart(months, **given)
    assert chart is not None
    return chart


def shares_drawn(*shares: Share) -> ShareChart:
    chart = share_chart(shares)
    assert chart is not None
    return chart


def test_nothing_is_no_drawing_and_one_month_no_course() -> None:
    assert (share_chart([]), month_chart([]), month_chart([month(1, 0.5)])) == (None, None, None)


def test_months_stand_apart_as_the_calendar_has_them() -> None:
    chart = drawn(month(100, 1.0), month(101, 1.0), month(104, 1.0))
    first, second, last = (point.x for point in chart.points)
    assert LEFT < first < last < RIGHT
    assert last - second == pytest.approx(3 * (second - first), abs=2)
    assert chart.path == " ".join(f"{point.x},{point.y}" for point in chart.points)


def test_label_of_the_last_month_stands_off_the_line() -> None:
    rising, falling = (drawn(month(1, first), month(2, 5.0)) for first in (1.0, 9.0))
    assert rising.label_dy < 0 < falling.label_dy


def test_area_is_between_the_line_and_the_mean_or_the_bottom() -> None:
    plain, compared = (drawn(month(1, 40.0), month(2, 60.0), mean=mean) for mean in (None, 50.0))
    middle = next(line.y for line in compared.lines if line.is_mean)
    for chart, base in ((plain, BOTTOM), (compared, middle)):
        assert chart.area == f"{chart.points[0].x},{base} {chart.path} {chart.last.x},{base}"


@pytest.mark.parametrize(
    ("values", "mean", "lines"),
    [
        ((0.0, 0.0), None, [0, 0.1]),
        ((0.3, 0.35), None, [0, 0.1, 0.2, 0.3, 0.4]),
        ((0.8, 1.3), None, [0, 0.5, 1, 1.5]),
        ((3.0, 9.0), None, [0, 5, 10]),
        ((120.0, 250.0), None, [0, 100, 200, 300]),
        ((3100.0, 41_300.0), None, [0, 20_000, 40_000, 60_000]),
        ((50.0, 50.0), 50, [49.9, 50, 50.1]),
        ((47.0, 56.0), 50, [45, 50, 55, 60]),
        ((30.0, 52.0), 50, [30, 40, 50, 60]),
        ((0.0, 100.0), 50, [0, 50, 100]),
        ((50.0, 100.0), 50, [0, 50, 100]),
    ],
    ids=str,
)
def test_lines_span_the_values(values: tuple[float, float], mean: float | None, lines: list[float]) -> None:
    chart = drawn(*(month(place, value) for place, value in enumerate(values)), mean=mean)
    assert [line.value for line in chart.lines] == pytest.approx(lines)
    assert [line.value for line in chart.lines if line.is_mean] == ([] if mean is None else [mean])
    assert all(TOP <= point.y <= BOTTOM for point in chart.points)
    if mean is None:
        assert (chart.lines[0].y, chart.lines[-1].y) == (BOTTOM, TOP)


def test_beside_whole_numbers_stand_whole_numbers() -> None:
    chart = drawn(month(1, 1.0), month(2, 2.0), are_whole=True)
    assert [line.value for line in chart.lines] == [0, 1, 2]


def test_point_has_its_error_on_both_sides() -> None:
    chart = drawn(month(1, 1.0, 0.25), month(2, 2.0), month(3, 0.1, 0.4, is_enough=False))
    assert [point.is_enough for point in chart.points] == [True, True, False]
    with_error, without, low = chart.points
    assert TOP <= without.y < with_error.y < low.y < BOTTOM
    assert with_error.y - with_error.high == pytest.approx(with_error.low - with_error.y, abs=1)
    assert without.high == without.y == without.low
    assert low.low == BOTTOM


def test_rows_stand_below_each_other_in_their_order() -> None:
    chart = shares_drawn(Share("kings", "12.0", 0.12, 0.02), Share("voles", "3.0", 0.03, None))
    assert [row.name for row in chart.rows] == ["kings", "voles"]
    assert chart.rows[1].y - chart.rows[0].y == ROW
    assert chart.bottom == 2 * ROW < chart.height


@pytest.mark.parametrize(
    ("value", "across"),
    [(0, SHARES_LEFT), (0.5, (SHARES_LEFT + RIGHT) / 2), (1, RIGHT)],
    ids=["0", "half", "1"],
)
def test_dot_stands_as_far_across_as_its_share(value: float, across: float) -> None:
    [row] = shares_drawn(Share("won", "", value, None)).rows
    assert (row.low, row.x, row.high) == (across, across, across)


@given(value=st.floats(0, 1), error=st.floats(0, 1))
def test_error_stands_on_both_sides_and_within_the_drawing(value: float, error: float) -> None:
    [row] = shares_drawn(Share("won", "", value, error)).rows
    assert SHARES_LEFT <= row.low <= row.x <= row.high <= RIGHT


def test_mark_of_a_share_is_drawn_to_the_scale_of_the_shares() -> None:
    chart = shares_drawn(Share("Won", "40 %", 0.4, 0.1, mark=0.5), Share("Lost", "60 %", 0.6, 0.1))
    assert [row.mark for row in chart.rows] == [(SHARES_LEFT + RIGHT) // 2, None]

"""Where the points of the drawing stand."""

from __future__ import annotations

import pytest

from matches.web.review.trend_chart import BOTTOM, LEFT, RIGHT, TOP, Month, trend_chart


def month(number: int, cost: float, error: float | None = None, *, is_enough: bool = True) -> Month:
    return Month(number, cost, error, is_enough)


@pytest.mark.parametrize("months", [[], [month(1, 0.5)]], ids=["none", "one"])
def test_one_month_is_no_course(months: list[Month]) -> None:
    assert trend_chart(months) is None


def test_months_stand_apart_as_the_calendar_has_them() -> None:
    chart = trend_chart([month(100, 1.0), month(101, 1.0), month(104, 1.0)])
    assert chart is not None
    first, second, last = (point.x for point in chart.points)
    assert LEFT < first < last < RIGHT
    assert last - second == pytest.approx(3 * (second - first), abs=2)
    assert chart.path == " ".join(f"{point.x},{point.y}" for point in chart.points)


@pytest.mark.parametrize(
    ("costs", "lines"),
    [
        ((0.0, 0.0), [0, 0.1]),
        ((0.3, 0.35), [0, 0.1, 0.2, 0.3, 0.4]),
        ((0.8, 1.3), [0, 0.5, 1, 1.5]),
        ((3.0, 9.0), [0, 5, 10]),
        ((120.0, 250.0), [0, 50, 100, 150, 200, 250]),
    ],
    ids=str,
)
def test_lines_reach_over_the_dearest_month(costs: tuple[float, float], lines: list[float]) -> None:
    chart = trend_chart([month(place, cost) for place, cost in enumerate(costs)])
    assert chart is not None
    assert [line.cost for line in chart.lines] == pytest.approx(lines)
    assert (chart.lines[0].y, chart.lines[-1].y) == (BOTTOM, TOP)


def test_dearer_stands_higher_and_errors_on_both_sides() -> None:
    chart = trend_chart([month(1, 1.0, 0.25), month(2, 2.0), month(3, 0.1, 0.4)])
    assert chart is not None
    with_error, without, low = chart.points
    assert TOP <= without.y < with_error.y < low.y < BOTTOM
    assert with_error.y - with_error.high == pytest.approx(with_error.low - with_error.y, abs=1)
    assert without.high == without.y == without.low
    assert low.low == BOTTOM


def test_too_few_decisions_are_marked() -> None:
    chart = trend_chart([month(1, 1.0, is_enough=False), month(2, 1.0)])
    assert chart is not None
    assert [point.is_enough for point in chart.points] == [False, True]

"""Where the dots of the drawing stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.pages.common.share_chart import LEFT, RIGHT, ROW, Share, share_chart


def test_nothing_is_no_drawing() -> None:
    assert share_chart([]) is None


def test_rows_stand_below_each_other_in_their_order() -> None:
    chart = share_chart([Share("kings", "12.0", 0.12, 0.02), Share("voles", "3.0", 0.03, None)])
    assert chart is not None
    assert [row.name for row in chart.rows] == ["kings", "voles"]
    assert chart.rows[1].y - chart.rows[0].y == ROW
    assert chart.bottom == 2 * ROW < chart.height


@pytest.mark.parametrize(
    ("value", "across"), [(0, LEFT), (0.5, (LEFT + RIGHT) / 2), (1, RIGHT)], ids=["0", "half", "1"]
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
    assert LEFT <= row.low <= row.x <= row.high <= RIGHT

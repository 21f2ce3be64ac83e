from __future__ import annotations

import pytest

from tests.bench import MissingServiceError
from tests.bench.peers import Beside, beside, peer, ratios, seconds_in_turn, table


@pytest.mark.parametrize(
    ("unit", "ours", "theirs", "times"),
    [("records/s", [200.0, 50.0], [100.0, 100.0], [2.0, 0.5]), ("ms", [5.0, 20.0], [10.0, 10.0], [2.0, 0.5])],
)
def test_more_than_one_is_ours_whatever_the_unit(
    unit: str, ours: list[float], theirs: list[float], times: list[float]
) -> None:
    assert ratios(ours, theirs, unit) == times


def test_the_ratio_is_taken_run_by_run() -> None:
    """The ratio of the medians alone, 3 over 20, would be 0.15."""
    row = beside("theirs", [10.0, 20.0, 30.0], "records/s", gives="", ours=[20.0, 2.0, 3.0])
    assert (row.value, row.quartiles) == (20.0, (15.0, 25.0))
    assert row.ratio == pytest.approx(0.1)
    assert row.ratio_quartiles == pytest.approx((0.1, 1.05))


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (
            beside("ours", [2.0, 4.0], "ms", gives="laws", theirs=[6.0, 8.0]),
            "| ours | laws | 3 ms | 2.5 to 3.5 | **2.5** (2.25 to 2.75) |",
        ),
        (beside("alone", [1234.5], "ms", gives="shape"), "| alone | shape | 1,234 ms |  |  |"),
        (Beside("found", 7.0, "of 9", gives="faults"), "| found | faults | 7 of 9 |  |  |"),
    ],
)
def test_table_has_a_row_for_each_figure(row: Beside, line: str) -> None:
    assert table([row]).splitlines()[2:] == [line]


def test_works_take_turns_and_the_first_round_does_not_count() -> None:
    order: list[str] = []
    took = seconds_in_turn(lambda: order.append("a"), lambda: order.append("b"), runs=2)
    assert order == ["a", "b"] * 3
    assert [len(seconds) for seconds in took] == [2, 2]


def test_a_peer_that_is_not_installed_is_named_with_what_to_do() -> None:
    with pytest.raises(MissingServiceError, match=r"no_such_peer is not installed here: `manage\.py bench`"):
        peer("no_such_peer")

"""The mean value of dealt hands, from which luck in the deal begins."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review import chances, luck_start
from worker.review.equilibrium.call_worths import worth_at
from worker.review.equilibrium.calls_data import calls_at_equilibrium
from worker.review.first_calls import deal_from_calls, policy_at
from worker.review.luck_start import start_value
from worker.review.luck_study import compute_start


def test_the_file_belongs_to_the_shipped_tables() -> None:
    assert luck_start.stored()["chances"] == chances.checksum()
    assert luck_start.stored()["calls"] == calls_at_equilibrium().header["checksum"]


@pytest.mark.parametrize("score", [(0, 0), (3, 1), (4, 4)])
def test_other_deals_have_the_same_mean(score: tuple[int, int]) -> None:
    deals = 20_000
    counts = np.zeros(15, np.int64)
    deal_from_calls(policy_at(score), *score, 5, deals, counts)
    worth = worth_at(score, np.array(chances.chances().chance))
    mean = counts @ worth / deals
    error = np.sqrt(counts @ (worth - mean) ** 2) / deals
    assert abs(mean - start_value(score)[0]) < 4.5 * error


def test_it_can_be_made_again() -> None:
    small = compute_start(200, 1)
    assert small == compute_start(200, 1)
    assert small["checksum"] == chances.checksum_of(small["chance"], small["marks"])
    assert abs(small["chance"][0][0] - 0.5) < 0.2

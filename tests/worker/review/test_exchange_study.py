"""The table of exchanges is made from random deals of every pair of kept cards."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from worker.review.exchange_study import compute_exchanges, to_shares
from worker.review.exchange_values import UNITS, exchange_table
from worker.review.policy import OUTCOMES


def test_shares_are_rounded_to_a_whole() -> None:
    counts = np.zeros((3, OUTCOMES), np.int64)
    counts[0, [0, 3, 8]] = 1, 1, 1
    counts[1, 4] = 7
    shares = to_shares(counts)
    assert shares.sum(axis=1).tolist() == [UNITS, UNITS, 0]
    assert shares[0, [0, 3, 8]].tolist() == [85, 85, 85]


def test_it_can_be_made_again_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    deals = (4, 2, 1, 1)
    shares = compute_exchanges(deals, 1, tmp_path)
    (tmp_path / "exchanges-4-2-1-1-1-3.npy").unlink()
    assert (compute_exchanges(deals, 1, tmp_path) == shares).all()
    assert len(list(tmp_path.iterdir())) == 8
    assert ((shares.sum(axis=1) > 0) == (exchange_table().shares.sum(axis=1) > 0)).all()


def test_few_deals_have_the_mean_of_the_shipped_table() -> None:
    """The elder hand wins the point in as many of them."""
    shares = compute_exchanges((8, 4, 2, 1), 2)
    is_met = shares.sum(axis=1) > 0
    won = [
        table[is_met][:, [3, 4, 8, 9, 13, 14]].sum() / UNITS / is_met.sum()
        for table in (shares, exchange_table().shares)
    ]
    assert abs(won[0] - won[1]) < 4 * 0.5 / np.sqrt(is_met.sum())

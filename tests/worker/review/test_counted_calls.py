"""Means and losses of first calls from counted outcomes."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review.counted_calls import CountedCalls
from worker.review.exchange_values import ERROR
from worker.review.policy import OUTCOMES

WON, LOST = 3, 1


def calls_of(*names: str, won: int = 1, exchanged: float = 0.5) -> CountedCalls:
    """Return two calls: the one that ends wins the point always, the other ``won`` times in four."""
    counted, continued = np.zeros(OUTCOMES, np.int64), np.zeros(OUTCOMES, np.int64)
    counted[WON] = 10
    continued[WON], continued[LOST] = won, 4 - won
    return CountedCalls(list(names), counted, continued, exchanged, 65_780)


WORTH = np.zeros(OUTCOMES)
WORTH[[WON, LOST]] = 0.6, 0.2


def test_the_means_are_those_of_the_outcomes() -> None:
    calls = calls_of("P", "S")
    assert calls.means(WORTH) == pytest.approx([0.3, 0.6])
    assert calls.means(WORTH, {"P": 0.1, "S": 0.1}) == pytest.approx([0.4, 0.6])
    assert calls.with_the_rest([0.3, 0.6], WORTH) == {"P": 0.3, "S": 0.6}
    assert calls.shares("S").tolist() == [float(outcome == WON) for outcome in range(OUTCOMES)]


def test_the_loss_is_that_of_the_first_name() -> None:
    assert calls_of("P", "S").loss(WORTH)[0] == pytest.approx(0.3)
    assert calls_of("S", "P").loss(WORTH)[0] == 0
    assert calls_of("S", "P").loss(WORTH, {"P": 0.5})[0] == 0
    assert calls_of("G", "R", won=4).loss(WORTH)[0] == 0


def test_the_error_is_the_tables_for_deals_with_an_exchange() -> None:
    """A point won is worth .4 more than a point lost, which is two marks."""
    assert calls_of("P", "S").loss(WORTH)[1] == pytest.approx(ERROR * 0.5 * 0.2)
    assert calls_of("P", "S", exchanged=0.0).loss(WORTH)[1] == 0

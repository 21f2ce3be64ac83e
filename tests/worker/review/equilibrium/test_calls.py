"""Training of first call and reply: the small pack against best responses, the means against plain loops."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.worker.review.equilibrium.small_pack import HANDS, small_game
from worker.review.equilibrium.best_response import gain_terms
from worker.review.equilibrium.calls import (
    Frequencies,
    average_frequencies,
    count_outcomes,
    mean_worths,
    new_training,
    train,
)
from worker.review.equilibrium.deal_samples import Samples
from worker.review.policy import OUTCOMES
from worker.review.strength import DEALER, ELDER

MARKS = np.array([king + tricks for king, tricks in product((0, 1, -1), (-2, -1, 0, 1, 2))], np.float64)
"""The elder hand's marks minus the dealer's, for each outcome."""
SHIFTS = np.array([0, 4, 8])[:, None, None]
POINT_ALONE = np.array([float(outcome % 5 >= 3) for outcome in range(OUTCOMES)])
"""The worth at a score where only the point counts."""


def gains(proposes: Frequencies, accepts: Frequencies, worth: NDArray[np.float64]) -> tuple[float, float]:
    """Return what a best response gains in the small pack, for the elder hand and for the dealer."""
    game = small_game()
    elder = mean_worths(game.elder, ELDER, worth, accepts)
    dealer = mean_worths(game.dealer, DEALER, worth, proposes)
    return (
        float(gain_terms(elder, elder, proposes.astype(np.float64))[:, 1].mean()),
        float(gain_terms(dealer, dealer, accepts.astype(np.float64))[:, 1].mean()),
    )


def trained(worth: NDArray[np.float64], number: int) -> tuple[Frequencies, Frequencies]:
    training = new_training(len(HANDS), len(HANDS))
    train(training, small_game().elder, small_game().dealer, worth, number)
    return average_frequencies(training, ELDER), average_frequencies(training, DEALER)


@pytest.mark.parametrize("worth", [MARKS, POINT_ALONE], ids=["marks", "the point alone"])
def test_nobody_gains_against_trained_calls_of_the_small_pack(worth: NDArray[np.float64]) -> None:
    assert sum(gains(*trained(worth, 400), worth)) < 2e-5


def test_a_disturbed_table_of_the_small_pack_can_be_exploited() -> None:
    proposes, accepts = trained(MARKS, 100)
    assert gains(1 - proposes, accepts, MARKS)[ELDER] > 0.1
    assert gains(proposes, np.roll(accepts, 1), MARKS)[DEALER] > 0.01


def test_training_begins_from_even_frequencies() -> None:
    training = new_training(3, 3)
    assert average_frequencies(training, ELDER).tolist() == [0, 0, 0]
    nothing = Samples(np.zeros((3, 2), np.uint16), np.zeros((3, 2), np.uint16))
    train(training, nothing, nothing, np.zeros(OUTCOMES), 5)
    assert average_frequencies(training, ELDER).tolist() == [0.5, 0.5, 0.5]


def test_means_are_those_of_a_plain_loop() -> None:
    random = np.random.default_rng(1)
    samples = Samples(
        random.integers(0, 6, (6, 9)).astype(np.uint16),
        (random.integers(0, OUTCOMES, (3, 6, 9)) << SHIFTS).sum(axis=0).astype(np.uint16),
    )
    worth = random.random(OUTCOMES)
    others = random.random(6).astype(np.float32)
    own = random.random(6).astype(np.float32)
    weight = random.random(6)
    elder, dealer, counts = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros(OUTCOMES)
    for kind, deal in product(range(6), range(9)):
        other, end = int(samples.other[kind, deal]), int(samples.ends[kind, deal])
        stands, refuses, accepts = end & 15, end >> 4 & 15, end >> 8
        often = float(others[other])
        elder[kind] += np.array([worth[stands], (1 - often) * worth[refuses] + often * worth[accepts]]) / 9
        dealer[kind] -= often * np.array([worth[refuses], worth[accepts]]) / 9
        asks = float(own[kind])
        for outcome, share in (
            (stands, 1 - asks), (refuses, asks * (1 - often)), (accepts, asks * often)
        ):  # fmt: skip
            counts[outcome] += weight[kind] * share / 9
    assert mean_worths(samples, ELDER, worth, others) == pytest.approx(elder)
    assert mean_worths(samples, DEALER, worth, others) == pytest.approx(dealer)
    assert count_outcomes(samples, weight, own, others) == pytest.approx(counts, abs=1e-6)

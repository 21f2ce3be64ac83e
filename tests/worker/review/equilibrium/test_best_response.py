"""Best responses: brackets around a known gain, and the gains against the published policy."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review.chances import chances
from worker.review.equilibrium.best_response import (
    Precision,
    Profile,
    gain_terms,
    measure_gains,
)
from worker.review.equilibrium.call_worths import worth_at
from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.deal_samples import ends_with_hands_seen
from worker.review.equilibrium.policy_calls import policy_frequencies
from worker.review.strength import DEALER, ELDER

PRECISION = Precision(hands=400, deals=400)
KING = 7


def policy_profile(turned: int, score: tuple[int, int] = (0, 0)) -> Profile:
    proposes, accepts = (policy_frequencies(role, turned, score) for role in (ELDER, DEALER))
    return Profile(proposes, accepts, worth_at(score, np.array(chances().hands_seen)))


def test_a_gain_is_what_the_better_call_brings_over_the_frequency() -> None:
    ends_is_better = np.array([[0.5, 0.1]])
    goes_on_is_better = np.array([[0.1, 0.5]])
    for means, own, gain in (
        (ends_is_better, 0.0, 0.0),
        (ends_is_better, 1.0, 0.4),
        (goes_on_is_better, 1.0, 0.0),
        (goes_on_is_better, 0.25, 0.3),
    ):
        assert gain_terms(means, means, np.array([own]))[0] == pytest.approx([gain, gain])


def test_a_gain_that_the_halves_do_not_agree_on_is_between_the_ends() -> None:
    one, other = np.array([[0.0, 0.3]]), np.array([[0.0, -0.1]])
    low, high = gain_terms(one, other, np.array([0.0]))[0]
    assert low == pytest.approx(-0.05)
    assert high == pytest.approx(0.1)


def test_brackets_hold_the_gain_and_close_with_more_deals() -> None:
    """With noise of a known size the true gain is known."""
    random = np.random.default_rng(3)
    true = random.normal(0, 1, 20_000)
    own = random.random(20_000)
    gain = (np.where(true > 0, 1 - own, -own) * true).mean()
    widths = []
    for noise in (1.0, 0.1):
        halves = [
            np.stack([np.zeros(20_000), true + random.normal(0, noise, 20_000)], axis=1) for _ in range(2)
        ]
        low, high = gain_terms(halves[0], halves[1], own).mean(axis=0)
        assert low < gain < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 20


def test_the_policy_s_calls_lose_what_is_stated_of_them() -> None:
    """With the king turned up, at love-all, a best response gains .0073 against the dealer and .0023 against the
    elder hand.
    """
    ((elder, dealer),) = measure_gains([policy_profile(KING)], KING, PRECISION, 4, ends_with_hands_seen)
    assert elder.low - 4 * elder.error < 0.0073 < elder.high + 4 * elder.error
    assert dealer.low - 4 * dealer.error < 0.0023 < dealer.high + 4 * dealer.error
    assert 0.003 < elder.low < elder.high
    assert 0.0005 < dealer.low < dealer.high


def test_profiles_are_measured_over_the_same_deals() -> None:
    profile = policy_profile(3)
    alone = measure_gains([profile], 3, Precision(50, 40), 5, ends_with_hands_seen)
    other = Profile(disturb(profile.proposes), disturb(profile.accepts), profile.worth)
    both = measure_gains([other, profile], 3, Precision(50, 40), 5, ends_with_hands_seen)
    assert both[1] == alone[0]
    assert both[0] != alone[0]


def disturb(frequencies: Frequencies) -> Frequencies:
    """Return frequencies that belong to other kinds."""
    return np.roll(frequencies, 1)

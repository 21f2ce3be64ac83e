"""A match of both versions in the same deals: its values, and who is ahead."""

from __future__ import annotations

import numpy as np
import pytest

from worker.review.chances import chances
from worker.review.equilibrium.call_worths import Score, worth_at
from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.calls_data import calls_at_equilibrium, frequencies_at
from worker.review.equilibrium.calls_match import compare_versions
from worker.review.equilibrium.calls_tables import shipped_chance
from worker.review.equilibrium.deal_samples import ends_with_hands_seen, sample_kinds
from worker.review.equilibrium.hands import HANDS, KINDS, hand_kinds
from worker.review.equilibrium.hidden_changes import PlayedDeals
from worker.review.equilibrium.policy_calls import policy_frequencies
from worker.review.strength import DEALER, ELDER, RANKS

CHANCE = np.array(chances().hands_seen)
DEALS = 12_000


def shipped(role: int, turned: int, score: Score) -> Frequencies:
    return frequencies_at(calls_at_equilibrium(), role, turned, score)


def seen_deals() -> PlayedDeals:
    """Return random deals played with both hands seen, in the place of hidden play."""
    parts = []
    for turned in range(RANKS):
        which = np.random.default_rng(turned).choice(KINDS, DEALS, p=hand_kinds().weight / HANDS)
        samples = sample_kinds(ELDER, turned, 1, 900 + turned, ends_with_hands_seen, which)
        ends = samples.ends[:, 0]
        outcomes = np.stack([ends & 15, ends >> 4 & 15, ends >> 8], axis=1).astype(np.uint8)
        parts.append(
            PlayedDeals(
                np.full(DEALS, turned, np.uint8),
                which.astype(np.uint16),
                samples.other[:, 0],
                outcomes,
                outcomes,
            )
        )
    return PlayedDeals(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def test_version_2_is_ahead_in_both_seats_against_either_version() -> None:
    gains = compare_versions(seen_deals(), (0, 0), shipped, shipped_chance(calls_at_equilibrium()))
    assert {(each.role, each.against) for each in gains} == {(ELDER, 1), (DEALER, 1), (ELDER, 2), (DEALER, 2)}
    assert all(each.gain > 3 * each.error for each in gains)


def test_disturbed_calls_fall_behind() -> None:
    def disturbed(role: int, turned: int, score: Score) -> Frequencies:
        return 1 - shipped(role, turned, score)

    gains = compare_versions(seen_deals(), (0, 0), disturbed, shipped_chance(calls_at_equilibrium()))
    assert all(each.gain < -3 * each.error for each in gains)


def test_a_version_gains_nothing_on_itself() -> None:
    for each in compare_versions(seen_deals(), (2, 3), policy_frequencies, CHANCE):
        assert (each.gain, each.error) == (0, 0)


def test_a_deal_s_value_is_the_expectation_over_mixed_calls() -> None:
    """One deal: the elder hand proposes with a quarter in place of always, the dealer accepts with a half."""
    kind = int(policy_frequencies(ELDER, 2, (0, 0)).argmax())
    other = int(policy_frequencies(DEALER, 2, (0, 0)).argmax())
    outcomes = np.array([[3, 9, 12]] * 2, np.uint8)
    deals = PlayedDeals(
        np.full(2, 2, np.uint8), np.full(2, kind, np.uint16), np.full(2, other, np.uint16), outcomes, outcomes
    )

    def mixed(role: int, turned: int, score: Score) -> Frequencies:
        return np.full(KINDS, 0.25 if role == ELDER else 0.5, np.float32)

    stands, refused, accepted = worth_at((0, 0), CHANCE)[[3, 9, 12]]
    gains = {(each.role, each.against): each for each in compare_versions(deals, (0, 0), mixed, CHANCE)}
    assert gains[ELDER, 1].gain == pytest.approx(0.75 * (stands - accepted))
    assert gains[DEALER, 1].gain == pytest.approx(accepted - (refused + accepted) / 2)
    assert "the elder hand gains" in str(gains[ELDER, 2])

"""The gains of best responses at every score, and the limits that the shipped tables keep."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.best_response import Gain, Precision
from worker.review.equilibrium.call_worths import ALL_SCORES, Score
from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.calls_data import calls_at_equilibrium, frequencies_at
from worker.review.equilibrium.calls_gains import (
    MOST_OF_POLICY,
    OWN_TABLE_AIM,
    SHARED_TABLE_AIM,
    ScoreGains,
    are_within_limits,
    gains_from_row,
    gains_table,
    measure_scores,
)
from worker.review.equilibrium.calls_tables import (
    PLAN,
    own_scores,
    shipped_chance,
    shipped_gains,
)
from worker.review.equilibrium.hands import KINDS
from worker.review.equilibrium.hidden_changes import Changes
from worker.review.strength import RANKS

SMALL = Precision(hands=200, deals=800)
TURN_UPS = range(3, 4)


def shipped(role: int, turned: int, score: Score) -> Frequencies:
    return frequencies_at(calls_at_equilibrium(), role, turned, score)


def disturbed(role: int, turned: int, score: Score) -> Frequencies:
    """Return the frequencies of the kinds next to each."""
    return np.roll(shipped(role, turned, score), 1)


def gains_of(high: float, policy: float = 0.01) -> ScoreGains:
    pair = (Gain(0.0, high / 2, 0.0), Gain(0.0, high / 2, 0.0))
    return ScoreGains((0, 0), pair, (Gain(policy / 2, policy, 0.0), Gain(policy / 2, policy, 0.0)))


def test_the_shipped_tables_keep_the_limits_at_every_score() -> None:
    rows = shipped_gains(calls_at_equilibrium())
    assert tuple(row.score for row in rows) == ALL_SCORES
    assert are_within_limits(rows)
    own = own_scores(PLAN)
    assert all(row.both <= SHARED_TABLE_AIM for row in rows if row.score not in own)
    assert all(row.both <= 4 * OWN_TABLE_AIM for row in rows if row.score in own)


def test_a_best_response_gains_less_against_the_tables_than_against_the_policy() -> None:
    """The low end against the policy is above the high end against the tables, in the sum over all scores."""
    rows = shipped_gains(calls_at_equilibrium())
    for role in (0, 1):
        assert sum(row.policy[role].low for row in rows) > 10 * sum(row.tables[role].high for row in rows)


def test_disturbed_tables_are_found_out() -> None:
    """With both hands seen, for which the tables were not made, they still leave less to gain than the policy."""
    chance = shipped_chance(calls_at_equilibrium())
    good, bad = (
        measure_scores(look_up, chance, SMALL, 11, None, TURN_UPS) for look_up in (shipped, disturbed)
    )
    for row, other in zip(good, bad, strict=True):
        assert row.policy == other.policy
        assert other.both > 2 * row.both
    assert sum(row.both for row in good) < sum(row.policy[0].low + row.policy[1].low for row in good)
    assert not are_within_limits(bad)


def test_changes_of_hidden_play_count_in_the_gains() -> None:
    """A change that makes standing worth nothing leaves much to gain."""

    class Standing:
        def of_means(self, worth: object, proposes: object, accepts: object) -> NDArray[np.float32]:
            means = np.zeros((2, RANKS, KINDS, 2), np.float32)
            means[0, :, :, 0] = -1
            return means

    chance = shipped_chance(calls_at_equilibrium())
    few = Precision(hands=60, deals=50)
    changed = measure_scores(shipped, chance, few, 11, cast(Changes, Standing()), TURN_UPS)
    plain = measure_scores(shipped, chance, few, 11, None, TURN_UPS)
    for row, other in zip(changed, plain, strict=True):
        assert row.tables[0].low > other.tables[0].high
        assert row.tables[1] == other.tables[1]


def test_the_limit_is_a_share_of_what_the_policy_leaves() -> None:
    assert are_within_limits([gains_of(MOST_OF_POLICY * 0.01)])
    above = gains_of(MOST_OF_POLICY * 0.0101)
    assert not are_within_limits([gains_of(0.0001), above])
    assert gains_table([above], set())[1].endswith("TOO MUCH")


def test_the_aim_is_lower_where_a_score_has_its_own_table() -> None:
    between = gains_of((OWN_TABLE_AIM + SHARED_TABLE_AIM) / 2)
    assert "above" not in gains_table([between], set())[1]
    assert gains_table([between], {(0, 0)})[1].endswith(f"above {OWN_TABLE_AIM}")


def test_gains_can_be_written_in_a_row() -> None:
    row = ScoreGains(
        (3, 4),
        (Gain(0.1, 0.2, 0.01), Gain(0.3, 0.4, 0.02)),
        (Gain(0.5, 0.6, 0.03), Gain(0.7, 0.8, 0.04)),
    )
    assert gains_from_row(row.as_row()) == row

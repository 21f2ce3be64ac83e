"""Measure at every score what best responses gain against the tables of calls, and against the published policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.best_response import Gain, Precision, Profile, measure_gains
from worker.review.equilibrium.call_worths import ALL_SCORES, Score, worth_at
from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.deal_samples import ends_with_hands_seen
from worker.review.equilibrium.hidden_changes import Changes
from worker.review.equilibrium.policy_calls import policy_frequencies
from worker.review.strength import DEALER, ELDER, RANKS

OWN_TABLE_AIM: Final = 0.0003
"""The aim for the gains of both roles at the score at which a table was trained."""
SHARED_TABLE_AIM: Final = 0.0006
"""The aim at the other scores that the table serves."""
MOST_OF_POLICY: Final = 0.125
"""The limit at every score: the gains against the tables may be at most this share of those against the policy."""

LookUp = Callable[[int, int, Score], Frequencies]
"""A function that returns the frequencies of a role, at a turn-up and a score."""


class ScoreGains(NamedTuple):
    """The gains a deal of best responses at one score, in the probability of winning the game.

    - ``tables``: against the tables of calls; ``policy``: against the published policy. Each has the elder hand's
      gain, then the dealer's.
    """

    score: Score
    tables: tuple[Gain, Gain]
    policy: tuple[Gain, Gain]

    @property
    def both(self) -> float:
        """The sum of the two roles' gains against the tables, each by its upper bound (``Gain.high``)."""
        return self.tables[ELDER].high + self.tables[DEALER].high

    @property
    def is_within_limit(self) -> bool:
        """Whether best responses gain little against the tables, compared with their gains against the policy.

        The gains against the policy count by their lower bounds (``Gain.low``).
        """
        return self.both <= MOST_OF_POLICY * (self.policy[ELDER].low + self.policy[DEALER].low)

    def as_row(self) -> list[float]:
        """Return all values in one row: the score, then low, high and error of each gain."""
        return [*self.score, *(round(value, 6) for gain in (*self.tables, *self.policy) for value in gain)]


def gains_from_row(row: list[float]) -> ScoreGains:
    """Return the gains that ``as_row`` gave."""
    elder, dealer, *values = row
    gains = [Gain(*values[at : at + 3]) for at in range(0, len(values), 3)]
    return ScoreGains((int(elder), int(dealer)), (gains[0], gains[1]), (gains[2], gains[3]))


def measure_scores(
    look_up: LookUp,
    chance: NDArray[np.float64],
    precision: Precision,
    seed: int,
    changes: Changes | None,
    turn_ups: range = range(RANKS),
) -> list[ScoreGains]:
    """Return the gains at every score, as means over the turn-ups.

    - ``look_up``: returns the frequencies of the tables.
    - ``chance``: the chances of winning at every score.
    - ``changes``: what hidden play changes, or None to measure play with both hands seen.
    """
    profiles = [
        profile
        for score in ALL_SCORES
        for source in (look_up, policy_frequencies)
        for profile in [_make_profiles(source, score, worth_at(score, chance), changes)]
    ]
    # For each score four gains (``tables``, then ``policy``), each as low, high and the square of its error.
    sums = np.zeros((len(ALL_SCORES), 4, 3))
    for turned in turn_ups:
        here = [each[turned] for each in profiles]
        gains = np.array(measure_gains(here, turned, precision, seed, ends_with_hands_seen))
        gains[..., 2] **= 2
        sums += gains.reshape(len(ALL_SCORES), 4, 3)
    sums[..., :2] /= len(turn_ups)
    sums[..., 2] = np.sqrt(sums[..., 2]) / len(turn_ups)
    return [gains_from_row([*score, *sums[at].ravel().tolist()]) for at, score in enumerate(ALL_SCORES)]


def _make_profiles(
    source: LookUp, score: Score, worth: NDArray[np.float64], changes: Changes | None
) -> list[Profile]:
    """Return the profile of each turn-up: the frequencies that ``source`` has at ``score``, and their worth."""
    proposes, accepts = (
        np.array([source(role, turned, score) for turned in range(RANKS)]) for role in (ELDER, DEALER)
    )
    means = None if changes is None else changes.of_means(worth, proposes, accepts)
    return [
        Profile(proposes[turned], accepts[turned], worth, None if means is None else means[:, turned])
        for turned in range(RANKS)
    ]


def gains_table(rows: list[ScoreGains], own: set[Score]) -> list[str]:
    """Return the gains as lines of text. ``own`` are the scores that have their own table."""
    lines = ["score  elder hand gains    dealer gains        both at most  policy 1: elder hand, dealer"]
    for row in rows:
        aim = OWN_TABLE_AIM if row.score in own else SHARED_TABLE_AIM
        ends = "  ".join(f"{gain.low:.5f} to {gain.high:.5f}" for gain in row.tables)
        policy = ", ".join(f"{gain.high:.5f}" for gain in row.policy)
        mark = "" if row.both <= aim else f"  above {aim}"
        limit = "" if row.is_within_limit else "  TOO MUCH"
        lines.append(f"{row.score[0]}-{row.score[1]}    {ends}  {row.both:.5f}       {policy}{mark}{limit}")
    return lines


def are_within_limits(rows: list[ScoreGains]) -> bool:
    return all(row.is_within_limit for row in rows)

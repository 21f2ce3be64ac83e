"""Compute the worth of the outcomes of a deal at each score, and the chances of winning that follow from calls.

A *share* is the share of deals with an outcome. The shares at every score give the chance of winning at every
score, backwards from the end of the game, as in ``worker.review.chain``. The calls depend on the chances in
turn, so both are computed in rounds.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.marks import GAME_POINTS, game_value
from worker.review.chain import SCORES, marks_made, score_after
from worker.review.policy import FOUR, OUTCOMES

Score = tuple[int, int]
"""The points before a deal, as (elder hand's, dealer's)."""

ALL_SCORES: Final[tuple[Score, ...]] = tuple(
    (elder, dealer) for elder in range(SCORES) for dealer in range(SCORES)
)


class Values(NamedTuple):
    """The values for the elder hand at every score, each indexed ``[elder hand's points, dealer's points]``.

    - ``chance``: the probability of winning the game.
    - ``stake``: the expected stake; a lost game counts as negative.
    - ``marks``: the mean of the elder hand's marks minus the dealer's in a deal.
    """

    chance: NDArray[np.float64]
    stake: NDArray[np.float64]
    marks: NDArray[np.float64]


def worth_at(score: Score, chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the elder hand's probability of winning the game after each outcome of a deal at ``score``.

    ``chance`` has the probability at each score before a deal, for its elder hand.
    """
    return np.array([_chance_after(score_after(score, outcome), chance) for outcome in range(OUTCOMES)])


def solve_scores(shares: NDArray[np.float64]) -> Values:
    """Return the values at every score, given ``shares[elder hand's points, dealer's points, outcome]``."""
    values = Values(*(np.zeros((SCORES, SCORES)) for _ in Values._fields))
    for total in range(2 * FOUR, -1, -1):
        for elder in range(max(0, total - FOUR), min(FOUR, total) + 1):
            score = (elder, total - elder)
            stakes = [_stake_after(score_after(score, outcome), values.stake) for outcome in range(OUTCOMES)]
            marks = [marks_made(score, outcome) for outcome in range(OUTCOMES)]
            values.chance[score] = shares[score] @ worth_at(score, values.chance)
            values.stake[score] = shares[score] @ np.array(stakes)
            values.marks[score] = shares[score] @ np.array(marks, np.float64)
    return values


def _chance_after(score: Score, chance: NDArray[np.float64]) -> float:
    """Return the chance of winning of a deal's elder hand, who deals next, at the score after the deal."""
    elder, dealer = score
    if elder >= GAME_POINTS:
        return 1.0
    return 0.0 if dealer >= GAME_POINTS else 1.0 - float(chance[dealer, elder])


def _stake_after(score: Score, stake: NDArray[np.float64]) -> float:
    elder, dealer = score
    if elder >= GAME_POINTS:
        return float(game_value(score, "treble"))
    return -float(game_value(score, "treble")) if dealer >= GAME_POINTS else -float(stake[dealer, elder])

"""Compute the probability of winning the game from every score at La Triomphe, backwards as
``worker.review.chain`` does.

Each deal scores at least one point, and whether a point is offered or refused depends on the worth of the
scores that follow. So each score is solved after those that follow it: first what both players do at it, then
the outcome over many random deals. The probabilities are those of the elder hand.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.marks import GAME_POINTS, game_value
from worker.review.offer_policy import MARKS, MOST_RESULT, RESULTS, deal_offers, offer_policy

SCORES: Final = GAME_POINTS


class Solved(NamedTuple):
    """The results for every score, each an array indexed ``[elder hand's points, dealer's points]``, 0 to 4.

    - ``chance``: the elder hand's probability of winning the game.
    - ``stake``: the elder hand's expected stake.
    - ``marks``: the mean of the elder hand's marks minus the dealer's in a deal.
    """

    chance: NDArray[np.float64]
    stake: NDArray[np.float64]
    marks: NDArray[np.float64]


def score_after(score: tuple[int, int], result: int) -> tuple[int, int]:
    """Return the score after a deal, as (elder hand's, dealer's) points.

    ``score`` is the score before the deal. ``result`` is the elder hand's result (see
    ``worker.review.offer_policy``).
    """
    marks = MARKS[result]
    elder, dealer = score[0] + max(marks, 0), score[1] + max(-marks, 0)
    return min(elder, GAME_POINTS), min(dealer, GAME_POINTS)


def worth_at(score: tuple[int, int], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of winning the game after each result of a deal at ``score``, as ``[role,
    result]``.

    ``chance`` must already have the probabilities at all higher scores.
    """
    elder = [_get_chance_after(score_after(score, result), chance) for result in range(RESULTS)]
    dealer = [1.0 - elder[MOST_RESULT - result] for result in range(RESULTS)]
    return np.array([elder, dealer])


def solve(deals: int, seed: int) -> Solved:
    """Compute the probability, expected stake and marks for every score, from ``deals`` random deals for each
    score.
    """
    chance, stake, marks = (np.zeros((SCORES, SCORES)) for _ in range(3))
    most = SCORES - 1
    for total in range(2 * most, -1, -1):
        for elder in range(max(0, total - most), min(most, total) + 1):
            score = (elder, total - elder)
            worth = worth_at(score, chance)
            shares = count_at(worth, deals, seed + SCORES * elder + total - elder) / deals
            stakes = [_get_stake_after(score_after(score, result), stake) for result in range(RESULTS)]
            chance[score] = shares @ worth[0]
            stake[score] = shares @ np.array(stakes)
            marks[score] = shares @ np.array(MARKS)
    return Solved(chance, stake, marks)


def count_at(worth: NDArray[np.float64], deals: int, seed: int) -> NDArray[np.int64]:
    """Play ``deals`` random deals, and return how often the elder hand gets each result, indexed by result.

    Both players decide by ``worth[role, result]``, the worth of each result to the elder hand (role 0) and
    the dealer (1).
    """
    counts = np.zeros(RESULTS, np.int64)
    deal_offers(offer_policy(), worth, seed, deals, counts)
    return counts


def _get_chance_after(score: tuple[int, int], chance: NDArray[np.float64]) -> float:
    """Return the probability of winning of a deal's elder hand, who deals next, at the score after it."""
    elder, dealer = score
    if elder >= GAME_POINTS:
        return 1.0
    return 0.0 if dealer >= GAME_POINTS else 1.0 - float(chance[dealer, elder])


def _get_stake_after(score: tuple[int, int], stake: NDArray[np.float64]) -> float:
    elder, dealer = score
    if elder >= GAME_POINTS:
        return float(game_value(score, "treble"))
    return -float(game_value(score, "treble")) if dealer >= GAME_POINTS else -float(stake[dealer, elder])

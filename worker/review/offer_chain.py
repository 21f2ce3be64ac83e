"""La Triomphe's chances of winning the game from every score, solved backwards as ``worker.review.chain`` does.

Each deal scores at least one point, and when a point is offered or refused is settled by what the scores that follow
are worth. So each score is solved when those after it are: first what both do there, then what that brings over many
deals at random. The chances are the elder hand's.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.marks import GAME_POINTS, game_value
from worker.review.offer_policy import MARKS, MOST_RESULT, RESULTS, deal_offers, offer_policy

SCORES: Final = GAME_POINTS


class Solved(NamedTuple):
    """``[elder's points, dealer's]`` 0..4: the elder's chance of winning, the stake that he can expect, and the marks
    that a deal brings him on average, less the dealer's.
    """

    chance: NDArray[np.float64]
    stake: NDArray[np.float64]
    marks: NDArray[np.float64]


def score_after(score: tuple[int, int], result: int) -> tuple[int, int]:
    """The elder's and the dealer's points after the elder's ``result``."""
    marks = MARKS[result]
    elder, dealer = score[0] + max(marks, 0), score[1] + max(-marks, 0)
    return min(elder, GAME_POINTS), min(dealer, GAME_POINTS)


def worth_at(score: tuple[int, int], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """``[role, result]``: the chance of winning the game after each result, by what ``chance`` has of later scores."""
    elder = [_chance_after(score_after(score, result), chance) for result in range(RESULTS)]
    dealer = [1.0 - elder[MOST_RESULT - result] for result in range(RESULTS)]
    return np.array([elder, dealer])


def solve(deals: int, seed: int) -> Solved:
    """The table, each score from ``deals`` deals at random of its own."""
    chance, stake, marks = (np.zeros((SCORES, SCORES)) for _ in range(3))
    most = SCORES - 1
    for total in range(2 * most, -1, -1):
        for elder in range(max(0, total - most), min(most, total) + 1):
            score = (elder, total - elder)
            worth = worth_at(score, chance)
            shares = count_at(worth, deals, seed + SCORES * elder + total - elder) / deals
            stakes = [_stake_after(score_after(score, result), stake) for result in range(RESULTS)]
            chance[score] = shares @ worth[0]
            stake[score] = shares @ np.array(stakes)
            marks[score] = shares @ np.array(MARKS)
    return Solved(chance, stake, marks)


def count_at(worth: NDArray[np.float64], deals: int, seed: int) -> NDArray[np.int64]:
    """``[result]``: what ``deals`` deals at random bring the elder where results are worth so much."""
    counts = np.zeros(RESULTS, np.int64)
    deal_offers(offer_policy(), worth, seed, deals, counts)
    return counts


def _chance_after(score: tuple[int, int], chance: NDArray[np.float64]) -> float:
    """What the score after a deal is worth to its elder, who deals the next one."""
    elder, dealer = score
    if elder >= GAME_POINTS:
        return 1.0
    return 0.0 if dealer >= GAME_POINTS else 1.0 - float(chance[dealer, elder])


def _stake_after(score: tuple[int, int], stake: NDArray[np.float64]) -> float:
    elder, dealer = score
    if elder >= GAME_POINTS:
        return float(game_value(score, "treble"))
    return -float(game_value(score, "treble")) if dealer >= GAME_POINTS else -float(stake[dealer, elder])

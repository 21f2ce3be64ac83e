"""Test the policy's thresholds: compute what a player gains or loses by moving one of them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.review.chain import marks_of, score_after
from worker.review.chances import chance_of_game
from worker.review.policy import FIRST_FREE, OUTCOMES, SHARES, deal_many, policy_of
from worker.review.strength import RANKS
from worker.review.treatise_page import Move

STEPS: Final = (-0.08, -0.04, 0.04, 0.08)
ROLES: Final = ("stands", "refuses")
CALLS: Final = ("first", "free", "later")
FREE_SCORES: Final = (((2, 4), (4, 4)), ((4, 2), (4, 4)))
"""For each role, the scores, elder hand's points first, at which the opponent has four."""
PARTS: Final = 16
Score = tuple[int, int]


def weigh_moves(deals: int, seed: int) -> tuple[Move, ...]:
    """Compute the gain from moving each threshold of the policy by each step in ``STEPS``, over ``deals``
    random deals.

    The same random deals are also played without the move. The standard error of a gain is estimated from
    ``PARTS`` groups of the deals.
    """
    base = {
        score: _compute_values(SHARES, score, deals, seed)
        for score in ((0, 0), *dict.fromkeys(FREE_SCORES[0] + FREE_SCORES[1]))
    }
    moves = []
    for role, calls in enumerate(SHARES):
        for call, shares in enumerate(calls):
            for king, share in enumerate(shares):
                for score in FREE_SCORES[role] if call == FIRST_FREE else ((0, 0),):
                    for by in STEPS:
                        moved = _compute_values(_move_share(role, call, king, by), score, deals, seed)
                        gains = (moved - base[score]) * (1, -1)[role]
                        moves.append(
                            Move(
                                role=ROLES[role],
                                call=CALLS[call],
                                king_safe=bool(king),
                                share=share,
                                by=by,
                                score=score,
                                gain=round(float(gains.mean()), 6),
                                error=round(float(gains.std(ddof=1) / np.sqrt(PARTS)), 6),
                            )
                        )
    return tuple(moves)


def _move_share(role: int, call: int, king: int, by: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    shares = np.array(SHARES)
    shares[role, call, king] += by
    return tuple(tuple((float(pair[0]), float(pair[1])) for pair in calls) for calls in shares)


def _compute_values(
    shares: tuple[tuple[tuple[float, float], ...], ...], score: Score, deals: int, seed: int
) -> NDArray[np.float64]:
    """Return, for each part of the deals, the elder hand's mean marks at 0-0, or probability of winning at
    another score.
    """
    values = np.zeros(PARTS)
    for part in range(PARTS):
        counts = np.zeros((RANKS, OUTCOMES), np.int64)
        deal_many(
            policy_of(shares),
            *score,
            seed + 1_000_003 * part,
            deals // PARTS,
            counts,
        )
        values[part] = counts.sum(axis=0) @ _compute_worth(score) / counts.sum()
    return values


def _compute_worth(score: Score) -> NDArray[np.float64]:
    """Return the worth of each outcome to the elder hand: marks at 0-0, chance of winning at other scores."""
    if score == (0, 0):
        return np.array(
            [sum(own - other for own, other in marks_of(outcome)) for outcome in range(OUTCOMES)], np.float64
        )
    after = [score_after(score, outcome) for outcome in range(OUTCOMES)]
    return np.array([chance_of_game(elder, dealer, deals=True) for elder, dealer in after])

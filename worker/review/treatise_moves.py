"""How well the policy's thresholds are placed: what moving one of them gains or loses its player."""

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
"""By role: scores, the elder's points first, at which the adversary has four."""
PARTS: Final = 16
Score = tuple[int, int]


def weigh_moves(deals: int, seed: int) -> tuple[Move, ...]:
    """Every threshold moved by every step, in the same ``deals`` as where it is; errors from ``PARTS`` of them."""
    base = {
        score: _values(SHARES, score, deals, seed)
        for score in ((0, 0), *dict.fromkeys(FREE_SCORES[0] + FREE_SCORES[1]))
    }
    moves = []
    for role, calls in enumerate(SHARES):
        for call, shares in enumerate(calls):
            for king, share in enumerate(shares):
                for score in FREE_SCORES[role] if call == FIRST_FREE else ((0, 0),):
                    for by in STEPS:
                        moved = _values(_moved(role, call, king, by), score, deals, seed)
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


def _moved(role: int, call: int, king: int, by: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    shares = np.array(SHARES)
    shares[role, call, king] += by
    return tuple(tuple((float(pair[0]), float(pair[1])) for pair in calls) for calls in shares)


def _values(
    shares: tuple[tuple[tuple[float, float], ...], ...], score: Score, deals: int, seed: int
) -> NDArray[np.float64]:
    """``[part]``: the elder's mean marks at love-all, his chance of the game at another score."""
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
        values[part] = counts.sum(axis=0) @ _worth(score) / counts.sum()
    return values


def _worth(score: Score) -> NDArray[np.float64]:
    """What each outcome is worth to the elder: marks at love-all, the chance of the game elsewhere."""
    if score == (0, 0):
        return np.array(
            [sum(own - other for own, other in marks_of(outcome)) for outcome in range(OUTCOMES)], np.float64
        )
    after = [score_after(score, outcome) for outcome in range(OUTCOMES)]
    return np.array([chance_of_game(elder, dealer, deals=True) for elder, dealer in after])

"""The chance of winning the game from every score, by solving the chain of deals.

Each deal that is played scores at least one point, so that the chance at a score follows from those at higher ones.
What a deal brings is counted over many deals at random in which both follow the policy (``worker.review.policy``); the
policy looks at the score only where one side has four, or the dealer comes to four by the king that he turns up, so
that six counts are enough for all 25 scores.

The chances are the elder hand's. The other road to the same table, ``play_games``, plays whole games.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.marks import GAME_POINTS, KING_POINTS, game_value
from scoring.variants.worth import POINT_POINTS, VULNERABLE_POINT_POINTS
from worker.review.policy import FOUR, OUTCOMES, Policy, deal_many, policy_of
from worker.review.strength import RANKS
from worker.solver.compiling import compiled

SCORES: Final = GAME_POINTS
KINGS: Final = ((0, 0), (KING_POINTS, 0), (0, KING_POINTS))
TRICKS: Final = (
    (0, VULNERABLE_POINT_POINTS),
    (0, POINT_POINTS),
    (0, 0),
    (POINT_POINTS, 0),
    (VULNERABLE_POINT_POINTS, 0),
)
"""What the elder and the dealer mark by the king and by the tricks of an outcome (two points: a vole, or law 49)."""


_DEALER_AT: Final = (2, 3, 4)
"""Dealer's points as the policy tells them apart: with three a king turned up makes four."""


def marks_of(outcome: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The elder's and the dealer's marks for the king, and for the tricks."""
    return KINGS[outcome // 5], TRICKS[outcome % 5]


def score_after(score: tuple[int, int], outcome: int) -> tuple[int, int]:
    """The elder's and the dealer's points after the deal, the king first; none is marked after the fifth (law 46)."""
    elder, dealer = score
    for marks in marks_of(outcome):
        if max(elder, dealer) < GAME_POINTS:
            elder, dealer = elder + marks[0], dealer + marks[1]
    return min(elder, GAME_POINTS), min(dealer, GAME_POINTS)


def marks_made(score: tuple[int, int], outcome: int) -> int:
    """The elder's marks less the dealer's, as far as ``score`` lets them be marked: none after the fifth (law 46)."""
    king, tricks = marks_of(outcome)
    made = king[0] - king[1]
    if max(score[0] + king[0], score[1] + king[1]) >= GAME_POINTS:
        return made
    return made + tricks[0] - tricks[1]


def count_outcomes(deals: int, seed: int) -> NDArray[np.int64]:
    """``[elder has four, dealer 0-2, 3 or 4, rank of the turn-up, outcome]``: how often, in ``deals`` deals each."""
    counts = np.zeros((2, len(_DEALER_AT), RANKS, OUTCOMES), np.int64)
    for elder_four in (0, 1):
        for kind, dealer in enumerate(_DEALER_AT):
            deal_many(
                policy_of(),
                FOUR * elder_four,
                dealer,
                seed + len(_DEALER_AT) * elder_four + kind,
                deals,
                counts[elder_four, kind],
            )
    return counts


def kind_of_score(elder: int, dealer: int) -> tuple[int, int]:
    """What the policy sees of a score: the first two places of ``count_outcomes``."""
    return int(elder == FOUR), max(0, dealer - _DEALER_AT[0])


def solve(counts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """``[elder's points, dealer's]`` 0..4: the elder's chance of winning, and the stake that he can expect.

    The stake is single, double or treble by the loser's points (law 46), a loss counting against him.
    ``counts`` as ``count_outcomes`` gives it.
    """
    shares = counts.sum(axis=2) / counts.sum(axis=(2, 3))[..., None]
    chance = np.zeros((SCORES, SCORES))
    stake = np.zeros((SCORES, SCORES))
    for total in range(2 * FOUR, -1, -1):
        for elder in range(max(0, total - FOUR), min(FOUR, total) + 1):
            dealer = total - elder
            for outcome, share in enumerate(shares[kind_of_score(elder, dealer)].tolist()):
                if share:
                    won, worth = _after(score_after((elder, dealer), outcome), chance, stake)
                    chance[elder, dealer] += share * won
                    stake[elder, dealer] += share * worth
    return chance, stake


def marks_of_deals(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """``[elder's points, dealer's]``: the elder's marks less the dealer's that a deal brings on average."""
    shares = counts.sum(axis=2) / counts.sum(axis=(2, 3))[..., None]
    means = np.zeros((SCORES, SCORES))
    for elder in range(SCORES):
        for dealer in range(SCORES):
            made = [marks_made((elder, dealer), outcome) for outcome in range(OUTCOMES)]
            means[elder, dealer] = shares[kind_of_score(elder, dealer)] @ np.array(made)
    return means


def _after(
    score: tuple[int, int], chance: NDArray[np.float64], stake: NDArray[np.float64]
) -> tuple[float, float]:
    """What the score after a deal is worth to its elder, who deals the next one."""
    elder, dealer = score
    if elder >= GAME_POINTS:
        return 1.0, float(game_value(score, "treble"))
    if dealer >= GAME_POINTS:
        return 0.0, -float(game_value(score, "treble"))
    return 1.0 - chance[dealer, elder], -stake[dealer, elder]


def play_games(games: int, seed: int, *, score: tuple[int, int] = (0, 0)) -> tuple[float, float]:
    """The share of ``games`` played from ``score`` (the elder's points first) that the first elder wins; its error.

    Every deal of every game is dealt anew: nothing is taken from the chain.
    """
    after = np.array(
        [
            [
                [score_after((elder, dealer), outcome) for outcome in range(OUTCOMES)]
                for dealer in range(SCORES)
            ]
            for elder in range(SCORES)
        ],
        np.int64,
    )
    won = _play_games(policy_of(), after, score[0], score[1], seed, games)
    share = won / games
    return share, float(np.sqrt(share * (1 - share) / games))


@compiled
def _play_games(
    policy: Policy,
    after: NDArray[np.int64],
    own: int,
    other: int,
    seed: int,
    games: int,
) -> int:
    """How many games the first elder wins; ``after[elder, dealer, outcome]`` are the points after a deal."""
    counts = np.zeros((RANKS, OUTCOMES), np.int64)
    won = 0
    for _ in range(games):
        elder, dealer = own, other
        is_first_elder_dealing = False
        while elder < GAME_POINTS and dealer < GAME_POINTS:
            counts[:] = 0
            seed += 1
            deal_many(policy, elder, dealer, seed, 1, counts)
            outcome = np.argmax(counts.sum(axis=0))
            elder, dealer = after[elder, dealer, outcome, 1], after[elder, dealer, outcome, 0]
            is_first_elder_dealing = not is_first_elder_dealing
        if (dealer >= GAME_POINTS) == is_first_elder_dealing:
            won += 1
    return won

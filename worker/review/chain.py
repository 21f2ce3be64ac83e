"""Compute the probability of winning the game from every score, by solving the chain of deals.

Each deal that is played scores at least one point, so the probability at a score follows from those at higher
scores. The outcomes of a deal are counted over many random deals in which both players follow the policy
(``worker.review.policy``). The policy depends on the score only if a player has four points, or if the dealer
reaches four by turning up the king, so six counts are enough for all 25 scores.

The probabilities are those of the elder hand. ``play_games`` computes them in another way, by playing whole
games.
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
"""The number of scores that a player can have during a game: 0 to 4 points."""
KINGS: Final = ((0, 0), (KING_POINTS, 0), (0, KING_POINTS))
"""The marks of the elder hand and the dealer for each value of ``king`` in an outcome (``worker.review.policy``)."""
TRICKS: Final = (
    (0, VULNERABLE_POINT_POINTS),
    (0, POINT_POINTS),
    (0, 0),
    (POINT_POINTS, 0),
    (VULNERABLE_POINT_POINTS, 0),
)
"""The marks of the elder hand and the dealer for each value of ``tricks`` in an outcome.

Two points are a vole, or a point that counts two (law 49).
"""
_DEALER_AT: Final = (2, 3, 4)
"""The dealer's points that the policy treats differently. At three, a king turned up makes four."""


def marks_of(outcome: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the marks for the king and the marks for the tricks of an outcome, each as (elder hand's,
    dealer's).
    """
    return KINGS[outcome // 5], TRICKS[outcome % 5]


def score_after(score: tuple[int, int], outcome: int) -> tuple[int, int]:
    """Return the score after a deal with this outcome, as (elder hand's, dealer's) points.

    ``score`` is the score before the deal. The king is marked first, and nothing is marked after the fifth
    point (law 46).
    """
    elder, dealer = score
    for marks in marks_of(outcome):
        if max(elder, dealer) < GAME_POINTS:
            elder, dealer = elder + marks[0], dealer + marks[1]
    return min(elder, GAME_POINTS), min(dealer, GAME_POINTS)


def marks_made(score: tuple[int, int], outcome: int) -> int:
    """Return the elder hand's marks minus the dealer's in a deal that starts at ``score``.

    Nothing is marked after the fifth point (law 46).
    """
    king, tricks = marks_of(outcome)
    made = king[0] - king[1]
    if max(score[0] + king[0], score[1] + king[1]) >= GAME_POINTS:
        return made
    return made + tricks[0] - tricks[1]


def count_outcomes(deals: int, seed: int) -> NDArray[np.int64]:
    """Play ``deals`` random deals for each kind of score, and count their outcomes.

    A kind of score is all scores at which the policy decides alike. The result has four indexes:

    - 1 if the elder hand has four points, otherwise 0;
    - the dealer's points (0 for up to two, 1 for three, 2 for four);
    - the rank of the turn-up;
    - the outcome.
    """
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
    """Return the kind of a score, as the first two indexes of the result of ``count_outcomes``.

    ``elder`` and ``dealer`` are the points of the two players. The policy decides alike at all scores of a
    kind.
    """
    return int(elder == FOUR), max(0, dealer - _DEALER_AT[0])


def solve(counts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the elder hand's probability of winning the game and expected stake, at every score.

    Both arrays are indexed ``[elder hand's points, dealer's points]``, 0 to 4. The stake of a won game is 1,
    2 or 3, by the loser's points (law 46); that of a lost game is negative. ``counts`` is the result of
    ``count_outcomes``.
    """
    shares = counts.sum(axis=2) / counts.sum(axis=(2, 3))[..., None]
    chance = np.zeros((SCORES, SCORES))
    stake = np.zeros((SCORES, SCORES))
    for total in range(2 * FOUR, -1, -1):
        for elder in range(max(0, total - FOUR), min(FOUR, total) + 1):
            dealer = total - elder
            for outcome, share in enumerate(shares[kind_of_score(elder, dealer)].tolist()):
                if share:
                    won, worth = _get_worth_after(score_after((elder, dealer), outcome), chance, stake)
                    chance[elder, dealer] += share * won
                    stake[elder, dealer] += share * worth
    return chance, stake


def marks_of_deals(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the mean of the elder hand's marks minus the dealer's in a deal, for every score at its start.

    The array is indexed ``[elder hand's points, dealer's points]``. ``counts`` is the result of
    ``count_outcomes``.
    """
    shares = counts.sum(axis=2) / counts.sum(axis=(2, 3))[..., None]
    means = np.zeros((SCORES, SCORES))
    for elder in range(SCORES):
        for dealer in range(SCORES):
            made = [marks_made((elder, dealer), outcome) for outcome in range(OUTCOMES)]
            means[elder, dealer] = shares[kind_of_score(elder, dealer)] @ np.array(made)
    return means


def _get_worth_after(
    score: tuple[int, int], chance: NDArray[np.float64], stake: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the probability of winning and the stake of a deal's elder hand, who deals next, at the score after it."""
    elder, dealer = score
    if elder >= GAME_POINTS:
        return 1.0, float(game_value(score, "treble"))
    if dealer >= GAME_POINTS:
        return 0.0, -float(game_value(score, "treble"))
    return 1.0 - chance[dealer, elder], -stake[dealer, elder]


def play_games(games: int, seed: int, *, score: tuple[int, int] = (0, 0)) -> tuple[float, float]:
    """Play ``games`` whole games from ``score`` by the policy, to check the computed probabilities.

    ``score`` is (elder hand's, dealer's) points. Return the share of games that the first elder hand wins,
    and the standard error of the share.
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
    """Return how many games the first elder hand wins. ``after[elder, dealer, outcome]`` are the points after a
    deal.
    """
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

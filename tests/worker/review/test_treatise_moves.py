"""Shifted thresholds of the policy: the shipped table agrees with play under the shifted threshold."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.examples import in_all
from worker.review.chances import chance_of_game
from worker.review.policy import OUTCOMES, SHARES, deal_many, policy_of
from worker.review.strength import RANKS
from worker.review.treatise_moves import weigh_moves
from worker.review.treatise_page import Move, treatise_page

DEALS = 1 << 17
STORED_DEALS = 1 << 20
ROUNDING = 1e-6


def shares_with(role: int, call: int, by: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the shares if the king is not safe."""
    shares = [[list(pair) for pair in calls] for calls in SHARES]
    shares[role][call][0] += by
    return tuple(tuple((pair[0], pair[1]) for pair in calls) for calls in shares)


def counts_of(
    shares: tuple[tuple[tuple[float, float], ...], ...], score: tuple[int, int]
) -> NDArray[np.int64]:
    counts = np.zeros((RANKS, OUTCOMES), np.int64)
    deal_many(policy_of(shares), *score, 99, DEALS, counts)
    outcomes: NDArray[np.int64] = counts.sum(axis=0)
    return outcomes


def test_moving_the_dealers_first_threshold_costs_marks() -> None:
    (row,) = (
        move
        for move in treatise_page().moves
        if (move.role, move.call, move.king_safe, move.by) == ("refuses", "first", False, -0.08)
    )
    # The elder's marks less the dealer's, by outcome: nobody's king, the elder's, the dealer's; two lost to two won.
    marks = np.array([king + tricks for king in (0, 1, -1) for tricks in (-2, -1, 0, 1, 2)])
    change = (counts_of(shares_with(1, 0, -0.08), (0, 0)) - counts_of(SHARES, (0, 0))) @ marks / DEALS
    assert abs(-change - row.gain) < 4 * row.error * np.sqrt(STORED_DEALS / DEALS)
    assert row.gain < -4 * row.error


def test_moving_the_elders_threshold_at_four_all_wins_games() -> None:
    (row,) = (
        move
        for move in treatise_page().moves
        if (move.role, move.call, move.king_safe, move.by, move.score)
        == ("stands", "free", False, -0.08, (4, 4))
    )
    # A player who marks a king has won; so has a player who makes the point.
    wins = np.array([0, 0, 0, 1, 1] + 5 * [1] + 5 * [0])
    change = (counts_of(shares_with(0, 1, -0.08), (4, 4)) - counts_of(SHARES, (4, 4))) @ wins / DEALS
    assert chance_of_game(5, 4, deals=True) == 1
    assert abs(change - row.gain) < 4 * row.error * np.sqrt(STORED_DEALS / DEALS)


@pytest.fixture(scope="module", params=[1 << 13, *in_all(1 << 15)])
def few_deals(request: pytest.FixtureRequest) -> int:
    deals: int = request.param
    return deals


@pytest.fixture(scope="module")
def again(few_deals: int) -> tuple[Move, ...]:
    """Every move weighed again, in few deals."""
    return weigh_moves(few_deals, 3)


def test_every_move_comes_out_again(again: tuple[Move, ...], few_deals: int) -> None:
    shipped = treatise_page().moves
    assert [move[:6] for move in again] == [move[:6] for move in shipped]
    for counted, move in zip(again, shipped, strict=True):
        error = move.error * np.sqrt(1 + STORED_DEALS / few_deals)
        assert abs(counted.gain - move.gain) <= 5 * error + ROUNDING, move


def test_a_threshold_that_no_hand_reaches_gains_nothing_when_it_is_raised(again: tuple[Move, ...]) -> None:
    raised = [
        (move.gain, move.error)
        for move in again
        if (move.role, move.call, move.king_safe) == ("stands", "first", True) and move.by > 0
    ]
    assert raised == [(0, 0), (0, 0)]


@pytest.mark.parametrize("score", [(2, 4), (4, 4), (4, 2)])
def test_what_comes_at_four_is_in_chances(score: tuple[int, int]) -> None:
    moves = [move for move in treatise_page().moves if move.score == score]
    assert moves
    assert {(move.call, move.is_in_marks) for move in moves} == {("free", False)}

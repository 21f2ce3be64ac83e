"""La Triomphe's chances: the stored table, its recursion, and games played out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from worker.review.chances import OFFER_CHANCES_VERSION, chance_of_game, chances, marks_of_deal, stake_of_game
from worker.review.offer_chain import SCORES, count_at, score_after, solve, worth_at
from worker.review.offer_policy import MARKS, RESULTS
from worker.review.policy_version import OFFER_POLICY_VERSION


def test_a_result_is_marked_to_the_one_or_the_other() -> None:
    after = [score_after((2, 3), result) for result in range(RESULTS)]
    assert after == [(2, 5), (2, 4), (3, 3), (4, 3)]
    assert score_after((4, 4), 3) == (5, 4)


def test_the_table_says_under_what_it_was_worked_out() -> None:
    table = chances("triomphe")
    assert table.assumptions["policy"] == OFFER_POLICY_VERSION
    assert OFFER_CHANCES_VERSION.startswith("triomphe ")
    assert 0 < table.error < 0.001
    assert table.checksum != chances().checksum


@pytest.mark.parametrize(
    "deals",
    [1_500, pytest.param(8_000, marks=pytest.mark.long), pytest.param(20_000, marks=pytest.mark.soak)],
)
def test_fresh_deals_come_to_the_stored_table(deals: int) -> None:
    """Each score by deals of its own, from what the stored table has of later scores."""
    table = np.array(chances("triomphe").chance)
    for elder, dealer in product(range(SCORES), repeat=2):
        score = (elder, dealer)
        worth = worth_at(score, table)
        shares = count_at(worth, deals, 70 + 5 * score[0] + score[1]) / deals
        mean = float(shares @ worth[0])
        error = float(np.sqrt(shares @ (worth[0] - mean) ** 2 / deals))
        assert abs(mean - table[score]) < 5 * error + 5 * chances("triomphe").error
        assert abs(shares @ np.array(MARKS) - marks_of_deal(*score, "triomphe")) < 0.06 * np.sqrt(
            8_000 / deals
        )


def test_solving_is_the_chain_written_out() -> None:
    solved = solve(2_000, 9)
    worth = worth_at((3, 2), solved.chance)
    shares = count_at(worth, 2_000, 9 + SCORES * 3 + 2) / 2_000
    assert solved.chance[3, 2] == pytest.approx(shares @ worth[0])
    assert solved.marks[3, 2] == pytest.approx(shares @ np.array(MARKS))
    # Two points win: nothing is left to chance of what follows.
    assert worth[0, 3] == 1
    assert worth[0, 0] == pytest.approx(1 - solved.chance[4, 3])


def test_the_worth_of_the_two_adds_up_to_one() -> None:
    worth = worth_at((1, 3), np.array(chances("triomphe").chance))
    assert (worth[0] + worth[1][::-1]).tolist() == pytest.approx([1.0] * RESULTS)


@pytest.mark.parametrize("deals", [True, False])
def test_a_point_more_is_a_better_chance(deals: bool) -> None:
    for own, other in product(range(4), range(5)):
        for value in (chance_of_game, stake_of_game):
            more = value(own + 1, other, deals=deals, variant="triomphe")
            assert more > value(own, other, deals=deals, variant="triomphe")

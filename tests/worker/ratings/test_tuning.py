"""The constants in use, held against every other choice on seasons whose players' strengths are known."""

from __future__ import annotations

import pytest

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import Constants
from worker.ratings.simulation import Club, simulate_season
from worker.ratings.tuning import GRID, tune

NEAR_ENOUGH = 0.02
"""Of the log-loss of the best choice, as the requirement has it."""
CLUB = Club(players=16, weeks=40)
SOME = GRID[::5]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_constants_in_use_are_near_the_best_choice(seed: int) -> None:
    tuning = tune([simulate_season(CLUB, seed=seed).met], grid=SOME)

    assert tuning.share_over_best < NEAR_ENOUGH


def test_constants_in_use_foretell_better_than_a_coin() -> None:
    seasons = [simulate_season(CLUB, seed=seed).met for seed in range(1, 7)]

    tuning = tune(seasons, grid=SOME[:1])

    assert tuning.over_coin.mean + 2 * tuning.over_coin.error < 0


def test_constants_of_chess_foretell_worse_than_those_in_use() -> None:
    chess = Constants(deviation=350, volatility=0.06, tau=0.5)

    tuning = tune([simulate_season(CLUB, seed=seed).met for seed in range(2)], grid=[chess])

    assert tuning.over_best.mean + 4 * tuning.over_best.error < 0


def test_choices_come_in_the_order_of_their_losses() -> None:
    tuning = tune([simulate_season(Club(players=6, weeks=10), seed=1).met], grid=SOME)

    assert [each.loss for each in tuning.tried] == sorted(each.loss for each in tuning.tried)
    assert tuning.in_use.constants == CONSTANTS
    assert {each.constants for each in tuning.tried} == set(SOME)


def test_nothing_can_be_tuned_on_no_games() -> None:
    with pytest.raises(ValueError, match="no games"):
        tune([], grid=SOME)

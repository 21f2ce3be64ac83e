"""The constants in use, held against every other choice on seasons whose players' strengths are known."""

from __future__ import annotations

import pytest

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import Constants
from worker.ratings.losses import COIN, elo_losses, known_losses, mean_of, rated_losses
from worker.ratings.simulation import Club, simulate_season
from worker.ratings.tuning import GRID, tune

NEAR_ENOUGH = 0.02
"""Of the log-loss of the best choice, as the requirement has it."""
OF_THE_ROOM = 0.1
CLUB = Club(players=16, weeks=40)
SOME = GRID[::5]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_constants_in_use_are_near_the_best_choice(seed: int) -> None:
    tuning = tune([simulate_season(CLUB, seed=seed).met], grid=SOME)

    assert tuning.share_over_best < NEAR_ENOUGH


def test_constants_in_use_leave_little_of_what_there_is_to_be_known() -> None:
    """A coin itself is within 1 % of whoever knows the strengths: what counts is the room between the two."""
    seasons = [simulate_season(Club(players=24, weeks=50), seed=seed) for seed in (1, 2, 3)]
    known = [loss for season in seasons for loss in known_losses(season.met, season.chances)]

    tuning = tune([season.met for season in seasons], grid=SOME)

    room = COIN - mean_of(known).mean
    assert tuning.over_best.mean < OF_THE_ROOM * room
    assert tuning.tried[-1].loss - tuning.best.loss > OF_THE_ROOM * room


def test_choice_of_the_earlier_half_is_held_against_the_later() -> None:
    met = simulate_season(CLUB, seed=4).met
    middle = sorted({each.week for each in met})[CLUB.weeks // 2]
    earlier = [each for each in met if each.week < middle]
    games = sum(each.won_a + each.won_b for each in earlier)

    found = tune([met], grid=SOME).held_out
    of_the_earlier = tune([earlier], grid=SOME)

    assert found is not None
    assert (found.best.constants, found.elo_k) == (of_the_earlier.best.constants, of_the_earlier.elo_k)
    assert found.best.loss == mean_of(rated_losses(met, found.best.constants)[games:]).mean
    assert found.elo_loss == mean_of(elo_losses(met, found.elo_k)[games:]).mean
    assert found.in_use.loss == mean_of(rated_losses(met, CONSTANTS)[games:]).mean
    assert found.games == len(rated_losses(met, CONSTANTS)) - games


def test_games_of_one_week_have_no_earlier_half() -> None:
    assert tune([simulate_season(Club(players=6, weeks=1), seed=1).met], grid=SOME).held_out is None


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

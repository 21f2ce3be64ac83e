from __future__ import annotations

import math
from datetime import date

import pytest

from worker.ratings.constants import CONSTANTS
from worker.ratings.glicko2 import Constants, expected_score
from worker.ratings.ladder import Ladder, Met, rate_weeks
from worker.ratings.losses import (
    COIN,
    coin_losses,
    elo_losses,
    known_losses,
    mean_difference,
    mean_of,
    rated_losses,
)

FIRST, SECOND = date(2026, 11, 2), date(2026, 11, 9)
MET = [Met(FIRST, 1, 2, 2, 0), Met(FIRST, 2, 1, 1, 2), Met(SECOND, 1, 2, 1, 1)]


def test_coin_loses_the_same_in_every_game() -> None:
    assert coin_losses(MET) == [COIN] * 7
    assert pytest.approx(0.6931, abs=1e-4) == COIN


def test_games_of_a_week_are_foretold_by_what_was_known_before_it() -> None:
    losses = rated_losses(MET, CONSTANTS)

    ladder = Ladder()
    list(rate_weeks(MET[:2], ladder))
    chance = expected_score(ladder.before(1, SECOND), ladder.before(2, SECOND))
    assert chance > 0.5
    assert losses == [COIN] * 5 + [pytest.approx(-math.log(chance)), pytest.approx(-math.log(1 - chance))]


def test_elo_learns_from_each_rubber() -> None:
    losses = elo_losses(MET, k=8)

    # 1 has gained 8 from the first rubber, twice what a game was expected to give him.
    expected = 1 / (1 + 10 ** (16 / 400))
    assert losses[:3] == [COIN, COIN, pytest.approx(-math.log(expected))]


def test_who_knows_the_strengths_loses_least_in_the_mean() -> None:
    met = [Met(FIRST, 1, 2, 6, 4)]

    assert mean_of(known_losses(met, [0.6])).mean < mean_of(coin_losses(met)).mean
    assert mean_of(known_losses(met, [0.6])).mean < mean_of(known_losses(met, [0.8])).mean


def test_mean_has_its_standard_error() -> None:
    found = mean_of([1.0, 2.0, 3.0, 4.0])

    assert found.mean == 2.5
    assert found.error == pytest.approx(math.sqrt(5 / 3 / 4))
    assert mean_of([0.7]) == (0.7, 0.0)


def test_difference_is_taken_game_by_game() -> None:
    assert mean_difference([1.0, 2.0], [0.5, 1.5]) == (0.5, 0.0)


def test_no_games_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no games"):
        mean_of(rated_losses([], Constants()))

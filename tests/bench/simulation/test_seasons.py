from __future__ import annotations

import pytest

from tests.bench.simulation.tuning import BEST_WINS, Club, simulate_season

pytestmark = pytest.mark.long

CLUB = Club(players=10, weeks=20, rubbers=3)


def test_same_seed_gives_the_same_games() -> None:
    assert simulate_season(CLUB, seed=4) == simulate_season(CLUB, seed=4)
    assert simulate_season(CLUB, seed=4) != simulate_season(CLUB, seed=5)


def test_every_rubber_is_won_by_two_games_and_has_a_chance() -> None:
    season = simulate_season(CLUB, seed=1)
    assert {tuple(sorted((each.won_a, each.won_b))) for each in season.met} == {(0, 2), (1, 2)}
    assert len(season.chances) == len(season.met)
    assert all(each.a != each.b for each in season.met)


def test_strengths_are_those_of_a_game_of_luck() -> None:
    season = simulate_season(Club(players=40, weeks=200), seed=2)
    games = [each.won_a + each.won_b for each in season.met]
    foretold = sum(chance * count for chance, count in zip(season.chances, games, strict=True))
    won = sum(each.won_a for each in season.met)
    assert won == pytest.approx(foretold, abs=4 * (sum(games) / 4) ** 0.5)
    # The best player's odds are better against the worst than against the mean, but not by much.
    assert BEST_WINS < max(season.chances) < 0.75

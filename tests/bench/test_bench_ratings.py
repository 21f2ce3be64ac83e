"""The same ratings on a small scale; how long they take is not asserted. In the soak, which measures it whole."""

import pytest

from matches.figures.rate_clubs import computed_rows
from matches.models import Club, Rating
from tests.bench.bench_ratings import measured
from tests.bench.simulation.tuning import Club as SimulatedClub
from tests.bench.simulation.tuning import simulate_season


@pytest.mark.long
@pytest.mark.soak
@pytest.mark.django_db
def test_every_week_of_the_season_is_rated() -> None:
    season = simulate_season(SimulatedClub(players=8, weeks=6), seed=1)
    figures = list(measured(season))
    assert len(figures) == 5
    assert all(figure.value > 0 for figure in figures)
    rated = computed_rows(Club.objects.get().pk)
    assert set(Rating.objects.values_list("player", "week")) == rated.keys()
    games = sum(each.won_a + each.won_b for each in season.met)
    assert sum(games for *_, games, _won, _expected in rated.values()) == 2 * games

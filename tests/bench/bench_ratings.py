"""Ratings of a club of ten years and 130,000 games, as a million deals have them, on PostgreSQL: from scratch, after a
result of this week and after an old one was corrected; and how well they foretell games between players whose strengths
are known.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tests.bench import Figure, best_seconds, seconds_of, show
from tests.bench.bench_import import django_services
from tests.bench.simulation.tuning import COIN, Season, known_losses, mean_of, simulate_season, tune
from tests.bench.simulation.tuning import Club as SimulatedClub
from worker.ratings.ladder import Ladder, rate_weeks
from worker.ratings.weeks import Week

if TYPE_CHECKING:
    from matches.models import Club

TEN_YEARS: Final = SimulatedClub(players=120, weeks=520, attendance=0.42, rubbers=4)
FORETOLD: Final = SimulatedClub(weeks=50)
SEEDS: Final = (1, 2, 3)
RUNS: Final = 5


def main() -> list[Figure]:
    season = simulate_season(TEN_YEARS, seed=1877)
    figures = [*_foretold(), *_rated_alone(season)]
    with django_services():
        figures += measured(season)
    return show(figures)


def _foretold() -> Iterator[Figure]:
    seasons = [simulate_season(FORETOLD, seed=seed) for seed in SEEDS]
    tuning = tune([season.met for season in seasons])
    known = [loss for season in seasons for loss in known_losses(season.met, season.chances)]
    label = f"log-loss of {tuning.games:,} games"
    yield Figure(f"{label} to whoever knows the strengths", mean_of(known).mean, "nats")
    yield Figure(f"{label} by the constants in use", tuning.in_use.loss, "nats")
    yield Figure(f"{label} by the best of {len(tuning.tried)} choices", tuning.best.loss, "nats")
    yield Figure(f"{label} by the best plain Elo, K {tuning.elo_k:g}", tuning.elo_loss, "nats")
    yield Figure(f"{label} by a coin", COIN, "nats")
    yield Figure("constants in use above the best choice", 100 * tuning.share_over_best, "%", budget=2.0)


def _rated_alone(season: Season) -> Iterator[Figure]:
    seconds = best_seconds(lambda: list(rate_weeks(season.met, Ladder())), runs=3)
    yield Figure(f"{_games(season):,} games rated in memory", seconds, "s")


def _games(season: Season) -> int:
    return sum(each.won_a + each.won_b for each in season.met)


def measured(season: Season) -> Iterator[Figure]:
    from django.utils import timezone

    from matches.figures.deferred_updates import FROM_SCRATCH, mark_ratings_pending
    from matches.figures.rate_clubs import rate_club
    from matches.figures.ratings import rating_list
    from matches.models import Rating

    club = _filled(season)
    weeks = sorted({each.week for each in season.met})

    def rated(week: Week) -> float:
        mark_ratings_pending({club.pk: week})
        return seconds_of(lambda: rate_club(club.pk))

    scratch = rated(FROM_SCRATCH)
    yield Figure(
        f"{_games(season):,} games rated from scratch, {Rating.objects.count():,} rows written", scratch, "s"
    )
    yield Figure("the same again, nothing changed", rated(FROM_SCRATCH), "s")
    yield Figure("rated anew from five years ago on", rated(weeks[len(weeks) // 2]), "s")
    week = statistics.median(rated(weeks[-1]) for _ in range(RUNS))
    yield Figure("rated anew from the last week on", 1000 * week, "ms")
    listed = statistics.median(
        seconds_of(lambda: rating_list(club, today=timezone.localdate())) for _ in range(RUNS)
    )
    yield Figure("the club's list read", 1000 * listed, "ms")


def _filled(season: Season) -> Club:
    from django.db import connection
    from django.utils import timezone

    from matches.models import Club, Event, Player, Rubber

    club = Club.objects.create(slug="portland", name="Portland")
    event = Event.objects.create(club=club, name="Seasons")
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}") for number in range(_players(season))
    )
    now = timezone.now()
    Rubber.objects.bulk_create(
        (
            Rubber(
                identity=f"bench:{number}",
                club=club,
                event=event,
                player_a=players[each.a],
                player_b=players[each.b],
                date=f"{each.week:%Y.%m.%d}",
                depth="result",
                state="confirmed",
                winner="A" if each.won_a > each.won_b else "B",
                games_won_a=each.won_a,
                games_won_b=each.won_b,
                egn="x" * 600,
                entered_at=now,
                changed_at=now,
            )
            for number, each in enumerate(season.met)
        ),
        batch_size=2_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return club


def _players(season: Season) -> int:
    return 1 + max(max(each.a, each.b) for each in season.met)


if __name__ == "__main__":
    main()

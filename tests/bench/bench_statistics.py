"""Figures of a club with a million deals on PostgreSQL, and the first pages of the lists behind them.

The season's projections are written over and over under new ids; the log has no entries for them. A query
that reads nothing is timed in the same run, and what counting adds to a deal on one core.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tests.bench import SEASON, Figure, best_seconds, seconds_of, show
from tests.bench.bench_import import django_services

if TYPE_CHECKING:
    from matches.models import Club
    from matches.rubbers.projection import RubberProjection

DEALS: Final = 1_000_000
YEARS: Final = range(2017, 2027)
FIRST_YEAR_OF_SAMPLE: Final = "2026"
CIRCLES: Final = 6
AT_A_TIME: Final = 1_000
RUNS: Final = 5
PAGE: Final = 50
FAR: Final = 100_000


def main() -> list[Figure]:
    with django_services():
        return show([*counting(), *measured(DEALS)])


def measured(deals: int) -> Iterator[Figure]:
    from django.db import connection

    from matches.models import Club, Deal

    club = Club.objects.create(slug="portland", name="Portland")
    seconds = seconds_of(lambda: fill(club, deals))
    stored = Deal.objects.count()
    yield Figure(
        f"{stored:,} deals written with their games, rubbers and tallies", stored / seconds, "deals/s"
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE") if not connection.in_atomic_block else cursor.execute("ANALYZE")
    yield from _queries(club)


def _queries(club: Club) -> Iterator[Figure]:
    from django.contrib.auth.models import AnonymousUser
    from django.db import connection

    from matches.figures.statistics import Scope, figures, figures_and_months, figures_of_both
    from matches.figures.statistics_lists import (
        deals_behind,
        form,
        games_behind,
        player_lines,
        rows_by_person,
    )
    from matches.models import Player

    viewer = AnonymousUser()
    most = rows_by_person(viewer, Scope(club=club), ["rubbers"])[0]
    person = Player.objects.get(pk=most["player"])
    whole, own = Scope(club=club), Scope(player=person)
    season = Scope(club=club, since=date(YEARS[-2], 9, 1), until=date(YEARS[-1], 8, 31))
    met = player_lines(own, rows_by_person(viewer, own, ["rubbers"])[:1])[0].player
    headline = ["games_won", "marks", "kings_turned", "voles_made"]

    def behind(scope: Scope, key: str, start: int = 0) -> Callable[[], object]:
        return lambda: list(deals_behind(viewer, scope, (key,))[start : start + PAGE])

    def nothing() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")

    reads: list[tuple[str, Callable[[], object]]] = [
        ("a query that reads nothing", nothing),
        (f"figures of a player, {most['rubbers']:,} rubbers", lambda: figures(viewer, own)),
        ("figures of a pair", lambda: figures_of_both(viewer, replace(own, opponent=met))),
        ("form of a player", lambda: form(viewer, own)),
        (
            "opponents of a player, first page",
            lambda: player_lines(own, rows_by_person(viewer, own, headline)[:PAGE]),
        ),
        ("figures of a player by month", lambda: figures_and_months(viewer, own)),
        ("figures of a season", lambda: figures(viewer, season)),
        ("figures of the club", lambda: figures(viewer, whole)),
        ("figures of the club by month", lambda: figures_and_months(viewer, whole)),
        (
            "players of the club by games won, first page",
            lambda: player_lines(
                whole, rows_by_person(viewer, whole, headline, by="games_won", least=50)[:PAGE]
            ),
        ),
        ("deals behind a player's kings turned, first page", behind(own, "king_turned")),
        ("deals behind the club's kings turned, first page", behind(whole, "king_turned")),
        ("deals behind the club's kings not announced, first page", behind(whole, "king_unannounced")),
        ("all deals of the club, first page", behind(whole, "deals")),
        (f"all deals of the club, a page {FAR:,} further on", behind(whole, "deals", FAR)),
        (
            "games behind the club's games, first page",
            lambda: list(games_behind(viewer, whole, ("games",))[:PAGE]),
        ),
    ]
    for name, work in reads:
        yield Figure(f"{name}, median of {RUNS}", 1_000 * _median_seconds(work), "ms")


def _median_seconds(work: Callable[[], object]) -> float:
    work()
    return statistics.median(seconds_of(work) for _ in range(RUNS))


def counting() -> Iterator[Figure]:
    """Measure the cost of traits and tallies next to reading and checking the same deals."""
    from matches.rules.figures.tallies import DealMasks, tally_rubber
    from matches.rules.figures.traits import deal_traits, game_traits
    from scoring.check import check_rubber
    from scoring.notation import read_text

    judged = [check_rubber(record.rubber) for record in read_text(SEASON.read_text()) if record.rubber]

    def count() -> None:
        for checked in judged:
            games = [game_traits(game) for game in checked.games]
            deals = [
                DealMasks(deal.depth, deal_traits(deal)) for game in checked.games for deal in game.deals
            ]
            tally_rubber(checked, games, deals)

    deals = sum(len(game.deals) for checked in judged for game in checked.games)
    yield Figure("traits and tallies of judged deals", deals / best_seconds(count), "deals/s")


def fill(club: Club, deals: int) -> None:
    """Store at least ``deals`` deals of settled rubbers, over the years and by people in circles."""
    from django.db import transaction

    from matches.common.directory import Directory, open_event

    directory = Directory()
    for year in YEARS:
        open_event(f"league{year}", club_id=club.pk, name=f"League {year}", directory=directory)
    waiting: list[RubberProjection] = []
    for projection, played in _copies(club):
        waiting.append(projection)
        deals -= played
        if len(waiting) >= AT_A_TIME or deals <= 0:
            with transaction.atomic():
                _insert(waiting, directory)
            waiting = []
        if deals <= 0:
            return


def _insert(projections: Sequence[RubberProjection], directory: Any) -> None:
    from matches.figures.deferred_updates import counting_projections, note_counting_rubbers
    from matches.rubbers.write_rows import insert_projections

    insert_projections(projections, directory)
    note_counting_rubbers(counting_projections(projections, directory))


def _copies(club: Club) -> Iterator[tuple[RubberProjection, int]]:
    """Yield the sample's rubbers endlessly, each with its number of deals: year by year, then circle by circle."""
    from matches.models import Player

    sample = {year: _projected(year) for year in YEARS}
    names = sorted(
        {name for projection in sample[YEARS[0]] for name in (projection.player_a, projection.player_b)}
    )
    Player.objects.bulk_create(
        Player(club=club, public_id=f"{name}-{circle}", name=f"{name} {circle}")
        for name in names
        for circle in range(CIRCLES)
    )
    number = 0
    while True:
        circle = number // (len(YEARS) * len(sample[YEARS[0]])) % CIRCLES
        for year in YEARS:
            for projection in sample[year]:
                number += 1
                facts = (f"r{number}", f"identity {number}", *projection.facts[2:])
                played = sum(len(game.deals) for game in projection.games)
                yield (
                    replace(
                        projection,
                        public_id=facts[0],
                        event=f"league{year}",
                        player_a=f"{projection.player_a}-{circle}",
                        player_b=f"{projection.player_b}-{circle}",
                        facts=facts,
                    ),
                    played,
                )


@cache
def _projected(year: int) -> list[RubberProjection]:
    from matches.rubbers.fold import RubberNow
    from matches.rubbers.projection import project_rubber
    from matches.rubbers.text import nameless_text
    from scoring.check import check_rubber
    from scoring.checks import LATEST_CHECKS
    from scoring.notation import read_text

    text = SEASON.read_text().replace(f'[Date "{FIRST_YEAR_OF_SAMPLE}.', f'[Date "{year}.')
    at = datetime(year, 12, 31, tzinfo=UTC)
    projections = []
    for record in read_text(text):
        assert record.rubber is not None
        checked = check_rubber(record.rubber)
        a, b = record.rubber.players
        assert a is not None
        assert b is not None
        now = RubberNow(
            public_id="", identity="", event="", a=a, b=b, egn=nameless_text(record.rubber), checks=LATEST_CHECKS,
            state="confirmed",
            reported_by="", is_agreed=False, version=1, entered_at=at, changed_at=at,
        )  # fmt: skip
        projections.append(project_rubber(now, checked))
    return projections


if __name__ == "__main__":
    main()

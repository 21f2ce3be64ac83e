"""The leaders of a season, the record that was set this month, and the biggest climb of a rating."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.figures.rate_clubs import rate_club
from matches.figures.ratings import rating_list
from matches.figures.seasons import MonthRecord, SeasonGlance, season_glance
from matches.figures.write_honours import write_honours
from matches.models import Club, Honour, Player, Rating, Rubber
from matches.rules.figures.seasons import season_at
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text
from worker.ratings.glicko2 import MIDDLE

pytestmark = [pytest.mark.django_db, pytest.mark.core]

TODAY = date(2026, 11, 26)


@pytest.fixture
def club() -> Club:
    club = make_club()
    for a, day in (("Clay", "2026.10.03"), ("Clay", "2026.10.04"), ("Orford", "2026.11.24")):
        import_text(club, text(a, "Walker", tags=f'[Date "{day}"]\n'))
    write_honours(club.pk)
    rate_club(club.pk)
    return club


def glance(club: Club, today: date = TODAY) -> SeasonGlance:
    return season_glance(club, season_at(today, club.season_month), today, 5)


def month_record(club: Club, today: date = TODAY) -> MonthRecord | None:
    return glance(club, today).record


def test_leaders_with_as_many_rubbers_share_a_rank_in_one_query(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    import_text(club, text("Vives", "Clay", tags='[Date "2026.11.25"]\n'))
    with django_assert_num_queries(1):
        rows = glance(club).leaders
    assert [(row["rank"], row["player__name"], row["won"], row["lost"]) for row in rows] == [
        (1, "Walker", 3, 0),
        (2, "Clay", 1, 2),
        (3, "Orford", 0, 1),
        (3, "Vives", 0, 1),
    ]


def test_record_of_all_time_that_was_set_this_month(club: Club) -> None:
    record = month_record(club)
    assert record == MonthRecord("run_of_rubbers", None, 3000, walker().public_id, "Walker")
    assert record.is_ever
    assert month_record(club, date(2026, 12, 1)) is None


def walker() -> Player:
    return Player.objects.get(name="Walker")


def test_record_of_the_season_comes_after_one_of_all_time(club: Club) -> None:
    Honour.objects.filter(season=None).update(last_rubber=Rubber.objects.earliest("date"))
    record = month_record(club)
    assert record == MonthRecord("run_of_rubbers", 2026, 3000, walker().public_id, "Walker")
    Honour.objects.exclude(season=None).delete()
    assert month_record(club) is None


def test_totals_of_a_season_and_erased_players_are_no_record_of_the_month(club: Club) -> None:
    Honour.objects.exclude(kind="rubbers_won").delete()
    assert month_record(club) is None
    Honour.objects.update(kind="voles_in_day")
    assert month_record(club) is not None
    Player.objects.filter(name="Walker").update(name="")
    assert month_record(club) is None


def test_biggest_climb_is_the_change_in_four_weeks_that_lists_of_ratings_show(club: Club) -> None:
    climb = glance(club).climb
    trends = {each.player.name: each.trend for each in rating_list(club, today=TODAY).players}
    assert climb is not None
    assert (climb.name, climb.public_id) == ("Walker", walker().public_id)
    assert climb.change == pytest.approx(trends["Walker"])
    assert glance(club, date(2026, 12, 10)).climb == climb
    assert glance(club, date(2026, 12, 24)).climb is None


def test_newcomers_climb_from_the_rating_of_all_newcomers(club: Club) -> None:
    today = date(2026, 10, 19)
    climb = glance(club, today).climb
    gain = Rating.objects.filter(week__lte=today).latest("rating").rating - MIDDLE
    assert climb is not None
    assert climb.name == "Walker"
    assert climb.change == pytest.approx(gain)


def test_nobody_has_climbed_where_everybody_lost(club: Club) -> None:
    Rating.objects.update(rating=1499)
    assert glance(club).climb is None


def test_club_without_a_rubber_in_the_season_has_no_leaders_and_no_month(club: Club) -> None:
    assert glance(club, date(2028, 1, 1)) == SeasonGlance([], None, None)


def test_rubber_of_a_later_week_makes_no_climb(club: Club) -> None:
    before = glance(club).climb
    import_text(club, text("Vives", "Walker", tags='[Date "2062.11.14"]\n'))
    rate_club(club.pk)
    assert glance(club).climb == before

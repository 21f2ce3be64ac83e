"""Records, honours and seasons in the API, for part of the sample season played in one club."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.events.write_standings import write_standings
from matches.figures.rate_clubs import rate_club
from matches.figures.write_honours import write_honours
from matches.models import Club, Event, Honour, HonourBasis, Player, Rubber
from matches.rules.figures.records import CHAMPIONS
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.api.calling import Caller, path_of, problem
from tests.matches.api.season import played, whole
from tests.matches.files import SEASON
from tests.matches.pages.records import import_text, text

__all__ = ["made_once"]
pytestmark = pytest.mark.django_db

HEADS = 12
"""The number of rubbers of the sample that are played here."""
YEAR = 2025


@pytest.fixture(scope="module")
def made_season(made_once: None) -> Club:
    club = make_club("lyceum")
    parts = SEASON.read_text(encoding="utf-8").split('[EGN "1"]')[1 : HEADS + 1]
    import_text(club, *(re.sub(r'\[Club "[^"]*"\]\n', "", f'[EGN "1"]{part}') for part in parts))
    settle(club)
    return club


@pytest.fixture
def season(db: None, made_season: Club) -> Club:
    return deepcopy(made_season)


def settle(club: Club) -> None:
    for event in Event.objects.filter(club=club):
        write_standings(event.pk)
    write_honours(club.pk)
    rate_club(club.pk)


def test_every_record_with_its_holders_and_where_it_was(anybody: Caller, season: Club) -> None:
    body = anybody.read(path_of(season, "records"))
    kinds = {honour.kind for honour in Honour.objects.filter(season=None)}
    assert {record["record"] for record in body["records"]} == kinds
    runs = next(record for record in body["records"] if record["record"] == "run_of_games")
    first = Honour.objects.select_related("player", "first_rubber").get(
        season=None, kind="run_of_games", position=1
    )
    assert first.first_rubber is not None
    assert (runs["name"], runs["group"], runs["ground"]) == ("Longest run of games won", "runs", "games")
    assert runs["lines"][0] == {
        "rank": 1,
        "player": {"id": first.player.public_id, "name": first.player.name},
        "value": first.value / 1000,
        "standing_on": first.standing_on,
        "first": {
            "rubber": first.first_rubber.public_id,
            "date": first.first_rubber.date,
            "game": first.first_game,
            "deal": first.first_deal,
        },
        "last": runs["lines"][0]["last"],
    }
    basis = HonourBasis.objects.get(season=None)
    assert (body["basis"]["deals"], body["is_owed"]) == (basis.deals, False)


def test_a_share_says_from_how_many_games_on_it_counts(anybody: Caller, season: Club) -> None:
    Honour.objects.filter(season=YEAR, kind="rubbers_won").update(kind="share_of_games", value=512)
    (share,) = [
        record
        for record in anybody.read(path_of(season, f"seasons/{YEAR}"))["records"]
        if record["record"] == "share_of_games"
    ]
    assert (share["is_share"], share["least_games"], share["lines"][0]["value"]) == (True, 20, 0.512)


def test_a_rubber_that_left_the_club_is_not_told(anybody: Caller, season: Club) -> None:
    Rubber.objects.update(club=make_club("garrick", is_public=False))
    lines = [line for each in anybody.read(path_of(season, "records"))["records"] for line in each["lines"]]
    assert lines
    assert {(line["first"], line["last"]) for line in lines} == {(None, None)}


def test_what_is_owed_and_in_no_season_is_told(anybody: Caller, season: Club) -> None:
    played(season, "Walker", "")
    body = anybody.read(path_of(season, "records"))
    assert (body["is_owed"], body["rubbers_in_no_season"]) == (True, 0)
    settle(season)
    body = anybody.read(path_of(season, "records"))
    assert (body["is_owed"], body["rubbers_in_no_season"]) == (False, 1)


def test_a_club_without_a_rubber_has_no_record(anybody: Caller, club: Club) -> None:
    body = anybody.read(path_of(club, "records"))
    assert (body["basis"], body["records"], body["is_owed"]) == (None, [], False)
    assert whole(anybody, path_of(club, "seasons")) == []


def test_seasons_with_who_leads_the_latest_first(anybody: Caller, season: Club) -> None:
    for year in (2021, 2022, 2023):
        played(season, "Walker", f"{year}.11.14")
    settle(season)
    rows = whole(anybody, path_of(season, "seasons"))
    assert [row["year"] for row in rows] == [YEAR, 2023, 2022, 2021]
    assert (rows[0]["label"], rows[0]["since"], rows[0]["until"]) == ("2025/26", "2025-09-01", "2026-08-31")
    assert rows[0]["basis"]["rubbers"] == HonourBasis.objects.get(season=YEAR).rubbers
    assert {leader["record"] for leader in rows[0]["leaders"]} <= set(CHAMPIONS)
    (won,) = [leader for leader in rows[1]["leaders"] if leader["record"] == "rubbers_won"]
    walker = Player.objects.get(name="Walker")
    assert won == {
        "record": "rubbers_won",
        "holders": 1,
        "value": 1.0,
        "players": [{"id": walker.public_id, "name": "Walker"}],
    }


def test_one_season(anybody: Caller, season: Club) -> None:
    body = anybody.read(path_of(season, f"seasons/{YEAR}"))
    assert (body["year"], body["label"], body["is_owed"]) == (YEAR, "2025/26", False)
    assert {record["record"] for record in body["records"]} == {
        honour.kind for honour in Honour.objects.filter(season=YEAR)
    }
    assert body["basis"]["games"] == HonourBasis.objects.get(season=YEAR).games


def test_events_of_a_season_with_their_winners(anybody: Caller, season: Club) -> None:
    rows = whole(anybody, path_of(season, f"seasons/{YEAR}/events"))
    assert rows
    event = Event.objects.get(public_id=rows[0]["id"])
    assert (rows[0]["name"], rows[0]["phase"]) == (event.name, "open")
    assert rows[0]["rubbers"] == event.rubbers.exclude(date__contains="?").count()
    assert rows[0]["winners"]


def test_whose_rating_moved(anybody: Caller, season: Club) -> None:
    rows = whole(anybody, path_of(season, f"seasons/{YEAR}/movers"))
    assert [row["change"] for row in rows] == sorted((row["change"] for row in rows), reverse=True)
    assert rows[0]["change"] > 0 > rows[-1]["change"]


def test_figures_of_a_season_and_what_stands_behind_them(anybody: Caller, season: Club) -> None:
    played(season, "Walker", "2021.11.14")
    settle(season)
    for year, games in ((2021, 1), (YEAR, None)):
        path = path_of(season, f"seasons/{year}/figures")
        body = anybody.read(f"{path}?by=month")
        assert (body["kept_to"]["since"], body["kept_to"]["until"]) == (f"{year}-09-01", f"{year + 1}-08-31")
        behind = anybody.get(f"{path}games/counted/?page_size=200").json()["results"]
        assert body["figures"]["games"]["counted"] == len(behind)
        assert games in (None, len(behind))


@pytest.mark.parametrize("year", ["1", "2019", "9999", "99999999999999999999"])
@pytest.mark.parametrize("more", ["", "events/", "movers/", "figures/", "figures/games/counted/"])
def test_a_season_that_there_is_not(anybody: Caller, club: Club, year: str, more: str) -> None:
    problem(anybody.get(f"{path_of(club, 'seasons')}{year}/{more}"), 404, "not_found")


def test_the_season_that_is_on_is_there(anybody: Caller, club: Club) -> None:
    played(club, "Walker", "")
    years = [
        year
        for year in range(2020, 2100)
        if anybody.get(f"{path_of(club, 'seasons')}{year}/").status_code == 200
    ]
    assert len(years) == 1
    body = anybody.read(f"{path_of(club, 'seasons')}{years[0]}/")
    assert (body["is_on"], body["basis"], body["records"]) == (True, None, [])


@pytest.mark.parametrize(
    "path", ["seasons/?order=year", "seasons/?since=2020-01-01", "seasons/?cursor=after.x"]
)
def test_what_the_lists_do_not_know(anybody: Caller, season: Club, path: str) -> None:
    problem(anybody.get(path_of(season) + path), 400, "invalid_parameter")


@pytest.mark.parametrize("rows", [1, 3])
def test_calls_ask_the_same_with_one_row_and_with_three(
    anybody: Caller, club: Club, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    for number in range(rows):
        played(club, f"W{number}", "2025.11.14", f"Cup {number}", a=f"B{number}")
        played(club, f"W{number}", f"{2020 + number}.11.14", f"Cup {number}", a=f"B{number}")
    settle(club)
    for queries, more in (
        (3, "records"),
        (3, "seasons"),
        (4, "seasons/2025"),
        (4, "seasons/2025/events"),
        (3, "seasons/2025/movers"),
        (3, "seasons/2025/figures"),
        (3, "seasons/2025/figures/games/counted"),
    ):
        with django_assert_num_queries(queries, info=more):
            assert anybody.get(path_of(club, more)).status_code == 200


def test_movers_of_a_season_to_come_wait_for_it(anybody: Caller, club: Club) -> None:
    import_text(club, text(tags='[Date "2062.11.14"]\n'))
    settle(club)
    assert whole(anybody, path_of(club, "seasons/2062/movers")) == []
    ratings = anybody.read(path_of(club, "ratings"))
    assert (ratings["results"], ratings["absent"]) == ([], 0)

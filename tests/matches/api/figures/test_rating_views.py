"""Ratings in the API: a club's list, a player's weeks, and the expected score of two players."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.figures.rate_clubs import rate_club
from matches.figures.ratings import ranking
from matches.models import Club, Player, Rating, RatingProgress, User
from matches.privacy.merge import merge_players
from tests.factories.clubs import make_club
from tests.factories.once import made_once
from tests.matches.api.calling import Caller, path_of, problem, signed
from tests.matches.api.season import named, whole
from tests.matches.files import import_text, rubber_text
from worker.ratings.constants import CONSTANTS_VERSION
from worker.ratings.weeks import week_of

__all__ = ["made_once"]
pytestmark = pytest.mark.django_db


def play(club: Club, *pairs: tuple[str, str], weeks_ago: int = 0, rubbers: int = 1) -> None:
    """Let the second of each pair win ``rubbers`` of one game against the first, ``weeks_ago``."""
    day = timezone.localdate() - timedelta(weeks=weeks_ago)
    texts = [
        rubber_text(a, b, club=None, tags=[f'[Date "{day:%Y.%m.%d}"]', f'[Round "{number}"]'])
        for a, b in pairs
        for number in range(rubbers)
    ]
    import_text(*texts, club=club)
    rate_club(club.pk)


@pytest.fixture(scope="module")
def made_rated(made_once: None) -> Club:
    club = make_club("lyceum")
    play(club, ("Wheble", "Lee"), weeks_ago=70)
    play(club, ("Orford", "Baldwin"), weeks_ago=6, rubbers=3)
    play(club, ("Orford", "Baldwin"), ("Baldwin", "Pole"), rubbers=2)
    return club


@pytest.fixture
def rated(db: None, made_rated: Club) -> Club:
    """Return a club where Orford lost to Baldwin six weeks ago and now, and Baldwin to Pole now."""
    return deepcopy(made_rated)


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["player"]["name"] for row in rows]


def test_the_highest_first_with_what_a_rating_says(anybody: Caller, rated: Club) -> None:
    rows = whole(anybody, path_of(rated, "ratings"))
    assert names(rows) == ["Baldwin", "Pole", "Orford"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert rows[1]["trend"] is None
    assert rows[2]["trend"] < 0
    assert (rows[2]["games"], rows[2]["is_provisional"]) == (5, True)
    assert rows[2]["last_week"] == week_of(timezone.localdate()).isoformat()
    body = anybody.get(path_of(rated, "ratings")).json()
    assert body["absent"] == 2
    assert body["state"] == {
        "constants": CONSTANTS_VERSION,
        "provisional_above": 28.0,
        "is_owed": False,
        "owed_from": None,
        "rubbers_without_day": 0,
    }


def test_those_who_stayed_away_stand_behind_without_a_rank(anybody: Caller, rated: Club) -> None:
    rows = whole(anybody, f"{path_of(rated, 'ratings')}?absent=true")
    assert names(rows)[:3] == ["Baldwin", "Pole", "Orford"]
    assert {(row["player"]["name"], row["rank"]) for row in rows[3:]} == {("Wheble", None), ("Lee", None)}


def test_pages_go_on_behind_a_rank(anybody: Caller, rated: Club) -> None:
    path = f"{path_of(rated, 'ratings')}?absent=true&page_size="
    everybody = names(whole(anybody, f"{path}200"))
    assert names(whole(anybody, f"{path}2")) == everybody
    second = anybody.get(anybody.get(f"{path}2").json()["next"]).json()
    assert names(second["results"]) == everybody[2:4]
    assert names(anybody.get(second["previous"]).json()["results"]) == everybody[:2]


def test_page_goes_on_where_its_last_player_is_no_longer_ranked(anybody: Caller, rated: Club) -> None:
    first = anybody.get(f"{path_of(rated, 'ratings')}?page_size=2").json()
    assert names(first["results"]) == ["Baldwin", "Pole"]
    Player.objects.filter(name="Pole").update(name="")
    assert names(anybody.get(first["next"]).json()["results"]) == ["Orford"]


@pytest.mark.parametrize("place", [["x"], [0, "x"], 7, {"a": 1}, [[]], None])
def test_cursor_of_no_rank(anybody: Caller, rated: Club, place: object) -> None:
    cursor = urlsafe_b64encode(json.dumps(place).encode()).decode()
    answer = anybody.get(f"{path_of(rated, 'ratings')}?cursor={signed('after.' + cursor)}")
    problem(answer, 400, "invalid_parameter")


def test_ranking_is_of_one_club_though_its_players_were_rated_elsewhere_since(rated: Club) -> None:
    before = ranking(rated, today=timezone.localdate())
    other = make_club("Elsewhere")
    weeks = {"rating": 900, "deviation": 20, "volatility": 0.005, "games": 3, "won": 1, "expected": 1.5}
    people = [Player.objects.create(club=other, name=f"P{number}") for number in range(50)]
    later = week_of(timezone.localdate()) + timedelta(weeks=1)
    for player in [*people, *Player.objects.filter(club=rated)]:
        Rating.objects.create(club=other, player=player, week=later, **weeks)
    with CaptureQueriesContext(connection) as queries:
        assert ranking(rated, today=timezone.localdate()) == before
    assert len(before.places) == 3
    first = queries[0]["sql"]
    with connection.cursor() as cursor:
        cursor.execute(first)
        assert len(cursor.fetchall()) == 5


def test_provisional_ones_and_the_others(anybody: Caller, rated: Club) -> None:
    assert len(whole(anybody, f"{path_of(rated, 'ratings')}?provisional=true")) == 3
    assert whole(anybody, f"{path_of(rated, 'ratings')}?provisional=false") == []


@pytest.mark.parametrize("query", ["provisional=maybe", "absent=much", "order=name", "q=x", "cursor=after.x"])
def test_what_the_list_does_not_know(anybody: Caller, rated: Club, query: str) -> None:
    problem(anybody.get(f"{path_of(rated, 'ratings')}?{query}"), 400, "invalid_parameter")


def test_some_members_of_each_row(anybody: Caller, rated: Club) -> None:
    body = anybody.get(f"{path_of(rated, 'ratings')}?fields=rank").json()
    assert body["results"] == [{"rank": 1}, {"rank": 2}, {"rank": 3}]


def test_what_is_owed_is_told(anybody: Caller, rated: Club) -> None:
    week = week_of(timezone.localdate())
    RatingProgress.objects.update(owed_from=week)
    state = anybody.get(path_of(rated, "ratings")).json()["state"]
    assert (state["is_owed"], state["owed_from"]) == (True, week.isoformat())
    RatingProgress.objects.update(constants="older")
    state = anybody.get(path_of(rated, "ratings")).json()["state"]
    assert (state["is_owed"], state["owed_from"]) == (True, None)


def test_a_player_s_weeks(anybody: Caller, rated: Club) -> None:
    orford = named("Orford")
    path = f"{path_of(rated, 'ratings')}{orford.public_id}/"
    weeks = whole(anybody, path)
    assert [(week["games"], week["won"]) for week in weeks] == [(2, 0), (3, 0)]
    assert weeks[0]["change"] == pytest.approx(weeks[0]["rating"] - weeks[1]["rating"], abs=1e-5)
    assert weeks[1]["change"] == pytest.approx(weeks[1]["rating"] - 1500, abs=1e-5)
    body = anybody.get(path).json()
    assert body["player"] == {"id": orford.public_id, "name": "Orford"}
    assert body["now"]["games"] == 5


def test_one_who_was_never_rated_has_no_week(anybody: Caller, rated: Club) -> None:
    guest = Player.objects.create(club=rated, name="Guest")
    body = anybody.get(f"{path_of(rated, 'ratings')}{guest.public_id}/").json()
    assert (body["now"], body["results"]) == (None, [])


def test_an_alias_has_the_rating_of_whom_it_is(anybody: Caller, rated: Club, owner: User) -> None:
    alias = Player.objects.create(club=rated, name="Orford II")
    merge_players(named("Orford"), alias, by=owner)
    body = anybody.get(f"{path_of(rated, 'ratings')}{alias.public_id}/").json()
    assert body["player"]["name"] == "Orford"


def test_one_of_another_club_has_none_here(anybody: Caller, rated: Club) -> None:
    other = Player.objects.create(club=make_club("garrick"), name="Other")
    problem(anybody.get(f"{path_of(rated, 'ratings')}{other.public_id}/"), 404, "not_found")


def test_what_two_ratings_foretell(anybody: Caller, rated: Club) -> None:
    pole, orford = named("Pole"), named("Orford")
    path = f"{path_of(rated, 'ratings')}chances/?a={pole.public_id}&b={orford.public_id}&best_of=5"
    body = anybody.get(path).json()
    back = anybody.get(
        f"{path_of(rated, 'ratings')}chances/?a={orford.public_id}&b={pole.public_id}&best_of=5"
    ).json()
    assert (body["a"]["player"]["name"], body["b"]["player"]["name"]) == ("Pole", "Orford")
    assert body["game"]["low"] < body["game"]["chance"] < body["game"]["high"]
    assert body["game"]["chance"] > 0.5
    assert body["rubber"]["chance"] > body["game"]["chance"]
    assert body["rubber"]["best_of"] == 5
    assert body["game"]["chance"] + back["game"]["chance"] == pytest.approx(1)
    assert body["is_provisional"]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("", "a"),
        ("a={a}", "b"),
        ("a={a}&b={a}", "b"),
        ("a={a}&b=22222222222222", "b"),
        ("a={a}&b={b}&best_of=4", "best_of"),
        ("a={a}&b={b}&best_of=many", "best_of"),
    ],
)
def test_chances_that_can_not_be_foretold(anybody: Caller, rated: Club, query: str, parameter: str) -> None:
    parameters = query.format(a=named("Pole").public_id, b=named("Orford").public_id)
    answer = anybody.get(f"{path_of(rated, 'ratings')}chances/?{parameters}")
    assert problem(answer, 400, "invalid_parameter")["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("rows", [1, 3])
def test_calls_ask_the_same_with_one_row_and_with_three(
    anybody: Caller, club: Club, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    for week in range(rows):
        play(club, ("Orford", "Baldwin"), *((f"N{week}", "Pole") for _ in range(week)), weeks_ago=week)
    orford, baldwin = (club.players.get(name=name) for name in ("Orford", "Baldwin"))
    path = path_of(club, "ratings")
    for queries, more in (
        (5, ""),
        (5, f"{orford.public_id}/"),
        (3, f"chances/?a={orford.public_id}&b={baldwin.public_id}"),
    ):
        with django_assert_num_queries(queries, info=more):
            assert anybody.get(path + more).status_code == 200

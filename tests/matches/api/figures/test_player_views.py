"""The API compares players' figures: within a club, within an event, and among a player's opponents."""

from __future__ import annotations

import pytest

from matches.models import Club, DealReview, Event, Player, Rubber
from tests.matches.api.calling import Caller, path_of, problem
from tests.matches.api.season import boiteau, club, made_boiteau, made_once, played, whole
from tests.matches.pages.records import LUCK, review

__all__ = ["boiteau", "club", "made_boiteau", "made_once"]
pytestmark = pytest.mark.django_db


def test_players_of_a_club_by_a_figure_and_as_they_came(anybody: Caller, boiteau: Player) -> None:
    path = path_of(boiteau.club, "figures/players")
    lines = whole(anybody, path)
    assert [line["player"]["name"] for line in lines] == ["Boiteau", "Walker", "Clay"]
    keys = ["games_won", "rubbers_won", "trebles_won", "marks", "voles_made", "games"]
    assert list(lines[0]["figures"]) == keys
    assert lines[0]["figures"]["games_won"]["value"] == 0.333333
    best = whole(anybody, f"{path}?order=-games_won")
    assert [line["player"]["name"] for line in best] == ["Clay", "Walker", "Boiteau"]
    worst = whole(anybody, f"{path}?order=games_won")
    assert worst == best[::-1]
    most = whole(anybody, f"{path}?order=-games&least=2")
    assert [line["player"]["name"] for line in most] == ["Boiteau", "Walker"]
    assert whole(anybody, f"{path}?order=trebles_won")[0]["figures"]["trebles_won"]["value"] is not None


def test_who_has_none_of_a_figure_stands_below_all(anybody: Caller, boiteau: Player) -> None:
    played(boiteau.club, "Walker", "2026.05.01", a="Dee")
    path = path_of(boiteau.club, "figures/players")
    for order in ("trebles_won", "-trebles_won"):
        lines = whole(anybody, f"{path}?order={order}")
        values = [line["figures"]["trebles_won"]["value"] for line in lines]
        assert values[0 if order == "trebles_won" else -1] is None


def test_opponents_and_players_of_an_event(anybody: Caller, boiteau: Player) -> None:
    met = whole(anybody, path_of(boiteau, "against"))
    assert [(line["player"]["name"], line["figures"]["games"]["counted"]) for line in met] == [
        ("Walker", 2),
        ("Clay", 1),
    ]
    cup = Event.objects.get(name="Spring Cup")
    there = whole(anybody, f"events/{cup.public_id}/figures/players/")
    assert {line["player"]["name"] for line in there} == {"Boiteau", "Clay"}


@pytest.mark.parametrize(
    "query", ["order=luck", "least=-1", "least=many", "cursor=after.x", "cursor=after.WzFd.22222222222222"]
)
def test_order_and_least_that_there_are_not(anybody: Caller, boiteau: Player, query: str) -> None:
    path = path_of(boiteau.club, "figures/players")
    for order in ("", "&order=games_won") if "order" not in query else ("",):
        problem(anybody.get(f"{path}?{query}{order}"), 400, "invalid_parameter")


def test_somebody_forgotten_has_no_name(anybody: Caller, boiteau: Player) -> None:
    Player.objects.filter(name="Walker").update(name="")
    assert None in [line["player"]["name"] for line in whole(anybody, path_of(boiteau, "against"))]


def test_play_shows_to_whom_it_is_open(anybody: Caller, boiteau: Player) -> None:
    rubber = Rubber.objects.earliest("pk")
    made = review(rubber, [{"player": "A"}, {"player": "B"}])
    DealReview.objects.create(review=made, game=1, deal=1, moments=[], **LUCK)
    path = path_of(boiteau, "figures")
    assert anybody.read(path)["play"] is None

    Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)

    play = anybody.read(path)["play"]
    luck = play.pop("luck")
    assert play == {
        "decisions": 1,
        "deals": 1,
        "is_enough": False,
        "marks": {"value": 0.36, "se": None, "count": 1},
        "chance": {"value": 0.06, "se": None, "count": 1},
        "labels": {"inaccuracy": 0, "mistake": 1, "blunder": 0},
        "accuracy": {"percent": None, "decisions": 1, "least": 20, "version": 1},
    }
    assert luck["marks"] == {
        "deals": 1,
        "dealt": -0.5,
        "turned": 0.25,
        "drawn": 0.0,
        "luck": {"value": -0.25, "se": 0.1},
        "result": {"value": -3.0, "se": None},
        "played": {"value": -2.75, "se": None},
    }
    assert anybody.read(f"{path}?depth=marks")["play"] is None
    assert anybody.read(f"{path_of(boiteau.club, 'figures')}")["play"] is None


def test_play_of_all_shows_where_the_members_agreed(anybody: Caller, boiteau: Player) -> None:
    review(Rubber.objects.earliest("pk"), [{"player": "A"}, {"player": "B"}])
    Club.objects.update(reviews_open=True)
    play = anybody.read(path_of(boiteau.club, "figures"))["play"]
    assert (play["decisions"], play["luck"]) == (2, None)

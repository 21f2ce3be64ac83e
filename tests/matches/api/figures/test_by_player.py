"""Players side by side in figures, by the API: those of a club and an event, and whom somebody met."""

from __future__ import annotations

import pytest

from matches.models import Event, Player
from tests.matches.api.calling import Caller, path_of, problem
from tests.matches.api.season import boiteau, club, made_boiteau, made_once, played, whole

__all__ = ["boiteau", "club", "made_boiteau", "made_once"]

pytestmark = pytest.mark.django_db


def test_players_of_a_club_by_a_figure_and_as_they_came(anybody: Caller, boiteau: Player) -> None:
    path = path_of(boiteau.club, "figures/players")
    lines = whole(anybody, path)
    assert [line["player"]["name"] for line in lines] == ["Boiteau", "Walker", "Clay"]
    assert list(lines[0]["figures"]) == [
        "games_won",
        "rubbers_won",
        "trebles_won",
        "marks",
        "voles_made",
        "games",
    ]
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

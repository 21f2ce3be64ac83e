"""How somebody played, beside how he fared, by the API: to whom it is open."""

from __future__ import annotations

from typing import Any, Final

import pytest

from matches.models import Club, DealReview, Player, Rubber
from tests.matches.api.calling import Caller, path_of
from tests.matches.api.season import boiteau, club, figures_of, made_boiteau, made_once
from tests.matches.pages.records import review

__all__ = ["boiteau", "club", "made_boiteau", "made_once"]

pytestmark = pytest.mark.django_db

LUCK: Final[dict[str, Any]] = {
    "dealt_marks": -0.5,
    "turned_marks": 0.25,
    "drawn_marks": 0.0,
    "result_marks": -3.0,
    "luck_se": 0.1,
    "dealt_chance": -0.1,
    "turned_chance": 0.05,
    "drawn_chance": 0.0,
    "result_chance": -0.4,
}


def test_play_shows_to_whom_it_is_open(anybody: Caller, boiteau: Player) -> None:
    rubber = Rubber.objects.earliest("pk")
    made = review(rubber, [{"player": "A"}, {"player": "B"}])
    DealReview.objects.create(review=made, game=1, deal=1, moments=[], **LUCK)
    path = path_of(boiteau, "figures")
    assert figures_of(anybody, path)["play"] is None

    Player.objects.filter(pk=boiteau.pk).update(shares_reviews=True)

    told = figures_of(anybody, path)["play"]
    luck = told.pop("luck")
    assert told == {
        "decisions": 1,
        "deals": 1,
        "is_enough": False,
        "marks": {"value": 0.36, "se": None, "count": 1},
        "chance": {"value": 0.06, "se": None, "count": 1},
        "labels": {"inaccuracy": 0, "mistake": 1, "blunder": 0},
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
    assert figures_of(anybody, f"{path}?depth=marks")["play"] is None
    assert figures_of(anybody, f"{path_of(boiteau.club, 'figures')}")["play"] is None


def test_play_of_all_shows_where_the_members_agreed(anybody: Caller, boiteau: Player) -> None:
    review(Rubber.objects.earliest("pk"), [{"player": "A"}, {"player": "B"}])
    Club.objects.update(reviews_open=True)
    told = figures_of(anybody, path_of(boiteau.club, "figures"))["play"]
    assert (told["decisions"], told["luck"]) == (2, None)

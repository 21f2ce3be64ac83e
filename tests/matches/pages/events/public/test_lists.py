"""Planned events in the lists of others' pages: the club's, and a player's own."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.helpers.hands import make_hands
from tests.matches.pages.events.public.scenes import drawn, finish
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page

pytestmark = pytest.mark.django_db


def listed(client: Client, address: str) -> list[str]:
    return [each.text for each in tags(page(client, address), "li") if each.text.startswith("Autumn Cup")]


def of_first(told: EventHands) -> str:
    return reverse("web:player", args=[told.players[0].public_id])


def test_club_says_how_far_its_events_are(client: Client) -> None:
    told = playing("swiss", rounds=3)
    assert listed(client, reverse("web:club", args=[told.event.club.slug])) == [
        "Autumn CupBeing played · 0 rubbers"
    ]


def test_open_event_is_listed_as_ever(client: Client) -> None:
    rubber = make_hands().enter()
    assert listed(client, reverse("web:club", args=[rubber.club.slug])) == [
        "Autumn Cup21 November 2026 · 1 rubber"
    ]


def test_player_sees_his_events_and_his_place_at_the_end(client: Client) -> None:
    told = drawn("round_robin", size=4)
    assert listed(client, of_first(told)) == ["Autumn CupPortland · being played"]
    finish(told)
    place = told.state.places[told.players[0].public_id]
    assert listed(client, of_first(told)) == [f"Autumn CupPortland · place {place}"]


def test_who_has_withdrawn_is_told_so(client: Client) -> None:
    told = playing("round_robin")
    told.record("withdrawn", player=told.players[0].public_id, stage=1, round=2)
    assert listed(client, of_first(told)) == ["Autumn CupPortland · withdrawn"]

"""Directors write down an event's prizes, and the prize list has them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Membership
from matches.pages.events.prints import prize_words
from matches.rules.events.plan import StagePlan
from tests.matches.events.event_hands import EventHands, planned
from tests.matches.pages.events.scenes import address, drawn, finish
from tests.matches.pages.events.test_views import join
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db


def save(client: Client, event_hands: EventHands, text: str) -> Any:
    data = {"prizes": text, "key": "one", "version": event_hands.event.version}
    return client.post(address(event_hands, "event_prizes"), data)


def directing(client: Client, event_hands: EventHands) -> EventHands:
    join(event_hands, Membership.Role.DIRECTOR)
    client.force_login(event_hands.hands.director)
    event_hands.event.refresh_from_db()
    return event_hands


def test_prizes_are_printed_beside_the_places(client: Client) -> None:
    event_hands = directing(client, drawn("round_robin", size=4))
    assert "Prize" not in [each.text for each in tags(prize_list(client, event_hands), "th")]
    assert save(client, event_hands, "20 €\r\n A bottle  of port \r\n\r\n").status_code == 302
    plan = event_hands.state.facts.plan
    assert plan is not None
    assert plan.prizes == ("20 €", "A bottle of port")
    finish(event_hands)
    cells = [each.text for each in tags(prize_list(client, event_hands), "td")]
    assert "20 €" in cells[2]
    assert "20 €" in page(client, address(event_hands, "event_prizes"))


def prize_list(client: Client, event_hands: EventHands) -> str:
    return page(client, address(event_hands, "event_print", "prizes"))


def test_too_long_a_prize_is_refused_with_a_reason(client: Client) -> None:
    event_hands = directing(client, planned(StagePlan(kind="swiss", rounds=3)))
    answer = save(client, event_hands, "x" * 101)
    assert answer.status_code == 400
    assert "Shorten each prize" in words(answer.content.decode())


@pytest.mark.parametrize(
    ("place", "sharing", "expected"),
    [(1, 1, "gold"), (2, 1, ""), (2, 2, "tin (shared)"), (1, 3, "gold, tin (shared)"), (4, 2, "")],
)
def test_players_of_one_place_share_its_prizes(place: int, sharing: int, expected: str) -> None:
    assert prize_words(("gold", "", "tin"), place, sharing) == expected

"""The tables that still have to play, on the page that leads to every way of entering a rubber."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Membership, Pairing, Player, Rubber, User
from tests.factories.browsers import client_of
from tests.matches.events.event_hands import EventHands
from tests.matches.pages.events.scenes import drawn
from tests.matches.pages.reading import page, words
from tests.matches.pages.rubbers.entry.people import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> EventHands:
    return drawn("swiss", size=6, rounds=3)


def browser_of(event: EventHands, role: str, player: Player | None = None) -> Client:
    """Return the client of a person with this role, who is ``player`` or somebody who does not play."""
    club = event.hands.club
    player = player or Player.objects.create(club=club, name=f"The {role}")
    player.user = User.objects.create_user(f"{role}@example.org")
    player.save()
    Membership.objects.create(club=club, player=player, role=role)
    return client_of(player.user)


def first(event: EventHands) -> Pairing:
    return Pairing.objects.select_related("entrant_a__player", "entrant_b__player").get(
        round__stage__event=event.event, number=1
    )


def tap(client: Client, event: EventHands, table: str) -> str:
    """Send a table's button, and return what the page says after it."""
    response = client.post(at("enter", event.hands.club.slug), {"key": "k" * 20, "table": table}, follow=True)
    assert response.status_code == 200
    return words(response.content.decode())


def test_scorer_enters_each_table_by_one_touch(event: EventHands) -> None:
    client = browser_of(event, "scorer")
    pairing = first(event)
    html = page(client, at("enter", event.hands.club.slug))
    assert html.count('name="table" value=') == 3 * 5
    for value in ("2-0", "2-1", "1-2", "0-2", "pad"):
        assert f'value="{pairing.pk} {value}"' in html
    told = tap(client, event, f"{pairing.pk} 1-2")
    rubber = Rubber.objects.get()
    assert (rubber.state, rubber.games_won_a, rubber.games_won_b) == ("confirmed", 1, 2)
    assert rubber.round_label == pairing.round.label
    a, b = pairing.entrant_a, pairing.entrant_b
    assert a is not None
    assert b is not None
    assert f"{a.player.name} 1–2 {b.player.name}. The rubber is stored, and it counts." in told
    assert "has a result by now" in tap(client, event, f"{pairing.pk} 2-0")
    assert Rubber.objects.count() == 1


def test_player_reports_their_own_table_alone(event: EventHands) -> None:
    pairing = first(event)
    assert pairing.entrant_b is not None
    client = browser_of(event, "member", pairing.entrant_b.player)
    assert page(client, at("enter", event.hands.club.slug)).count('name="table" value=') == 5
    other = Pairing.objects.exclude(pk=pairing.pk).filter(round__stage__event=event.event)[0]
    assert "has a result by now" in tap(client, event, f"{other.pk} 2-0")
    assert not Rubber.objects.exists()
    tap(client, event, f"{pairing.pk} 2-0")
    assert (Rubber.objects.get().state, Rubber.objects.get().reported_by) == ("reported", "B")


def test_pad_opens_for_a_table(event: EventHands) -> None:
    client = browser_of(event, "scorer")
    button = {"key": "k" * 20, "table": f"{first(event).pk} pad"}
    response = client.post(at("enter", event.hands.club.slug), button)
    assert response["Location"] == at("pad", Rubber.objects.get().public_id)


@pytest.mark.parametrize("sent", ["", "x", "1", "9999999 2-0", "\x00 2-0", f"{'9' * 40} 2-0", "-1 pad"])
def test_what_no_button_sends_stores_nothing(event: EventHands, sent: str) -> None:
    assert "has a result by now" in tap(browser_of(event, "owner"), event, sent)
    assert not Rubber.objects.exists()


@pytest.mark.parametrize("score", ["5-0", "1-1", "99-99"])
def test_result_that_the_rules_do_not_allow_is_refused(event: EventHands, score: str) -> None:
    tap(browser_of(event, "owner"), event, f"{first(event).pk} {score}")
    assert not Rubber.objects.exists()

"""A result of an event disputed or confirmed by who runs it: what that moves is asked first."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.events.write_standings import write_standings
from matches.models import Club, Event, LogEntry, Player, Rubber, User
from matches.rubbers.confirm_dispute_void import dispute_rubber
from tests.matches.pages.events.corrections.played import (
    decide,
    pairing,
    rubber_of,
    state,
    swiss_after,
)
from tests.matches.pages.events.director.pages import acting, drawn, facts, sheet_with
from tests.matches.pages.reading import page, words


def asked(client: Client, name: str, rubber: Rubber) -> tuple[str, str]:
    """The page that answers the form of a dispute or a confirmation, and its address."""
    at = reverse(f"web:{name}", args=[rubber.public_id])
    form = {**sheet_with(page(client, at), "version").values, "reason": "they played the wrong round"}
    response = client.post(at, form, follow=True)
    return at, response.content.decode()


def state_of(rubber: Rubber) -> str:
    rubber.refresh_from_db()
    return rubber.state


def disputed(event: Event, number: int, round_number: int) -> Rubber:
    rubber = rubber_of(event, number, round_number)
    dispute_rubber(rubber, seat="", act=acting("looked at again"))
    write_standings(event.pk)
    return rubber


def test_dispute_says_first_what_it_moves(director: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    entries = LogEntry.objects.count()
    told = words(asked(director, "dispute_rubber", rubber)[1])
    assert "Dispute the result: Ann and Dan, 2–0." in told
    assert "Nothing is stored yet." in told
    assert "Final: Ann – Ben was played, or is being played." in told
    assert (state_of(rubber), LogEntry.objects.count()) == ("confirmed", entries)


def test_pairing_that_was_played_is_kept_with_the_dispute(director: Client, cup: Event) -> None:
    rubber, final = rubber_of(cup, 1, 1), pairing(cup, 1, 2)
    at, html = asked(director, "dispute_rubber", rubber)
    told = words(decide(director, at, html, keep_1_2_1="keep"))
    assert "The result is disputed" in told
    assert state_of(rubber) == "disputed"
    assert facts(cup)[-1] == "kept"
    now = pairing(cup, 1, 2)
    assert (now.a, now.b, now.rubber) == (final.a, final.b, final.rubber)
    entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}", kind="rubber.disputed")
    assert entry.reason == "the sheet was misread"


def test_decision_sent_twice_is_stored_once(director: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    at, html = asked(director, "dispute_rubber", rubber)
    decide(director, at, html, keep_1_2_1="again")
    entries = LogEntry.objects.count()
    decide(director, at, html, keep_1_2_1="again")
    assert LogEntry.objects.count() == entries


def test_confirming_what_was_disputed_asks_about_rounds_drawn_since(director: Client, club: Club) -> None:
    event = swiss_after(club, 1)
    rubber = disputed(event, 1, 1)
    drawn(event)
    at, html = asked(director, "confirm_rubber", rubber)
    assert "Draw again from Round 2 on" in words(html)
    told = words(decide(director, at, html, redo="1.2"))
    assert "The result is confirmed" in told
    assert state_of(rubber) == "confirmed"
    assert len(state(event).stages[0].rounds) == 1


def test_result_on_which_nothing_was_drawn_is_confirmed_at_once(director: Client, club: Club) -> None:
    event = swiss_after(club, 1)
    rubber = disputed(event, 1, 1)
    assert "The result is confirmed" in words(asked(director, "confirm_rubber", rubber)[1])
    assert state_of(rubber) == "confirmed"


def test_somebody_who_came_in_between_has_it_asked_again(director: Client, club: Club) -> None:
    event = swiss_after(club, 2)
    rubber = rubber_of(event, 1, 1)
    at, html = asked(director, "dispute_rubber", rubber)
    drawn(event)
    told = words(decide(director, at, html, status=409, redo="keep"))
    assert "Something has changed since you looked" in told
    assert state_of(rubber) == "confirmed"


def test_player_disputes_his_result_without_being_asked(client: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    ann = User.objects.create_user("ann@example.org")
    Player.objects.filter(pk=rubber.player_a_id).update(user=ann)
    client.force_login(ann)
    assert "The result is disputed" in words(asked(client, "dispute_rubber", rubber)[1])
    assert state_of(rubber) == "disputed"

"""A dispute, a confirmation or a conflict's other text asks first about what it moves."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.events.write_standings import write_standings
from matches.models import Club, Conflict, Event, LogEntry, Rubber
from matches.rubbers.change_result import dispute_rubber
from matches.rubbers.text import named_text
from tests.matches.files import import_text
from tests.matches.pages.events.corrections.played import (
    decide,
    pairing,
    rubber_of,
    state,
    swiss_after,
    winner,
)
from tests.matches.pages.events.desk.pages import acting, drawn, facts
from tests.matches.pages.reading import page, words
from tests.matches.pages.records import sign_in_as
from tests.support.html_forms import form_with


def preview(client: Client, name: str, rubber: Rubber) -> tuple[str, str]:
    """Return the page that answers the form of a dispute or a confirmation, and its address."""
    at = reverse(f"web:{name}", args=[rubber.public_id])
    form = {**form_with(page(client, at), "version").values, "reason": "they played the wrong round"}
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
    rubber, final = rubber_of(cup, 1, 1), pairing(cup, 1, 2)
    entries = LogEntry.objects.count()
    at, html = preview(director, "dispute_rubber", rubber)
    text = words(html)
    assert "Dispute the result: Ann and Dan, 2–0." in text
    assert "Nothing is stored yet." in text
    assert "Final: Ann – Ben was played, or is being played." in text
    assert (state_of(rubber), LogEntry.objects.count()) == ("confirmed", entries)
    assert "The result is disputed" in words(decide(director, at, html, keep_1_2_1="keep"))
    assert (state_of(rubber), facts(cup)[-1]) == ("disputed", "kept")
    now = pairing(cup, 1, 2)
    assert (now.a, now.b, now.rubber) == (final.a, final.b, final.rubber)
    entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}", kind="rubber.disputed")
    assert entry.reason == "the sheet was misread"
    entries = LogEntry.objects.count()
    decide(director, at, html, keep_1_2_1="keep")
    assert LogEntry.objects.count() == entries


def test_confirmation_asks_about_later_rounds(director: Client, club: Club) -> None:
    event = swiss_after(club, 1)
    rubber = disputed(event, 1, 1)
    drawn(event)
    at, html = preview(director, "confirm_rubber", rubber)
    assert "Draw again from Round 2 on" in words(html)
    text = words(decide(director, at, html, redo="1.2"))
    assert "The result is confirmed" in text
    assert state_of(rubber) == "confirmed"
    assert len(state(event).stages[0].rounds) == 1


def test_result_without_later_rounds_is_confirmed_at_once(director: Client, club: Club) -> None:
    event = swiss_after(club, 1)
    rubber = disputed(event, 1, 1)
    assert "The result is confirmed" in words(preview(director, "confirm_rubber", rubber)[1])
    assert state_of(rubber) == "confirmed"


def test_somebody_who_came_in_between_has_it_asked_again(director: Client, club: Club) -> None:
    event = swiss_after(club, 2)
    rubber = rubber_of(event, 1, 1)
    at, html = preview(director, "dispute_rubber", rubber)
    drawn(event)
    text = words(decide(director, at, html, status=409, redo="keep"))
    assert "Something has changed since you looked" in text
    assert state_of(rubber) == "confirmed"


def test_player_disputes_his_result_without_being_asked(client: Client, cup: Event) -> None:
    rubber = rubber_of(cup, 1, 1)
    sign_in_as(client, rubber.player_a)
    assert "The result is disputed" in words(preview(client, "dispute_rubber", rubber)[1])
    assert state_of(rubber) == "disputed"


TAKE = {"choice": "other", "reason": "The second sheet is signed"}


def contested(club: Club, event: Event) -> tuple[Rubber, str]:
    """Return the first semi-final, contested by a file in which the other side won it, and the conflict's page."""
    rubber = rubber_of(event, 1, 1)
    text = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))
    assert '[Result "2-0"]' in text
    import_text(text.replace('"2-0"', '"0-2"'), club=club)
    conflict = Conflict.objects.get()
    assert conflict.rubber_id == rubber.pk
    return rubber, reverse("web:conflict", args=[club.slug, conflict.public_id])


def taken(client: Client, at: str, **changes: str) -> str:
    """Choose the other text, and return the response's page."""
    sheet = form_with(page(client, at), "version")
    return client.post(at, {**sheet.values, **TAKE, **changes}).content.decode()


def test_other_text_says_first_what_it_moves(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    entries = LogEntry.objects.count()
    html = taken(director, at)
    assert "Final: Ann – Ben was played, or is being played." in words(html)
    assert (LogEntry.objects.count(), winner(rubber)) == (entries, "A")
    decide(director, at, html, reason=TAKE["reason"], keep_1_2_1="keep")
    assert (winner(rubber), pairing(cup, 1, 2).is_kept) == ("B", True)
    assert Conflict.objects.get().resolution == Conflict.Resolution.TAKEN
    assert LogEntry.objects.get(kind="rubber.corrected").reason == TAKE["reason"]


def test_final_goes_outside_the_draw_where_it_is_not_kept(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    decide(director, at, taken(director, at), reason=TAKE["reason"], keep_1_2_1="again")
    assert (winner(rubber), pairing(cup, 1, 2).rubber) == ("B", "")


def test_director_goes_back_to_the_two_texts(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    sheet = form_with(taken(director, at), "seen")
    response = director.post(at, {**sheet.values, "back": "1"})
    assert "Two versions of one rubber" in words(response.content.decode())
    assert (winner(rubber), Conflict.objects.get().resolution) == ("A", "")
    taken(director, at, choice="stored")
    assert (winner(rubber), Conflict.objects.get().resolution) == ("A", Conflict.Resolution.KEPT)

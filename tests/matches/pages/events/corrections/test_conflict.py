"""A conflict about a result of an event: what the other text moves is asked before it is taken."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from matches.models import Club, Conflict, Event, LogEntry, Rubber
from matches.rubbers.canonical_text import named_text
from tests.matches.files import import_text
from tests.matches.pages.events.corrections.played import decide, pairing, rubber_of, winner
from tests.matches.pages.events.director.pages import sheet_with
from tests.matches.pages.reading import page, words

TAKE = {"choice": "other", "reason": "The second sheet is signed"}


def contested(club: Club, event: Event) -> tuple[Rubber, str]:
    """The first semi-final, of which a file says that the other side won it; and the conflict's page."""
    rubber = rubber_of(event, 1, 1)
    text = named_text(rubber.egn, (rubber.player_a.name, rubber.player_b.name))
    assert '[Result "2-0"]' in text
    import_text(text.replace('"2-0"', '"0-2"'), club=club)
    conflict = Conflict.objects.get()
    assert conflict.rubber_id == rubber.pk
    return rubber, reverse("web:conflict", args=[club.slug, conflict.public_id])


def taken(client: Client, at: str, **changes: str) -> str:
    """The answer to the choice of the other text."""
    sheet = sheet_with(page(client, at), "version")
    return client.post(at, {**sheet.values, **TAKE, **changes}).content.decode()


def test_what_the_other_text_moves_is_shown_and_nothing_stored(
    director: Client, club: Club, cup: Event
) -> None:
    rubber, at = contested(club, cup)
    entries = LogEntry.objects.count()
    told = words(taken(director, at))
    assert "Final: Ann – Ben was played, or is being played." in told
    assert (LogEntry.objects.count(), winner(rubber)) == (entries, "A")


def test_other_text_is_taken_with_what_the_director_decides(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    html = taken(director, at)
    decide(director, at, html, reason=TAKE["reason"], keep_1_2_1="keep")
    assert (winner(rubber), pairing(cup, 1, 2).is_kept) == ("B", True)
    assert Conflict.objects.get().resolution == Conflict.Resolution.TAKEN
    assert LogEntry.objects.get(kind="rubber.corrected").reason == TAKE["reason"]


def test_final_goes_outside_the_draw_where_it_is_not_kept(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    decide(director, at, taken(director, at), reason=TAKE["reason"], keep_1_2_1="again")
    assert (winner(rubber), pairing(cup, 1, 2).rubber) == ("B", "")


def test_what_is_stored_is_kept_without_a_question(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    taken(director, at, choice="stored")
    assert (winner(rubber), Conflict.objects.get().resolution) == ("A", Conflict.Resolution.KEPT)


def test_director_may_go_back_to_the_two_texts(director: Client, club: Club, cup: Event) -> None:
    rubber, at = contested(club, cup)
    sheet = sheet_with(taken(director, at), "seen")
    shown = director.post(at, {**sheet.values, "back": "1"})
    assert "Two contents of one rubber" in words(shown.content.decode())
    assert (winner(rubber), Conflict.objects.get().resolution) == ("A", "")

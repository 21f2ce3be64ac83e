"""The desk offers the pairing of a rubber outside the draw, and one tap puts the rubber into it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.events.event_state import event_state
from matches.models import Club, Event, Rubber
from matches.rules.events.plan import EventPlan, StagePlan
from tests.matches.files import import_text
from tests.matches.pages.events.desk.pages import address, drawn, planned, released
from tests.matches.pages.reading import page, words
from tests.support.html_forms import forms_of

TWICE = EventPlan(stages=(StagePlan(kind="round_robin", cycles=2),), lot_seed="s")


def tap(client: Client, event: Event, chosen: str) -> str:
    """Send the desk's form by one of its buttons, and return the words of the page after it."""
    run = address(event, "event_run")
    sheet = next(each for each in forms_of(page(client, run)) if each.id == "place")
    assert sheet.action == run
    return words(client.post(run, {**sheet.values, "place": chosen}, follow=True).content.decode())


def text(event: Event, a: str, b: str, round_label: str) -> str:
    head = ['[EGN "1"]', f'[Event "{event.name}"]', f'[Round "{round_label}"]', f'[A "{a}"]', f'[B "{b}"]']
    return "\n".join([*head, '[BestOf "3"]', '[Result "2-0"]', ""])


def test_rubber_whose_round_nobody_found_is_counted_by_one_tap(director: Client, club: Club) -> None:
    event = planned(club, names=("Ann", "Ben"))
    import_text(text(event, "Ann", "Ben", "Round 1"), club=club)
    drawn(event)
    assert event_state(event).pairing_at((1, 1, 1)).rubber == ""
    desk = page(director, address(event, "event_run"))
    assert "Written for “Round 1”, which was not found in the draw. Count it in Round 1, table 1" in words(
        desk
    )
    rubber = Rubber.objects.get()
    assert f'form="place" name="place" value="{rubber.public_id} 1.1.1"' in desk
    answer = tap(director, event, f"{rubber.public_id} 1.1.1")
    assert "Ann and Ben: Round 1, table 1." in answer
    assert "A rubber outside the draw" not in answer
    assert event_state(event).pairing_at((1, 1, 1)).rubber == rubber.public_id
    history = words(page(director, reverse("web:rubber_history", args=[rubber.public_id])))
    assert "put Ann – Ben 2–0 where it belongs in the draw: Round 1." in history


@pytest.mark.parametrize(
    ("b", "choices"), [("Ben", "Count it in Round 1, table 1 Count it in Round 2, table 1"), ("Zoe", "")]
)
def test_undecided_pairings_are_choices(director: Client, club: Club, b: str, choices: str) -> None:
    event = released(club, TWICE, names=("Ann", "Ben"))
    import_text(text(event, "Ann", b, "return match"), club=club)
    desk = words(page(director, address(event, "event_run")))
    assert "A rubber outside the draw" in desk
    assert choices in desk
    assert ("Count it in" in desk) == bool(choices)


@pytest.mark.parametrize(
    ("chosen", "refusal"),
    [
        ("", "Nothing was stored. Try again."),
        ("nonsense", "Nothing was stored. Try again."),
        ("{rubber} 1.1.2", "These two do not meet in this round."),
        ("{rubber} 1.9.1", "There is no pairing 1 in round 9."),
    ],
)
def test_choice_that_is_gone_is_refused(director: Client, club: Club, chosen: str, refusal: str) -> None:
    event = released(club, names=("Ann", "Ben", "Cay", "Dan"))
    pairing = event_state(event).pairing_at((1, 1, 1))
    names = {player.public_id: player.name for player in club.players.all()}
    import_text(text(event, names[pairing.a or ""], names[pairing.b or ""], "Round 9"), club=club)
    rubber = Rubber.objects.get()
    assert refusal in tap(director, event, chosen.format(rubber=rubber.public_id))
    assert len(event_state(event).outside) == 1


def test_many_rubbers_outside_cost_no_more_queries(director: Client, club: Club) -> None:
    event = released(club, names=("Ann", "Ben"))
    counts = []
    page(director, address(event, "event_run"))
    for numbers in (range(9, 10), range(10, 26)):
        import_text(*(text(event, "Ann", "Ben", f"Round {number}") for number in numbers), club=club)
        with CaptureQueriesContext(connection) as queries:
            page(director, address(event, "event_run"))
        counts.append(len(queries))
    assert counts[0] == counts[1]

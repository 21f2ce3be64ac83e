"""Awards are given, changed and taken back, and move players accordingly."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.test import Client

from matches.events.record_facts import record_fact
from matches.models import Club, Event, LogEntry
from tests.matches.pages.events.corrections.played import (
    CUP,
    FOUR,
    decide,
    decided_form,
    pairing,
    play,
    state,
)
from tests.matches.pages.events.desk.pages import acting, address, facts, released
from tests.matches.pages.reading import page, words
from tests.support.html_forms import form_with


@pytest.fixture(scope="module")
def made(staffed: Club) -> Event:
    event = released(staffed, CUP, FOUR, "Award Cup")
    ann = pairing(event, 1, 1).a
    walkover = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": ann}
    record_fact(event, "awarded", walkover, act=acting())
    play(event, (1, 1, 2))
    play(event, (1, 2, 1))
    event.refresh_from_db()
    return event


@pytest.fixture
def event(db: None, made: Event) -> Event:
    """Return an event in which Ann won a semi-final by a walkover, Ben won the other, and Ann beat Ben."""
    return deepcopy(made)


def preview(client: Client, event: Event, expected: str, *, status: int = 200) -> tuple[str, str]:
    at = address(event, "event_correct_award", 1, 1, 1)
    response = client.post(at, {"key": form_with(page(client, at), "key").values["key"], "said": expected})
    assert response.status_code == status, words(response.content.decode())
    return at, response.content.decode()


def test_page_offers_the_other_awards(director: Client, event: Event) -> None:
    text = words(page(director, address(event, "event_correct_award", 1, 1, 1)))
    assert "Ann – Dan" in text
    assert "Dan wins: Ann did not come" in text
    assert "Ann wins: Dan did not come" not in text
    assert "undo the award" in text
    preview(director, event, "", status=400)


def test_walkover_is_turned_round(director: Client, event: Event) -> None:
    at, html = preview(director, event, "wb")
    text = words(html)
    assert "Semi-final, Ann – Dan: Dan wins: Ann did not come." in text
    assert "Final: Ann – Ben was played, or is being played. Now Dan – Ben belongs there." in text
    done = words(decide(director, at, html, keep_1_2_1="keep"))
    assert "Director (director) gave Dan a walkover (Semi-final, pairing 1)." in done
    assert facts(event)[-2:] == ["awarded", "kept"]
    assert pairing(event, 1, 2).is_kept


def test_undone_award_comes_back_with_its_final(director: Client, event: Event) -> None:
    before = state(event).stages
    done = decide(director, *preview(director, event, "undone"), keep_1_2_1="again")
    assert facts(event)[-1] == "award_undone"
    assert (pairing(event, 1, 1).outcome, pairing(event, 1, 2).outcome) == (None, None)
    undo = form_with(done, "do", "undone")
    director.post(undo.action, undo.values)
    assert state(event).stages == before


def test_rubber_is_given_to_the_other_by_decision(director: Client, cup: Event) -> None:
    at, html = preview(director, cup, "db")
    assert "Semi-final, Ann – Dan: Dan wins by decision." in words(html)
    decide(director, at, html, keep_1_2_1="again")
    assert pairing(cup, 1, 2).a == pairing(cup, 1, 1).b


def test_same_form_sent_twice_is_one_act(director: Client, event: Event) -> None:
    at, html = preview(director, event, "wb")
    form = decided_form(html, keep_1_2_1="keep")
    entries = LogEntry.objects.count()
    assert [director.post(at, form).status_code for _ in range(2)] == [302, 302]
    assert LogEntry.objects.count() == entries + 2


def test_event_that_changed_meanwhile_is_looked_at_again(director: Client, event: Event) -> None:
    at, html = preview(director, event, "wb")
    record_fact(
        event, "forbidden", {"pairs": [[pairing(event, 1, 1).a, pairing(event, 1, 1).b]]}, act=acting()
    )
    entries = LogEntry.objects.count()
    again = decide(director, at, html, status=409, keep_1_2_1="keep")
    assert LogEntry.objects.count() == entries
    decide(director, at, again, keep_1_2_1="keep")
    assert facts(event)[-2:] == ["awarded", "kept"]


def test_complete_event_says_why_not(director: Client, event: Event) -> None:
    record_fact(event, "completed", {}, act=acting())
    text = words(preview(director, event, "wb", status=400)[1])
    assert "Please check one thing." in text


@pytest.mark.parametrize(("place", "status"), [((1, 1, 3), 404), ((2, 1, 1), 404), ((1, 1, 2), 200)])
def test_unknown_pairing(director: Client, event: Event, place: tuple[int, int, int], status: int) -> None:
    page(director, address(event, "event_correct_award", *place), status=status)

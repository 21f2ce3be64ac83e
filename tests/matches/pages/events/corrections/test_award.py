"""Awards: given, changed and taken back, with what that moves."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

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
    swiss_after,
)
from tests.matches.pages.events.director.pages import (
    acting,
    address,
    drawn,
    facts,
    planned,
    sheet_with,
)
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words


@pytest.fixture(scope="module")
def made(staffed: Club) -> Event:
    event = planned(staffed, CUP, FOUR, "Award Cup")
    drawn(event)
    ann = pairing(event, 1, 1).a
    walkover = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": ann}
    record_fact(event, "awarded", walkover, act=acting())
    play(event, (1, 1, 2))
    play(event, (1, 2, 1))
    event.refresh_from_db()
    return event


@pytest.fixture
def event(db: None, made: Event) -> Event:
    """Ann got her semi-final by a walkover, Ben won his, and Ann beat Ben."""
    return deepcopy(made)


def asked(client: Client, event: Event, said: str, *, status: int = 200) -> tuple[str, str]:
    at = address(event, "event_correct_award", 1, 1, 1)
    sheet = sheet_with(page(client, at), "key")
    response = client.post(at, {"key": sheet_with(page(client, at), "key").values["key"], "said": said})
    assert sheet
    assert response.status_code == status, words(response.content.decode())
    return at, response.content.decode()


def test_page_offers_what_is_not_so_already(director: Client, event: Event) -> None:
    told = words(page(director, address(event, "event_correct_award", 1, 1, 1)))
    assert "Ann – Dan" in told
    assert "Dan wins: Ann did not come" in told
    assert "Ann wins: Dan did not come" not in told
    assert "the award is taken back" in told


def test_walkover_is_turned_round_and_the_final_kept(director: Client, event: Event) -> None:
    at, html = asked(director, event, "wb")
    told = words(html)
    assert "Semi-final, Ann – Dan: Dan wins: Ann did not come." in told
    assert "Final: Ann – Ben was played, or is being played. Now Dan – Ben belongs there." in told
    done = words(decide(director, at, html, keep_1_2_1="keep"))
    assert "Semi-final, pairing 1: walkover for Dan, by Director (director)." in done
    assert facts(event)[-2:] == ["awarded", "kept"]
    assert pairing(event, 1, 2).is_kept


def test_award_is_taken_back_and_the_final_played_again(director: Client, event: Event) -> None:
    at, html = asked(director, event, "undone")
    decide(director, at, html, keep_1_2_1="again")
    assert facts(event)[-1] == "award_undone"
    assert (pairing(event, 1, 1).outcome, pairing(event, 1, 2).outcome) == (None, None)


def test_all_of_it_is_taken_back_at_once(director: Client, event: Event) -> None:
    before = state(event).stages
    at, html = asked(director, event, "n")
    undo = sheet_with(decide(director, at, html, keep_1_2_1="keep"), "do", "undone")
    director.post(undo.action, undo.values)
    assert state(event).stages == before


def test_rubber_is_given_to_the_other_by_decision(director: Client, cup: Event) -> None:
    at, html = asked(director, cup, "db")
    assert "Semi-final, Ann – Dan: Dan wins by decision." in words(html)
    decide(director, at, html, keep_1_2_1="again")
    assert pairing(cup, 1, 2).a == pairing(cup, 1, 1).b


def test_same_form_sent_twice_is_one_act(director: Client, event: Event) -> None:
    at, html = asked(director, event, "wb")
    form = decided_form(html, keep_1_2_1="keep")
    entries = LogEntry.objects.count()
    assert [director.post(at, form).status_code for _ in range(2)] == [302, 302]
    assert LogEntry.objects.count() == entries + 2


def test_event_that_changed_meanwhile_is_looked_at_again(director: Client, event: Event) -> None:
    at, html = asked(director, event, "wb")
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
    told = words(asked(director, event, "wb", status=400)[1])
    assert "One thing needs another look before this can go through." in told


def test_nothing_is_said(director: Client, event: Event) -> None:
    asked(director, event, "", status=400)


@pytest.mark.parametrize(("place", "status"), [((1, 1, 3), 404), ((2, 1, 1), 404), ((1, 1, 2), 200)])
def test_pairing_has_to_be_there(
    director: Client, event: Event, place: tuple[int, int, int], status: int
) -> None:
    page(director, address(event, "event_correct_award", *place), status=status)


@pytest.mark.parametrize(("role", "status"), [("owner", 200), ("scorer", 403), ("stranger", 403)])
def test_who_may_award(client: Client, event: Event, role: str, status: int) -> None:
    client.force_login(user(role))
    page(client, address(event, "event_correct_award", 1, 1, 1), status=status)


@pytest.mark.parametrize("players", [8, 24])
def test_pages_ask_few_questions_of_the_database(director: Client, club: Club, players: int) -> None:
    swiss = swiss_after(club, 2, names=tuple(f"Player {number}" for number in range(players)))
    with CaptureQueriesContext(connection) as queries:
        asked(director, swiss, "wb")
    assert len(queries) <= 3 * 10

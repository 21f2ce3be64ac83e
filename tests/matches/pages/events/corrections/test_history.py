"""An event's history: its own entries and its rubbers', in words, and what was taken back."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.events.record_facts import record_fact
from matches.events.undo import undo_last
from matches.models import Club, Event
from tests.matches.pages.events.corrections.played import (
    TWELVE,
    decide,
    pairing,
    preview,
    rubber_of,
    swiss_after,
)
from tests.matches.pages.events.director.pages import acting, address
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words


def told(client: Client, event: Event) -> list[str]:
    """The lines of the history, without when."""
    html = page(client, address(event, "event_history"))
    items = re.findall(r"<li>(<p class=\"soft small\">.*?)</li>", html, re.DOTALL)
    return [words(re.sub(r"^<p.*?</p>", "", item)).strip() for item in items]


def test_everything_is_told_the_latest_first(director: Client, cup: Event) -> None:
    assert told(director, cup) == [
        "Ann – Ben 2–0 entered by Director (director).",
        "Ben – Cay 2–0 entered by Director (director).",
        "Ann – Dan 2–0 entered by Director (director).",
        "The bracket released by Director (director).",
        "The bracket drawn by Director (director).",
        "Entered by Director (director): Ann, Ben, Cay and Dan.",
        "The event planned by Director (director): knockout.",
        "The event Cup opened by Director (director).",
    ]


def test_what_was_taken_back_is_struck_out(director: Client, cup: Event) -> None:
    record_fact(cup, "completed", {}, act=acting())
    undo_last(cup, act=acting("not yet"))
    lines = told(director, cup)
    assert lines[0] == "Taken back by Director (director): event completed. Reason: not yet"
    assert lines[1].startswith("The event completed by Director (director). Taken back by Director, ")
    html = page(director, address(cup, "event_history"))
    assert html.count("<s>") == 1


def test_correction_that_was_taken_back_is_struck_out_with_what_came_with_it(
    director: Client, cup: Event
) -> None:
    decide(director, *preview(director, cup, rubber_of(cup, 1, 1)), keep_1_2_1="keep")
    undo_last(cup, act=acting("it was right"))
    html = page(director, address(cup, "event_history"))
    struck = [words(each).strip() for each in re.findall(r"<s>(.*?)</s>", html, re.DOTALL)]
    assert struck == [
        "Final: Ann – Ben kept as it was played, by Director (director).",
        "Ann – Dan 2–0 corrected to 0–2 by Director (director).",
    ]


def test_rounds_go_by_their_names(director: Client, club: Club) -> None:
    event = swiss_after(club, 1, names=TWELVE[:7])
    record_fact(event, "withdrawn", {"player": pairing(event, 1, 1).a, "stage": 1, "round": 2}, act=acting())
    lines = told(director, event)
    assert re.fullmatch(r"\w+ withdrawn from Round 2 on by Director \(director\)\.", lines[0])
    assert lines[4:6] == ["Round 1 released by Director (director).", "Round 1 drawn by Director (director)."]


@pytest.mark.parametrize(
    ("role", "status"), [("owner", 200), ("director", 200), ("scorer", 200), ("helper", 403), ("member", 403)]
)
def test_who_may_read_it(client: Client, cup: Event, role: str, status: int) -> None:
    client.force_login(user(role))
    page(client, address(cup, "event_history"), status=status)


@pytest.mark.parametrize(("players", "rounds"), [(8, 1), (24, 2)])
def test_page_asks_few_questions_of_the_database(
    director: Client, club: Club, players: int, rounds: int
) -> None:
    event = swiss_after(club, rounds, names=tuple(f"Player {number}" for number in range(players)))
    at = address(event, "event_history")
    with CaptureQueriesContext(connection) as queries:
        html = page(director, at)
    assert len(queries) <= 10
    assert html.count("<li><p") == min(50, 3 + rounds * (2 + players // 2))

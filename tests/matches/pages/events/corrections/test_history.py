"""An event's history shows its own entries and its rubbers', in words, and the undone steps."""

from __future__ import annotations

import re

from django.test import Client

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
from tests.matches.pages.events.desk.pages import acting, address
from tests.matches.pages.reading import page, words


def history_lines(client: Client, event: Event) -> list[str]:
    """Return the lines of the history, without times."""
    html = page(client, address(event, "event_history"))
    items = re.findall(r"<li>(<p class=\"soft small\">.*?)</li>", html, re.DOTALL)
    return [words(re.sub(r"^<p.*?</p>", "", item)).strip() for item in items]


def test_everything_is_told_the_latest_first(director: Client, cup: Event) -> None:
    assert history_lines(director, cup) == [
        "Director (director) entered Ann – Ben 2–0.",
        "Director (director) entered Ben – Cay 2–0.",
        "Director (director) entered Ann – Dan 2–0.",
        "Director (director) released the bracket.",
        "Director (director) drew the bracket.",
        "Director (director) entered Ann, Ben, Cay and Dan.",
        "Director (director) planned the event: knockout.",
        "Director (director) opened the event Cup.",
    ]


def test_what_was_taken_back_is_struck_out(director: Client, cup: Event) -> None:
    record_fact(cup, "completed", {}, act=acting())
    undo_last(cup, act=acting("not yet"))
    lines = history_lines(director, cup)
    assert lines[0] == "Director (director) undid: event completed. Reason: not yet"
    assert lines[1].startswith("Director (director) completed the event. Undone by Director, ")
    html = page(director, address(cup, "event_history"))
    assert html.count("<s>") == 1


def test_undone_correction_is_struck_out_whole(director: Client, cup: Event) -> None:
    decide(director, *preview(director, cup, rubber_of(cup, 1, 1)), keep_1_2_1="keep")
    undo_last(cup, act=acting("it was right"))
    html = page(director, address(cup, "event_history"))
    struck = [words(each).strip() for each in re.findall(r"<s>(.*?)</s>", html, re.DOTALL)]
    assert struck == [
        "Director (director) kept Ann – Ben as it was played (Final).",
        "Director (director) corrected Ann – Dan from 2–0 to 0–2.",
    ]


def test_rounds_go_by_their_names(director: Client, club: Club) -> None:
    event = swiss_after(club, 1, names=TWELVE[:7])
    record_fact(event, "withdrawn", {"player": pairing(event, 1, 1).a, "stage": 1, "round": 2}, act=acting())
    lines = history_lines(director, event)
    assert re.fullmatch(
        r"Director \(director\) withdrew \w+ from the event, beginning with: Round 2\.", lines[0]
    )
    assert lines[4:6] == [
        "Director (director) released a draw: Round 1.",
        "Director (director) made a draw: Round 1.",
    ]

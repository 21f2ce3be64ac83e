"""The director's desk: one thing to do next, the stages, the last step and how it is taken back."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.common.log import RUBBER_CORRECTED
from matches.events.current_state import event_state
from matches.events.record_facts import record_fact
from matches.models import Club, Event, LogEntry, Rubber
from matches.pages.common.club_context import moment_text
from matches.rubbers.commands import void_rubber
from matches.rules.events.plan import EventPlan, StagePlan
from tests.matches.pages.events.corrections.played import decide, preview, rubber_of
from tests.matches.pages.events.director.pages import (
    CUP,
    EVERYBODY,
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    played,
    send,
    sheet_with,
)
from tests.matches.pages.markup import tags
from tests.matches.pages.reading import page, words
from tests.matches.pages.test_every_page import MOST_QUERIES


def desk(client: Client, event: object) -> str:
    return words(page(client, address(event, "event_run")))  # type: ignore[arg-type]


def test_swiss_is_led_through_from_first_to_last(director: Client, club: Club) -> None:
    event = planned(club)
    run = address(event, "event_run")
    send(director, run, "do", "drawn")
    assert "The draft of Round 1 is there" in desk(director, event)
    for number in (1, 2, 3):
        send(director, address(event, "event_draw", 1), "do", "released")
        assert "3 results are missing. Enter results of Round" in desk(director, event)
        played(event)
        if number < 3:
            assert f"All results are in. Draw round {number + 1}" in desk(director, event)
            send(director, run, "do", "drawn")
    assert "Everything is played." in desk(director, event)
    send(director, run, "do", "completed")
    assert event_state(event).phase == "complete"
    send(director, run, "do", "reopened")
    assert event_state(event).phase == "playing"


@pytest.mark.parametrize(
    ("plan", "names", "said"),
    [
        (SWISS, (), "Nobody can be drawn yet: enter the players. Enter players"),
        (SWISS, ("Ann", "Ben"), "Draw round 1"),
        (CUP, ("Ann", "Ben"), "Draw the event"),
        (
            EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), check_in=True),
            ("Ann", "Ben"),
            "Check in who has come",
        ),
    ],
)
def test_what_comes_first(
    director: Client, club: Club, plan: EventPlan, names: tuple[str, ...], said: str
) -> None:
    assert said in desk(director, planned(club, plan, names))


def test_round_robin_is_released_and_played_as_a_whole(director: Client, club: Club) -> None:
    event = planned(club, EVERYBODY)
    drawn(event, is_released=False)
    assert "The draft of the draw is there" in desk(director, event)
    sheet = sheet_with(page(director, address(event, "event_draw", 1)), "do", "released")
    director.post(address(event, "event_draw", 1), {**sheet.values, "until": "5"})
    assert "15 results are missing." in desk(director, event)


def test_next_swiss_round_may_be_drawn_with_results_missing(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    send(director, address(event, "event_run"), "do", "drawn")
    assert len(event_state(event).stages[0].rounds) == 2
    assert "Round 2 was drawn while results were missing before it (3)" in desk(director, event)


def test_second_stage_is_drawn_when_the_first_is_complete(director: Client, club: Club) -> None:
    stages = (
        StagePlan(kind="round_robin", name="Groups", qualifiers=2),
        StagePlan(kind="knockout", name="Final"),
    )
    event = planned(club, EventPlan(stages=stages), ("Ann", "Ben", "Cay"))
    assert "Drawn when the stage before is complete." in desk(director, event)
    drawn(event)
    played(event)
    assert "Draw Final" in desk(director, event)
    send(director, address(event, "event_run"), "do", "drawn")
    assert event_state(event).stages[1].phase == "draft"


def test_last_step_is_said_and_taken_back(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    assert "Last decision: round 1 of stage 1 released (Director" in desk(director, event)
    shown = page(director, address(event, "event_undo"))
    assert "Round 1 of stage 1 released" in words(shown)
    send(director, address(event, "event_undo"), "do", "undone")
    assert facts(event)[-1] == "undone"
    assert not event_state(event).stages[0].rounds[0].is_released


def test_step_that_can_not_be_taken_back_says_why(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    played(event)
    shown = send(director, address(event, "event_undo"), "do", "undone")
    assert "has been played or awarded since" in words(shown)


def test_step_is_not_taken_back_for_another_that_was_seen(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    played(event)
    ann = event_state(event).entries[0].player
    record_fact(event, "withdrawn", {"player": ann, "stage": 1, "round": 2}, act=acting())
    seen = sheet_with(page(director, address(event, "event_undo")), "do", "undone")
    rubber = Rubber.objects.earliest("pk")
    void_rubber(rubber, act=acting("misread"))
    director.post(seen.action, seen.values)
    rubber.refresh_from_db()
    assert (rubber.state, facts(event)[-1]) == ("void", "withdrawn")


def test_form_sent_twice_is_one_fact(director: Client, club: Club) -> None:
    event = planned(club)
    sheet = sheet_with(page(director, address(event, "event_run")), "do", "drawn")
    for _time in range(2):
        assert director.post(sheet.action, sheet.values).status_code == 302
    assert facts(event) == ["opened", "planned", "entered", "drawn"]


def test_desk_seen_before_somebody_else_did_something_is_refused(director: Client, club: Club) -> None:
    event = planned(club)
    sheet = sheet_with(page(director, address(event, "event_run")), "do", "drawn")
    record_fact(event, "seeded", {"order": []}, act=acting())
    answer = director.post(sheet.action, sheet.values, follow=True)
    assert "Somebody else has changed this event meanwhile." in words(answer.content.decode())
    assert "drawn" not in facts(event)


def test_rubber_outside_says_whose_it_is_and_why(director: Client, club: Club) -> None:
    event = planned(club, names=("Ann", "Ben"))
    drawn(event)
    played(event)
    rubber = Rubber.objects.get()
    Rubber.objects.filter(pk=rubber.pk).update(round_label="9")
    shown = desk(director, event)
    assert f"{rubber.player_a.name} and {rubber.player_b.name}, " in shown
    assert "The draw has no round that is called Round 9." in shown


REDONE = [("keep", 0), ("1.3", 12)]
"""What is decided about the rounds drawn since a result was wrong, and how many rubbers stand outside after it."""


@pytest.mark.parametrize(("redo", "outside"), REDONE)
def test_corrected_result_is_the_last_decision(
    director: Client, club: Club, swiss: Event, redo: str, outside: int
) -> None:
    rubber = rubber_of(swiss, 1, 2)
    at, html = preview(director, swiss, rubber)
    decide(director, at, html, redo=redo)
    assert len(event_state(swiss).outside) == outside
    entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}", kind=RUBBER_CORRECTED)
    said = f"result of {rubber.player_a.name} and {rubber.player_b.name} changed"
    with CaptureQueriesContext(connection) as queries:
        html = page(director, address(swiss, "event_run"))
    assert len(queries) <= MOST_QUERIES
    shown = [each.text for each in tags(html, "p", class_="soft")]
    assert [text for text in shown if text.startswith("Last decision")] == [
        f"Last decision: {said} (Director, {moment_text(club, entry.at)}). Take back the last step"
    ]


def test_undo_says_how_many_rubbers_it_leaves_outside_the_draw(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay", "Dan"))
    ann = drawn(event).pairing_at((1, 1, 1)).a
    award = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": ann}
    record_fact(event, "awarded", award, act=acting("He did not come."))
    played(event)
    played(event)
    told = words(send(director, address(event, "event_undo"), "do", "undone"))
    assert "1 rubber stands outside the draw now. It stays on record." in told

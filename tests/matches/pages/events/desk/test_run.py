"""The director's desk shows the next step, the stages, and the last step with its undo."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.common.log import RUBBER_CORRECTED
from matches.events.event_state import event_state
from matches.events.pairings import rubber_of_pairing
from matches.events.record_facts import record_fact
from matches.events.results import WrittenResult, enter_results
from matches.models import Club, Event, LogEntry, Rubber
from matches.pages.common.club_context import moment_text
from matches.pages.common.results import player_name
from matches.rubbers.change_rubbers import dispute_rubber, record_deal, void_rubber
from matches.rules.events.plan import EventPlan, RubberRules, StagePlan
from tests.matches.pages.events.corrections.played import decide, preview, rubber_of
from tests.matches.pages.events.desk.pages import (
    CUP,
    EVERYBODY,
    SIX,
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    played,
    released,
    send,
)
from tests.matches.pages.reading import page, tags, words
from tests.matches.pages.test_every_page import MOST_QUERIES
from tests.support.html_forms import form_with


def desk(client: Client, event: Event, query: str = "") -> str:
    return words(page(client, address(event, "event_run") + query))


def test_swiss_is_led_through_from_first_to_last(director: Client, event: Event) -> None:
    run = address(event, "event_run")
    for number in (1, 2, 3):
        send(director, run, "do", "drawn")
        assert f"Round {number} is drawn. Players do not see it yet." in desk(director, event)
        send(director, run, "do", "released")
        then = f"Then draw round {number + 1} " if number < 3 else ""
        assert f"3 results missing {then}Enter 3 results" in desk(director, event)
        played(event)
        if number < 3:
            assert f"All results are in. Draw round {number + 1}" in desk(director, event)
    assert "Everything is played." in desk(director, event)
    send(director, run, "do", "completed")
    assert event_state(event).phase == "complete"
    send(director, run, "do", "reopened")
    assert event_state(event).phase == "playing"


@pytest.mark.parametrize(
    ("plan", "names", "expected"),
    [
        (SWISS, (), "Enter the players first. Enter players"),
        (SWISS, ("Ann", "Ben"), "Everyone is entered. Draw round 1"),
        (CUP, ("Ann", "Ben"), "Draw the event"),
        (
            EventPlan(stages=(StagePlan(kind="swiss", rounds=3),), check_in=True),
            ("Ann", "Ben"),
            "Check in those who have come.",
        ),
    ],
)
def test_what_comes_first(
    director: Client, club: Club, plan: EventPlan, names: tuple[str, ...], expected: str
) -> None:
    assert expected in desk(director, planned(club, plan, names))


def test_round_robin_is_released_and_played_as_a_whole(director: Client, club: Club) -> None:
    event = planned(club, EVERYBODY)
    drawn(event, is_released=False)
    assert "All rounds are drawn. Players do not see them yet. Look at the draw" in desk(director, event)
    sheet = form_with(page(director, address(event, "event_draw", 1)), "do", "released")
    director.post(address(event, "event_draw", 1), {**sheet.values, "until": "5"})
    assert "15 results missing Round 1 Enter 3 results" in desk(director, event)


def test_next_swiss_round_may_be_drawn_with_results_missing(director: Client, club: Club) -> None:
    event = released(club)
    assert "Draw round 2 now" in desk(director, event)
    send(director, address(event, "event_run"), "do", "drawn")
    assert len(event_state(event).stages[0].rounds) == 2
    assert "Round 2 was drawn while earlier results were missing (3)" in desk(director, event)


def test_second_stage_is_drawn_when_the_first_is_complete(director: Client, club: Club) -> None:
    stages = (
        StagePlan(kind="round_robin", name="Groups", qualifiers=2),
        StagePlan(kind="knockout", name="Final"),
    )
    event = planned(club, EventPlan(stages=stages), ("Ann", "Ben", "Cay"))
    drawn(event)
    played(event)
    assert "Draw Final" in desk(director, event)
    send(director, address(event, "event_run"), "do", "drawn")
    assert event_state(event).stages[1].phase == "draft"


def test_last_step_is_said_and_taken_back(director: Client, club: Club) -> None:
    event = released(club)
    text = desk(director, event)
    assert "Undo: round 1 released Print" in text
    assert "Last step: round 1 released (Director" in text
    html = page(director, address(event, "event_undo"))
    assert "Undo: round 1 released" in words(html)
    send(director, address(event, "event_undo"), "do", "undone")
    assert facts(event)[-1] == "undone"
    assert not event_state(event).stages[0].rounds[0].is_released


def test_step_that_can_not_be_taken_back_says_why(director: Client, club: Club) -> None:
    event = released(club)
    seen = form_with(page(director, address(event, "event_undo")), "do", "undone")
    played(event)
    assert "Undo: round 1 released" not in desk(director, event)
    html = page(director, address(event, "event_undo"))
    reason = "This can no longer be undone, because table 1 of round 1 has been played or awarded."
    assert reason in words(html)
    assert 'value="undone"' not in html
    assert f'href="{address(event, "event_draw", 1)}?round=1"' in html
    rubber = event_state(event).stages[0].rounds[0].pairings[0].rubber
    assert f"/rubbers/{rubber}/" in html
    answer = director.post(address(event, "event_undo"), seen.values, follow=True)
    assert reason in words(answer.content.decode())


def test_step_is_not_taken_back_for_another_that_was_seen(director: Client, club: Club) -> None:
    event = released(club)
    played(event)
    ann = event_state(event).entries[0].player
    record_fact(event, "withdrawn", {"player": ann, "stage": 1, "round": 2}, act=acting())
    seen = form_with(page(director, address(event, "event_undo")), "do", "undone")
    rubber = Rubber.objects.earliest("pk")
    void_rubber(rubber, act=acting("misread"))
    director.post(address(event, "event_undo"), seen.values)
    rubber.refresh_from_db()
    assert (rubber.state, facts(event)[-1]) == ("void", "withdrawn")


def test_form_seen_before_a_change_is_refused(director: Client, event: Event) -> None:
    late = form_with(page(director, address(event, "event_run")), "do", "drawn")
    record_fact(event, "seeded", {"order": []}, act=acting())
    answer = director.post(late.action, late.values, follow=True)
    assert "Someone else has changed this event in the meantime." in words(answer.content.decode())
    sheet = form_with(page(director, address(event, "event_run")), "do", "drawn")
    for _time in range(2):
        assert director.post(sheet.action, sheet.values).status_code == 302
    assert facts(event) == ["opened", "planned", "entered", "seeded", "drawn"]


def test_rubber_outside_says_whose_it_is_and_why(director: Client, club: Club) -> None:
    event = released(club, names=("Ann", "Ben"))
    played(event)
    rubber = Rubber.objects.get()
    Rubber.objects.filter(pk=rubber.pk).update(round_label="9")
    html = desk(director, event)
    assert f"{rubber.player_a.name} and {rubber.player_b.name}, " in html
    assert "Written for “Round 9”, which was not found in the draw." in html


REDONE = [("keep", 0), ("1.3", 12)]
"""The decision on the rounds drawn since a wrong result, and the number of rubbers outside the event afterwards."""


@pytest.mark.parametrize(("redo", "outside"), REDONE)
def test_correction_is_last_step(director: Client, club: Club, swiss: Event, redo: str, outside: int) -> None:
    rubber = rubber_of(swiss, 1, 2)
    at, html = preview(director, swiss, rubber)
    decide(director, at, html, redo=redo)
    assert len(event_state(swiss).outside) == outside
    entry = LogEntry.objects.get(stream=f"rubber:{rubber.public_id}", kind=RUBBER_CORRECTED)
    change = f"result of {rubber.player_a.name} and {rubber.player_b.name} changed"
    with CaptureQueriesContext(connection) as queries:
        html = page(director, address(swiss, "event_run"))
    assert len(queries) <= MOST_QUERIES
    lines = [each.text for each in tags(html, "p", class_="soft")]
    assert f"Last step: {change} (Director, {moment_text(club, entry.at)})." in lines


def test_undo_says_how_many_rubbers_it_leaves_outside_the_draw(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay", "Dan"))
    ann = drawn(event).pairing_at((1, 1, 1)).a
    award = {"stage": 1, "round": 1, "number": 1, "kind": "walkover", "winner": ann}
    record_fact(event, "awarded", award, act=acting("He did not come."))
    played(event)
    played(event)
    text = words(send(director, address(event, "event_undo"), "do", "undone"))
    assert "1 rubber is outside the draw now. It stays on record." in text


def test_tables_show_what_is_played_disputed_and_missing(director: Client, club: Club) -> None:
    event = released(club, names=(*SIX, "Gil", "Hal"))
    first, second, third, fourth = event_state(event).stages[0].rounds[0].pairings
    live = rubber_of_pairing(event, "1", (first.b or "", first.a or ""), act=acting())
    record_deal(live, "A S =B5 (0-2)", act=acting())
    results = {(1, 1, each.number): WrittenResult(games_won=(2, 1)) for each in (second, third)}
    enter_results(event, results, authority="final", act=acting())
    disputed = Rubber.objects.get(public_id=event_state(event).pairing_at((1, 1, 2)).rubber)
    dispute_rubber(disputed, seat="A", act=acting("Ben won it."))
    run = address(event, "event_run")
    with CaptureQueriesContext(connection) as queries:
        html = page(director, run)
    assert len(queries) <= MOST_QUERIES
    text = words(html)
    a, b = player_name(live.player_a), player_name(live.player_b)
    assert f"Table 1 0–2 in this game {a} 0 {b} 0" in text
    assert f'href="{reverse("web:pad", args=[live.public_id])}"' in html
    assert "Table 2 disputed" in text
    assert "“Ben won it.”" in text
    assert "Needs a decision ! Round 1," in text
    assert "Table 3 ✓ result is in" in text
    # What needs the director comes first.
    assert text.index("Table 4 not started") < text.index("Table 2 disputed") < text.index("Table 1 0–2")
    values = form_with(html, "to").values
    buttons = [tag["value"] for tag in tags(html, "button", name=f"how_{fourth.number}")]
    assert buttons[:4] == ["2-0", "2-1", "1-2", "0-2"]
    answer = director.post(address(event, "event_results", 1, 1), {**values, f"how_{fourth.number}": "1-2"})
    assert answer.headers["Location"] == f"{run}?stage=1&round=1&page=1"
    outcome = event_state(event).pairing_at((1, 1, fourth.number)).outcome
    assert outcome is not None
    assert outcome.games == (1, 2)


def test_results_follow_the_best_of_of_the_event(director: Client, club: Club) -> None:
    event = released(club, replace(SWISS, rules=RubberRules(best_of=5)), ("Ann", "Ben"))
    html = page(director, address(event, "event_run"))
    scores = [tag["value"] for tag in tags(html, "button", name="how_1") if tag["value"][0].isdigit()]
    assert scores == ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"]


def test_rail_leads_to_an_earlier_round(director: Client, club: Club) -> None:
    event = released(club)
    fresh = page(director, address(event, "event_run") + "?part=fresh")
    assert fresh.lstrip().startswith('<div id="fresh"')
    played(event)
    drawn(event)
    html = page(director, address(event, "event_run"))
    rails = [tag["aria-label"] for tag in tags(html, "a") if "round=" in tag.attributes.get("href", "")]
    assert rails == ["Round 1: all results are in", "Round 2: 0 of 3 results"]
    assert "Table 1 ✓" in desk(director, event, "?stage=1&round=1")
    assert "Table 1 not started" in desk(director, event)


def test_stored_result_leads_to_the_preview_of_another(director: Client, club: Club) -> None:
    event = released(club)
    played(event)
    html = page(director, address(event, "event_run") + "?stage=1&round=1")
    (link,) = [
        tag for tag in tags(html, "a") if tag.attributes.get("aria-label", "").startswith("Table 1: Ann 1–2")
    ]
    text = words(page(director, link["href"]))
    assert "2–0 becomes 1–2." in text
    assert "Nothing is stored yet." in text


def test_missing_results_lead_to_the_desk(director: Client, staffed: Club) -> None:
    event = released(staffed, name="Swiss")
    desk = address(event, "event_run")
    for at in (reverse("web:home"), reverse("web:club_manage", args=[staffed.slug])):
        html = page(director, at)
        assert re.search("3 results missing Swiss(, Portland)? Enter", words(html))
        assert f'href="{desk}"' in html
        assert "Nothing waits for you." not in words(html)
    director.post(address(event, "event_results", 1, 1), {"key": "one", "to": "", "how_1": "2-1"})
    (now,) = tags(page(director, reverse("web:club", args=[staffed.slug])), "a", class_="now")
    assert now["href"] == desk
    assert "Director’s desk" in now.text
    html = page(director, address(event, "event"))
    assert html.partition('<details class="more">')[2].partition('href="')[2].startswith(desk)

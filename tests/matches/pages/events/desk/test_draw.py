"""Draws are made, read, changed by hand, released and discarded."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.events.draw import BROKEN_OFF, make_draw, problem_text
from matches.events.event_state import event_state
from matches.events.record_facts import record_fact
from matches.models import Club, DrawRequest, Event
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import RoundState
from tests.matches.pages.events.desk.pages import (
    CUP,
    EVERYBODY,
    SWISS,
    acting,
    address,
    drawn,
    facts,
    planned,
    played,
    player,
    released,
    send,
)
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words
from tests.support.html_forms import form_with


@pytest.fixture
def draft(event: Event) -> Event:
    """Draw the first round without releasing it."""
    drawn(event, is_released=False)
    return event


def send_draw(client: Client, event: Event, do: str, *, status: int = 302, **changes: str | list[str]) -> str:
    return send(client, address(event, "event_draw", 1), "do", do, status=status, **changes)


def first_round(event: Event) -> RoundState:
    return event_state(event).stages[0].rounds[0]


def ids(club: Club, *names: str) -> list[str]:
    return [player(club, name).public_id for name in names]


def pairs(event: Event) -> list[tuple[str | None, str | None]]:
    return [(pairing.a, pairing.b) for pairing in first_round(event).pairings]


@pytest.mark.parametrize(("plan", "count"), [(SWISS, 3), (CUP, 0), (EVERYBODY, 3)])
def test_draft_asks_for_tables(director: Client, club: Club, plan: EventPlan, count: int) -> None:
    event = planned(club, plan)
    html = send(director, address(event, "event_draw", 1), "do", "drawn")
    assert facts(event)[-1] == "drawn"
    assert "draft" in words(html)
    assert "Ann" in words(html)
    assert "Seeded by rating" not in html
    assert (html.count('name="table_'), html.count('name="turn_')) == (count, count)


def test_why_of_each_pairing_is_told(director: Client, draft: Event) -> None:
    text = words(page(director, address(draft, "event_draw", 1)))
    assert text.count("Both had 0.") == 3


def test_ratings_that_it_was_seeded_by_are_told(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay"))
    ids = [player(club, name).public_id for name in ("Cay", "Ann", "Ben")]
    payload = {"order": ids, "ratings": [[1540, 30], [1523, 21], None]}
    record_fact(event, "seeded", payload, act=acting())
    drawn(event, is_released=False)
    text = words(page(director, address(event, "event_draw", 1)))
    assert "Seed 1 has a bye. Seeded by rating: 1540 ± 60." in text
    assert "Seed 2 meets seed 3. Seeded by rating: 1523 ± 42, not rated." in text


def test_what_can_not_be_drawn_is_told(director: Client, club: Club) -> None:
    event = planned(club, names=("Ann",))
    text = words(page(director, address(event, "event_draw", 1)))
    assert "There are 1 players to draw, and at least 2 are needed." in text


def test_sides_and_tables_are_changed_in_the_draft(director: Client, draft: Event) -> None:
    before = pairs(draft)
    send_draw(director, draft, "seats", turn_1="on", table_2="7")
    assert pairs(draft) == [(before[0][1], before[0][0]), *before[1:]]
    assert [pairing.table for pairing in first_round(draft).pairings] == ["1", "7", "3"]


def test_two_are_swapped_and_a_reason_is_wanted(director: Client, draft: Event) -> None:
    before = pairs(draft)
    chosen = [str(a) for a, _b in before[:2]]
    html = send_draw(director, draft, "swap", status=400, chosen=chosen)
    assert "Give a reason for the log" in words(html)
    assert form_with(html, "do", "swap").values["chosen"] == chosen
    send_draw(director, draft, "swap", chosen=chosen, reason="Brothers.")
    assert pairs(draft)[:2] == [(before[1][0], before[0][1]), (before[0][0], before[1][1])]
    assert facts(draft)[-1] == "draw_changed"


def test_players_of_a_bracket_are_swapped(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay", "Dan"))
    drawn(event, is_released=False)
    send_draw(director, event, "swap", chosen=ids(club, "Ann", "Ben"), reason="By hand.")
    assert facts(event)[-1] == "draw_changed"


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ben", "Cay")])
def test_swap_takes_two_names(director: Client, club: Club, draft: Event, names: tuple[str, ...]) -> None:
    html = send_draw(director, draft, "swap", status=400, chosen=ids(club, *names), reason="By hand.")
    assert "Choose two names." in words(html)
    assert facts(draft)[-1] == "drawn"


def test_played_pairing_is_not_torn_apart(director: Client, club: Club) -> None:
    event = released(club)
    played(event)
    chosen = ids(club, "Ann", "Ben")
    html = send_draw(director, event, "swap", status=400, chosen=chosen, reason="Why not.")
    assert "can no longer be changed, because it is being played or has a result." in words(html)


def test_draft_is_discarded_and_drawn_again(director: Client, draft: Event) -> None:
    send_draw(director, draft, "draw_discarded")
    assert event_state(draft).stages[0].rounds == ()
    send_draw(director, draft, "drawn")
    assert facts(draft)[-3:] == ["drawn", "draw_discarded", "drawn"]


def test_released_round_is_discarded_with_a_reason_alone(director: Client, club: Club) -> None:
    event = released(club)
    html = send_draw(director, event, "draw_discarded", status=400)
    assert "Give a reason for the log" in words(html)
    send_draw(director, event, "draw_discarded", reason="Wrong seeds.")
    assert event_state(event).stages[0].rounds == ()


def test_draw_that_a_worker_makes_shows_how_far_it_is(director: Client, event: Event) -> None:
    request = DrawRequest.objects.create(event=event, stage=1, by=user("director"), key="k", total=9, done=3)
    drawing = address(event, "event_drawing", request.public_id)
    html = page(director, drawing)
    assert "3 of 9 parts are done." in html
    assert '<meta http-equiv="refresh" content="2">' in html
    make_draw(request.pk)
    assert director.get(drawing).headers["Location"] == address(event, "event_draw", 1)


def test_draw_that_failed_says_why(director: Client, event: Event) -> None:
    failed = {"finished_at": event.created_at, "problem": problem_text(BROKEN_OFF)}
    request = DrawRequest.objects.create(event=event, stage=1, by=user("director"), key="k", **failed)
    html = page(director, address(event, "event_drawing", request.public_id))
    assert "The draw failed because of an error of the site." in html
    assert "refresh" not in html


def test_large_draw_waits(director: Client, club: Club, django_capture_on_commit_callbacks: object) -> None:
    event = planned(
        club, EventPlan(stages=(StagePlan(kind="swiss", rounds=3),)), [f"P{n}" for n in range(130)]
    )
    sheet = form_with(page(director, address(event, "event_run")), "do", "drawn")
    answer = director.post(sheet.action, sheet.values)
    request = DrawRequest.objects.get(event=event)
    assert answer.headers["Location"] == address(event, "event_drawing", request.public_id)
    again = director.post(sheet.action, sheet.values)
    assert again.headers["Location"] == answer.headers["Location"]
    assert DrawRequest.objects.count() == 1


def test_whole_draw_opens_at_the_round_in_play(director: Client, club: Club) -> None:
    event = released(club, CUP, ("Ann", "Ben", "Cay", "Dan"))
    at = address(event, "event_draw", 1)
    assert "Ann Dan" in words(page(director, at))
    played(event)
    assert "Ann Ben" in words(page(director, at))
    played(event)
    assert "Ann Ben" in words(page(director, at))

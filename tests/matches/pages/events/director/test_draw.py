"""Drawing, looking at a draft, changing it by hand, releasing and discarding it."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.events.current_state import event_state
from matches.events.draw import make_draw
from matches.events.draw_requests import BROKEN_OFF, problem_text
from matches.events.record_facts import record_fact
from matches.models import Club, DrawRequest, Event
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.state import RoundState
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
    player,
    send,
    sheet_with,
)
from tests.matches.pages.exchange.club import user
from tests.matches.pages.reading import page, words


def first_round(event: Event) -> RoundState:
    return event_state(event).stages[0].rounds[0]


def pairs(event: Event) -> list[tuple[str | None, str | None]]:
    return [(pairing.a, pairing.b) for pairing in first_round(event).pairings]


@pytest.mark.parametrize(("plan", "count"), [(SWISS, 3), (CUP, 0), (EVERYBODY, 3)])
def test_draft_asks_for_tables_and_first_deals_where_it_keeps_them(
    director: Client, club: Club, plan: EventPlan, count: int
) -> None:
    event = planned(club, plan)
    drawn(event, is_released=False)
    html = page(director, address(event, "event_draw", 1))
    assert (html.count('name="table_'), html.count('name="turn_')) == (count, count)


@pytest.mark.parametrize("plan", [SWISS, CUP, EVERYBODY])
def test_stage_is_drawn_and_its_draft_shown(director: Client, club: Club, plan: EventPlan) -> None:
    event = planned(club, plan)
    shown = words(send(director, address(event, "event_draw", 1), "do", "drawn"))
    assert "draft" in shown
    assert "Ann" in shown
    assert facts(event)[-1] == "drawn"


def test_why_of_each_pairing_is_told(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event, is_released=False)
    shown = words(page(director, address(event, "event_draw", 1)))
    assert shown.count("Both had 0.") == 3


def test_ratings_that_it_was_seeded_by_are_told(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay"))
    ids = [player(club, name).public_id for name in ("Cay", "Ann", "Ben")]
    payload = {"order": ids, "ratings": [[1540, 30], [1523, 21], None]}
    record_fact(event, "seeded", payload, act=acting())
    drawn(event, is_released=False)

    shown = words(page(director, address(event, "event_draw", 1)))

    assert "Seed 1 has a bye. Seeded by rating: 1540 ± 30." in shown
    assert "Seed 2 meets seed 3. Seeded by rating: 1523 ± 21, not rated." in shown


def test_nothing_is_said_of_ratings_where_nobody_was_seeded_by_one(director: Client, club: Club) -> None:
    event = planned(club, CUP)
    drawn(event, is_released=False)

    assert "Seeded by rating" not in page(director, address(event, "event_draw", 1))


def test_what_can_not_be_drawn_is_told(director: Client, club: Club) -> None:
    event = planned(club, names=("Ann",))
    shown = words(page(director, address(event, "event_draw", 1)))
    assert "There are 1 players to draw; it takes at least 2." in shown


def test_sides_and_tables_are_changed_in_the_draft(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event, is_released=False)
    before = pairs(event)
    send(director, address(event, "event_draw", 1), "do", "seats", turn_1="on", table_2="7")
    assert pairs(event) == [(before[0][1], before[0][0]), *before[1:]]
    assert [pairing.table for pairing in first_round(event).pairings] == ["1", "7", "3"]


def test_two_change_places_and_a_reason_is_wanted(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event, is_released=False)
    before = pairs(event)
    first, second = (
        next(
            name
            for name in ("Ann", "Ben", "Cay", "Dan", "Eve", "Fay")
            if player(club, name).public_id == pair[0]
        )
        for pair in before[:2]
    )
    swap = {"first": first, "second": second}
    shown = send(director, address(event, "event_draw", 1), "do", "swap", status=400, **swap)
    assert "Say why" in words(shown)
    send(director, address(event, "event_draw", 1), "do", "swap", reason="Brothers.", **swap)  # type: ignore[arg-type]
    assert pairs(event)[:2] == [(before[1][0], before[0][1]), (before[0][0], before[1][1])]
    assert facts(event)[-1] == "draw_changed"


def test_people_of_a_bracket_change_places(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay", "Dan"))
    drawn(event, is_released=False)
    send(
        director, address(event, "event_draw", 1), "do", "swap", first="Ann", second="Ben", reason="By hand."
    )
    assert facts(event)[-1] == "draw_changed"


def test_played_pairing_is_not_torn_apart(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    played(event)
    shown = send(
        director,
        address(event, "event_draw", 1),
        "do",
        "swap",
        status=400,
        first="Ann",
        second="Ben",
        reason="Why not.",
    )
    assert "has a result, or is being played: it stays as it is." in words(shown)


def test_draft_is_discarded_and_drawn_again(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event, is_released=False)
    send(director, address(event, "event_draw", 1), "do", "draw_discarded")
    assert event_state(event).stages[0].rounds == ()
    send(director, address(event, "event_draw", 1), "do", "drawn")
    assert facts(event)[-3:] == ["drawn", "draw_discarded", "drawn"]


def test_released_round_is_discarded_with_a_reason_alone(director: Client, club: Club) -> None:
    event = planned(club)
    drawn(event)
    shown = send(director, address(event, "event_draw", 1), "do", "draw_discarded", status=400)
    assert "Say why" in words(shown)
    send(director, address(event, "event_draw", 1), "do", "draw_discarded", reason="Wrong seeds.")
    assert event_state(event).stages[0].rounds == ()


def test_draw_that_a_worker_makes_shows_how_far_it_is(director: Client, club: Club) -> None:
    event = planned(club)
    asked = DrawRequest.objects.create(event=event, stage=1, by=user("director"), key="k", total=9, done=3)
    drawing = address(event, "event_drawing", asked.public_id)
    shown = page(director, drawing)
    assert "3 of 9 parts are done." in shown
    assert '<meta http-equiv="refresh" content="2">' in shown
    make_draw(asked.pk)
    assert director.get(drawing).headers["Location"] == address(event, "event_draw", 1)


def test_draw_that_failed_says_why(director: Client, club: Club) -> None:
    event = planned(club)
    asked = DrawRequest.objects.create(event=event, stage=1, by=user("director"), key="k")
    DrawRequest.objects.filter(pk=asked.pk).update(
        finished_at=event.created_at, problem=problem_text(BROKEN_OFF)
    )
    shown = page(director, address(event, "event_drawing", asked.public_id))
    assert "The draw broke off by a fault of the site." in shown
    assert "refresh" not in shown


def test_large_draw_is_left_to_the_worker(
    director: Client, club: Club, django_capture_on_commit_callbacks: object
) -> None:
    event = planned(
        club, EventPlan(stages=(StagePlan(kind="swiss", rounds=3),)), [f"P{n}" for n in range(130)]
    )
    sheet = sheet_with(page(director, address(event, "event_run")), "do", "drawn")
    answer = director.post(sheet.action, sheet.values)
    asked = DrawRequest.objects.get(event=event)
    assert answer.headers["Location"] == address(event, "event_drawing", asked.public_id)
    again = director.post(sheet.action, sheet.values)
    assert again.headers["Location"] == answer.headers["Location"]
    assert DrawRequest.objects.count() == 1


def test_draw_of_a_whole_stage_opens_at_the_round_that_is_being_played(director: Client, club: Club) -> None:
    event = planned(club, CUP, ("Ann", "Ben", "Cay", "Dan"))
    drawn(event)
    at = address(event, "event_draw", 1)
    assert "Ann – Dan" in words(page(director, at))
    played(event)
    assert "Ann – Ben" in words(page(director, at))
    played(event)
    assert "Ann – Ben" in words(page(director, at))

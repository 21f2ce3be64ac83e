"""Whole events run through the API alone: planned, entered, drawn, played, corrected and completed."""

from __future__ import annotations

from typing import Any

import pytest

from matches.events.event_state import event_state
from matches.models import Club, Rubber
from matches.rules.events.state import EventState
from tests.matches.api.calling import Caller, problem
from tests.matches.api.event_calls import EventCalls, done, planned_by_calls

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def lines(state: EventState) -> list[tuple[Any, ...]]:
    """Return the tables of the formats' state as the rows that the API shows."""
    return [
        (
            stage.number,
            table.group or None,
            line.position,
            line.rank,
            line.player,
            line.halves,
            list(line.figures),
        )
        for stage in state.stages
        for table in stage.tables
        for line in table.lines
    ]


def lines_told(event_calls: EventCalls) -> list[tuple[Any, ...]]:
    return [
        (
            line["stage"],
            line["group"],
            line["position"],
            line["rank"],
            line["player"]["id"],
            line["halves"],
            [(figure["name"], figure["value"]) for figure in line["figures"]],
        )
        for line in event_calls.rows("standings/")
    ]


def is_told_as_it_is(event_calls: EventCalls) -> None:
    state = event_state(event_calls.event)
    assert lines_told(event_calls) == lines(state)
    assert {each["player"]["id"]: each["place"] for each in event_calls.rows("places/")} == dict(state.places)
    pairings = [
        (stage.number, round_.number, pairing.number, pairing.a, pairing.b, pairing.rubber or None)
        for stage in state.stages
        for round_ in stage.rounds
        for pairing in round_.pairings
    ]
    assert [
        (
            each["stage"],
            each["round"],
            each["number"],
            (each["players"]["A"] or {}).get("id"),
            (each["players"]["B"] or {}).get("id"),
            (each["rubber"] or {}).get("id"),
        )
        for each in event_calls.rows("pairings/")
    ] == pairings


def test_swiss_with_a_correction_three_rounds_back(api: Caller, club: Club) -> None:
    plan = {"stages": [{"kind": "swiss", "rounds": 4}], "check_in": True, "lot_seed": "a"}
    event_calls = planned_by_calls(api, club, plan, size=7)
    ids = [player.public_id for player in event_calls.players]
    assert event_calls.get("desk/")["stages"][0]["may_draw"] is False
    assert event_calls.post("check-ins/", {"players": ids[:3]})["changed"] == ids[:3]
    assert event_calls.post("check-ins/", {"players": ids})["changed"] == ids[3:]
    assert event_calls.get("desk/")["stages"] == [
        {"stage": 1, "entrants": 7, "may_draw": True, "why_not": None}
    ]
    for number in range(1, 5):
        made = event_calls.draw()
        assert event_calls.get(f"draws/{made['id']}/")["problem"] is None
        assert event_calls.get(f"stages/1/rounds/{number}/")["is_released"] is False
        assert Caller().get(f"{event_calls.path}stages/1/rounds/{number}/").status_code == 404
        event_calls.fact("released", stage=1, round=number)
        event_calls.play(1, number)
    is_told_as_it_is(event_calls)

    first = next(each for each in event_calls.pairings(1, 1) if each["kind"] == "rubber")
    fields = {"what": "result", "rubber": first["rubber"]["id"], "games_won": list(reversed(first["games"]))}
    answer = api.post(f"{event_calls.path}corrections/preview/", fields)
    preview = done(answer)
    assert preview["leaves_a_choice"] is True
    assert [each["round"] for each in preview["redo"]] == [2, 3, 4]
    assert preview["moves"]["table_moves"]
    assert preview["moves"]["place_moves"]
    assert {each["id"] for each in preview["players"]} <= set(ids)
    before = event_state(event_calls.event)
    body = {**fields, "redo": {"stage": 1, "round": 4}, "reason": "The score sheet says so."}
    event_calls.post("corrections/", body, match=answer.headers["ETag"])
    assert event_state(event_calls.event) != before
    assert [each["number"] for each in event_calls.rows("stages/1/rounds/")] == [1, 2, 3]
    event_calls.draw()
    event_calls.fact("released", stage=1, round=4)
    assert len(event_calls.get("desk/")["outside"]) > 0
    event_calls.play(1, 4)

    assert event_calls.fact("completed")["phase"] == "complete"
    is_told_as_it_is(event_calls)
    assert len(event_calls.rows("places/")) == 7
    crosstable = event_calls.get("stages/1/crosstable/")
    assert [line["position"] for line in crosstable["lines"]] == list(range(1, 8))
    assert all(len(line["meetings"]) == 4 for line in crosstable["lines"])


@pytest.mark.long
def test_knockout_with_a_pairing_that_is_kept(api: Caller, club: Club) -> None:
    event_calls = planned_by_calls(api, club, {"stages": [{"kind": "knockout", "third_place": True}]}, size=8)
    event_calls.draw()
    assert Caller().get(f"{event_calls.path}stages/1/bracket/").status_code == 404
    event_calls.fact("released", stage=1, round=1)
    for number in (1, 2, 3):
        event_calls.play(1, number)
    is_told_as_it_is(event_calls)
    bracket = Caller().get(f"{event_calls.path}stages/1/bracket/").json()
    assert [(each["label"], each["part"]) for each in bracket["rounds"]] == [
        ("Quarter-final", "main"),
        ("Semi-final", "main"),
        ("Third place", "third_place"),
        ("Final", "main"),
    ]
    assert bracket["rounds"][1]["pairings"][0]["sources"]["A"]["kind"] == "winner"

    event_calls.play(1, 4)
    first = event_calls.pairings(1, 1)[0]
    fields = {"what": "result", "rubber": first["rubber"]["id"], "games_won": list(reversed(first["games"]))}
    answer = api.post(f"{event_calls.path}corrections/preview/", fields)
    preview = done(answer)
    assert [each["rubber"] for each in preview["moves"]["orphans"]]
    assert preview["moves"]["slot_moves"]
    body = {**fields, "keep": preview["keep"], "reason": "They were written down the wrong way round."}
    event_calls.post("corrections/", body, match=answer.headers["ETag"])
    assert any(each["is_kept"] for each in event_calls.rows("pairings/"))
    is_told_as_it_is(event_calls)
    event_calls.fact("completed")
    assert [each["place"] for each in event_calls.rows("places/")][:4] == [1, 2, 3, 4]


@pytest.mark.long
def test_groups_with_a_knockout_behind_them(api: Caller, club: Club) -> None:
    plan = {
        "stages": [
            {"kind": "round_robin", "name": "Groups", "groups": 2, "qualifiers": 2},
            {"kind": "knockout", "name": "Finals"},
        ]
    }
    event_calls = planned_by_calls(api, club, plan, size=8)
    assert [(each["number"], each["name"], each["phase"]) for each in event_calls.rows("stages/")] == [
        (1, "Groups", "planned"),
        (2, "Finals", "planned"),
    ]
    event_calls.draw()
    event_calls.fact("released", stage=1, round=1, until=3)
    for number in (1, 2, 3):
        event_calls.play(1, number)
    assert event_calls.get("stages/1/")["phase"] == "complete"
    assert {each["group"] for each in event_calls.rows("standings/?stage=1")} == {1, 2}
    assert len(event_calls.rows("standings/?stage=1&group=2")) == 4
    event_calls.draw(2)
    event_calls.fact("released", stage=2, round=1)
    event_calls.play(2, 1)
    event_calls.play(2, 2)
    event_calls.fact("completed")
    is_told_as_it_is(event_calls)


def test_what_was_done_is_taken_back_step_by_step(api: Caller, club: Club) -> None:
    event_calls = planned_by_calls(api, club, {"stages": [{"kind": "knockout"}]}, size=4)
    event_calls.draw()
    event_calls.fact("released", stage=1, round=1)
    event_calls.play(1, 1)
    rubber = Rubber.objects.order_by("pk")[0]
    fields = {"what": "void", "rubber": rubber.public_id, "reason": "They never met."}
    preview = api.post(f"{event_calls.path}corrections/preview/", {k: fields[k] for k in ("what", "rubber")})
    event_calls.post("corrections/", fields, match=preview.headers["ETag"])
    rubber.refresh_from_db()
    assert rubber.state == "void"

    answer = api.get(f"{event_calls.path}undo/")
    assert done(answer)["correction"]["rubber"] == rubber.public_id
    event_calls.post("undo/", {}, match=answer.headers["ETag"])
    rubber.refresh_from_db()
    assert rubber.state == "corrected"
    # Both ETags are out of date.
    problem(
        api.post(f"{event_calls.path}undo/", {}, If_Match=answer.headers["ETag"]), 412, "changed_meanwhile"
    )
    late = problem(
        api.post(f"{event_calls.path}corrections/", fields, If_Match='"of something else"'),
        412,
        "changed_meanwhile",
    )
    assert late["detail"]
    refused = problem(api.post(f"{event_calls.path}undo/", {}, If_Match="*"), 409, "event_refused")
    assert refused["reason"] == "undone_after_play"
    assert refused["params"] == {"stage": 1, "round": 1, "number": 1, "table": "1"}

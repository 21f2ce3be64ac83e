"""Draws by the API: asked for, changed by hand, and nobody's affair but the director's."""

from __future__ import annotations

import pytest

from matches.events.draw import DRAWN_AT_ONCE, make_draw
from matches.models import Club, Player
from tests.matches.api.calling import Caller, problem
from tests.matches.api.event_calls import (
    SWISS,
    EventCalls,
    done,
    planned_by_calls,
    refused,
)

pytestmark = pytest.mark.django_db


def how_far(caller: Caller, told: EventCalls) -> tuple[str, int | None, int]:
    (stage,) = done(caller.get(f"{told.path}stages/"))["results"]
    assert done(caller.get(f"{told.path}stages/1/")) == stage
    return stage["phase"], stage["rounds_in_draft"], stage["rounds_released"]


def test_draft_is_seen_by_who_runs_the_event_alone(swiss: EventCalls, anybody: Caller) -> None:
    swiss.draw()
    assert len(swiss.rows("stages/1/rounds/1/pairings/")) == 3
    assert anybody.get(f"{swiss.path}pairings/").json()["results"] == []
    assert anybody.get(f"{swiss.path}stages/1/rounds/").json()["results"] == []
    problem(anybody.get(f"{swiss.path}stages/1/rounds/1/pairings/"), 404, "not_found")
    problem(anybody.get(f"{swiss.path}stages/1/crosstable/"), 404, "not_found")
    assert how_far(swiss.api, swiss) == ("draft", 1, 0)
    assert how_far(anybody, swiss) == ("planned", None, 0)
    swiss.fact("released", stage=1, round=1)
    swiss.play()
    swiss.draw()
    assert how_far(swiss.api, swiss) == ("playing", 1, 1)
    assert how_far(anybody, swiss) == ("playing", None, 1)


def test_large_draw_is_left_to_the_worker(api: Caller, club: Club) -> None:
    told = planned_by_calls(api, club, SWISS, size=2)
    more = [Player.objects.create(club=club, name=f"More {number}") for number in range(DRAWN_AT_ONCE)]
    told.post("entrants/", {"players": [player.public_id for player in more]}, status=201)
    answer = api.post(f"{told.path}stages/1/draws/", {}, If_Match="*")
    assert done(answer, 202)["finished_at"] is None
    again = api.post(f"{told.path}stages/1/draws/", {}, If_Match="*")
    refused(again, "draw_under_way", draw=answer.json()["id"])
    assert make_draw(told.event.draw_requests.get().pk)
    assert done(api.get(answer.headers["Location"]))["problem"] is None
    assert len(told.rows("pairings/?stage=1")) == (DRAWN_AT_ONCE + 2) // 2


def test_draw_that_may_not_be_made(playing: EventCalls) -> None:
    path = f"{playing.path}stages/"
    done(playing.api.post(f"{path}1/draws/", {}, If_Match="*"), 201)
    refused(playing.api.post(f"{path}1/draws/", {}, If_Match="*"), "draft_waiting", stage=1, round=2)
    problem(playing.api.post(f"{path}9/draws/", {}, If_Match="*"), 404, "not_found")
    may = playing.get("desk/")["stages"][0]
    assert (may["may_draw"], may["why_not"]["code"]) == (False, "draft_waiting")
    playing.fact("draw_discarded", stage=1, round=2)
    assert [each["number"] for each in playing.rows("stages/1/rounds/")] == [1]


def test_draft_is_changed_by_hand(swiss: EventCalls) -> None:
    swiss.draw()
    path = "stages/1/rounds/1/changes/"
    first, second, _third = swiss.pairings()
    a, b = first["players"]["A"]["id"], first["players"]["B"]["id"]
    turned = swiss.post(path, {"do": "turn", "number": 1})["pairings"][0]
    assert [turned["players"][side]["id"] for side in "AB"] == [b, a]
    moved = swiss.post(path, {"do": "move", "number": 1, "table": second["table"]})["pairings"]
    assert [each["table"] for each in moved[:2]] == [second["table"], first["table"]]
    swap = {"do": "swap", "players": [a, second["players"]["A"]["id"]]}
    refused(swiss.api.post(swiss.path + path, swap, If_Match="*"), "reason_needed")
    swapped = swiss.post(path, {**swap, "reason": "They are brothers."})
    assert swapped["pairings"][1]["players"]["A"]["id"] == a
    assert swapped["pairings"][0]["why"]["code"] == "by_hand"
    problem(swiss.api.post(swiss.path + path, {"do": "shuffle"}, If_Match="*"), 422, "invalid")
    elsewhere = f"{swiss.path}stages/1/rounds/2/changes/"
    problem(swiss.api.post(elsewhere, {"do": "turn", "number": 1}, If_Match="*"), 404, "not_found")


def test_tables_and_first_deals_of_several_pairings_at_once(swiss: EventCalls) -> None:
    swiss.draw()
    path = "stages/1/rounds/1/changes/"
    first, second, third = swiss.pairings()
    lines = [{"number": 1, "table": second["table"]}, {"number": 2, "table": " O'Brien's ", "turn": True}]
    changed = swiss.post(path, {"do": "seat", "pairings": lines})["pairings"]
    assert [each["table"] for each in changed] == [second["table"], "O'Brien's", third["table"]]
    assert [each["players"]["A"] for each in changed] == [
        first["players"]["A"],
        second["players"]["B"],
        third["players"]["A"],
    ]
    for wrong in ([], [{"number": 1}, {"number": 1}], [{"number": 1, "table": "a\nb"}], [{"table": "1"}]):
        answer = swiss.api.post(swiss.path + path, {"do": "seat", "pairings": wrong}, If_Match="*")
        problem(answer, 422, "invalid")
    nowhere = {"do": "seat", "pairings": [{"number": 9, "table": "1"}]}
    answer = swiss.api.post(swiss.path + path, nowhere, If_Match="*")
    refused(answer, "pairing_unknown", stage=1, round=1, number=9)
    nothing = {"do": "seat", "pairings": [{"number": 1}]}
    refused(swiss.api.post(swiss.path + path, nothing, If_Match="*"), "change_of_nothing", stage=1)


def test_bye_has_no_table_and_no_first_deal(api: Caller, club: Club) -> None:
    told = planned_by_calls(api, club, SWISS, size=5)
    told.draw()
    bye = next(each["number"] for each in told.pairings() if each["kind"] == "bye")
    for line in ({"number": bye, "table": "1"}, {"number": bye, "turn": True}):
        body = {"do": "seat", "pairings": [line]}
        answer = api.post(f"{told.path}stages/1/rounds/1/changes/", body, If_Match="*")
        refused(answer, "change_bye", stage=1, round=1, number=bye)

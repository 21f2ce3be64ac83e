"""The API draws rounds, and changes draws by hand, for the director alone: also two directors at the same moment."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import transaction

from matches.events.draw import DRAWN_AT_ONCE, make_draw
from matches.events.record_facts import locked_row
from matches.models import Club, Player
from tests.matches.api.calling import Caller, problem
from tests.matches.api.event_calls import SWISS, EventCalls, done, planned_by_calls, refused
from tests.matches.common.together import begin, pool

pytestmark = pytest.mark.django_db


def how_far(caller: Caller, event_calls: EventCalls) -> tuple[str, int | None, int]:
    (stage,) = done(caller.get(f"{event_calls.path}stages/"))["results"]
    assert done(caller.get(f"{event_calls.path}stages/1/")) == stage
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
    event_calls = planned_by_calls(api, club, SWISS, size=2)
    more = [Player.objects.create(club=club, name=f"More {number}") for number in range(DRAWN_AT_ONCE)]
    event_calls.post("entrants/", {"players": [player.public_id for player in more]}, status=201)
    answer = api.post(f"{event_calls.path}stages/1/draws/", {}, If_Match="*")
    assert done(answer, 202)["finished_at"] is None
    again = api.post(f"{event_calls.path}stages/1/draws/", {}, If_Match="*")
    refused(again, "draw_under_way", draw=answer.json()["id"])
    assert make_draw(event_calls.event.draw_requests.get().pk)
    assert done(api.get(answer.headers["Location"]))["problem"] is None
    assert len(event_calls.rows("pairings/?stage=1")) == (DRAWN_AT_ONCE + 2) // 2


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
    expected = [first["players"]["A"], second["players"]["B"], third["players"]["A"]]
    assert [each["players"]["A"] for each in changed] == expected
    for wrong in ([], [{"number": 1}, {"number": 1}], [{"number": 1, "table": "a\nb"}], [{"table": "1"}]):
        answer = swiss.api.post(swiss.path + path, {"do": "seat", "pairings": wrong}, If_Match="*")
        problem(answer, 422, "invalid")
    nowhere = {"do": "seat", "pairings": [{"number": 9, "table": "1"}]}
    answer = swiss.api.post(swiss.path + path, nowhere, If_Match="*")
    refused(answer, "pairing_unknown", stage=1, round=1, number=9)
    nothing = {"do": "seat", "pairings": [{"number": 1}]}
    refused(swiss.api.post(swiss.path + path, nothing, If_Match="*"), "change_of_nothing", stage=1)


def test_bye_has_no_table_and_no_first_deal(api: Caller, club: Club) -> None:
    event_calls = planned_by_calls(api, club, SWISS, size=5)
    event_calls.draw()
    bye = next(each["number"] for each in event_calls.pairings() if each["kind"] == "bye")
    for line in ({"number": bye, "table": "1"}, {"number": bye, "turn": True}):
        body = {"do": "seat", "pairings": [line]}
        answer = api.post(f"{event_calls.path}stages/1/rounds/1/changes/", body, If_Match="*")
        refused(answer, "change_bye", stage=1, round=1, number=bye)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_changes_of_two_pairings_at_once_are_both_there(swiss: EventCalls, api: Caller) -> None:
    swiss.draw()
    before = [each["players"]["A"] for each in swiss.pairings()]
    path = f"{swiss.path}stages/1/rounds/1/changes/"
    bodies = [{"do": "turn", "number": number} for number in (1, 2)]
    with pool() as threads:
        with transaction.atomic():
            locked_row(swiss.event)
            sent = [begin(threads, partial(api.post, path, body, If_Match="*")) for body in bodies]
        assert [call.result().status_code for call in sent] == [200, 200]
    after = [each["players"]["A"] for each in swiss.pairings()]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, True, False]

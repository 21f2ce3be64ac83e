"""Corrections of an event's results by the API: what is refused, and what they are made on."""

from __future__ import annotations

import pytest

from matches.events.current_state import event_state
from matches.models import Club, Rubber
from tests.matches.api.calling import Caller, opening, problem
from tests.matches.api.event_calls import (
    KNOCKOUT,
    EventCalls,
    done,
    planned_by_calls,
)

pytestmark = pytest.mark.django_db


def test_correction_is_refused_where_it_makes_no_sense(playing: EventCalls, club: Club) -> None:
    playing.play()
    path = f"{playing.path}corrections/preview/"
    elsewhere = {"what": "void", "rubber": "22222222222222"}
    assert problem(playing.api.post(path, elsewhere), 422, "invalid")["errors"][0]["pointer"] == "/rubber"
    rubber = playing.pairings()[0]["rubber"]["id"]
    unsound = {"what": "result", "rubber": rubber, "games_won": [2, 2]}
    problem(playing.api.post(path, unsound), 422, "invalid_record")
    a, b = playing.players[:2]
    body = {**opening(club, a, b), "event": playing.event.public_id}
    live = done(playing.api.post("rubbers/", body), 201)["id"]
    problem(
        playing.api.post(path, {"what": "result", "rubber": live, "games_won": [1, 0]}), 409, "wrong_state"
    )
    problem(playing.api.post(path, {"what": "guess"}), 422, "invalid")


def test_record_is_corrected_whole(playing: EventCalls) -> None:
    playing.play()
    first = playing.pairings()[0]
    egn = '[EGN "1"]\n[Round "1"]\n[A "x"]\n[B "y"]\n[BestOf "3"]\n[Result "0-2"]\n##0-2\n'
    egn = egn.replace("##0-2\n", "")
    asked = {"what": "record", "rubber": first["rubber"]["id"], "egn": egn}
    preview = playing.api.post(f"{playing.path}corrections/preview/", asked)
    body = {**asked, "reason": "Another sheet."}
    playing.post("corrections/", body, match=done(preview) and preview.headers["ETag"])
    assert playing.pairings()[0]["games"] == [0, 2]


def test_correction_on_what_has_moved_since_is_refused(playing: EventCalls) -> None:
    playing.play()
    first, second, _third = playing.pairings()
    asked = [{"what": "void", "rubber": each["rubber"]["id"]} for each in (first, second)]
    tags = [playing.api.post(f"{playing.path}corrections/preview/", each).headers["ETag"] for each in asked]
    playing.post("corrections/", {**asked[0], "reason": "x"}, match=tags[0])
    body = {**asked[1], "reason": "y"}
    problem(playing.api.post(f"{playing.path}corrections/", body, If_Match=tags[1]), 412, "changed_meanwhile")
    problem(playing.api.post(f"{playing.path}corrections/", body), 428, "if_match_missing")
    assert event_state(playing.event).stages[0].rounds[0].pairings[1].outcome is not None


def test_result_is_disputed_and_confirmed_with_what_follows(api: Caller, club: Club) -> None:
    told = planned_by_calls(api, club, KNOCKOUT, size=4)
    told.draw()
    told.fact("released", stage=1, round=1)
    told.play(1, 1)
    told.play(1, 2)
    rubber = told.pairings(1, 1)[0]["rubber"]["id"]
    dispute = {"what": "dispute", "rubber": rubber}
    preview = api.post(f"{told.path}corrections/preview/", dispute)
    keep = done(preview)["keep"]
    assert [each["round"] for each in keep] == [2]
    body = {**dispute, "keep": keep, "reason": "They played the wrong round."}
    told.post("corrections/", body, match=preview.headers["ETag"])
    assert Rubber.objects.get(public_id=rubber).state == "disputed"
    (final,) = told.pairings(1, 2)
    assert final["is_kept"]
    problem(api.post(f"{told.path}corrections/preview/", dispute), 409, "wrong_state")

    confirm = {"what": "confirm", "rubber": rubber}
    preview = api.post(f"{told.path}corrections/preview/", confirm)
    assert done(preview)["keep"] == []
    body = {**confirm, "reason": "It was the right one."}
    told.post("corrections/", body, match=preview.headers["ETag"])
    assert Rubber.objects.get(public_id=rubber).state == "confirmed"
    problem(api.post(f"{told.path}corrections/preview/", confirm), 409, "wrong_state")

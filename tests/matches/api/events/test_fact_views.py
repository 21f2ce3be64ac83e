"""Results, awards, other facts and corrections of an event in the API, and the version they are based on."""

from __future__ import annotations

from typing import Any

import pytest

from matches.api.events.change_serializers import MOST_RESULTS
from matches.common.commands import CommandContext
from matches.events.event_state import event_state
from matches.events.pairings import rubber_of_pairing
from matches.events.write_standings import write_standings
from matches.models import Club, Rubber, User
from tests.matches.api.calling import Caller, opening, problem
from tests.matches.api.event_calls import KNOCKOUT, EventCalls, done, planned_by_calls, refused
from tests.matches.api.shared_scene import api, club, made_once, made_playing, owner, people, playing

__all__ = ["api", "club", "made_once", "made_playing", "owner", "people", "playing"]
pytestmark = pytest.mark.django_db


def test_lines_of_results_are_entered_each_on_its_own(playing: EventCalls) -> None:
    place = {"stage": 1, "round": 1}
    winner = playing.pairings()[2]["players"]["B"]["id"]
    lines = playing.post(
        "results/",
        {
            "results": [
                {**place, "number": 1, "games": [[5, 3], [2, 5], [5, 4]]},
                {**place, "number": 2, "games_won": [2, 2]},
                {**place, "number": 3, "award": {"kind": "walkover", "winner": winner}},
                {**place, "number": 4, "games_won": [2, 0]},
            ]
        },
    )["results"]
    expected = [(True, False), (False, False), (False, True), (False, False)]
    assert [(line["rubber"] is not None, line["is_awarded"]) for line in lines] == expected
    assert lines[1]["problem"]["code"] == "invalid_record"
    assert (lines[3]["problem"]["reason"], lines[3]["problem"]["params"]["number"]) == ("pairing_unknown", 4)
    pairings = playing.pairings()
    assert [(each["decided_by"], each["winner"], each["games"]) for each in pairings] == [
        ("rubber", "A", [2, 1]),
        (None, None, None),
        ("award", "B", None),
    ]
    assert [each["number"] for each in playing.rows("pairings/?undecided=true")] == [2]
    assert [each["number"] for each in playing.rows(f"pairings/?player={winner}")] == [3]
    again = playing.post("results/", {"results": [{**place, "number": 1, "games_won": [2, 0]}]})["results"]
    assert again[0]["problem"]["reason"] == "result_there"


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"games_won": [2, 0], "games": [[5, 0], [5, 0]]},
        {"termination": "lost"},
        {"games_won": [2, 0], "number": 0},
        {"games_won": [2, 0], "stage": "1"},
        {"award": {"kind": "gift"}},
    ],
)
def test_line_of_another_shape_is_refused(playing: EventCalls, line: dict[str, Any]) -> None:
    body = {"results": [{"stage": 1, "round": 1, "number": 1, **line}]}
    problem(playing.api.post(f"{playing.path}results/", body), 422, "invalid")


def test_pairing_that_is_being_played_shows_its_score_alone(playing: EventCalls, owner: User) -> None:
    first = playing.pairings()[0]
    two = (first["players"]["A"]["id"], first["players"]["B"]["id"])
    rubber = rubber_of_pairing(playing.event, "1", two, act=CommandContext(by=owner, key=""))
    write_standings(playing.event.pk)
    pairing = Caller().get(f"{playing.path}pairings/").json()["results"][0]
    assert (pairing["rubber"], pairing["games"]) == ({"id": rubber.public_id, "state": "live"}, [0, 0])
    assert (pairing["decided_by"], pairing["halves"]) == (None, None)


def test_award_is_given_and_taken_back(playing: EventCalls) -> None:
    place = {"stage": 1, "round": 1, "number": 1}
    winner = playing.pairings()[0]["players"]["A"]["id"]
    decision = {"kind": "awarded", **place, "award": "decision", "winner": winner}
    refused(playing.api.post(f"{playing.path}facts/", decision, If_Match="*"), "reason_needed")
    playing.fact(**{**decision, "reason": "The cards were marked."})
    assert playing.pairings()[0]["winner"] == "A"
    playing.fact("award_undone", **place)
    assert playing.pairings()[0]["winner"] is None
    stranger = {**decision, "winner": "22222222222222", "reason": "x"}
    answer = playing.api.post(f"{playing.path}facts/", stranger, If_Match="*")
    refused(answer, "award_stranger", **place, player="22222222222222")


def test_facts_are_listed_with_those_that_count_no_more(playing: EventCalls) -> None:
    undo = playing.api.get(f"{playing.path}undo/")
    assert [each["kind"] for each in done(undo)["facts"]] == ["released"]
    playing.post("undo/", {}, match=undo.headers["ETag"])
    facts = [(each["kind"], each["counts"]) for each in playing.rows("facts/")]
    assert facts[-3:] == [("event.drawn", True), ("event.released", False), ("event.undone", False)]


@pytest.mark.parametrize(
    "body",
    [{}, {"kind": "drawn"}, {"kind": "released", "stage": 1}, {"kind": "completed", "when": "now"}, []],
)
def test_fact_of_another_shape_is_refused(playing: EventCalls, body: Any) -> None:
    problem(playing.api.post(f"{playing.path}facts/", body, If_Match="*"), 422, "invalid")


def test_event_is_completed_and_opened_again(playing: EventCalls) -> None:
    answer = playing.api.post(f"{playing.path}facts/", {"kind": "completed"}, If_Match="*")
    refused(answer, "stage_unfinished", stage=1)
    refused(
        playing.api.post(f"{playing.path}facts/", {"kind": "reopened"}, If_Match="*"), "event_not_complete"
    )


def test_results_are_entered_a_large_round_at_a_time(playing: EventCalls) -> None:
    lines = [
        {"stage": 1, "round": 1, "number": number, "games_won": [2, 0]}
        for number in range(1, MOST_RESULTS + 2)
    ]
    problem(playing.api.post(f"{playing.path}results/", {"results": lines}), 422, "invalid")
    assert playing.pairings()[0]["rubber"] is None


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
    answer = playing.api.post(path, {"what": "result", "rubber": live, "games_won": [1, 0]})
    problem(answer, 409, "wrong_state")
    problem(playing.api.post(path, {"what": "guess"}), 422, "invalid")


def test_record_is_corrected_whole(playing: EventCalls) -> None:
    playing.play()
    first = playing.pairings()[0]
    egn = '[EGN "1"]\n[Round "1"]\n[A "x"]\n[B "y"]\n[BestOf "3"]\n[Result "0-2"]\n##0-2\n'
    egn = egn.replace("##0-2\n", "")
    fields = {"what": "record", "rubber": first["rubber"]["id"], "egn": egn}
    preview = playing.api.post(f"{playing.path}corrections/preview/", fields)
    body = {**fields, "reason": "Another sheet."}
    playing.post("corrections/", body, match=done(preview) and preview.headers["ETag"])
    assert playing.pairings()[0]["games"] == [0, 2]


def test_correction_on_what_has_moved_since_is_refused(playing: EventCalls) -> None:
    playing.play()
    first, second, _third = playing.pairings()
    corrections = [{"what": "void", "rubber": each["rubber"]["id"]} for each in (first, second)]
    tags = [
        playing.api.post(f"{playing.path}corrections/preview/", each).headers["ETag"] for each in corrections
    ]
    playing.post("corrections/", {**corrections[0], "reason": "x"}, match=tags[0])
    body = {**corrections[1], "reason": "y"}
    problem(playing.api.post(f"{playing.path}corrections/", body, If_Match=tags[1]), 412, "changed_meanwhile")
    problem(playing.api.post(f"{playing.path}corrections/", body), 428, "if_match_missing")
    assert event_state(playing.event).stages[0].rounds[0].pairings[1].outcome is not None


def test_result_is_disputed_and_confirmed_with_what_follows(api: Caller, club: Club) -> None:
    event_calls = planned_by_calls(api, club, KNOCKOUT, size=4, name="Knockout", player="Knight")
    event_calls.draw()
    event_calls.fact("released", stage=1, round=1)
    event_calls.play(1, 1)
    event_calls.play(1, 2)
    rubber = event_calls.pairings(1, 1)[0]["rubber"]["id"]
    dispute = {"what": "dispute", "rubber": rubber}
    preview = api.post(f"{event_calls.path}corrections/preview/", dispute)
    keep = done(preview)["keep"]
    assert [each["round"] for each in keep] == [2]
    body = {**dispute, "keep": keep, "reason": "They played the wrong round."}
    event_calls.post("corrections/", body, match=preview.headers["ETag"])
    assert Rubber.objects.get(public_id=rubber).state == "disputed"
    (final,) = event_calls.pairings(1, 2)
    assert final["is_kept"]
    problem(api.post(f"{event_calls.path}corrections/preview/", dispute), 409, "wrong_state")

    confirm = {"what": "confirm", "rubber": rubber}
    preview = api.post(f"{event_calls.path}corrections/preview/", confirm)
    assert done(preview)["keep"] == []
    body = {**confirm, "reason": "It was the right one."}
    event_calls.post("corrections/", body, match=preview.headers["ETag"])
    assert Rubber.objects.get(public_id=rubber).state == "confirmed"
    problem(api.post(f"{event_calls.path}corrections/preview/", confirm), 409, "wrong_state")

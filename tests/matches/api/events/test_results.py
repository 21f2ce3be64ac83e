"""Results, awards and other facts of an event by the API."""

from __future__ import annotations

from typing import Any

import pytest

from matches.api.events.serializers.facts import MOST_RESULTS
from matches.common.command_context import Act
from matches.events.open_pairings import rubber_of_pairing
from matches.events.write_standings import write_standings
from matches.models import User
from tests.matches.api.calling import Caller, problem
from tests.matches.api.event_calls import (
    EventCalls,
    done,
    refused,
)

pytestmark = pytest.mark.django_db


def test_lines_of_results_are_entered_each_on_its_own(playing: EventCalls) -> None:
    place = {"stage": 1, "round": 1}
    winner = playing.pairings()[2]["players"]["B"]["id"]
    told = playing.post(
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
    assert [(line["rubber"] is not None, line["is_awarded"]) for line in told] == [
        (True, False),
        (False, False),
        (False, True),
        (False, False),
    ]
    assert told[1]["problem"]["code"] == "invalid_record"
    assert (told[3]["problem"]["reason"], told[3]["problem"]["params"]["number"]) == ("pairing_unknown", 4)
    shown = playing.pairings()
    assert [(each["decided_by"], each["winner"], each["games"]) for each in shown] == [
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
    rubber = rubber_of_pairing(playing.event, "1", two, act=Act(by=owner, key=""))
    write_standings(playing.event.pk)
    shown = Caller().get(f"{playing.path}pairings/").json()["results"][0]
    assert (shown["rubber"], shown["games"]) == ({"id": rubber.public_id, "state": "live"}, [0, 0])
    assert (shown["decided_by"], shown["halves"]) == (None, None)


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
    told = [(each["kind"], each["counts"]) for each in playing.rows("facts/")]
    assert told[-3:] == [("event.drawn", True), ("event.released", False), ("event.undone", False)]


@pytest.mark.parametrize(
    "body",
    [{}, {"kind": "drawn"}, {"kind": "released", "stage": 1}, {"kind": "completed", "when": "now"}, []],
)
def test_fact_of_another_shape_is_refused(playing: EventCalls, body: Any) -> None:
    problem(playing.api.post(f"{playing.path}facts/", body, If_Match="*"), 422, "invalid")


def test_event_is_completed_and_opened_again(playing: EventCalls) -> None:
    refused(
        playing.api.post(f"{playing.path}facts/", {"kind": "completed"}, If_Match="*"),
        "stage_unfinished",
        stage=1,
    )
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

"""Tests of the round of a draw that a rubber belongs to, whatever its record calls it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from matches.events.check_document import check_file
from matches.events.corrections import correct_result, result_preview
from matches.events.event_state import event_results
from matches.events.undo import undo_last
from matches.exchange.event_files.export import export_bytes
from matches.models import Player, Rubber
from matches.rubbers.change_rubbers import change_report, correct_rubber, enter_rubber
from matches.rubbers.errors import SameRubberError
from matches.rubbers.find_round import DrawnRounds, RoundFound
from matches.rules.events.plan import StagePlan
from scoring.notation import read_one
from scoring.notation.tags import sort_tags
from scoring.record import Rubber as Record
from tests.matches.events.event_hands import EventHands, planned, playing
from tests.matches.rubbers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def pair(event_hands: EventHands, number: int = 1, round_number: int = 1, stage: int = 1) -> tuple[str, str]:
    pairing = event_hands.pairings(stage, round_number)[number - 1]
    assert pairing.a is not None
    assert pairing.b is not None
    return pairing.a, pairing.b


def written(round_label: str, winner: str = "A", **tags: str) -> Record:
    result = "2-0" if winner == "A" else "0-2"
    head = {"Round": round_label, "A": "A", "B": "B", "BestOf": "3", "Result": result, **tags}
    return Record(sort_tags({"EGN": "1", **{tag: value for tag, value in head.items() if value}}.items()))


def enter(event_hands: EventHands, record: Record, people: tuple[str, str], **more: Any) -> Rubber:
    rows = {player.public_id: player for player in Player.objects.filter(public_id__in=people)}
    return enter_rubber(
        event_hands.hands.club,
        record,
        event_name=event_hands.event.name,
        players=(rows[people[0]], rows[people[1]]),
        authority=more.pop("authority", "final"),
        act=event_hands.act(),
        **more,
    )


def found(event_hands: EventHands, text: str, people: tuple[str, str]) -> RoundFound:
    return DrawnRounds(event_hands.event.public_id, people).find(text, people)


@pytest.mark.parametrize(
    "text", ["1", "Round 1", "R1", "1.2", "ronde 1", "Swiss: Round 1", "", "first evening"]
)
def test_rubber_decides_its_pairing_whatever_its_round_is_called(text: str) -> None:
    event_hands = playing("swiss", rounds=3)
    people = pair(event_hands)
    rubber = enter(event_hands, written(text), people)
    state = event_hands.state
    assert (state.stages[0].pairing(1, 1).rubber, state.outside) == (rubber.public_id, ())
    assert (rubber.round_label, read_one(rubber.egn).tag("Round") or "") == ("1", text)
    assert differences() == []


def test_final_of_a_cup_is_found_by_its_french_name() -> None:
    event_hands = playing("knockout")
    event_hands.play()
    rubber = enter(event_hands, written("Finale", "B"), pair(event_hands, round_number=2))
    assert event_hands.state.stages[0].pairing(2, 1).rubber == rubber.public_id


def test_number_that_two_stages_have_is_the_one_in_which_the_two_meet() -> None:
    stages = (
        StagePlan(kind="round_robin", name="Groups", qualifiers=2),
        StagePlan(kind="round_robin", name="Last"),
    )
    event_hands = planned(*stages, size=4).draw()
    event_hands.release(until=3)
    for number in (1, 2, 3):
        event_hands.play(number=number)
    event_hands.draw(2).release(2)
    people = pair(event_hands, stage=2)
    rubber = enter(event_hands, written("Round 1"), people)
    assert (rubber.round_label, event_hands.state.outside) == ("Last: 1", ())


def test_players_alone_lead_to_a_round_only_if_one_pairing_is_undecided() -> None:
    event_hands = playing("round_robin", cycles=2)
    people = pair(event_hands)
    assert found(event_hands, "return match", people) == RoundFound(
        "return match", "no_such_round", options=("1", "4")
    )
    event_hands.win((1, 1, 1))
    assert found(event_hands, "return match", people) == RoundFound("4", options=("4",), is_by_players=True)
    event_hands.win((1, 4, 1))
    assert found(event_hands, "return match", people) == RoundFound("return match", "no_such_round")


def test_number_of_a_round_that_is_not_drawn_is_no_name_for_another() -> None:
    event_hands = playing("swiss", rounds=3)
    assert found(event_hands, "Round 2", pair(event_hands)) == RoundFound(
        "Round 2", "no_such_round", options=("1",)
    )


def test_pairing_of_a_draft_is_not_told_by_the_players() -> None:
    event_hands = planned(StagePlan(kind="swiss", rounds=3)).draw()
    people = pair(event_hands)
    assert found(event_hands, "tonight", people) == RoundFound("tonight", "no_such_round")
    assert found(event_hands, "Round 1", people) == RoundFound("1")


def test_problem_says_why_a_rubber_would_not_count() -> None:
    event_hands = playing("swiss", rounds=3)
    first, second = pair(event_hands), pair(event_hands, 2)
    assert found(event_hands, "R1", (first[0], second[0])) == RoundFound("1", "not_paired")
    rubber = event_hands.win((1, 1, 1))
    assert found(event_hands, "R1", first) == RoundFound("1", "has_result", rubber.public_id)
    event_hands.record("withdrawn", "ill", player=second[0], stage=1, round=1)
    assert found(event_hands, "R1", second) == RoundFound("1", "withdrawn")
    event_hands.record("awarded", "ill", stage=1, round=1, number=2, winner=second[0])
    assert found(event_hands, "R1", second) == RoundFound("1", "awarded")


def test_event_without_a_draw_has_no_round() -> None:
    event_hands = planned(StagePlan(kind="swiss", rounds=3))
    a, b = (player.public_id for player in event_hands.players[:2])
    assert found(event_hands, "R1", (a, b)) == RoundFound("R1", "no_draw")


def test_round_of_a_bracket_may_still_wait_for_its_players() -> None:
    event_hands = playing("knockout")
    assert found(event_hands, "finals", pair(event_hands)) == RoundFound("Final", options=("Semi-final",))


def test_decided_pairing_is_not_taken_by_another_rubber() -> None:
    event_hands = playing("swiss", rounds=3)
    first = event_hands.win((1, 1, 1))
    late = enter(event_hands, written("R1", "B"), pair(event_hands), is_another=True)
    assert event_hands.state.stages[0].pairing(1, 1).rubber == first.public_id
    assert event_hands.state.outside == ((late.public_id, ("second_result", "1", first.public_id)),)


def stored_before_the_draw(text: str = "Round 1") -> tuple[EventHands, Rubber]:
    """Return an event of two players, and their rubber, whose round nobody found when it was stored."""
    event_hands = planned(StagePlan(kind="round_robin"), size=2)
    a, b = (player.public_id for player in event_hands.players)
    rubber = enter(event_hands, written(text), (a, b))
    event_hands.draw().release()
    return event_hands, rubber


def test_stored_rubber_is_not_moved_by_a_draw_nor_by_a_correction_of_its_result() -> None:
    event_hands, rubber = stored_before_the_draw()
    outside = ((rubber.public_id, ("no_such_round", "Round 1")),)
    assert (rubber.round_label, event_hands.state.outside) == ("Round 1", outside)
    corrected = correct_rubber(rubber, written("Round 1", "B"), act=event_hands.act("misread"))
    assert (corrected.round_label, event_hands.state.outside) == ("Round 1", outside)
    assert differences() == []


def test_round_stays_when_only_the_result_is_corrected_and_follows_a_new_tag() -> None:
    event_hands = playing("round_robin", cycles=2)
    rubber = enter(event_hands, written("Round 1"), pair(event_hands))
    event = event_hands.event
    preview = result_preview(event, rubber, written("Round 1", "B"))
    rubber = correct_result(event, rubber, written("Round 1", "B"), act=event_hands.act("misread")).rubber
    assert (rubber.round_label, rubber.winner, preview.after) == ("1", "B", event_hands.state)
    preview = result_preview(event, rubber, written("Round 4", "B"))
    rubber = correct_result(event, rubber, written("Round 4", "B"), act=event_hands.act("wrong sheet")).rubber
    assert (rubber.round_label, preview.after) == ("4", event_hands.state)
    undo_last(event, act=event_hands.act())
    rubber.refresh_from_db()
    assert (rubber.round_label, read_one(rubber.egn).tag("Round")) == ("1", "Round 1")
    assert [result.round_label for result in event_results(event)] == ["1"]
    assert differences() == []


def test_round_is_found_for_a_changed_report() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = enter(event_hands, written("1"), pair(event_hands), authority="A")
    changed = change_report(rubber, written("Tour 1", "B"), act=event_hands.act())
    assert (changed.state, changed.round_label) == ("reported", "1")
    assert differences() == []


def test_round_of_another_event_is_not_kept_by_a_rubber_that_moves() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = enter(event_hands, written("Round 1"), pair(event_hands))
    moved = correct_rubber(
        rubber, written("Round 1"), act=event_hands.act("elsewhere"), event_name="Spring Cup"
    )
    assert moved.round_label == "Round 1"
    back = correct_rubber(
        moved, written("Round 1"), act=event_hands.act("back"), event_name=event_hands.event.name
    )
    assert back.round_label == "1"
    assert differences() == []


def test_file_of_the_event_has_the_round_that_is_meant() -> None:
    event_hands = playing("swiss", rounds=3)
    enter(event_hands, written("Round 1"), pair(event_hands))
    raw = export_bytes(event_hands.event)
    (rubber,) = orjson.loads(raw)["rubbers"]
    assert rubber["log"][0]["payload"]["round"] == {"tag": "Round 1", "label": "1"}
    assert check_file(raw) == []


def test_correction_takes_a_rubber_out_of_the_draw_and_its_players_do_not_bring_it_back() -> None:
    event_hands = playing("swiss", rounds=3)
    rubber = enter(event_hands, written("1"), pair(event_hands))
    out = correct_rubber(rubber, written(""), act=event_hands.act("a friendly game"))
    assert (out.round_label, event_hands.state.outside[0][1]) == ("", ("no_such_round", ""))


def test_result_beside_one_that_decides_the_pairing_is_refused_unless_it_is_another() -> None:
    event_hands = playing("swiss", rounds=3)
    first = enter(event_hands, written("1"), pair(event_hands))
    with pytest.raises(SameRubberError, match="have a result in this round already") as error:
        enter(event_hands, written("R1", "B", Table="2"), pair(event_hands))
    assert error.value.rubber == first
    enter(event_hands, written("R1", "B", Table="2"), pair(event_hands), is_another=True)
    assert event_hands.state.pairing_at((1, 1, 1)).rubber == first.public_id

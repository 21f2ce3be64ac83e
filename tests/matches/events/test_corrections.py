from __future__ import annotations

from typing import Any

import pytest

from matches.events.corrections import (
    correct_by_fact,
    correct_result,
    fact_preview,
    result_preview,
    void_preview,
    void_result,
)
from matches.events.errors import NothingToUndoError, ReasonNeededError, StaleEventError
from matches.events.rows import expected_rows
from matches.events.undo import last_deed, undo_last
from matches.events.write_standings import write_standings
from matches.models import Conflict, LogEntry, Rubber
from matches.rubbers.commands import dispute_rubber
from matches.rubbers.errors import StaleRubberError
from matches.rules.events.plan import StagePlan
from scoring import record as scored
from scoring.notation import read_one
from tests.factories.remembered import remembered
from tests.matches.helpers.event_hands import EventHands, planned, playing, stored_of
from tests.matches.helpers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def told() -> EventHands:
    """A knockout of four, played to its end: A won everything."""

    def play() -> EventHands:
        told = playing("knockout")
        told.play(number=1)
        told.play(number=2)
        return told

    return remembered("knockout played to its end", play)


def turned(rubber: Rubber) -> scored.Rubber:
    """The rubber's record with the other side as its winner."""
    return read_one(rubber.egn.replace('"2-0"', '"0-2"').replace("##2-0", "##0-2"))


def first_rubber() -> Rubber:
    return Rubber.objects.select_related("event", "club", "player_a", "player_b").earliest("pk")


def correct(told: EventHands, **more: Any) -> Any:
    rubber = first_rubber()
    act = more.pop("act", None) or told.act("misread")
    return correct_result(told.event, rubber, turned(rubber), act=act, **more)


def test_preview_tells_what_moves_and_writes_nothing(told: EventHands) -> None:
    rubber = first_rubber()
    before = (stored_of(told.event), LogEntry.objects.count())

    preview = result_preview(told.event, rubber, turned(rubber))

    assert (stored_of(told.event), LogEntry.objects.count()) == before
    (orphan,) = preview.moves.orphans
    assert (orphan.place, orphan.rubber) == ((1, 2, 1), Rubber.objects.latest("pk").public_id)
    assert preview.before == told.state
    correct(told)
    assert preview.after == told.state


def test_preview_of_the_same_result_moves_nothing(told: EventHands) -> None:
    rubber = first_rubber()

    assert result_preview(told.event, rubber, read_one(rubber.egn)).moves.is_empty


def test_preview_of_a_void_and_of_an_award_say_what_they_come_to(told: EventHands) -> None:
    loser = told.pairings()[0].b
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": loser}

    assert fact_preview(told.event, "awarded", award).moves.slot_moves[0].new == loser
    assert void_preview(told.event, first_rubber()).moves.slot_moves[0].new is None


def test_correction_is_written_at_once(told: EventHands) -> None:
    corrected = correct(told)

    assert corrected.rubber.winner == "B"
    assert corrected.state == told.state
    assert told.is_stored()
    assert differences() == []


def test_correction_sent_twice_is_one(told: EventHands) -> None:
    act = told.act("misread")
    entries = LogEntry.objects.count()

    states = [correct(told, act=act, keep=[(1, 2, 1)]).state for _ in range(2)]

    assert states[0] == states[1]
    assert LogEntry.objects.count() == entries + 2


def test_pairing_that_was_played_is_kept_as_it_was(told: EventHands) -> None:
    final = told.pairings(number=2)[0]

    correct(told, keep=[(1, 2, 1)])

    kept = told.pairings(number=2)[0]
    assert (kept.a, kept.b, kept.is_kept, kept.rubber) == (final.a, final.b, True, final.rubber)
    assert told.is_stored()


def test_rounds_that_follow_are_drawn_anew() -> None:
    told = playing("swiss", rounds=3)
    told.play(number=1)
    told.draw()
    told.release(number=2)
    played = told.play(number=2)

    correct(told, redo=(1, 2))

    assert len(told.state.stages[0].rounds) == 1
    assert {rubber for rubber, _ in told.state.outside} == {rubber.public_id for rubber in played}
    assert told.is_stored()
    told.draw()
    assert told.is_stored()
    assert differences() == []


def test_later_stages_go_before_the_stage_that_is_drawn_anew() -> None:
    told = planned(
        StagePlan(kind="swiss", name="Swiss", rounds=1, qualifiers=2), StagePlan(kind="knockout", name="Cup")
    )
    told.draw()
    told.release()
    told.play()
    told.draw(stage=2)
    told.release(stage=2)

    correct(told, redo=(1, 1))

    assert [len(stage.rounds) for stage in told.state.stages] == [0, 0]
    assert told.is_stored()


def test_complete_event_is_opened_again_where_its_draw_changes(told: EventHands) -> None:
    told.record("completed")

    correct(told, keep=[(1, 2, 1)])

    assert told.state.phase == "playing"


def test_nothing_is_corrected_where_what_follows_is_refused() -> None:
    told = playing("swiss", rounds=2)
    told.play(number=1)
    told.draw()
    told.release(number=2)
    entries = LogEntry.objects.count()

    with pytest.raises(ReasonNeededError):
        correct(told, redo=(1, 2), act=told.act())

    assert (LogEntry.objects.count(), first_rubber().winner) == (entries, "A")


def test_correction_on_an_event_that_changed_meanwhile_is_refused(told: EventHands) -> None:
    seen = told.state.facts.version
    told.record("completed")

    with pytest.raises(StaleEventError):
        correct(told, event_version=seen)


def test_text_that_came_too_late_is_kept(told: EventHands) -> None:
    with pytest.raises(StaleRubberError):
        correct(told, act=told.act("misread", version=7))

    assert Conflict.objects.count() == 1
    assert first_rubber().winner == "A"


def test_award_over_a_result_is_recorded_with_what_is_kept(told: EventHands) -> None:
    pairing = told.pairings()[0]
    act = told.act("played the wrong man")
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": pairing.b}

    for _ in range(2):
        correct_by_fact(told.event, "awarded", award, keep=[(1, 2, 1)], act=act)

    assert [entry.kind for entry in LogEntry.objects.order_by("-pk")[:2]] == ["event.kept", "event.awarded"]
    assert told.is_stored()


def test_undo_takes_back_a_correction_with_what_came_with_it(told: EventHands) -> None:
    before, egn = expected_rows(told.state), first_rubber().egn
    corrected = correct(told, keep=[(1, 2, 1)])
    deed = last_deed(told.event)
    assert deed is not None
    assert (deed.rubber, len(deed.facts)) == (corrected.rubber, 1)
    act = told.act("it was right")

    states = [undo_last(told.event, act=act) for _ in range(2)]

    assert states[0] == states[1] == told.state
    assert first_rubber().egn == egn
    rows = expected_rows(told.state)
    assert (rows.pairings, rows.standings) == (before.pairings, before.standings)
    last = LogEntry.objects.latest("pk")
    assert (last.kind, last.payload["undoes"], last.reason) == ("rubber.corrected", 2, "it was right")
    assert told.is_stored()
    assert differences() == []


def test_undo_goes_back_step_by_step(told: EventHands) -> None:
    """Released, then corrected twice; declared void; the event completed and opened again."""
    first = first_rubber()
    versions = [first.egn]
    correct(told)
    versions.append(first_rubber().egn)
    closer = read_one(first.egn.replace('"2-0"', '"2-1"').replace("##2-0", "##2-1"))
    correct_result(told.event, first_rubber(), closer, act=told.act())
    versions.append(first_rubber().egn)
    void_result(told.event, first_rubber(), act=told.act())

    for egn in reversed(versions):
        undo_last(told.event, act=told.act())
        assert (first_rubber().egn, first_rubber().state) == (egn, "corrected")
        assert told.is_stored()
    deed = last_deed(told.event)
    assert deed is not None
    assert [fact.kind for fact in deed.facts] == ["event.released"]
    assert deed.correction is None


def test_undo_takes_facts_of_one_act_back_together() -> None:
    told = planned(StagePlan(kind="swiss"))
    told.draw()

    undo_last(told.event, act=told.act())
    assert told.state.stages[0].rounds == ()
    undo_last(told.event, act=told.act())

    assert (told.state.phase, told.state.entries) == ("open", ())
    assert told.is_stored()
    with pytest.raises(NothingToUndoError):
        undo_last(told.event, act=told.act())
    assert differences() == []


def test_correction_that_something_was_done_upon_is_not_undone(told: EventHands) -> None:
    correct(told)
    dispute_rubber(first_rubber(), seat="A", act=told.act())
    write_standings(told.event.pk)

    deed = last_deed(told.event)

    assert deed is not None
    assert deed.correction is None


def test_undo_of_what_another_has_changed_is_refused(told: EventHands) -> None:
    seen = told.state.facts.version
    told.record("completed")

    with pytest.raises(StaleEventError):
        undo_last(told.event, act=told.act(version=seen))


def test_result_that_was_moved_to_another_event_comes_back(told: EventHands) -> None:
    rows = expected_rows(told.state)
    moved = correct_result(
        told.event,
        first_rubber(),
        read_one(first_rubber().egn),
        event_name="Winter Cup",
        act=told.act("it was the other cup"),
    ).rubber
    assert (moved.event.name, told.is_stored()) == ("Winter Cup", True)
    deeds = [last_deed(event) for event in (told.event, moved.event)]
    assert [deed and deed.rubber for deed in deeds] == [moved, moved]

    undo_last(told.event, act=told.act())

    assert first_rubber().event == told.event
    assert expected_rows(told.state).pairings == rows.pairings
    assert told.is_stored()
    assert differences() == []


def test_result_that_was_moved_between_other_events_is_none_of_this_ones(told: EventHands) -> None:
    released = last_deed(told.event)
    other = told.hands.enter((5, 3), event="League")
    correct_result(other.event, other, read_one(other.egn), event_name="Winter Cup", act=told.act())

    assert last_deed(told.event) == released


def test_undo_takes_back_nothing_else_than_what_was_seen(told: EventHands) -> None:
    seen = last_deed(told.event)
    assert seen is not None
    corrected = correct(told).rubber
    version = told.state.facts.version

    with pytest.raises(StaleEventError):
        undo_last(told.event, act=told.act(version=version), seen=seen.position)

    assert first_rubber().version == corrected.version
    now = last_deed(told.event)
    assert now is not None
    undo_last(told.event, act=told.act(version=version), seen=now.position)
    assert first_rubber().winner == "A"

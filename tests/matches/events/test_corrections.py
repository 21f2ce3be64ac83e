from __future__ import annotations

from functools import partial
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
from matches.events.undo import last_change, undo_last
from matches.events.write_standings import write_standings
from matches.models import Conflict, LogEntry, Player, Rubber
from matches.rubbers.change_rubbers import correct_rubber, dispute_rubber
from matches.rubbers.errors import StaleRubberError
from matches.rules.events.plan import StagePlan
from matches.rules.events.rows import expected_rows
from scoring import record as scored
from scoring.notation import read_one
from tests.factories.remembered import remembered
from tests.matches.events.event_hands import EventHands, planned, playing, stored_of
from tests.matches.rubbers.hands import differences

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event_hands() -> EventHands:
    """Return a knockout of four, played to its end: A won every rubber."""

    def play() -> EventHands:
        event_hands = playing("knockout")
        event_hands.play(number=1)
        event_hands.play(number=2)
        return event_hands

    return remembered("knockout played to its end", play)


def turned(rubber: Rubber) -> scored.Rubber:
    """Return the rubber's record with the other side as its winner."""
    return read_one(rubber.egn.replace('"2-0"', '"0-2"').replace("##2-0", "##0-2"))


def first_rubber() -> Rubber:
    return Rubber.objects.select_related("event", "club", "player_a", "player_b").earliest("pk")


def correct(event_hands: EventHands, **more: Any) -> Any:
    rubber = first_rubber()
    act = more.pop("act", None) or event_hands.act("misread")
    return correct_result(event_hands.event, rubber, turned(rubber), act=act, **more)


def test_preview_tells_what_moves_and_writes_nothing(event_hands: EventHands) -> None:
    rubber = first_rubber()
    before = (stored_of(event_hands.event), LogEntry.objects.count())
    preview = result_preview(event_hands.event, rubber, turned(rubber))
    assert (stored_of(event_hands.event), LogEntry.objects.count()) == before
    (orphan,) = preview.moves.orphans
    assert (orphan.place, orphan.rubber) == ((1, 2, 1), Rubber.objects.latest("pk").public_id)
    assert preview.before == event_hands.state
    correct(event_hands)
    assert preview.after == event_hands.state


def test_preview_of_the_same_result_moves_nothing(event_hands: EventHands) -> None:
    rubber = first_rubber()
    assert result_preview(event_hands.event, rubber, read_one(rubber.egn)).moves.is_empty


def test_preview_of_a_void_and_of_an_award_say_what_they_come_to(event_hands: EventHands) -> None:
    loser = event_hands.pairings()[0].b
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": loser}
    assert fact_preview(event_hands.event, "awarded", award).moves.slot_moves[0].new == loser
    assert void_preview(event_hands.event, first_rubber()).moves.slot_moves[0].new is None


def test_correction_is_written_at_once(event_hands: EventHands) -> None:
    corrected = correct(event_hands)
    assert corrected.rubber.winner == "B"
    assert corrected.state == event_hands.state
    assert event_hands.is_stored()
    assert differences() == []


def test_correction_sent_twice_is_one(event_hands: EventHands) -> None:
    act = event_hands.act("misread")
    entries = LogEntry.objects.count()
    states = [correct(event_hands, act=act, keep=[(1, 2, 1)]).state for _ in range(2)]
    assert states[0] == states[1]
    assert LogEntry.objects.count() == entries + 2


def test_pairing_that_was_played_is_kept_as_it_was(event_hands: EventHands) -> None:
    final = event_hands.pairings(number=2)[0]
    correct(event_hands, keep=[(1, 2, 1)])
    kept = event_hands.pairings(number=2)[0]
    assert (kept.a, kept.b, kept.is_kept, kept.rubber) == (final.a, final.b, True, final.rubber)
    assert event_hands.is_stored()


def test_rounds_that_follow_are_drawn_anew() -> None:
    event_hands = playing("swiss", rounds=3)
    event_hands.play(number=1)
    event_hands.draw().release(number=2)
    played = event_hands.play(number=2)
    correct(event_hands, redo=(1, 2))
    assert len(event_hands.state.stages[0].rounds) == 1
    assert {rubber for rubber, _ in event_hands.state.outside} == {rubber.public_id for rubber in played}
    assert event_hands.is_stored()
    event_hands.draw()
    assert event_hands.is_stored()
    assert differences() == []


def test_later_stages_go_before_the_stage_that_is_drawn_anew() -> None:
    first = StagePlan(kind="swiss", name="Swiss", rounds=1, qualifiers=2)
    event_hands = planned(first, StagePlan(kind="knockout", name="Cup")).draw().release()
    event_hands.play()
    event_hands.draw(stage=2).release(stage=2)
    correct(event_hands, redo=(1, 1))
    assert [len(stage.rounds) for stage in event_hands.state.stages] == [0, 0]
    assert event_hands.is_stored()


def test_complete_event_is_opened_again_where_its_draw_changes(event_hands: EventHands) -> None:
    event_hands.record("completed")
    correct(event_hands, keep=[(1, 2, 1)])
    assert event_hands.state.phase == "playing"


def test_nothing_is_corrected_where_what_follows_is_refused() -> None:
    event_hands = playing("swiss", rounds=2)
    event_hands.play(number=1)
    event_hands.draw().release(number=2)
    entries = LogEntry.objects.count()
    with pytest.raises(ReasonNeededError):
        correct(event_hands, redo=(1, 2), act=event_hands.act())
    assert (LogEntry.objects.count(), first_rubber().winner) == (entries, "A")


def test_correction_on_an_event_that_changed_meanwhile_is_refused(event_hands: EventHands) -> None:
    seen = event_hands.state.facts.version
    event_hands.record("completed")
    with pytest.raises(StaleEventError):
        correct(event_hands, event_version=seen)


def test_text_that_came_too_late_is_kept(event_hands: EventHands) -> None:
    with pytest.raises(StaleRubberError):
        correct(event_hands, act=event_hands.act("misread", version=7))
    assert Conflict.objects.count() == 1
    assert first_rubber().winner == "A"


def test_award_over_a_result_is_recorded_with_what_is_kept(event_hands: EventHands) -> None:
    pairing = event_hands.pairings()[0]
    act = event_hands.act("played the wrong man")
    award = {"stage": 1, "round": 1, "number": 1, "kind": "decision", "winner": pairing.b}
    for _ in range(2):
        correct_by_fact(event_hands.event, "awarded", award, keep=[(1, 2, 1)], act=act)
    assert [entry.kind for entry in LogEntry.objects.order_by("-pk")[:2]] == ["event.kept", "event.awarded"]
    assert event_hands.is_stored()


def test_undo_takes_back_a_correction_with_what_came_with_it(event_hands: EventHands) -> None:
    before, egn = expected_rows(event_hands.state), first_rubber().egn
    corrected = correct(event_hands, keep=[(1, 2, 1)])
    deed = last_change(event_hands.event)
    assert deed is not None
    assert (deed.rubber, len(deed.facts)) == (corrected.rubber, 1)
    act = event_hands.act("it was right")

    states = [undo_last(event_hands.event, act=act) for _ in range(2)]

    assert states[0] == states[1] == event_hands.state
    assert first_rubber().egn == egn
    rows = expected_rows(event_hands.state)
    assert (rows.pairings, rows.standings) == (before.pairings, before.standings)
    last = LogEntry.objects.latest("pk")
    assert (last.kind, last.payload["undoes"], last.reason) == ("rubber.corrected", 2, "it was right")
    assert event_hands.is_stored()
    assert differences() == []


def test_undo_goes_back_step_by_step(event_hands: EventHands) -> None:
    """The steps are a release, two corrections, a void, a completion and a reopening."""
    first = first_rubber()
    versions = [first.egn]
    correct(event_hands)
    versions.append(first_rubber().egn)
    closer = read_one(first.egn.replace('"2-0"', '"2-1"').replace("##2-0", "##2-1"))
    correct_result(event_hands.event, first_rubber(), closer, act=event_hands.act())
    versions.append(first_rubber().egn)
    void_result(event_hands.event, first_rubber(), act=event_hands.act())

    for egn in reversed(versions):
        undo_last(event_hands.event, act=event_hands.act())
        assert (first_rubber().egn, first_rubber().state) == (egn, "corrected")
        assert event_hands.is_stored()
    deed = last_change(event_hands.event)
    assert deed is not None
    assert [fact.kind for fact in deed.facts] == ["event.released"]
    assert deed.correction is None


def test_undo_takes_facts_of_one_act_back_together() -> None:
    event_hands = planned(StagePlan(kind="swiss")).draw()
    undo_last(event_hands.event, act=event_hands.act())
    assert event_hands.state.stages[0].rounds == ()
    undo_last(event_hands.event, act=event_hands.act())
    assert (event_hands.state.phase, event_hands.state.entries) == ("open", ())
    assert event_hands.is_stored()
    with pytest.raises(NothingToUndoError):
        undo_last(event_hands.event, act=event_hands.act())
    assert differences() == []


def test_correction_that_something_was_done_upon_is_not_undone(event_hands: EventHands) -> None:
    correct(event_hands)
    dispute_rubber(first_rubber(), seat="A", act=event_hands.act())
    write_standings(event_hands.event.pk)
    deed = last_change(event_hands.event)
    assert deed is not None
    assert deed.correction is None


def test_correction_that_removed_a_guest_is_not_undone(event_hands: EventHands) -> None:
    released = last_change(event_hands.event)
    bel = Player.objects.create(club=event_hands.hands.club, name="Bel")
    rubber = event_hands.hands.store(
        event_hands.hands.result(), event=event_hands.event.name, players=(event_hands.hands.a, bel)
    )
    correct_rubber(
        rubber, event_hands.hands.result(), players=event_hands.hands.players, act=event_hands.act()
    )
    deed = last_change(event_hands.event)
    assert deed is not None
    assert deed.correction is not None
    Player.objects.filter(pk=bel.pk).delete()
    assert last_change(event_hands.event) == released


def test_undo_of_what_another_has_changed_is_refused(event_hands: EventHands) -> None:
    seen = event_hands.state.facts.version
    event_hands.record("completed")
    with pytest.raises(StaleEventError):
        undo_last(event_hands.event, act=event_hands.act(version=seen))


def test_result_that_was_moved_to_another_event_comes_back(event_hands: EventHands) -> None:
    rows = expected_rows(event_hands.state)
    rubber, act = first_rubber(), event_hands.act("it was the other cup")
    elsewhere = partial(correct_result, event_name="Winter Cup", act=act)
    moved = elsewhere(event_hands.event, rubber, read_one(rubber.egn)).rubber
    assert (moved.event.name, event_hands.is_stored()) == ("Winter Cup", True)
    deeds = [last_change(event) for event in (event_hands.event, moved.event)]
    assert [deed and deed.rubber for deed in deeds] == [moved, moved]

    undo_last(event_hands.event, act=event_hands.act())

    assert first_rubber().event == event_hands.event
    assert expected_rows(event_hands.state).pairings == rows.pairings
    assert event_hands.is_stored()
    assert differences() == []


def test_result_that_was_moved_between_other_events_is_none_of_this_ones(event_hands: EventHands) -> None:
    released = last_change(event_hands.event)
    other = event_hands.hands.enter((5, 3), event="League")
    correct_result(other.event, other, read_one(other.egn), event_name="Winter Cup", act=event_hands.act())
    assert last_change(event_hands.event) == released


def test_undo_takes_back_nothing_else_than_what_was_seen(event_hands: EventHands) -> None:
    seen = last_change(event_hands.event)
    assert seen is not None
    corrected = correct(event_hands).rubber
    version = event_hands.state.facts.version
    with pytest.raises(StaleEventError):
        undo_last(event_hands.event, act=event_hands.act(version=version), seen=seen.position)
    assert first_rubber().version == corrected.version
    now = last_change(event_hands.event)
    assert now is not None
    undo_last(event_hands.event, act=event_hands.act(version=version), seen=now.position)
    assert first_rubber().winner == "A"

"""A corrected result moves players, pairings and places, computed from an event's log and rubbers."""

from __future__ import annotations

from dataclasses import replace

from matches.rules.events.derive import derive
from matches.rules.events.moves import (
    LaterRound,
    LaterStage,
    Moves,
    Orphan,
    PlaceMove,
    SlotMove,
    TableMove,
    ThroughMove,
    moves,
)
from matches.rules.events.plan import StagePlan
from matches.rules.events.state import EventState, Result
from tests.matches.rules.events.logs import Log, entered_log, round_drawn

FOUR = ["ann", "bob", "cy", "dot"]


def knockout_log() -> Log:
    """Return a released knockout without results."""
    log = entered_log(StagePlan(kind="knockout"), players=FOUR)
    log.add(
        "drawn", stage=1, entrants=FOUR, positions=["ann", "dot", "bob", "cy"], labels=["Semi-final", "Final"]
    )
    log.add("released", stage=1, round=1)
    return log


def swiss_log() -> Log:
    """Return a Swiss with its first round released."""
    log = entered_log(StagePlan(kind="swiss", rounds=3, tie_breaks=("wins",)), players=FOUR)
    first = round_drawn(1, ("ann", "cy"), ("bob", "dot"))
    log.add("drawn", stage=1, entrants=FOUR, rounds=[first], method="swiss", planned_rounds=3)
    log.add("released", stage=1, round=1)
    return log


def corrected(log: Log, result: Result) -> EventState:
    """Return the event if the result's B had won it."""
    other = replace(result, winner="B", games=result.games[::-1], points=(0, 2))
    return derive(log.facts, [other if known == result else known for known in log.results])


def test_semi_final_given_to_the_other_side_after_the_final() -> None:
    log = knockout_log()
    semi_final = log.play("Semi-final", "ann", "dot")
    log.play("Semi-final", "bob", "cy")
    final = log.play("Final", "ann", "bob")
    before, after = log.state, corrected(log, semi_final)

    changes = moves(before, after)

    # The final is to be played again, by dot and bob: both are still in, and level until then.
    assert changes == Moves(
        table_moves=(
            TableMove(1, 0, "bob", old_rank=2, new_rank=1, old_halves=2, new_halves=2),
            TableMove(1, 0, "dot", old_rank=3, new_rank=1, old_halves=0, new_halves=2),
            TableMove(1, 0, "ann", old_rank=1, new_rank=3, old_halves=4, new_halves=0),
        ),
        slot_moves=(SlotMove(1, 2, 1, "A", "ann", "dot"),),
        orphans=(Orphan((1, 2, 1), "ann", "bob", final.rubber, "dot", "bob"),),
        place_moves=tuple(PlaceMove(player, before.places[player], None) for player in before.places),
    )
    assert moves(after, before).orphans == ()


def test_final_that_is_kept_is_no_orphan() -> None:
    log = knockout_log()
    semi_final = log.play("Semi-final", "ann", "dot")
    log.play("Semi-final", "bob", "cy")
    log.play("Final", "ann", "bob")
    before = log.state
    log.add("kept", stage=1, round=2, number=1, a="ann", b="bob")
    changes = moves(before, corrected(log, semi_final))
    assert (changes.slot_moves, changes.orphans, changes.place_moves) == ((), (), ())


def test_first_round_of_a_swiss_stage_corrected_after_the_second_was_drawn() -> None:
    log = swiss_log()
    result = log.play("1", "ann", "cy")
    log.play("1", "bob", "dot")
    log.add("drawn", stage=1, rounds=[round_drawn(2, ("ann", "bob"), ("cy", "dot"))])
    log.add("released", stage=1, round=2)
    log.play("2", "ann", "bob")
    before, after = log.state, corrected(log, result)

    assert moves(before, after) == Moves(
        table_moves=(
            TableMove(1, 0, "cy", old_rank=3, new_rank=1, old_halves=0, new_halves=2),
            TableMove(1, 0, "bob", old_rank=2, new_rank=1, old_halves=2, new_halves=2),
            TableMove(1, 0, "ann", old_rank=1, new_rank=1, old_halves=4, new_halves=2),
            TableMove(1, 0, "dot", old_rank=3, new_rank=4, old_halves=0, new_halves=0),
        ),
        later_rounds=(LaterRound(1, 2, "2", is_released=True, pairings=2, decided=1),),
    )


def test_group_corrected_after_the_knockout_was_drawn_from_it() -> None:
    log = Log()
    log.plan(
        StagePlan(kind="round_robin", name="Group", qualifiers=2, tie_breaks=("wins", "lot")),
        StagePlan(kind="knockout", name="Knockout"),
    )
    log.add("entered", players=FOUR[:3])
    rounds = [
        round_drawn(1, ("ann", "bob"), ("cy", None), label="Group 1"),
        round_drawn(2, ("cy", "bob"), ("ann", None), label="Group 2"),
        round_drawn(3, ("ann", "cy"), ("bob", None), label="Group 3"),
    ]
    log.add("drawn", stage=1, entrants=FOUR[:3], groups=[FOUR[:3]], rounds=rounds)
    log.add("released", stage=1, round=1, until=3)
    log.play("Group 1", "ann", "bob")
    result = log.play("Group 2", "bob", "cy")
    log.play("Group 3", "ann", "cy")
    log.add("drawn", stage=2, entrants=["ann", "bob"], positions=["ann", "bob"], labels=["Final"])
    log.add("released", stage=2, round=1)
    log.play("Final", "ann", "bob")
    before, after = log.state, corrected(log, result)

    changes = moves(before, after)

    assert before.stages[0].through == ("ann", "bob")
    assert changes.through_moves == (ThroughMove(1, "cy", goes_on=True), ThroughMove(1, "bob", goes_on=False))
    assert changes.later_stages == (LaterStage(2, ("bob",), ("cy",), is_settled=True, decided=1),)
    assert (changes.slot_moves, changes.orphans, changes.later_rounds) == ((), (), ())
    assert [move.player for move in changes.table_moves] == ["cy", "bob"]


def test_points_alone_move_nothing_where_nothing_counts_them() -> None:
    log = swiss_log()
    result = log.play("1", "ann", "cy")
    other = derive(log.facts, [replace(result, points=(7, 0))])
    assert moves(log.state, other).is_empty

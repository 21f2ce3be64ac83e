from __future__ import annotations

from typing import Any, get_args

import pytest

from matches.rules.events import fold as fold_module
from matches.rules.events.facts import (
    Award,
    EntryFacts,
    EventFacts,
    FactKind,
    PairingDrawn,
    RoundFacts,
    StageFacts,
)
from matches.rules.events.fold import fold
from matches.rules.events.plan import EventPlan, StagePlan
from tests.matches.rules.events.logs import (
    FOUR,
    KNOCKOUT,
    ROUND_ROBIN,
    SWISS,
    Log,
    bracket_log,
    entered_log,
    group_of_three_log,
    pairing,
    round_drawn,
    swiss_log,
    time_of,
)


def test_every_kind_of_fact_is_folded() -> None:
    assert {*fold_module._FOLDS, "undone"} == set(get_args(FactKind))


def test_an_event_without_facts_is_open() -> None:
    assert fold([]) == EventFacts(version=0)


def test_other_entries_of_the_log_only_count_in_the_version() -> None:
    log = Log().add("opened", name="Autumn").plan(SWISS).add("renamed", name="Winter")
    planned = log.entries[1]
    assert log.facts == EventFacts(
        version=3, plan=EventPlan(stages=(SWISS,)), stages=(StageFacts(number=1),), last=2, last_fact=planned
    )


def test_entries_are_numbered_as_they_come_and_no_number_is_given_twice() -> None:
    log = entered_log(players=["ann", "bea"]).add("entry_removed", player="bea")
    log.add("entered", players=["cy", "bea"])
    entered = [("ann", 1, 2), ("cy", 3, 4), ("bea", 4, 4)]
    assert log.facts.entries == tuple(EntryFacts(name, number, time_of(at)) for name, number, at in entered)


def test_ratings_by_which_was_seeded_are_kept_until_the_next_order() -> None:
    log = entered_log().add("seeded", order=["cy", "ann"], ratings=[[1523, 21], None])
    ratings = {entry.player: entry.seed_rating for entry in log.facts.entries if entry.seed}
    assert ratings == {"cy": (1523, 21), "ann": None}
    log.add("seeded", order=["ann", "cy"])
    assert {entry.seed_rating for entry in log.facts.entries} == {None}


def test_seeds_hold_until_the_next_order() -> None:
    log = entered_log().add("seeded", order=["cy", "ann"])
    seeds = {entry.player: entry.seed for entry in log.facts.entries}
    assert seeds == {"ann": 2, "bea": None, "cy": 1, "dan": None}
    log.add("seeded", order=["dan"])
    assert [entry.seed for entry in log.facts.entries] == [None, None, None, 1]


def test_a_check_in_has_its_time_until_it_is_taken_back() -> None:
    log = entered_log().add("checked_in", player="bea")
    assert log.facts.entry("bea").checked_in_at == time_of(3)
    log.add("check_in_undone", player="bea")
    assert log.facts.entry("bea").checked_in_at == ""


@pytest.mark.parametrize(
    ("moves", "absences"),
    [
        ([("withdrawn", 1, 2)], (((1, 2), None),)),
        ([("withdrawn", 1, 2), ("returned", 1, 4)], (((1, 2), (1, 4)),)),
        ([("withdrawn", 1, 2), ("returned", 1, 2)], ()),
        ([("withdrawn", 1, 2), ("returned", 1, 1)], ()),
        ([("withdrawn", 1, 2), ("withdrawn", 1, 1)], (((1, 1), None),)),
        ([("withdrawn", 1, 2), ("returned", 1, 4), ("withdrawn", 2, 1)], (((1, 2), (1, 4)), ((2, 1), None))),
        ([("withdrawn", 1, 2), ("returned", 1, 4), ("withdrawn", 1, 3)], (((1, 2), (1, 3)), ((1, 3), None))),
    ],
)
def test_who_withdraws_is_away_until_he_returns(moves: list[tuple[str, int, int]], absences: Any) -> None:
    log = swiss_log()
    for kind, stage, number in moves:
        log.add(kind, player="dan", stage=stage, round=number)
    entry = log.facts.entry("dan")
    assert entry.absences == absences
    assert bool(entry.withdrawn_at) == (moves[-1][0] == "withdrawn")


def test_byes_are_asked_for_by_round() -> None:
    log = swiss_log().add("bye_requested", player="dan", stage=1, round=2)
    log.add("bye_requested", player="dan", stage=1, round=3)
    log.add("bye_request_undone", player="dan", stage=1, round=2)
    assert log.facts.entry("dan").requested_byes == frozenset({(1, 3)})


def test_the_last_authority_on_forbidden_pairs_is_the_one_that_holds() -> None:
    log = entered_log().add("forbidden", pairs=[["ann", "bea"]])
    log.add("forbidden", pairs=[["cy", "dan"], ["bea", "ann"]])
    assert log.facts.forbidden == frozenset({frozenset({"cy", "dan"}), frozenset({"ann", "bea"})})


def test_rounds_are_drawn_changed_and_released() -> None:
    log = swiss_log().add("released", stage=1, round=1)
    second = round_drawn(2, ("ann", "bea"), ("cy", "dan"), due="2026-10-11")
    log.add("drawn", stage=1, rounds=[second], undecided=1, warnings=[["undecided_before", 1]])
    changed = [pairing("cy", "ann"), pairing("bea", "dan")]
    log.add("draw_changed", stage=1, round=2, pairings=changed)

    pairings: tuple[PairingDrawn, ...] = ({"a": "cy", "b": "ann"}, {"a": "bea", "b": "dan"})
    assert log.facts.stages == (
        StageFacts(
            number=1,
            entrants=("ann", "bea", "cy", "dan"),
            method="swiss",
            planned_rounds=3,
            rounds=(
                RoundFacts(1, "1", ({"a": "ann", "b": "cy"}, {"a": "dan", "b": "bea"}), is_released=True),
                RoundFacts(2, "2", pairings, due="2026-10-11", undecided=1, changes=(6,)),
            ),
            warnings=(("undecided_before", 1),),
        ),
    )


def test_rounds_of_a_round_robin_are_released_up_to_one() -> None:
    log = entered_log(ROUND_ROBIN)
    rounds = [round_drawn(number, ("ann", "bea"), ("cy", "dan")) for number in (1, 2, 3)]
    log.add("drawn", stage=1, entrants=FOUR, groups=[FOUR], rounds=rounds)
    log.add("released", stage=1, round=1, until=2)
    assert [round_.is_released for round_ in log.facts.stages[0].rounds] == [True, True, False]


def test_a_bracket_is_drawn_changed_and_released_whole() -> None:
    log = bracket_log().add("draw_changed", stage=1, positions=["bea", None, "ann", "cy"])
    log.add("released", stage=1, round=1)

    assert log.facts.stages == (
        StageFacts(
            number=1,
            entrants=("ann", "bea", "cy"),
            positions=("bea", None, "ann", "cy"),
            labels=("Semi-final", "Final"),
            is_bracket_released=True,
            changes=(4,),
            drawn_positions=("ann", None, "bea", "cy"),
        ),
    )


def test_awards_and_pairings_kept_hold_until_taken_back() -> None:
    log = bracket_log().add("awarded", stage=1, round=1, number=2, winner="bea")
    log.add("awarded", stage=1, round=2, number=1, kind="double_walkover", winner=None)
    log.add("kept", stage=1, round=2, number=1, a="ann", b="cy")
    double = {(1, 2, 1): Award("double_walkover", None, 5)}
    assert log.facts.awards == {(1, 1, 2): Award("walkover", "bea", 4), **double}
    assert log.facts.kept == {(1, 2, 1): ("ann", "cy")}

    log.add("award_undone", stage=1, round=1, number=2)
    log.add("keep_undone", stage=1, round=2, number=1)
    assert log.facts.awards == double
    assert log.facts.kept == {}


def test_an_award_names_the_two_it_was_given_to() -> None:
    log = bracket_log()
    log.add("awarded", stage=1, round=1, number=1, kind="double_walkover", winner=None, a="ann", b="dan")
    assert log.facts.awards == {(1, 1, 1): Award("double_walkover", None, 4, frozenset({"ann", "dan"}))}


def test_discarding_rounds_takes_their_awards_along() -> None:
    log = swiss_log().add("awarded", stage=1, round=1, number=1, winner="cy")
    log.add("drawn", stage=1, rounds=[round_drawn(2, ("ann", "bea"), ("cy", "dan"))], warnings=[["late"]])
    log.add("awarded", stage=1, round=2, number=2, winner="cy")
    log.add("draw_discarded", stage=1, round=2)
    assert [round_.number for round_ in log.facts.stages[0].rounds] == [1]
    assert log.facts.stages[0].warnings == ()
    assert list(log.facts.awards) == [(1, 1, 1)]
    log.add("draw_discarded", stage=1, round=1)
    assert log.facts.stages == (StageFacts(number=1),)
    assert log.facts.awards == {}


def test_a_discarded_bracket_keeps_no_pairing() -> None:
    log = bracket_log().add("kept", stage=1, round=2, number=1, a="ann", b="cy")
    log.add("draw_discarded", stage=1, round=1)
    assert log.facts.kept == {}


def test_an_event_is_complete_until_it_is_reopened() -> None:
    log = entered_log().add("completed")
    assert log.facts.is_complete
    log.add("reopened")
    assert not log.facts.is_complete


def test_a_plan_changed_after_the_start_keeps_what_was_drawn_and_is_remembered() -> None:
    log = swiss_log()
    before = log.facts.stages
    log.plan(SWISS, tables=4)
    log.plan(StagePlan(kind="swiss", rounds=3, tie_breaks=("wins",)), tables=4)
    log.plan(StagePlan(kind="swiss", rounds=3, tie_breaks=("wins",), score="games"), tables=4)
    assert log.facts.stages == before
    assert log.facts.tie_break_changes == (5, 6), "the first left both as they were"


def test_stages_come_and_go_with_the_plan_as_long_as_nothing_is_drawn() -> None:
    log = entered_log(StagePlan(kind="swiss", rounds=3, qualifiers=2), KNOCKOUT)
    two_stages = log.facts.stages
    log.plan(SWISS)
    assert two_stages == (StageFacts(number=1), StageFacts(number=2))
    assert log.facts.stages == (StageFacts(number=1),)


def test_undoing_takes_back_what_stands_last_one_after_the_other() -> None:
    log = swiss_log()
    drawn = log.facts
    log.add("released", stage=1, round=1).add("awarded", stage=1, round=1, number=1, winner="cy")
    log.undo().undo()
    undone = log.facts
    assert (undone.version, undone.last) == (7, 3)
    assert undone.stages == drawn.stages
    assert undone.awards == {}
    log.undo()
    assert log.facts.stages == (StageFacts(number=1),)


class TestLateEntries:
    def byes_and_late(self, log: Log) -> list[tuple[str, str | None]]:
        firsts = [round_.pairings[0] for round_ in log.facts.stages[0].rounds]
        return [(first["a"], first["b"]) for first in firsts]

    def test_a_late_entrant_meets_whoever_would_have_had_a_bye(self) -> None:
        log = group_of_three_log().add("entered", players=["dan"], place=[1, 4])
        assert self.byes_and_late(log) == [("ann", "dan"), ("dan", "cy"), ("bea", "dan")]
        stage = log.facts.stages[0]
        assert stage.entrants == ("ann", "bea", "cy", "dan")
        assert stage.groups == (("ann", "bea", "cy", "dan"),)
        late = {"a": "ann", "b": "dan", "kind": "rubber", "why": ["late_entry", 4]}
        assert stage.rounds[0].pairings[0] == late

    def test_rounds_before_he_came_keep_their_bye(self) -> None:
        log = group_of_three_log().add("entered", players=["dan"], place=[1, 4], from_round=2)
        assert self.byes_and_late(log) == [("ann", None), ("dan", "cy"), ("bea", "dan")]

    def test_a_round_changed_by_hand_stays_as_it_is(self) -> None:
        log = group_of_three_log()
        changed = [pairing("bea", None), pairing("ann", "cy")]
        log.add("draw_changed", stage=1, round=1, pairings=changed)
        log.add("entered", players=["dan"], place=[1, 4])
        assert self.byes_and_late(log) == [("bea", None), ("dan", "cy"), ("bea", "dan")]

    def test_undoing_the_entry_gives_the_byes_back(self) -> None:
        log = group_of_three_log()
        before = log.facts
        log.add("entered", players=["dan"], place=[1, 4]).undo()
        assert log.facts.stages == before.stages
        assert log.facts.entries == before.entries

    def test_in_a_swiss_he_is_an_entrant_whom_the_next_round_finds(self) -> None:
        log = swiss_log().add("entered", players=["eve"])
        assert log.facts.stages[0].entrants == (*FOUR, "eve")

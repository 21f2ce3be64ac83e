from __future__ import annotations

from dataclasses import replace

import pytest

from matches.rules.events.derive import WARNING_CODES, derive
from matches.rules.events.facts import EventFacts
from matches.rules.events.plan import StagePlan
from matches.rules.events.play_rules import with_people
from matches.rules.events.state import EventState, Outcome, StagePhase, Why
from tests.matches.rules.events.logs import Log, entered_log, played, released, round_drawn, swiss_log

SWISS = StagePlan(kind="swiss", rounds=2)
GROUPS = StagePlan(kind="round_robin", groups=2, qualifiers=1)
KNOCKOUT = StagePlan(kind="knockout")
FOUR = ["ann", "bea", "cy", "dan"]
SIX = [*FOUR, "eve", "flo"]


def phase(log: Log, stage: int = 1) -> StagePhase:
    return log.state.stages[stage - 1].phase


def test_an_open_event_has_nothing_but_its_facts() -> None:
    facts = EventFacts(version=3)
    assert derive(facts, [played("1", "ann", "bea")]) == EventState(facts)


def test_a_stage_is_planned_drawn_played_and_complete() -> None:
    log = Log().plan(SWISS)
    assert phase(log) == "planned"

    log = swiss_log(SWISS)
    assert phase(log) == "draft"
    log.add("released", stage=1, round=1)
    assert phase(log) == "playing"
    log.play("1", "ann", "cy")
    log.play("1", "bea", "dan")
    assert phase(log) == "playing"
    log.add("drawn", stage=1, rounds=[round_drawn(2, ("ann", "bea"), ("cy", "dan"))])
    log.add("released", stage=1, round=2)
    log.play("2", "ann", "bea")
    assert phase(log) == "playing"
    log.play("2", "dan", "cy")
    assert phase(log) == "complete"
    assert log.state.places == {"ann": 1, "bea": 2, "dan": 3, "cy": 4}


def test_a_bracket_is_complete_with_its_last_pairing() -> None:
    log = entered_log(StagePlan(kind="knockout", third_place=True), players=FOUR)
    labels = ["Semi-final", "Third place", "Final"]
    log.add("drawn", stage=1, entrants=FOUR, positions=["ann", "dan", "bea", "cy"], labels=labels)
    assert phase(log) == "draft"
    log.add("released", stage=1, round=1)
    log.play("Semi-final", "ann", "dan")
    log.play("Semi-final", "cy", "bea")
    log.play("Final", "ann", "cy")
    assert phase(log) == "playing"
    assert log.state.places == {}

    log.play("Third place", "dan", "bea")
    assert phase(log) == "complete"
    assert log.state.places == {"ann": 1, "cy": 2, "dan": 3, "bea": 4}


def groups_log() -> Log:
    """Return two groups, of Ann, Dan and Eve and of Bea, Cy and Flo; the winner of each qualifies."""
    log = entered_log(GROUPS, KNOCKOUT, players=SIX)
    rounds = [
        {
            "number": number,
            "label": f"Groups: {number}",
            "pairings": [
                {"a": pair[0], "b": pair[1], "group": group, **({} if pair[1] else {"kind": "bye"})}
                for group, pair in pairs
            ],
        }
        for number, pairs in enumerate(
            (
                ((1, ("ann", None)), (1, ("dan", "eve")), (2, ("bea", None)), (2, ("cy", "flo"))),
                ((1, ("eve", None)), (1, ("ann", "dan")), (2, ("flo", None)), (2, ("bea", "cy"))),
                ((1, ("dan", None)), (1, ("eve", "ann")), (2, ("cy", None)), (2, ("flo", "bea"))),
            ),
            start=1,
        )
    ]
    groups = [["ann", "dan", "eve", None], ["bea", "cy", "flo", None]]
    log.add("drawn", stage=1, entrants=SIX, groups=groups, rounds=rounds)
    log.add("released", stage=1, round=1, until=3)
    return log


def play_groups(log: Log) -> None:
    """Let Ann and Bea win every rubber, Ann by more."""
    log.play("Groups: 1", "dan", "eve")
    log.play("Groups: 1", "cy", "flo")
    log.play("Groups: 2", "ann", "dan", points=(9, 0))
    log.play("Groups: 2", "bea", "cy")
    log.play("Groups: 3", "ann", "eve")
    log.play("Groups: 3", "bea", "flo")


def test_groups_have_a_table_each_and_send_their_winners_on() -> None:
    log = groups_log()
    assert log.state.stages[0].through == ()
    play_groups(log)

    stage, final = log.state.stages
    lines = [[line.player for line in table.lines] for table in stage.tables]
    assert lines == [["ann", "dan", "eve"], ["bea", "cy", "flo"]]
    assert [table.group for table in stage.tables] == [1, 2]
    assert [line.is_through for line in stage.tables[0].lines] == [True, False, False]
    assert (stage.phase, stage.through) == ("complete", ("ann", "bea"))
    assert final.phase == "planned"
    assert log.state.places == {"dan": 3, "cy": 3, "eve": 5, "flo": 5}


def test_a_result_changed_in_the_groups_moves_who_goes_on_but_not_the_bracket_that_was_drawn() -> None:
    log = groups_log()
    play_groups(log)
    log.add("drawn", stage=2, entrants=["ann", "bea"], positions=["ann", "bea"], labels=["Knockout: Final"])
    log.add("released", stage=2, round=1)
    log.play("Knockout: Final", "bea", "ann")
    before = log.state
    assert before.places == {"bea": 1, "ann": 2, "dan": 3, "cy": 3, "eve": 5, "flo": 5}

    was = log.results[3]
    log.results[3] = played("Groups: 2", "cy", "bea", order=was.order)
    after = log.state
    assert after.stages[0].through == ("ann", "cy")
    assert after.stages[1] == before.stages[1]

    log.results[3] = was
    assert log.state == before


def test_an_empty_place_taken_late_turns_its_byes_into_rubbers() -> None:
    log = groups_log()
    log.add("entered", players=["gus"], place=[2, 4], from_round=2)

    seconds = [
        [(pairing.a, pairing.b) for pairing in round_.pairings if pairing.group == 2]
        for round_ in log.state.stages[0].rounds
    ]
    assert seconds == [
        [("bea", None), ("cy", "flo")],
        [("gus", "flo"), ("bea", "cy")],
        [("cy", "gus"), ("flo", "bea")],
    ]
    table = log.state.stages[0].tables[1]
    assert sorted(line.player for line in table.lines) == ["bea", "cy", "flo", "gus"]


@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_warnings_tell_what_a_director_should_look_at(kind: str) -> None:
    plan = SWISS if kind == "swiss" else StagePlan(kind="round_robin")
    log = swiss_log(plan).add("released", stage=1, round=1)
    warnings = [["undecided_before", 2], ["of_a_draw", 3]]
    log.add("drawn", stage=1, rounds=[round_drawn(2, ("ann", "bea"))], undecided=2, warnings=warnings)
    log.add("forbidden", pairs=[["bea", "ann"]])
    log.plan(StagePlan(kind=plan.kind, rounds=plan.rounds, tie_breaks=("wins", "lot")))
    log.play("1", "ann", "cy")
    log.play("1", "ann", "cy")
    log.play("3", "ann", "cy")

    state = log.state
    assert state.warnings == (("rubbers_outside", 1), ("order_changed", 7))
    assert state.stages[0].warnings == (
        ("of_a_draw", 3),
        ("second_result", "1", 1),
        ("drawn_undecided", "2", 2),
        *([("forbidden_met", "2", "ann", "bea")] if kind == "swiss" else []),
    )
    for code, *params in (*state.warnings, *state.stages[0].warnings[1:]):
        assert len(WARNING_CODES[code]) == len(params)


def stage_warnings(log: Log) -> tuple[Why, ...]:
    return log.state.stages[0].warnings


def phase_and_warnings(log: Log) -> list[object]:
    """Return the event's phase and its warnings."""
    return [log.state.phase, *log.state.warnings]


def outcome_of_final(log: Log) -> Outcome | None:
    return log.state.pairing_at((1, 2, 1)).outcome


def test_an_award_counts_while_those_it_was_given_to_stand_there() -> None:
    life = released(["ann", "bea", "cy", "dan"], StagePlan(kind="knockout")).win(1, 1, 1)
    life.win(1, 1, 2)
    final = {"stage": 1, "round": 2, "number": 1}
    life.do("awarded", **with_people(life.state, {**final, "kind": "double_walkover", "winner": None}))
    assert stage_warnings(life) == ()
    assert outcome_of_final(life) == Outcome("award", None, (0, 0), is_played=False)

    was = life.results[0]
    life.results[0] = replace(was, winner="B", state="corrected")
    assert outcome_of_final(life) is None
    assert stage_warnings(life) == (("award_unused", "Final", 1),)
    life.do("awarded", **with_people(life.state, {**final, "kind": "double_walkover", "winner": None}))
    assert stage_warnings(life) == ()

    life.results[0] = replace(was, winner=None, is_settled=False, state="disputed")
    assert stage_warnings(life) == ()


def test_an_award_of_a_pairing_that_is_gone_is_told_of() -> None:
    life = released(["ann", "bea", "cy", "dan"], StagePlan(kind="knockout", third_place=True))
    for number in (1, 2):
        life.win(1, 1, number)
    third_place = {"stage": 1, "round": 2, "number": 1}
    life.do("awarded", **with_people(life.state, {**third_place, "winner": "dan"}))
    for number in (1, 2):
        life.do("awarded", stage=1, round=1, number=number, kind="double_walkover", winner=None)
    assert stage_warnings(life) == (("award_unused", "Third place", 1),)


def test_a_complete_event_of_which_a_stage_is_open_again_says_so() -> None:
    life = released(["ann", "bea"], StagePlan(kind="knockout")).play_all().do("completed")
    assert phase_and_warnings(life) == ["complete"]
    life.results[0] = replace(life.results[0], state="void", is_settled=False)
    assert phase_and_warnings(life) == ["complete", ("complete_but_open", 1)]
    life.do("reopened")
    assert phase_and_warnings(life) == ["playing"]


def test_a_forbidden_pair_that_the_draw_told_of_is_not_told_twice() -> None:
    log = swiss_log(SWISS).add("forbidden", pairs=[["bea", "ann"]])
    warning = ["swiss_forbidden", "ann", "bea"]
    log.add("drawn", stage=1, rounds=[round_drawn(2, ("ann", "bea"))], warnings=[warning])
    assert log.state.stages[0].warnings == (("swiss_forbidden", "ann", "bea"),)


def test_a_round_in_draft_changes_no_standing() -> None:
    log = swiss_log(SWISS).add("released", stage=1, round=1)
    log.play("1", "ann", "cy")
    before = log.state.stages[0].tables
    log.add("drawn", stage=1, rounds=[round_drawn(2, ("ann", "bea"), ("dan", None))])
    assert log.state.stages[0].tables == before
    assert log.state.stages[0].phase == "playing"

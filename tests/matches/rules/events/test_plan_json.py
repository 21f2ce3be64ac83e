from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.plan import (
    SCORES,
    SEEDINGS,
    STAGE_KINDS,
    TIE_BREAKS,
    Cut,
    EventPlan,
    Reckoning,
    RequestedBye,
    RubberRules,
    StagePlan,
)
from matches.rules.events.plan_json import ERROR_CODES, PlanError, plan_json, plan_problems, read_plan

STAGE_PLANS = st.builds(
    StagePlan,
    kind=st.sampled_from(STAGE_KINDS),
    name=st.text(max_size=20),
    groups=st.integers(),
    cycles=st.integers(),
    rounds=st.integers(),
    seeding=st.sampled_from(SEEDINGS),
    third_place=st.booleans(),
    consolation=st.booleans(),
    bracket_reset=st.booleans(),
    qualifiers=st.integers(),
    score=st.sampled_from(SCORES),
    tie_breaks=st.lists(st.sampled_from(TIE_BREAKS), max_size=5).map(tuple),
    annul_below_half=st.booleans(),
    first_due=st.text(max_size=10) | st.dates().map(str),
    days_apart=st.integers(),
)
EVENT_PLANS = st.builds(
    EventPlan,
    stages=st.lists(STAGE_PLANS, max_size=4).map(tuple),
    rules=st.builds(
        RubberRules,
        best_of=st.integers(),
        reckoning=st.sampled_from(get_args(Reckoning)),
        rubber_bonus=st.integers(),
        cut=st.sampled_from(get_args(Cut)),
    ),
    tables=st.integers(),
    check_in=st.booleans(),
    requested_bye=st.sampled_from(get_args(RequestedBye)),
    lot_seed=st.text(max_size=20),
    starts_on=st.text(max_size=10) | st.dates().map(str),
    prizes=st.lists(st.text(max_size=5), max_size=3).map(tuple),
)
SWISS = StagePlan(kind="swiss", rounds=5)
KNOCKOUT = StagePlan(kind="knockout")


def error_of(document: Any) -> tuple[Any, ...] | None:
    try:
        read_plan(document)
    except PlanError as error:
        return error.code, *error.params
    return None


@given(EVENT_PLANS)
def test_a_plan_is_read_back_from_its_json_as_it_was(plan: EventPlan) -> None:
    assert read_plan(json.loads(json.dumps(plan_json(plan)))) == plan


def test_every_field_is_written_out() -> None:
    document = plan_json(EventPlan(stages=(SWISS,), rules=RubberRules(variant="triomphe"), prizes=("20 €",)))
    assert list(document) == [field.name for field in fields(EventPlan)]
    assert list(document["stages"][0]) == [field.name for field in fields(StagePlan)]
    assert list(document["rules"]) == [field.name for field in fields(RubberRules)]


def test_the_game_is_written_where_it_is_not_ecarte() -> None:
    plan = EventPlan(stages=(SWISS,), rules=RubberRules(variant="triomphe"))
    assert read_plan(plan_json(plan)) == plan
    assert "variant" not in plan_json(EventPlan(stages=(SWISS,)))["rules"]


def test_prizes_are_written_where_there_are_some() -> None:
    assert "prizes" not in plan_json(EventPlan(stages=(SWISS,)))


def test_fields_left_out_have_their_defaults() -> None:
    assert read_plan({"stages": [{"kind": "knockout"}]}) == EventPlan(stages=(KNOCKOUT,))


@pytest.mark.parametrize(
    ("document", "error"),
    [
        ([], ("plan_not_object", "")),
        ({}, ("plan_missing_key", "stages")),
        ({"stages": {}}, ("plan_not_list", "stages")),
        ({"stages": ["swiss"]}, ("plan_not_object", "stages[0]")),
        ({"stages": [{}]}, ("plan_missing_key", "stages[0].kind")),
        ({"stages": [{"kind": "swiss"}, {"kind": "pool"}]}, ("plan_unknown_value", "stages[1].kind", "pool")),
        ({"stages": [{"kind": "swiss"}, {"kind": 3}]}, ("plan_not_text", "stages[1].kind")),
        ({"stages": [{"kind": "swiss", "rounds": "5"}]}, ("plan_not_number", "stages[0].rounds")),
        ({"stages": [{"kind": "swiss", "rounds": True}]}, ("plan_not_number", "stages[0].rounds")),
        ({"stages": [{"kind": "swiss", "laps": 5}]}, ("plan_unknown_key", "stages[0].laps")),
        ({"stages": [{"kind": "swiss", "third_place": 1}]}, ("plan_not_boolean", "stages[0].third_place")),
        (
            {"stages": [{"kind": "swiss", "tie_breaks": ["lot", "age"]}]},
            ("plan_unknown_value", "stages[0].tie_breaks[1]", "age"),
        ),
        ({"stages": [], "rules": 3}, ("plan_not_object", "rules")),
        ({"stages": [], "rules": {"cut": "card"}}, ("plan_unknown_value", "rules.cut", "card")),
        ({"stages": [], "tabels": 3}, ("plan_unknown_key", "tabels")),
    ],
)
def test_what_is_no_plan_is_refused_with_its_place(document: Any, error: tuple[Any, ...]) -> None:
    assert error_of(document) == error
    assert len(ERROR_CODES[error[0]]) == len(error) - 1


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(plan=EVENT_PLANS, data=st.data())
def test_a_document_with_anything_in_it_is_read_or_refused(plan: EventPlan, data: st.DataObject) -> None:
    document = plan_json(plan)
    document[data.draw(st.sampled_from(list(document)))] = data.draw(JSON_VALUES)
    error = error_of(document)
    assert error is None or len(ERROR_CODES[error[0]]) == len(error) - 1


@pytest.mark.parametrize("kind", STAGE_KINDS)
def test_a_plain_stage_of_any_kind_has_no_problems(kind: Any) -> None:
    stage = StagePlan(kind=kind, first_due="2026-10-04" if kind == "league" else "")
    assert plan_problems(EventPlan(stages=(stage,))) == []


@pytest.mark.parametrize(
    ("plan", "problems"),
    [
        (EventPlan(stages=()), [("plan_no_stages",)]),
        (
            EventPlan(stages=(*(replace(SWISS, qualifiers=4),) * 6, KNOCKOUT)),
            [("plan_too_many_stages", 7, 6)],
        ),
        (EventPlan(stages=(KNOCKOUT,), rules=RubberRules(best_of=4)), [("plan_best_of_even", 4)]),
        (
            EventPlan(stages=(KNOCKOUT,), rules=RubberRules(best_of=101, rubber_bonus=-1), tables=513),
            [
                ("plan_out_of_range", "best_of", 101, 1, 99),
                ("plan_out_of_range", "rubber_bonus", -1, 0, 99),
                ("plan_out_of_range", "tables", 513, 0, 512),
            ],
        ),
        (EventPlan(stages=(KNOCKOUT,), lot_seed="x" * 201), [("plan_lot_seed_too_long", 200)]),
        (EventPlan(stages=(KNOCKOUT,), prizes=("x",) * 33), [("plan_too_many_prizes", 33, 32)]),
        (EventPlan(stages=(KNOCKOUT,), prizes=("x" * 101,)), [("plan_prize_too_long", 100)]),
        (
            EventPlan(stages=(KNOCKOUT,), prizes=("", " x", "x\ny")),
            [("plan_prize_lines", 2), ("plan_prize_lines", 3)],
        ),
        (EventPlan(stages=(KNOCKOUT,), starts_on="20261004"), [("plan_starts_on_no_date", "20261004")]),
    ],
)
def test_problems_of_an_event(plan: EventPlan, problems: list[Any]) -> None:
    assert plan_problems(plan) == problems


@pytest.mark.parametrize(
    ("stage", "problems"),
    [
        (replace(SWISS, name="x" * 101), [("plan_name_too_long", 1, 100)]),
        (replace(SWISS, name="First\nstage"), [("plan_name_lines", 1)]),
        (replace(SWISS, name=" "), [("plan_name_lines", 1)]),
        (replace(KNOCKOUT, groups=2), [("plan_unused", 1, "groups")]),
        (replace(KNOCKOUT, tie_breaks=("lot",)), [("plan_unused", 1, "tie_breaks")]),
        (replace(KNOCKOUT, bracket_reset=False), [("plan_unused", 1, "bracket_reset")]),
        (replace(SWISS, third_place=True), [("plan_unused", 1, "third_place")]),
        (replace(SWISS, annul_below_half=True), [("plan_unused", 1, "annul_below_half")]),
        (replace(SWISS, rounds=-1), [("plan_stage_out_of_range", 1, "rounds", -1, 0, 100)]),
        (
            StagePlan(kind="round_robin", groups=0, cycles=5),
            [
                ("plan_stage_out_of_range", 1, "groups", 0, 1, 256),
                ("plan_stage_out_of_range", 1, "cycles", 5, 1, 4),
            ],
        ),
        (StagePlan(kind="league"), [("plan_first_due_missing", 1)]),
        (
            StagePlan(kind="league", first_due="4 October", days_apart=0),
            [
                ("plan_stage_out_of_range", 1, "days_apart", 0, 1, 366),
                ("plan_first_due_no_date", 1, "4 October"),
            ],
        ),
        (
            replace(SWISS, tie_breaks=("wins", "lot", "wins")),
            [("plan_tie_break_twice", 1, "wins"), ("plan_lot_not_last", 1)],
        ),
        (replace(SWISS, qualifiers=2), [("plan_qualifiers_in_last", 1)]),
    ],
)
def test_problems_of_a_stage(stage: StagePlan, problems: list[Any]) -> None:
    assert plan_problems(EventPlan(stages=(stage,))) == problems


@pytest.mark.parametrize(
    ("stage", "problems"),
    [
        (replace(SWISS, qualifiers=2), []),
        (StagePlan(kind="round_robin", groups=2, qualifiers=1), []),
        (SWISS, [("plan_qualifiers_missing", 1)]),
        (replace(SWISS, qualifiers=1), [("plan_too_few_qualifiers", 1, 2)]),
        (replace(SWISS, qualifiers=513), [("plan_too_many_qualifiers", 1, 512)]),
    ],
)
def test_problems_of_the_way_into_the_next_stage(stage: StagePlan, problems: list[Any]) -> None:
    assert plan_problems(EventPlan(stages=(stage, KNOCKOUT))) == problems


def test_two_stages_of_one_name_could_not_be_told_apart_by_their_rounds() -> None:
    plan = EventPlan(stages=(replace(SWISS, name="Night", qualifiers=4), replace(KNOCKOUT, name="Night")))
    assert plan_problems(plan) == [("plan_name_twice", 2, "Night")]


@given(EVENT_PLANS)
def test_every_problem_has_a_code_and_its_parameters(plan: EventPlan) -> None:
    for code, *params in plan_problems(plan):
        assert len(ERROR_CODES[code]) == len(params)

"""When an event's plan may be made or changed: freely until a stage is drawn, afterwards what no draw rests on.

A Swiss that is paired round by round may be made longer or shorter, down to the rounds that are drawn, as long as the
next stage is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from matches.rules.events.draw_state import (
    begun_pairings,
    is_drawn,
    is_paired_by_round,
    last_drawn_stage,
    stage_facts,
)
from matches.rules.events.errors import EventActError
from matches.rules.events.plan import EventPlan
from matches.rules.events.plan_json import PlanError, plan_problems, read_plan
from matches.rules.events.state import EventState

ALWAYS_FREE: Final = frozenset({"name", "score", "tie_breaks"})
"""Of a drawn stage: they change its table and what it is called, and no pairing."""
FIXED_BY_A_DRAW: Final = ("check_in", "lot_seed")
"""Of the event: draws were made by them."""


def check_planned(state: EventState, payload: Mapping[str, Any]) -> None:
    """Of a plan that can't be read or played: the first code of ``plan_json``."""
    try:
        plan = read_plan(payload["plan"])
    except PlanError as error:
        raise EventActError(error.code, *error.params) from error
    for problem in plan_problems(plan):
        raise EventActError(*problem)
    if state.facts.plan is not None:
        _check_change(state, state.facts.plan, plan)


def _check_change(state: EventState, old: EventPlan, new: EventPlan) -> None:
    last_drawn = last_drawn_stage(state.facts)
    for field in FIXED_BY_A_DRAW if last_drawn else ():
        if getattr(old, field) != getattr(new, field):
            raise EventActError("plan_drawn", field)
    if new.rules != old.rules and any(begun_pairings(state, stage) for stage in range(1, last_drawn + 1)):
        raise EventActError("plan_rules_played")
    if last_drawn > len(new.stages):
        raise EventActError("plan_stage_removed", last_drawn)
    for stage in range(1, last_drawn + 1):
        _check_drawn_stage(state, old, new, stage)


def _check_drawn_stage(state: EventState, old: EventPlan, new: EventPlan, stage: int) -> None:
    before, after = old.stages[stage - 1], new.stages[stage - 1]
    free = ALWAYS_FREE
    if not is_drawn(state.facts, stage + 1):
        free |= {"qualifiers"}
        drawn = stage_facts(state.facts, stage)
        if is_paired_by_round(before, drawn) and after.rounds >= len(drawn.rounds):
            free |= {"rounds"}
    after = replace(after, **{name: getattr(before, name) for name in free})
    for field in fields(before):
        if getattr(before, field.name) != getattr(after, field.name):
            raise EventActError("plan_stage_drawn", stage, field.name)

"""When a player may withdraw and return, and ask for a bye: for rounds that are still to come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.rules.events.checks.entries import entry_of
from matches.rules.events.draw_state import (
    has_left,
    is_drawn,
    is_paired_by_round,
    last_drawn_stage,
    round_count,
    stage_facts,
    stage_state,
    swiss_rounds,
)
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import EntryFacts, Place
from matches.rules.events.plan import MOST_ENTRANTS
from matches.rules.events.state import EventState


def check_withdrawn(state: EventState, payload: Mapping[str, Any]) -> None:
    """From a round that is not over. Before anything is drawn who does not come at all is removed instead."""
    entry, place = _entry_and_place(state, payload)
    if place == (1, 1) and not last_drawn_stage(state.facts):
        raise EventActError("withdrawn_before_draw", entry.player)
    if has_left(entry, place):
        raise EventActError("withdrawn_already", entry.player, *place)


def check_returned(state: EventState, payload: Mapping[str, Any]) -> None:
    """To a round that is not over, and of a Swiss not to one that was paired without him."""
    entry, place = _entry_and_place(state, payload)
    if not entry.withdrawn_at:
        raise EventActError("not_withdrawn", entry.player, *place)
    stage, round_number = place
    if not is_drawn(state.facts, stage):
        return
    drawn = stage_facts(state.facts, stage)
    if entry.player not in drawn.entrants:
        raise EventActError("undrawn_player", entry.player, stage)
    if not is_paired_by_round(state.stages[stage - 1].plan, drawn):
        return
    for round_ in drawn.rounds:
        if round_.number == round_number and not any(
            entry.player in (pairing["a"], pairing["b"]) for pairing in round_.pairings
        ):
            raise EventActError("returned_after_draw", entry.player, *place)


def _entry_and_place(state: EventState, payload: Mapping[str, Any]) -> tuple[EntryFacts, Place]:
    entry = entry_of(state, payload["player"])
    stage, round_number = payload["stage"], payload["round"]
    found = stage_state(state, stage)
    count = round_count(state, stage)
    if round_number < 1 or (count and round_number > count):
        raise EventActError("round_unknown", stage, round_number)
    if found.phase == "complete" or any(
        round_.number == round_number and round_.is_complete for round_ in found.rounds
    ):
        raise EventActError("round_over", stage, round_number)
    return entry, (stage, round_number)


def check_bye_requested(state: EventState, payload: Mapping[str, Any]) -> None:
    """Of a Swiss, for a round that is not drawn, and for half of its rounds at most, rounded up."""
    entry, place = _bye_place(state, payload)
    if place in entry.requested_byes:
        raise EventActError("bye_requested_already", entry.player, *place)
    stage = place[0]
    most = (_swiss_round_count(state, stage) + 1) // 2
    if sum(requested[0] == stage for requested in entry.requested_byes) >= most:
        raise EventActError("bye_requested_too_often", entry.player, stage, most)


def check_bye_request_undone(state: EventState, payload: Mapping[str, Any]) -> None:
    entry, place = _bye_place(state, payload)
    if place not in entry.requested_byes:
        raise EventActError("bye_not_requested", entry.player, *place)


def _bye_place(state: EventState, payload: Mapping[str, Any]) -> tuple[EntryFacts, Place]:
    entry = entry_of(state, payload["player"])
    stage, round_number = payload["stage"], payload["round"]
    plan, drawn = stage_state(state, stage).plan, stage_facts(state.facts, stage)
    if not is_paired_by_round(plan, drawn):
        raise EventActError("bye_not_swiss", stage)
    if any(round_.number == round_number for round_ in drawn.rounds):
        raise EventActError("bye_round_drawn", stage, round_number)
    if not 1 <= round_number <= _swiss_round_count(state, stage):
        raise EventActError("round_unknown", stage, round_number)
    if drawn.entrants and entry.player not in drawn.entrants:
        raise EventActError("undrawn_player", entry.player, stage)
    return entry, (stage, round_number)


def _swiss_round_count(state: EventState, stage: int) -> int:
    """Before the draw, where the plan leaves it open: as many as the largest field would take."""
    planned = stage_facts(state.facts, stage).planned_rounds
    return planned or swiss_rounds(state.stages[stage - 1].plan, MOST_ENTRANTS)

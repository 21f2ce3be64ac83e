"""The life of an event: what may be done to it when. One rule for each kind of fact.

    planned -> entries, seeds, check-in -> a draft of the draw, changed by hand -> released, played, awarded
            -> the next round or stage -> complete, until it is reopened

``check_fact`` is asked before an entry is appended to the event's log. It looks at the event as it stands and at
nobody's rights: who may do it is asked elsewhere. A result needs no leave here: rubbers come in when they are
played, and may be corrected at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from matches.rules.events.checks import absences, draw_changes, draws, entries, plan, results
from matches.rules.events.draw_state import (
    begun_pairings,
    drawn_stage,
    event_plan,
    is_begun,
    last_drawn_stage,
    stage_facts,
)
from matches.rules.events.errors import ERROR_CODES, EventActError
from matches.rules.events.facts import Fact, FactKind
from matches.rules.events.state import EventState, PairingState

__all__ = ["ERROR_CODES", "EventActError", "check_fact", "needs_reason"]

Payload: TypeAlias = Mapping[str, Any]
Rule: TypeAlias = Callable[[EventState, Payload], None]


def check_fact(state: EventState, kind: FactKind, payload: Payload) -> None:
    """Raises ``EventActError`` where this may not be done now. The payload has the shape of its kind, as
    ``facts`` has it: that is not asked again.
    """
    if kind not in ("planned", "undone"):
        event_plan(state)
    if state.facts.is_complete and kind not in ("reopened", "undone"):
        raise EventActError("event_complete")
    _RULES[kind](state, payload)


def needs_reason(state: EventState, kind: FactKind, payload: Payload) -> bool:
    """Whether it takes a reason in writing: who meets whom is changed by hand, or a released round in whatever; a
    draw that was released or begun is discarded; an award goes over a rubber that counts or over another award,
    or is a decision. Asked of what ``check_fact`` allows.
    """
    if kind == "draw_changed":
        return draw_changes.is_of_people(state, payload) or _is_released(
            state, payload["stage"], payload["round"]
        )
    if kind == "draw_discarded":
        stage = state.stages[payload["stage"] - 1]
        return any(
            round_.is_released or any(is_begun(state, stage.number, pairing) for pairing in round_.pairings)
            for round_ in stage.rounds
            if round_.number >= payload["round"]
        )
    if kind == "awarded":
        place = results.place_of(payload)
        outcome = state.pairing_at(place).outcome
        is_over_rubber = outcome is not None and outcome.decided_by == "rubber"
        return payload.get("kind") == "decision" or is_over_rubber or place in state.facts.awards
    return False


def _is_released(state: EventState, stage: int, round_number: int) -> bool:
    return any(
        round_.is_released for round_ in state.stages[stage - 1].rounds if round_.number == round_number
    )


def _check_completed(state: EventState, _payload: Payload) -> None:
    for stage in state.stages:
        if stage.phase != "complete":
            raise EventActError("stage_unfinished", stage.number)


def _check_reopened(state: EventState, _payload: Payload) -> None:
    if not state.facts.is_complete:
        raise EventActError("event_not_complete")


def _check_undone(state: EventState, payload: Payload) -> None:
    """The last fact, unless what was begun since would have nothing to belong to: that is discarded instead,
    which asks for a reason.
    """
    if not state.facts.last:
        raise EventActError("undone_all")
    if payload["version"] != state.facts.last:
        raise EventActError("undone_another", payload["version"], state.facts.last)
    if state.facts.last_fact is not None:
        for pairing in _resting_on(state, state.facts.last_fact):
            stage = state.facts.last_fact.payload.get("stage", 1)
            raise EventActError("undone_after_play", stage, pairing.round, pairing.number)


def _resting_on(state: EventState, fact: Fact) -> Iterator[PairingState]:
    """The begun pairings that would be others without this fact, the event's last."""
    if fact.kind == "entered" and last_drawn_stage(state.facts):
        yield from (
            pairing
            for pairing in begun_pairings(state, 1)
            if pairing.a in fact.payload["players"] or pairing.b in fact.payload["players"]
        )
    if fact.kind in ("drawn", "released", "draw_changed"):
        stage = drawn_stage(state, fact.payload["stage"])
        is_bracket = bool(stage_facts(state.facts, stage.number).positions)
        rounds = _rounds_of(fact)
        for pairing in begun_pairings(state, stage.number):
            is_by_hand = is_bracket or pairing.why[:1] == ("by_hand",)
            if (is_bracket or pairing.round in rounds) and (fact.kind != "draw_changed" or is_by_hand):
                yield pairing


def _rounds_of(fact: Fact) -> range:
    """Of a draw of pairings, its release, or a change of it."""
    if rounds := fact.payload.get("rounds"):
        return range(rounds[0]["number"], rounds[-1]["number"] + 1)
    start = fact.payload.get("round", 1)
    return range(start, fact.payload.get("until", start) + 1)


_RULES: Final[dict[FactKind, Rule]] = {
    "planned": plan.check_planned,
    "entered": entries.check_entered,
    "entry_removed": entries.check_entry_removed,
    "seeded": entries.check_seeded,
    "checked_in": entries.check_checked_in,
    "check_in_undone": entries.check_check_in_undone,
    "withdrawn": absences.check_withdrawn,
    "returned": absences.check_returned,
    "bye_requested": absences.check_bye_requested,
    "bye_request_undone": absences.check_bye_request_undone,
    "forbidden": entries.check_forbidden,
    "drawn": draws.check_drawn,
    "draw_changed": draw_changes.check_draw_changed,
    "draw_discarded": draws.check_draw_discarded,
    "released": draws.check_released,
    "awarded": results.check_awarded,
    "award_undone": results.check_award_undone,
    "kept": results.check_kept,
    "keep_undone": results.check_keep_undone,
    "completed": _check_completed,
    "reopened": _check_reopened,
    "undone": _check_undone,
}

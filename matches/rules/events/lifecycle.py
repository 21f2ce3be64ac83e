"""Check whether a fact may be recorded now, by the rule for its kind. The usual life of an event is:

    planned -> entries, seeds, check-in -> a draft of the draw, changed by hand -> released, played, awarded
            -> the next round or stage -> complete, until it is reopened

``check_fact`` is called before an entry is appended to the event's log. It depends on the event's state alone, and not
on the person who acts. Results are not checked here: rubbers are recorded when they are played, and may be corrected
at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from matches.rules.events import draw_changes, draw_rules, entry_rules, play_rules
from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import (
    begun_pairings,
    drawn_stage,
    event_plan,
    is_begun,
    last_drawn_stage,
    stage_facts,
)
from matches.rules.events.facts import Fact, FactKind
from matches.rules.events.state import EventState, PairingState

Payload: TypeAlias = Mapping[str, Any]
Rule: TypeAlias = Callable[[EventState, Payload], None]


def check_fact(state: EventState, kind: FactKind, payload: Payload) -> None:
    """Check that a fact, with a payload as in ``facts``, may be recorded now; raise ``EventActError`` otherwise."""
    if kind not in ("planned", "undone"):
        event_plan(state)
    if state.facts.is_complete and kind not in ("reopened", "undone"):
        raise EventActError("event_complete")
    _RULES[kind](state, payload)


def needs_reason(state: EventState, kind: FactKind, payload: Payload) -> bool:
    """Return whether a fact may be recorded only with a written reason.

    ``check_fact`` must have allowed the fact. A reason is required for:

    - a change of who meets whom, or of anything in a released round;
    - discarding a round that was released or has begun;
    - an award by decision;
    - an award that replaces another award, or overrides a rubber that counts.
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
        place = play_rules.place_of(payload)
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
    """Allow undoing the last fact, unless a pairing that has begun depends on it: its draw is discarded instead."""
    if not state.facts.last:
        raise EventActError("undone_all")
    if payload["version"] != state.facts.last:
        raise EventActError("undone_another", payload["version"], state.facts.last)
    if blocked := undo_blocked_by(state):
        stage, pairing = blocked
        table = pairing.table or str(pairing.number)
        raise EventActError("undone_after_play", stage, pairing.round, pairing.number, table)


def undo_blocked_by(state: EventState) -> tuple[int, PairingState] | None:
    """Return a begun pairing that depends on the event's last fact, with its stage; None if undo is possible."""
    fact = state.facts.last_fact
    pairing = None if fact is None else next(_dependent_pairings(state, fact), None)
    return None if fact is None or pairing is None else (fact.payload.get("stage", 1), pairing)


def _dependent_pairings(state: EventState, fact: Fact) -> Iterator[PairingState]:
    """Yield the begun pairings that would change without this fact, the event's last."""
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
    """Return the numbers of the rounds that a fact draws, releases or changes."""
    if rounds := fact.payload.get("rounds"):
        return range(rounds[0]["number"], rounds[-1]["number"] + 1)
    start = fact.payload.get("round", 1)
    return range(start, fact.payload.get("until", start) + 1)


_RULES: Final[dict[FactKind, Rule]] = {
    "planned": entry_rules.check_planned,
    "entered": entry_rules.check_entered,
    "entry_removed": entry_rules.check_entry_removed,
    "seeded": entry_rules.check_seeded,
    "checked_in": entry_rules.check_checked_in,
    "check_in_undone": entry_rules.check_check_in_undone,
    "withdrawn": play_rules.check_withdrawn,
    "returned": play_rules.check_returned,
    "bye_requested": play_rules.check_bye_requested,
    "bye_request_undone": play_rules.check_bye_request_undone,
    "forbidden": entry_rules.check_forbidden,
    "drawn": draw_rules.check_drawn,
    "draw_changed": draw_changes.check_draw_changed,
    "draw_discarded": draw_rules.check_draw_discarded,
    "released": draw_rules.check_released,
    "awarded": play_rules.check_awarded,
    "award_undone": play_rules.check_award_undone,
    "kept": play_rules.check_kept,
    "keep_undone": play_rules.check_keep_undone,
    "completed": _check_completed,
    "reopened": _check_reopened,
    "undone": _check_undone,
}

"""When a pairing may be awarded, and one of a bracket kept as it was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.rules.events.brackets.shape import bracket
from matches.rules.events.draw_state import drawn_stage, stage_facts
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import PairingPlace
from matches.rules.events.state import EventState, PairingState


def place_of(payload: Mapping[str, Any]) -> PairingPlace:
    return payload["stage"], payload["round"], payload["number"]


def _pairing(state: EventState, place: PairingPlace) -> PairingState:
    drawn_stage(state, place[0])
    try:
        return state.pairing_at(place)
    except LookupError:
        raise EventActError("pairing_unknown", *place) from None


def check_awarded(state: EventState, payload: Mapping[str, Any]) -> None:
    """Once both are known and the round is released, whether or not a rubber was played."""
    place = place_of(payload)
    pairing = _pairing(state, place)
    winner = payload.get("winner")
    kind = payload.get("kind", "walkover" if winner is not None else "double_walkover")
    if not pairing.is_ready:
        raise EventActError("pairing_not_ready", *place)
    if not any(
        round_.is_released for round_ in state.stages[place[0] - 1].rounds if round_.number == pairing.round
    ):
        raise EventActError("pairing_not_released", *place)
    if kind == "double_walkover" and winner is not None:
        raise EventActError("award_winner_of_none", *place)
    if kind != "double_walkover" and winner is None:
        raise EventActError("award_winner_wanted", *place)
    if winner is not None and winner not in (pairing.a, pairing.b):
        raise EventActError("award_stranger", *place, winner)
    if {payload.get("a", pairing.a), payload.get("b", pairing.b)} != {pairing.a, pairing.b}:
        raise EventActError("award_of_others", *place)
    award = state.facts.awards.get(place)
    is_known = pairing.outcome is not None and pairing.outcome.decided_by == "award"
    if award is not None and is_known and (award.kind, award.winner) == (kind, winner):
        raise EventActError("awarded_already", *place)


def with_people(state: EventState, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload of ``awarded`` with the two who stand in the pairing, where it does not name them: so it is
    theirs, whoever comes into the pairing later.
    """
    try:
        pairing = state.pairing_at(place_of(payload))
    except LookupError:
        return payload
    if not pairing.is_ready or "a" in payload or "b" in payload:
        return payload
    return {**payload, "a": pairing.a, "b": pairing.b}


def check_award_undone(state: EventState, payload: Mapping[str, Any]) -> None:
    place = place_of(payload)
    if place not in state.facts.awards:
        raise EventActError("not_awarded", *place)


def check_kept(state: EventState, payload: Mapping[str, Any]) -> None:
    """A pairing of a bracket, of any two of the stage."""
    place = place_of(payload)
    stage, pair = place[0], (payload["a"], payload["b"])
    if not drawn_stage(state, stage).plan.is_bracket:
        raise EventActError("kept_no_bracket", stage)
    # Where nobody would come now the state shows no pairing, and one that was played may be kept all the same.
    if not _has_node(state, place):
        raise EventActError("pairing_unknown", *place)
    for player in pair:
        if player not in stage_facts(state.facts, stage).entrants:
            raise EventActError("kept_stranger", stage, player)
    if pair[0] == pair[1]:
        raise EventActError("kept_with_himself", stage, pair[0])
    if state.facts.kept.get(place) == pair:
        raise EventActError("kept_already", *place)


def _has_node(state: EventState, place: PairingPlace) -> bool:
    stage, round_number, number = place
    drawn = stage_facts(state.facts, stage)
    shape = bracket(state.stages[stage - 1].plan, len(drawn.positions), len(drawn.entrants))
    return any((node.round, node.number) == (round_number, number) for node in shape.nodes)


def check_keep_undone(state: EventState, payload: Mapping[str, Any]) -> None:
    place = place_of(payload)
    if place not in state.facts.kept:
        raise EventActError("not_kept", *place)

"""Checks of facts during play: awards, kept pairings of a bracket, withdrawals, returns and requested byes.

``payload`` is the payload of the fact that is about to be appended (see ``facts``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.rules.events.act_errors import EventActError
from matches.rules.events.bracket import bracket
from matches.rules.events.draw_queries import (
    drawn_stage,
    has_left,
    is_drawn,
    is_paired_by_round,
    last_drawn_stage,
    round_count,
    stage_facts,
    stage_state,
    swiss_rounds,
)
from matches.rules.events.entry_rules import entry_of
from matches.rules.events.facts import EntryFacts, PairingPlace, Place
from matches.rules.events.plan import MOST_ENTRANTS
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
    """Check that a pairing may be awarded, whether or not it was played; raise ``EventActError`` otherwise.

    Both players of the pairing must be known, and its round must be released.
    """
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
    """Return the payload of ``awarded`` for the pairing's players alone, who become ``a`` and ``b``.

    It is unchanged if it names players already, or the pairing does not exist or is not ready to be played.
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
    """Check that two players may be kept in a bracket's pairing; raise ``EventActError`` otherwise.

    Any two entrants may be kept, because a correction can take the players of a played pairing out of it.
    """
    place = place_of(payload)
    stage, pair = place[0], (payload["a"], payload["b"])
    if not drawn_stage(state, stage).plan.is_bracket:
        raise EventActError("kept_no_bracket", stage)
    # If nobody would come to the node now, the state has no pairing, but one that was played may still be kept.
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


def check_withdrawn(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a player may withdraw from a round onwards; raise ``EventActError`` otherwise.

    The round must not be complete. While no stage is drawn, a player cannot withdraw from round 1 of the
    first stage: their entry is removed instead.
    """
    entry, place = _find_open_round(state, payload)
    if place == (1, 1) and not last_drawn_stage(state.facts):
        raise EventActError("withdrawn_before_draw", entry.player)
    if has_left(entry, place):
        raise EventActError("withdrawn_already", entry.player, *place)


def check_returned(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a withdrawn player may return in a round; raise ``EventActError`` otherwise.

    The round must not be complete. If the stage is drawn, the player must be in its draw. If the round is a
    Swiss round and is drawn, the player must be in one of the round's pairings.
    """
    entry, place = _find_open_round(state, payload)
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


def _find_open_round(state: EventState, payload: Mapping[str, Any]) -> tuple[EntryFacts, Place]:
    entry = entry_of(state, payload["player"])
    stage, round_number = payload["stage"], payload["round"]
    current = stage_state(state, stage)
    count = round_count(state, stage)
    if round_number < 1 or (count and round_number > count):
        raise EventActError("round_unknown", stage, round_number)
    if current.phase == "complete" or any(
        round_.number == round_number and round_.is_complete for round_ in current.rounds
    ):
        raise EventActError("round_over", stage, round_number)
    return entry, (stage, round_number)


def check_bye_requested(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a player may request a bye in a round; raise ``EventActError`` otherwise.

    It must be an undrawn Swiss round. A player may request byes in at most half of the rounds, rounded up.
    """
    entry, place = _find_undrawn_round(state, payload)
    if place in entry.requested_byes:
        raise EventActError("bye_requested_already", entry.player, *place)
    stage = place[0]
    most = (_swiss_round_count(state, stage) + 1) // 2
    if sum(requested[0] == stage for requested in entry.requested_byes) >= most:
        raise EventActError("bye_requested_too_often", entry.player, stage, most)


def check_bye_request_undone(state: EventState, payload: Mapping[str, Any]) -> None:
    entry, place = _find_undrawn_round(state, payload)
    if place not in entry.requested_byes:
        raise EventActError("bye_not_requested", entry.player, *place)


def _find_undrawn_round(state: EventState, payload: Mapping[str, Any]) -> tuple[EntryFacts, Place]:
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
    """Return the number of rounds. Before the draw, if the plan leaves it open, it is that of the largest field."""
    planned = stage_facts(state.facts, stage).planned_rounds
    return planned or swiss_rounds(state.stages[stage - 1].plan, MOST_ENTRANTS)

"""Checks of the facts that draw, release and discard a stage or a round, and conditions that every draw must meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import (
    drawn_round,
    drawn_stage,
    event_plan,
    is_drawn,
    is_paired_by_round,
    last_drawn_stage,
    next_round,
    stage_entrants,
    stage_facts,
    stage_state,
    swiss_rounds,
    table_round_count,
)
from matches.rules.events.facts import PairingDrawn, PlayerId
from matches.rules.events.plan import FEWEST_ENTRANTS, MOST_ROUNDS, StagePlan
from matches.rules.events.state import EventState

LABEL_CHARACTERS: Final = 200
"""The maximum length, in characters, of a round's label, which is the tag ``Round`` of a record."""


def check_may_draw(state: EventState, stage: int) -> None:
    """Check that a stage, or another Swiss round, may be drawn now; raise ``EventActError`` otherwise.

    The previous stage must be complete, or the last round released, even if results of it are missing.
    """
    plan = stage_state(state, stage).plan
    event_plan(state)
    if is_drawn(state.facts, stage):
        _check_next_round(state, stage, plan)
    elif stage > 1 and state.stages[stage - 2].phase != "complete":
        raise EventActError("draw_too_early", stage, stage - 1)
    else:
        _check_first_draw(stage, plan, len(stage_entrants(state, stage)))
    if plan.kind == "swiss":
        _check_players(stage, len(next_round(state, stage)[0]))


def _check_next_round(state: EventState, stage: int, plan: StagePlan) -> None:
    drawn = stage_facts(state.facts, stage)
    if not is_paired_by_round(plan, drawn):
        raise EventActError("drawn_already", stage)
    for round_ in drawn.rounds:
        if not round_.is_released:
            raise EventActError("draft_waiting", stage, round_.number)
    if len(drawn.rounds) >= drawn.planned_rounds:
        raise EventActError("drawn_all", stage, drawn.planned_rounds)
    if is_drawn(state.facts, stage + 1):
        raise EventActError("discarded_before", stage, stage + 1)


def _check_first_draw(stage: int, plan: StagePlan, players: int) -> None:
    _check_players(stage, players)
    if players < FEWEST_ENTRANTS * plan.groups:
        raise EventActError("too_many_groups", stage, plan.groups, players)
    if not plan.is_bracket:
        is_swiss = plan.kind == "swiss"
        rounds = swiss_rounds(plan, players) if is_swiss else table_round_count(plan, players)
        if rounds > MOST_ROUNDS:
            raise EventActError("too_many_rounds", stage, rounds, MOST_ROUNDS)


def _check_players(stage: int, players: int) -> None:
    if players < FEWEST_ENTRANTS:
        raise EventActError("too_few_players", stage, players, FEWEST_ENTRANTS)


def check_drawn(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a draw fits the current state, and not an earlier one; raise ``EventActError`` otherwise."""
    stage: int = payload["stage"]
    check_may_draw(state, stage)
    plan = state.stages[stage - 1].plan
    is_first = not is_drawn(state.facts, stage)
    entrants = stage_entrants(state, stage) if is_first else stage_facts(state.facts, stage).entrants
    if is_first and tuple(payload.get("entrants", ())) != entrants:
        raise EventActError("draw_outdated", stage)
    if plan.is_bracket:
        is_sound = are_sound_positions(payload.get("positions", ()), entrants)
    elif payload.get("groups"):
        is_sound = _are_sound_tables(payload, entrants)
    else:
        is_sound = _is_sound_round(state, stage, payload)
    if not is_sound:
        raise EventActError("draw_outdated", stage)
    check_labels(state, stage, payload)


def are_sound_positions(positions: Sequence[PlayerId | None], entrants: Sequence[PlayerId]) -> bool:
    """Return whether a bracket has a power of two of positions, each entrant once, and no two byes that meet."""
    size = len(positions)
    placed = [player for player in positions if player is not None]
    return (
        size >= 2
        and size & (size - 1) == 0
        and sorted(placed) == sorted(entrants)
        and (None, None) not in tuple(zip(positions[::2], positions[1::2], strict=True))
    )


def _are_sound_tables(payload: Mapping[str, Any], entrants: Sequence[PlayerId]) -> bool:
    """Return whether each entrant is in one group, plays once a round at most and only within the group."""
    groups = {
        player: number
        for number, group in enumerate(payload["groups"])
        for player in group
        if player is not None
    }
    placed = [player for group in payload["groups"] for player in group if player is not None]
    rounds = payload.get("rounds", ())
    return (
        sorted(placed) == sorted(entrants)
        and [drawn["number"] for drawn in rounds] == list(range(1, len(rounds) + 1))
        and all(_is_sound_table_round(drawn["pairings"], groups) for drawn in rounds)
    )


def _is_sound_table_round(pairings: Sequence[PairingDrawn], groups: Mapping[PlayerId, int]) -> bool:
    people = list(people_of(pairings))
    return (
        len(set(people)) == len(people)
        and set(people) <= groups.keys()
        and all(pairing["b"] is None or groups[pairing["a"]] == groups[pairing["b"]] for pairing in pairings)
    )


def _is_sound_round(state: EventState, stage: int, payload: Mapping[str, Any]) -> bool:
    """Return whether the payload is a Swiss stage's next round, with each of its players once."""
    rounds = payload.get("rounds", ())
    if [drawn["number"] for drawn in rounds] != [len(stage_facts(state.facts, stage).rounds) + 1]:
        return False
    players, requesters = next_round(state, stage)
    pairings = rounds[0]["pairings"]
    given = {pairing["a"] for pairing in pairings if pairing.get("kind") == "requested_bye"}
    return sorted(people_of(pairings)) == sorted(players + requesters) and given == set(requesters)


def people_of(pairings: Sequence[PairingDrawn]) -> Iterator[PlayerId]:
    """Yield the players of all pairings: both players of an ordinary pairing, one player of a bye."""
    for pairing in pairings:
        yield pairing["a"]
        if pairing["b"] is not None:
            yield pairing["b"]


def check_labels(state: EventState, stage: int, payload: Mapping[str, Any]) -> None:
    """Check that the labels of a draw are valid and new; raise ``EventActError`` otherwise.

    No two rounds of an event may have the same label, because a rubber is assigned to its pairing by the
    round's label. A label is one line of at most ``LABEL_CHARACTERS``.
    """
    taken = labels_of(state)
    for label in (*payload.get("labels", ()), *(drawn["label"] for drawn in payload.get("rounds", ()))):
        is_one_line = label.strip() == label and len(label.splitlines()) == 1
        if label in taken or not is_one_line or len(label) > LABEL_CHARACTERS:
            raise EventActError("draw_labels", stage, label)
        taken.add(label)


def labels_of(state: EventState) -> set[str]:
    """Return the labels of all drawn rounds of the event."""
    return {label for drawn in state.facts.stages for label in drawn.labels} | {
        round_.label for drawn in state.facts.stages for round_ in drawn.rounds
    }


def check_released(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that the rounds in ``payload`` may be released, in order; raise ``EventActError`` otherwise."""
    stage, start = payload["stage"], payload["round"]
    drawn_stage(state, stage)
    drawn = stage_facts(state.facts, stage)
    if drawn.positions:
        if start != 1:
            raise EventActError("round_not_drawn", stage, start)
        if drawn.is_bracket_released:
            raise EventActError("released_already", stage, 1)
        return
    until = payload.get("until", start)
    drafts = [round_.number for round_ in drawn.rounds if not round_.is_released]
    for round_number in (start, until):
        drawn_round(state, stage, round_number)
        if round_number not in drafts:
            raise EventActError("released_already", stage, round_number)
    if start != drafts[0] or until < start:
        raise EventActError("released_out_of_order", stage, start, drafts[0])


def check_draw_discarded(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a draw may be discarded; raise ``EventActError`` otherwise.

    No later stage may be drawn. All rounds may be discarded, and in a Swiss stage also just the last ones.
    """
    stage, start = payload["stage"], payload["round"]
    current = drawn_stage(state, stage)
    if (later := last_drawn_stage(state.facts)) > stage:
        raise EventActError("discarded_before", stage, later)
    drawn = stage_facts(state.facts, stage)
    if start != 1 and not is_paired_by_round(current.plan, drawn):
        raise EventActError("discarded_in_part", stage)
    if start != 1 and start not in {round_.number for round_ in drawn.rounds}:
        raise EventActError("round_not_drawn", stage, start)

"""When a draw may be changed by hand: as long as what was begun stays as it is, and nobody is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.rules.events.checks.draws import are_sound_positions, people_of
from matches.rules.events.draw_state import (
    begun_pairings,
    drawn_round,
    drawn_stage,
    is_begun,
    stage_facts,
)
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import PairingDrawn, PlayerId
from matches.rules.events.state import EventState, PairingState, RoundState


def check_draw_changed(state: EventState, payload: Mapping[str, Any]) -> None:
    """A bracket is changed by its places, another stage by the pairings of a round. That two meet again, or two
    who are not to, is no hindrance (``draw_changes.change_warnings``).
    """
    stage: int = payload["stage"]
    found = drawn_stage(state, stage)
    if found.plan.is_bracket:
        if "positions" not in payload:
            raise EventActError("change_of_positions", stage)
        _check_positions(state, stage, payload["positions"])
        return
    if "pairings" not in payload:
        raise EventActError("change_of_pairings", stage)
    round_ = drawn_round(state, stage, payload["round"])
    pairings: Sequence[PairingDrawn] = payload["pairings"]
    _check_people(stage, round_, pairings)
    _check_pairings(state, stage, round_.number, pairings)
    _check_begun(state, stage, round_, pairings)
    before = [(pairing.a, pairing.b, pairing.kind, pairing.table) for pairing in round_.pairings]
    if before == [
        (pairing["a"], pairing["b"], pairing.get("kind", "rubber"), pairing.get("table", ""))
        for pairing in pairings
    ]:
        raise EventActError("change_of_nothing", stage)


def is_of_people(state: EventState, payload: Mapping[str, Any]) -> bool:
    """Whether a change is of who meets whom, not of tables and first deals alone."""
    if "positions" in payload:
        return True
    before = drawn_round(state, payload["stage"], payload["round"]).pairings
    return {frozenset((pairing.a, pairing.b)) for pairing in before} != {
        frozenset((pairing["a"], pairing["b"])) for pairing in payload["pairings"]
    }


def _check_people(stage: int, round_: RoundState, pairings: Sequence[PairingDrawn]) -> None:
    """The same people as before, each once."""
    before = {player for pairing in round_.pairings for player in (pairing.a, pairing.b) if player}
    seen: set[PlayerId] = set()
    for player in people_of(pairings):
        if player not in before:
            raise EventActError("change_stranger", stage, round_.number, player)
        if player in seen:
            raise EventActError("change_twice", stage, round_.number, player)
        seen.add(player)
    for player in sorted(before - seen):
        raise EventActError("change_left_out", stage, round_.number, player)


def _check_pairings(
    state: EventState, stage: int, round_number: int, pairings: Sequence[PairingDrawn]
) -> None:
    groups = {
        player: number
        for number, group in enumerate(stage_facts(state.facts, stage).groups)
        for player in group
    }
    for number, pairing in enumerate(pairings, start=1):
        if (pairing["b"] is None) != (pairing.get("kind", "rubber") != "rubber"):
            raise EventActError("change_bye", stage, round_number, number)
        if pairing["b"] is not None and groups.get(pairing["a"]) != groups.get(pairing["b"]):
            raise EventActError("change_groups", stage, round_number, number)


def _check_begun(state: EventState, stage: int, round_: RoundState, pairings: Sequence[PairingDrawn]) -> None:
    """A begun pairing keeps its number as well, since awards are given to a number. Its table may change."""
    for pairing in round_.pairings:
        if not is_begun(state, stage, pairing):
            continue
        number = pairing.number
        new = pairings[number - 1] if number <= len(pairings) else None
        if new is None or (new["a"], new["b"]) != (pairing.a, pairing.b):
            raise EventActError("change_begun", stage, round_.number, number)


def _check_positions(state: EventState, stage: int, positions: Sequence[PlayerId | None]) -> None:
    """Who stands where a begun pairing took its two from, directly or through others, stays there."""
    before = stage_facts(state.facts, stage).positions
    people = [player for player in before if player is not None]
    if len(positions) != len(before) or not are_sound_positions(positions, people):
        _raise_unsound(stage, positions, people)
    for place in sorted(settled_places(state, stage)):
        if positions[place - 1] != before[place - 1]:
            raise EventActError("change_begun_from", stage, before[place - 1] or positions[place - 1])
    if tuple(positions) == before:
        raise EventActError("change_of_nothing", stage)


def _raise_unsound(stage: int, positions: Sequence[PlayerId | None], people: Sequence[PlayerId]) -> None:
    placed = [player for player in positions if player is not None]
    for player in placed:
        if player not in people:
            raise EventActError("change_stranger", stage, 1, player)
        if placed.count(player) > 1:
            raise EventActError("change_twice", stage, 1, player)
    for player in people:
        if player not in placed:
            raise EventActError("change_left_out", stage, 1, player)
    raise EventActError("change_byes_meet", stage)


def settled_places(state: EventState, stage: int) -> frozenset[int]:
    """The places of a bracket, from 1, that a begun pairing comes from, over whatever rounds."""
    pairings = {
        (pairing.round, pairing.number): pairing
        for round_ in state.stages[stage - 1].rounds
        for pairing in round_.pairings
    }
    places: set[int] = set()
    seen: set[tuple[int, int]] = set()
    waiting: list[PairingState] = list(begun_pairings(state, stage))
    while waiting:
        pairing = waiting.pop()
        if (pairing.round, pairing.number) in seen:
            continue
        seen.add((pairing.round, pairing.number))
        for source in (pairing.source_a, pairing.source_b):
            kind, _, rest = source.partition(" ")
            if kind == "seed":
                places.add(int(rest))
            elif kind in ("winner", "loser"):
                round_number, number = map(int, rest.split())
                # Of a pairing that was kept, the one that it came from may be gone.
                if (round_number, number) in pairings:
                    waiting.append(pairings[round_number, number])
            elif pairing.round == 1:
                # The empty place opposite stays empty.
                places.update((2 * pairing.number - 1, 2 * pairing.number))
    return frozenset(places)

"""Change a draw by hand: check a fact ``draw_changed``, and compute payloads that pass the check.

Pairings that have begun stay as they are, and no player is lost. All functions that return a payload raise
``EventActError`` if the change is not allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw_queries import begun_pairings, drawn_round, drawn_stage, is_begun, stage_facts
from matches.rules.events.draw_rules import are_sound_positions, people_of
from matches.rules.events.facts import DrawChanged, PairingDrawn, PlayerId
from matches.rules.events.state import EventState, PairingState, RoundState, Why

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {"by_hand": ()}
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "change_rematch": ("a", "b"),
    "change_forbidden": ("a", "b"),
    "change_second_bye": ("player",),
}
"""Effects of a change that a draw would have avoided: the names of each code's parameters, by code."""


def check_draw_changed(state: EventState, payload: Mapping[str, Any]) -> None:
    """Check that a draw may be changed by hand; raise ``EventActError`` otherwise.

    The payload for a bracket has the new order of its players (``positions``). The payload for any other
    stage has all pairings of one round (``pairings``). A rematch and a meeting of a forbidden pair are
    allowed: ``draw_changes.change_warnings`` only warns about them.
    """
    stage: int = payload["stage"]
    current = drawn_stage(state, stage)
    if current.plan.is_bracket:
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
    """Return whether a change of a draw changes who meets whom, and not only tables and first deals."""
    if "positions" in payload:
        return True
    before = drawn_round(state, payload["stage"], payload["round"]).pairings
    return {frozenset((pairing.a, pairing.b)) for pairing in before} != {
        frozenset((pairing["a"], pairing["b"])) for pairing in payload["pairings"]
    }


def _check_people(stage: int, round_: RoundState, pairings: Sequence[PairingDrawn]) -> None:
    """Require the same people as before, each once."""
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
    """Require that a pairing that has begun keeps its number, since awards refer to it. Its table may change."""
    for pairing in round_.pairings:
        if not is_begun(state, stage, pairing):
            continue
        number = pairing.number
        new = pairings[number - 1] if number <= len(pairings) else None
        if new is None or (new["a"], new["b"]) != (pairing.a, pairing.b):
            raise EventActError("change_begun", stage, round_.number, number)


def _check_positions(state: EventState, stage: int, positions: Sequence[PlayerId | None]) -> None:
    """Require that players stay in the places from which a begun pairing got its two players."""
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
    """Return the positions of a bracket's draw, from 1, that lead to a begun pairing.

    These are the positions of its two players, and of the players whom they met before.
    """
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
                # The pairing from which a kept pairing came may no longer exist.
                if (round_number, number) in pairings:
                    waiting.append(pairings[round_number, number])
            elif pairing.round == 1:
                # The empty place on the other side stays empty.
                places.update((2 * pairing.number - 1, 2 * pairing.number))
    return frozenset(places)


def swap(
    state: EventState, stage: int, round_number: int, player_1: PlayerId, player_2: PlayerId
) -> DrawChanged:
    """Return the change that swaps the seats of two players in a round.

    In a bracket, ``round_number`` is ignored, and the two players swap their positions in the draw. A player
    who is moved into a bye gets a requested bye if they requested one, and an ordinary bye otherwise.
    """
    if drawn_stage(state, stage).plan.is_bracket:
        return _swap_positions(state, stage, player_1, player_2)
    round_ = drawn_round(state, stage, round_number)
    for player in (player_1, player_2):
        if not any(player in (pairing.a, pairing.b) for pairing in round_.pairings):
            raise EventActError("change_stranger", stage, round_number, player)
    others = {player_1: player_2, player_2: player_1}
    requesters = {entry.player for entry in state.entries if (stage, round_number) in entry.requested_byes}
    return _build_change(
        state, stage, round_, [_swap_in_pairing(pairing, others, requesters) for pairing in round_.pairings]
    )


def _swap_in_pairing(
    pairing: PairingState, others: Mapping[PlayerId, PlayerId], requesters: set[PlayerId]
) -> PairingDrawn:
    drawn = as_drawn(pairing)
    pair = (drawn["a"], drawn["b"])
    if not others.keys() & set(pair):
        return drawn
    drawn["a"] = others.get(pair[0], pair[0])
    drawn["b"] = others.get(pair[1], pair[1]) if pair[1] is not None else None
    if drawn["b"] is None:
        drawn["kind"] = "requested_bye" if drawn["a"] in requesters else "bye"
    if {drawn["a"], drawn["b"]} != set(pair):
        drawn["why"] = ["by_hand"]
    return drawn


def _swap_positions(state: EventState, stage: int, player_1: PlayerId, player_2: PlayerId) -> DrawChanged:
    before = stage_facts(state.facts, stage).positions
    for player in (player_1, player_2):
        if player not in before:
            raise EventActError("change_stranger", stage, 1, player)
    others: dict[PlayerId | None, PlayerId] = {player_1: player_2, player_2: player_1}
    changed: DrawChanged = {"stage": stage, "positions": [others.get(player, player) for player in before]}
    check_draw_changed(state, changed)
    return changed


def turn(state: EventState, stage: int, round_number: int, number: int) -> DrawChanged:
    """Return the change by which the other player of a pairing deals first."""
    round_, pairing = _pairing(state, stage, round_number, number)
    if pairing.b is None:
        raise EventActError("change_bye", stage, round_number, number)
    pairings = [as_drawn(other) for other in round_.pairings]
    turned = pairings[round_.pairings.index(pairing)]
    turned["a"], turned["b"] = pairing.b, turned["a"]
    return _build_change(state, stage, round_, pairings)


def move_table(state: EventState, stage: int, round_number: int, number: int, table: str) -> DrawChanged:
    """Return the change that moves a pairing to ``table``, exchanging tables with a pairing of the round there."""
    round_, pairing = _pairing(state, stage, round_number, number)
    if pairing.b is None:
        raise EventActError("change_bye", stage, round_number, number)
    pairings = [as_drawn(other) for other in round_.pairings]
    for drawn, other in zip(pairings, round_.pairings, strict=True):
        if other is pairing:
            drawn["table"] = table
        elif table and other.table == table:
            drawn["table"] = pairing.table
    return _build_change(state, stage, round_, pairings)


def seat(
    state: EventState, stage: int, round_number: int, tables: Mapping[int, str], turned: Collection[int] = ()
) -> DrawChanged:
    """Return the change of a drawn round that gives pairings other tables, or another first deal.

    ``tables`` has new tables by the numbers of their pairings; two pairings may share a table afterwards. ``turned``
    are the numbers of pairings whose players change sides. Raises ``EventActError`` for a pairing with a bye.
    """
    wanted = {
        number: _pairing(state, stage, round_number, number)[1] for number in sorted({*tables, *turned})
    }
    for number, pairing in wanted.items():
        if pairing.b is None:
            raise EventActError("change_bye", stage, round_number, number)
    round_ = drawn_round(state, stage, round_number)
    pairings = [as_drawn(pairing) for pairing in round_.pairings]
    for drawn, pairing in zip(pairings, round_.pairings, strict=True):
        if pairing.number in tables:
            drawn["table"] = tables[pairing.number]
        if pairing.number in turned and pairing.b is not None:
            drawn["a"], drawn["b"] = pairing.b, drawn["a"]
    return _build_change(state, stage, round_, pairings)


def _pairing(
    state: EventState, stage: int, round_number: int, number: int
) -> tuple[RoundState, PairingState]:
    if drawn_stage(state, stage).plan.is_bracket:
        raise EventActError("change_of_positions", stage)
    round_ = drawn_round(state, stage, round_number)
    for pairing in round_.pairings:
        if pairing.number == number:
            return round_, pairing
    raise EventActError("pairing_unknown", stage, round_number, number)


def _build_change(
    state: EventState, stage: int, round_: RoundState, pairings: Sequence[PairingDrawn]
) -> DrawChanged:
    changed: DrawChanged = {"stage": stage, "round": round_.number, "pairings": list(pairings)}
    check_draw_changed(state, changed)
    return changed


def as_drawn(pairing: PairingState) -> PairingDrawn:
    """Return a pairing of a round robin or Swiss stage in the form that a draw's payload has."""
    drawn: PairingDrawn = {"a": pairing.a or "", "b": pairing.b}
    if pairing.kind != "rubber":
        drawn["kind"] = pairing.kind
    if pairing.table:
        drawn["table"] = pairing.table
    if pairing.group:
        drawn["group"] = pairing.group
    if pairing.why:
        drawn["why"] = list(pairing.why)
    return drawn


def change_warnings(state: EventState, payload: Mapping[str, Any]) -> tuple[Why, ...]:
    """Return the warnings about an allowed change, such as a rematch: ``WARNING_CODES`` with public ids."""
    stage = drawn_stage(state, payload["stage"])
    if "positions" in payload:
        places = payload["positions"]
        pairs = list(zip(places[::2], places[1::2], strict=True))
        return tuple(_forbidden_warnings(state, pairs))
    others = [round_ for round_ in stage.rounds if round_.number != payload["round"]]
    met = {frozenset((pairing.a, pairing.b)) for round_ in others for pairing in round_.pairings}
    had_bye = {pairing.a for round_ in others for pairing in round_.pairings if pairing.kind == "bye"}
    new = _new_pairings(state, payload)
    rubbers = [(pairing["a"], pairing["b"]) for pairing in new if pairing["b"] is not None]
    is_swiss = stage.plan.kind == "swiss"
    return (
        *(("change_rematch", *pair) for pair in rubbers if frozenset(pair) in met),
        *_forbidden_warnings(state, rubbers),
        *(
            ("change_second_bye", pairing["a"])
            for pairing in new
            if is_swiss and pairing.get("kind") == "bye" and pairing["a"] in had_bye
        ),
    )


def _new_pairings(state: EventState, payload: Mapping[str, Any]) -> list[PairingDrawn]:
    before = {
        frozenset((pairing.a, pairing.b))
        for pairing in drawn_round(state, payload["stage"], payload["round"]).pairings
    }
    return [
        pairing for pairing in payload["pairings"] if frozenset((pairing["a"], pairing["b"])) not in before
    ]


def _forbidden_warnings(
    state: EventState, pairs: Sequence[tuple[PlayerId | None, PlayerId | None]]
) -> Iterator[Why]:
    return (("change_forbidden", *pair) for pair in pairs if frozenset(pair) in state.facts.forbidden)

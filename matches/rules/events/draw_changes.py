"""Changing a draw by hand: payloads of the fact ``draw_changed``, which ``lifecycle.check_fact`` takes.

All raise ``EventActError`` where the change may not be made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from matches.rules.events.checks.draw_changes import check_draw_changed
from matches.rules.events.draw_state import drawn_round, drawn_stage, stage_facts
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import DrawChanged, PairingDrawn, PlayerId
from matches.rules.events.state import EventState, PairingState, RoundState, Why

WHY_CODES: Final[dict[str, tuple[str, ...]]] = {"by_hand": ()}
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "change_rematch": ("a", "b"),
    "change_forbidden": ("a", "b"),
    "change_second_bye": ("player",),
}
"""What a change brings about that a draw would have avoided."""


def swap(
    state: EventState, stage: int, round_number: int, player_1: PlayerId, player_2: PlayerId
) -> DrawChanged:
    """Each in the other's seat, or in a bracket, where the round does not matter, in the other's place of the
    draw. Who is moved into a bye has it as one that he asked for only where he did.
    """
    if drawn_stage(state, stage).plan.is_bracket:
        return _swapped_positions(state, stage, player_1, player_2)
    round_ = drawn_round(state, stage, round_number)
    for player in (player_1, player_2):
        if not any(player in (pairing.a, pairing.b) for pairing in round_.pairings):
            raise EventActError("change_stranger", stage, round_number, player)
    others = {player_1: player_2, player_2: player_1}
    asked = {entry.player for entry in state.entries if (stage, round_number) in entry.requested_byes}
    return _changed(state, stage, round_, [_swapped(pairing, others, asked) for pairing in round_.pairings])


def _swapped(
    pairing: PairingState, others: Mapping[PlayerId, PlayerId], asked: set[PlayerId]
) -> PairingDrawn:
    drawn = as_drawn(pairing)
    pair = (drawn["a"], drawn["b"])
    if not others.keys() & set(pair):
        return drawn
    drawn["a"] = others.get(pair[0], pair[0])
    drawn["b"] = others.get(pair[1], pair[1]) if pair[1] is not None else None
    if drawn["b"] is None:
        drawn["kind"] = "requested_bye" if drawn["a"] in asked else "bye"
    if {drawn["a"], drawn["b"]} != set(pair):
        drawn["why"] = ["by_hand"]
    return drawn


def _swapped_positions(state: EventState, stage: int, player_1: PlayerId, player_2: PlayerId) -> DrawChanged:
    before = stage_facts(state.facts, stage).positions
    for player in (player_1, player_2):
        if player not in before:
            raise EventActError("change_stranger", stage, 1, player)
    others: dict[PlayerId | None, PlayerId] = {player_1: player_2, player_2: player_1}
    changed: DrawChanged = {
        "stage": stage,
        "positions": [others.get(player, player) for player in before],
    }
    check_draw_changed(state, changed)
    return changed


def turn(state: EventState, stage: int, round_number: int, number: int) -> DrawChanged:
    """The other of the two deals first."""
    round_, pairing = _pairing(state, stage, round_number, number)
    if pairing.b is None:
        raise EventActError("change_bye", stage, round_number, number)
    pairings = [as_drawn(other) for other in round_.pairings]
    turned = pairings[round_.pairings.index(pairing)]
    turned["a"], turned["b"] = pairing.b, turned["a"]
    return _changed(state, stage, round_, pairings)


def move_table(state: EventState, stage: int, round_number: int, number: int, table: str) -> DrawChanged:
    """The pairing goes to this table; one that is there in the same round comes to its own."""
    round_, pairing = _pairing(state, stage, round_number, number)
    if pairing.b is None:
        raise EventActError("change_bye", stage, round_number, number)
    pairings = [as_drawn(other) for other in round_.pairings]
    for drawn, other in zip(pairings, round_.pairings, strict=True):
        if other is pairing:
            drawn["table"] = table
        elif table and other.table == table:
            drawn["table"] = pairing.table
    return _changed(state, stage, round_, pairings)


def seat(
    state: EventState,
    stage: int,
    round_number: int,
    tables: Mapping[int, str],
    turned: Collection[int] = (),
) -> DrawChanged:
    """Pairings, by number, at these tables, and the other side dealing first in those of ``turned``; whichever stands
    in neither stays as it is, at the same table as another though that may be.
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
    return _changed(state, stage, round_, pairings)


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


def _changed(
    state: EventState, stage: int, round_: RoundState, pairings: Sequence[PairingDrawn]
) -> DrawChanged:
    changed: DrawChanged = {"stage": stage, "round": round_.number, "pairings": list(pairings)}
    check_draw_changed(state, changed)
    return changed


def as_drawn(pairing: PairingState) -> PairingDrawn:
    """The pairing, not of a bracket, as a draw has it."""
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
    """What a change, which may be made, brings about: ``WARNING_CODES``. A player as he stands in the payload."""
    stage = drawn_stage(state, payload["stage"])
    if "positions" in payload:
        places = payload["positions"]
        pairs = list(zip(places[::2], places[1::2], strict=True))
        return tuple(_forbidden(state, pairs))
    others = [round_ for round_ in stage.rounds if round_.number != payload["round"]]
    met = {frozenset((pairing.a, pairing.b)) for round_ in others for pairing in round_.pairings}
    had_bye = {pairing.a for round_ in others for pairing in round_.pairings if pairing.kind == "bye"}
    new = _new_pairings(state, payload)
    rubbers = [(pairing["a"], pairing["b"]) for pairing in new if pairing["b"] is not None]
    is_swiss = stage.plan.kind == "swiss"
    return (
        *(("change_rematch", *pair) for pair in rubbers if frozenset(pair) in met),
        *_forbidden(state, rubbers),
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


def _forbidden(state: EventState, pairs: Sequence[tuple[PlayerId | None, PlayerId | None]]) -> Iterator[Why]:
    return (("change_forbidden", *pair) for pair in pairs if frozenset(pair) in state.facts.forbidden)

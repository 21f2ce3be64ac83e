"""Impossible facts are reported by version, with a code and its parameters."""

from __future__ import annotations

from typing import Any

import pytest

from matches.rules.events.facts import Fact
from matches.rules.events.fold import Folding, fold
from matches.rules.events.fold_draft import ERROR_CODES, FactError
from tests.matches.rules.events.logs import (
    FOUR,
    KNOCKOUT,
    Log,
    bracket_log,
    entered_log,
    group_of_three_log,
    round_drawn,
    swiss_log,
    time_of,
)
from tests.matches.rules.events.random_events import play_event

PAIRING: dict[str, Any] = {"stage": 1, "round": 1, "number": 1}
ANN_IN_ROUND_1 = {"player": "ann", "stage": 1, "round": 1}


def one_round(number: int, *pairs: tuple[str, str | None], **more: Any) -> dict[str, Any]:
    return {"stage": 1, "rounds": [round_drawn(number, *pairs, **more)]}


IMPOSSIBLE: list[tuple[Log, str, dict[str, Any], tuple[Any, ...]]] = [
    (Log(), "entered", {"players": ["ann"]}, ("fact_no_plan",)),
    (Log(), "completed", {}, ("fact_no_plan",)),
    (Log(), "planned", {}, ("fact_unreadable", "planned")),
    (Log(), "planned", {"plan": {"stages": "swiss"}}, ("fact_plan", "plan_not_list")),
    (Log(), "undone", {"version": 1}, ("fact_not_the_last", 1, 0)),
    (entered_log(), "undone", {"version": 1}, ("fact_not_the_last", 1, 2)),
    (entered_log(), "undone", {}, ("fact_not_the_last", None, 2)),
    (entered_log(), "entered", {"players": ["eve", "ann"]}, ("fact_entered_twice", "ann")),
    (entered_log(), "entered", {"players": [f"p{n}" for n in range(509)]}, ("fact_too_many_entrants", 512)),
    (bracket_log(), "entered", {"players": ["eve"]}, ("fact_stage_drawn", 1)),
    (group_of_three_log(), "entered", {"players": ["eve"]}, ("fact_stage_drawn", 1)),
    (entered_log(), "entry_removed", {"player": "eve"}, ("fact_not_entered", "eve")),
    (swiss_log(), "entry_removed", {"player": "ann"}, ("fact_player_drawn", "ann")),
    (entered_log(), "seeded", {"order": ["ann", "ann"]}, ("fact_entered_twice", "ann")),
    (entered_log(), "seeded", {"order": ["eve"]}, ("fact_not_entered", "eve")),
    (entered_log(), "check_in_undone", {"player": "ann"}, ("fact_nothing_to_take_back", "checked_in")),
    (entered_log(), "returned", ANN_IN_ROUND_1, ("fact_nothing_to_take_back", "withdrawn")),
    (entered_log(), "bye_request_undone", ANN_IN_ROUND_1, ("fact_nothing_to_take_back", "bye_requested")),
    (entered_log(), "forbidden", {"pairs": [["ann", "ann"]]}, ("fact_pair",)),
    (entered_log(), "drawn", {"stage": 2, "entrants": FOUR}, ("fact_no_stage", 2)),
    (entered_log(), "drawn", {"stage": 1}, ("fact_no_entrants", 1)),
    (entered_log(), "drawn", {"stage": 1, "entrants": ["ann", "ann"]}, ("fact_no_entrants", 1)),
    (entered_log(), "drawn", {"stage": 1, "entrants": ["ann", "eve"]}, ("fact_not_entered", "eve")),
    (
        entered_log(),
        "drawn",
        {"stage": 1, "entrants": ["ann", "bea"], "groups": [["ann", "cy"]]},
        ("fact_stranger", 1, "cy"),
    ),
    (
        entered_log(KNOCKOUT),
        "drawn",
        {"stage": 1, "entrants": FOUR, "positions": [*FOUR[:3], None], "labels": []},
        ("fact_no_positions", 1),
    ),
    (
        entered_log(KNOCKOUT),
        "drawn",
        {"stage": 1, "entrants": FOUR, "positions": ["ann", "bea", None, None, "cy", "dan", None, None]},
        ("fact_no_positions", 1),
    ),
    (
        bracket_log(),
        "draw_changed",
        {"stage": 1, "positions": ["ann", None, "ann", "cy"]},
        ("fact_no_positions", 1),
    ),
    (
        bracket_log(),
        "drawn",
        {"stage": 1, "positions": ["ann", None, "bea", "cy"]},
        ("fact_round_order", 1, 1, 3),
    ),
    (swiss_log(), "drawn", one_round(3, ("ann", "bea")), ("fact_round_order", 1, 3, 2)),
    (swiss_log(), "drawn", one_round(2, ("ann", "bea"), label="1"), ("fact_label_twice", "1")),
    (swiss_log(), "drawn", one_round(2, ("ann", "eve")), ("fact_stranger", 1, "eve")),
    (swiss_log(), "drawn", one_round(2, ("ann", "bea"), ("ann", None)), ("fact_twice_in_round", 1, 2, "ann")),
    (entered_log(), "draw_changed", {"stage": 1, "round": 1, "pairings": []}, ("fact_not_drawn", 1)),
    (swiss_log(), "draw_changed", {"stage": 1, "round": 2, "pairings": []}, ("fact_no_round", 1, 2)),
    (swiss_log(), "draw_discarded", {"stage": 1, "round": 2}, ("fact_no_round", 1, 2)),
    (swiss_log(), "released", {"stage": 1, "round": 1, "until": 2}, ("fact_no_round", 1, 2)),
    (swiss_log(), "awarded", PAIRING | {"number": 3}, ("fact_no_pairing", 1, 1, 3)),
    (swiss_log(), "awarded", PAIRING | {"winner": "dan"}, ("fact_winner", "dan")),
    (swiss_log(), "awarded", PAIRING | {"kind": "double_walkover", "winner": "ann"}, ("fact_winner", "ann")),
    (bracket_log(), "awarded", PAIRING | {"winner": "ann", "a": "bea", "b": "cy"}, ("fact_winner", "ann")),
    (bracket_log(), "awarded", PAIRING | {"round": 3}, ("fact_no_round", 1, 3)),
    (swiss_log(), "award_undone", PAIRING, ("fact_nothing_to_take_back", "awarded")),
    (bracket_log(), "keep_undone", PAIRING, ("fact_nothing_to_take_back", "kept")),
    (bracket_log(), "kept", PAIRING | {"round": 2, "a": "ann", "b": "eve"}, ("fact_stranger", 1, "eve")),
    (entered_log(), "reopened", {}, ("fact_nothing_to_take_back", "completed")),
]


@pytest.mark.parametrize(("log", "kind", "payload", "error"), IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused_by_version(
    log: Log, kind: str, payload: dict[str, Any], error: tuple[Any, ...]
) -> None:
    impossible = Fact(len(log.entries) + 1, kind, payload, at=time_of(1))
    with pytest.raises(FactError) as raised:
        fold([*log.entries, impossible])
    assert raised.value.version == impossible.version
    assert (raised.value.code, *raised.value.params) == error
    assert len(ERROR_CODES[error[0]]) == len(error) - 1


def test_a_drawn_stage_is_not_planned_away() -> None:
    log = swiss_log().plan(KNOCKOUT)
    with pytest.raises(FactError, match="fact_stage_drawn"):
        fold(log.entries)


def test_a_round_is_released_once() -> None:
    for log in (swiss_log(), bracket_log()):
        log.add("released", stage=1, round=1).add("released", stage=1, round=1)
        with pytest.raises(FactError, match="fact_released_twice"):
            fold(log.entries)


def test_a_place_that_is_not_empty_is_not_taken() -> None:
    log = group_of_three_log().add("entered", players=["dan"], place=[1, 3])
    with pytest.raises(FactError, match="fact_place_taken"):
        fold(log.entries)


@pytest.mark.parametrize("kind", ["checked_in", "withdrawn"])
def test_what_is_told_by_its_time_needs_one(kind: str) -> None:
    log = entered_log()
    with pytest.raises(FactError, match="fact_no_time"):
        fold([*log.entries, Fact(3, kind, {"player": "ann", "stage": 1, "round": 1})])


@pytest.mark.parametrize("seed", range(6))
def test_after_each_fact_it_is_the_fold_of_all_so_far(seed: int) -> None:
    log = play_event(seed).log.entries
    folding = Folding(log[:3])
    folds = []
    for fact in log[3:]:
        folding.add(fact)
        folds.append(folding.folded)
    assert folds == [fold(log[:end]) for end in range(4, len(log) + 1)]


def test_fact_of_a_version_that_was_there_is_refused() -> None:
    known = [Fact(1, "opened", {}), Fact(2, "renamed", {})]
    with pytest.raises(FactError, match="fact_version"):
        Folding(known).add(Fact(2, "renamed", {}))
    with pytest.raises(FactError, match="fact_version"):
        fold([*known, Fact(2, "renamed", {})])

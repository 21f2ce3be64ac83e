"""The commands that an event allows in each situation, and the errors of the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from matches.rules.events import plan_json
from matches.rules.events.act_errors import ERROR_CODES, EventActError
from matches.rules.events.facts import FACT_KINDS, FactKind, PairingDrawn
from matches.rules.events.lifecycle import _RULES, check_fact, needs_reason
from matches.rules.events.plan import MOST_ENTRANTS, EventPlan, RubberRules, StagePlan
from tests.matches.rules.events.logs import PLAYERS, Life, drawn, entered, players
from tests.matches.rules.events.situations import (
    FIVE,
    INTO_KNOCKOUT,
    KNOCKOUT,
    ROUND_ROBIN,
    SWISS,
    Situation,
    awarded,
    bye_asked,
    completed,
    double_walkover,
    empty_swiss,
    full_event,
    group_tables,
    kept,
    knockout_begun,
    knockout_draft,
    knockout_entries,
    knockout_of_byes_begun,
    knockout_of_five,
    late_entry_played,
    open_event,
    second_stage,
    swiss_as_tables,
    swiss_complete,
    swiss_draft,
    swiss_entries,
    swiss_entries_with_a_pair_that_left,
    swiss_last_round,
    swiss_round_1,
    swiss_round_1_begun,
    swiss_round_2,
    tables_in_draft,
    tables_of_five,
    tables_of_four,
    two_byes_asked,
    two_stages,
    with_check_in,
    with_check_in_drawn,
    with_seeds,
)

ALLOWED = None
Row = tuple[Situation, dict[str, Any], tuple[Any, ...] | None]


def plan_of(*stages: StagePlan, **rest: Any) -> dict[str, Any]:
    return {"plan": plan_json.plan_json(EventPlan(stages=stages, **rest))}


def of(player: str, round_number: int = 0, stage: int = 1) -> dict[str, Any]:
    return {"player": player, **({"stage": stage, "round": round_number} if round_number else {})}


def names(*players: str, **rest: Any) -> dict[str, Any]:
    return {"players": list(players), **rest}


def at(stage: int, round_number: int, number: int | None = None, **rest: Any) -> dict[str, Any]:
    return {"stage": stage, "round": round_number, **({} if number is None else {"number": number}), **rest}


def pairs(*pairs: str, round_number: int = 1) -> dict[str, Any]:
    """Return the pairings of ``"ann bea"``, in which ``-`` has the place of an opponent."""
    pairings: list[PairingDrawn] = []
    for a, b in map(str.split, pairs):
        pairings.append({"a": a, "b": b} if b != "-" else {"a": a, "b": None, "kind": "bye"})
    return at(1, round_number, pairings=pairings)


def places(positions: str) -> dict[str, Any]:
    """Return the positions of ``"ann - bea"``, in which ``-`` is empty."""
    return {"stage": 1, "positions": [None if each == "-" else each for each in positions.split()]}


def a_draw(life: Callable[[], Life], stage: int = 1, **changes: Any) -> dict[str, Any]:
    return {**life().draw(stage).entries[-1].payload, **changes}


# In a Swiss of eight the first round is Ann against Hal, Bea and Gus, Cy and Fay, Dan and Eve; who deals first
# alternates. Of a group table of eight Ann, Dan, Eve and Hal are group 1.
ROUND_1 = [f"{pairing['a']} {pairing['b']}" for pairing in swiss_draft().facts.stages[0].rounds[0].pairings]
ROWS: dict[FactKind, list[Row]] = {
    "planned": [
        (open_event, plan_of(SWISS), ALLOWED),
        (open_event, plan_of(), ("plan_no_stages",)),
        (open_event, {"plan": []}, ("plan_not_object", "")),
        (swiss_entries, plan_of(KNOCKOUT, rules=RubberRules(best_of=5)), ALLOWED),
        (swiss_draft, plan_of(KNOCKOUT), ("plan_stage_drawn", 1, "kind")),
        (swiss_draft, plan_of(replace(SWISS, seeding="split")), ("plan_stage_drawn", 1, "seeding")),
        (swiss_draft, plan_of(replace(SWISS, rounds=5)), ALLOWED),
        (swiss_round_2, plan_of(replace(SWISS, rounds=2)), ALLOWED),
        (swiss_round_2, plan_of(replace(SWISS, rounds=1)), ("plan_stage_drawn", 1, "rounds")),
        (swiss_draft, plan_of(replace(SWISS, rounds=0)), ("plan_stage_drawn", 1, "rounds")),
        (swiss_as_tables, plan_of(SWISS), ("plan_stage_drawn", 1, "rounds")),
        (swiss_draft, plan_of(replace(SWISS, name="Main", score="games")), ALLOWED),
        (swiss_draft, plan_of(replace(SWISS, tie_breaks=("wins", "lot"))), ALLOWED),
        (swiss_draft, plan_of(SWISS, tables=3, requested_bye="full"), ALLOWED),
        (swiss_draft, plan_of(SWISS, lot_seed="x"), ("plan_drawn", "lot_seed")),
        (swiss_draft, plan_of(SWISS, check_in=True), ("plan_drawn", "check_in")),
        (swiss_draft, plan_of(SWISS, rules=RubberRules(best_of=5)), ALLOWED),
        (swiss_complete, plan_of(SWISS), ALLOWED),
        (knockout_begun, plan_of(KNOCKOUT, rules=RubberRules(best_of=5)), ("plan_rules_played",)),
        (knockout_begun, plan_of(KNOCKOUT, starts_on="2026-10-04"), ALLOWED),
        (two_stages, plan_of(replace(INTO_KNOCKOUT[0], qualifiers=4), SWISS), ALLOWED),
        (two_stages, plan_of(ROUND_ROBIN), ALLOWED),
        (second_stage, plan_of(ROUND_ROBIN), ("plan_stage_removed", 2)),
        (
            second_stage,
            plan_of(replace(INTO_KNOCKOUT[0], qualifiers=3), KNOCKOUT),
            ("plan_stage_drawn", 1, "qualifiers"),
        ),
        (completed, plan_of(SWISS), ("event_complete",)),
    ],
    "entered": [
        (open_event, names("ann"), ("event_open",)),
        (swiss_entries, names("ida", "jo"), ALLOWED),
        (swiss_entries, names("ida", "ida"), ("entered_already", "ida")),
        (swiss_entries, names("ida", "ann"), ("entered_already", "ann")),
        (swiss_entries, names(), ("entry_of_nobody",)),
        (swiss_entries, names(""), ("entry_of_nobody",)),
        (swiss_entries, names("ida", place=[1, 1]), ("entry_place_unused", 1)),
        (full_event, names("ida"), ("entered_too_many", MOST_ENTRANTS)),
        (swiss_draft, names("ida"), ALLOWED),
        (swiss_round_1, names("ida", "jo"), ALLOWED),
        (swiss_round_1, names("ida", place=[1, 1]), ("entry_place_unused", 1)),
        (swiss_last_round, names("ida"), ("entry_no_round_left", 1)),
        (swiss_complete, names("ida"), ("entry_closed", 1)),
        (second_stage, names("ida"), ("entry_closed", 1)),
        (knockout_draft, names("ida"), ("entry_bracket_drawn", 1)),
        (tables_of_four, names("ida"), ("entry_no_place_left", 1)),
        (tables_of_five, names("ida"), ("entry_place_wanted", 1)),
        (tables_of_five, names("ida", place=[1, 6]), ALLOWED),
        (tables_of_five, names("ida", place=[1, 6], from_round=5), ALLOWED),
        (tables_of_five, names("ida", place=[1, 6], from_round=6), ("round_unknown", 1, 6)),
        (tables_of_five, names("ida", place=[1, 5]), ("entry_place_taken", 1, 1, 5)),
        (tables_of_five, names("ida", place=[2, 6]), ("entry_place_taken", 1, 2, 6)),
        (tables_of_five, names("ida", "jo", place=[1, 6]), ("entry_place_of_one",)),
        (swiss_as_tables, names("ida", place=[1, 6]), ALLOWED),
        (
            lambda: drawn(FIVE, StagePlan(kind="swiss", rounds=6)),
            names("ida", place=[1, 6]),
            ("entry_no_place_left", 1),
        ),
    ],
    "entry_removed": [
        (swiss_entries, of("ann"), ALLOWED),
        (swiss_entries, of("ida"), ("not_entered", "ida")),
        (swiss_draft, of("ann"), ("removed_after_draw", "ann", 1)),
        (with_check_in_drawn, of("ann"), ALLOWED),
    ],
    "seeded": [
        (swiss_entries, {"order": ["cy", "ann"]}, ALLOWED),
        (with_seeds, {"order": []}, ALLOWED),
        (swiss_entries, {"order": ["cy", "ida"]}, ("not_entered", "ida")),
        (swiss_entries, {"order": ["cy", "ann", "cy"]}, ("seeded_twice", "cy")),
        (second_stage, {"order": ["cy"]}, ("seeded_after_draw", 2)),
    ],
    "checked_in": [
        (swiss_entries, of("ann"), ALLOWED),
        (with_check_in, of("bea"), ("checked_in_already", "bea")),
        (with_check_in_drawn, of("ann"), ("checked_in_too_late", "ann", 1)),
        (swiss_draft, of("ann"), ALLOWED),
    ],
    "check_in_undone": [
        (with_check_in, of("bea"), ALLOWED),
        (with_check_in, of("ann"), ("not_checked_in", "ann")),
        (with_check_in_drawn, of("bea"), ("check_in_drawn", "bea", 1)),
    ],
    "forbidden": [
        (swiss_entries, {"pairs": [["ann", "bea"], ["ann", "cy"]]}, ALLOWED),
        (swiss_round_1, {"pairs": []}, ALLOWED),
        (swiss_entries, {"pairs": [["ann", "ida"]]}, ("not_entered", "ida")),
        (swiss_entries, {"pairs": [["ann", "ann"]]}, ("forbidden_with_himself", "ann")),
        (swiss_entries, {"pairs": [["ann", "bea"], ["bea", "ann"]]}, ("forbidden_twice", "bea", "ann")),
        (swiss_entries_with_a_pair_that_left, {"pairs": [["ann", "bea"], ["cy", "dan"]]}, ALLOWED),
        (
            swiss_entries_with_a_pair_that_left,
            {"pairs": [["ann", "bea"], ["ann", "dan"]]},
            ("not_entered", "ann"),
        ),
    ],
    "withdrawn": [
        (swiss_entries, of("ann", 1), ("withdrawn_before_draw", "ann")),
        (swiss_entries, of("ann", 2), ALLOWED),
        (swiss_entries, of("ida", 2), ("not_entered", "ida")),
        (swiss_round_1, of("ann", 1), ALLOWED),
        (swiss_round_1, of("ann", 4), ("round_unknown", 1, 4)),
        (swiss_round_1, of("ann", 0) | at(1, 0), ("round_unknown", 1, 0)),
        (swiss_round_1, of("ann", 1, stage=2), ("stage_unknown", 2)),
        (swiss_round_2, of("bea", 1), ("round_over", 1, 1)),
        (swiss_round_2, of("ann", 3), ("withdrawn_already", "ann", 1, 3)),
        (swiss_complete, of("ann", 2), ("round_over", 1, 2)),
        (two_stages, of("ann", 1, stage=2), ALLOWED),
        (knockout_begun, of("ann", 2), ALLOWED),
        (completed, of("ann", 1), ("event_complete",)),
    ],
    "returned": [
        (swiss_round_2, of("ann", 2), ("returned_after_draw", "ann", 1, 2)),
        (swiss_round_2, of("ann", 3), ALLOWED),
        (swiss_round_2, of("bea", 3), ("not_withdrawn", "bea", 1, 3)),
    ],
    "bye_requested": [
        (swiss_entries, of("ann", 3), ALLOWED),
        (swiss_entries, of("ann", 4), ("round_unknown", 1, 4)),
        (swiss_round_1, of("ann", 1), ("bye_round_drawn", 1, 1)),
        (swiss_round_1, of("ann", 2), ALLOWED),
        (bye_asked, of("ann", 2), ("bye_requested_already", "ann", 1, 2)),
        (two_byes_asked, of("ann", 3), ("bye_requested_too_often", "ann", 1, 2)),
        (two_byes_asked, of("bea", 3), ALLOWED),
        (with_check_in_drawn, of("ann", 2), ("undrawn_player", "ann", 1)),
        (knockout_entries, of("ann", 1), ("bye_not_swiss", 1)),
        (swiss_as_tables, of("ann", 1), ("bye_not_swiss", 1)),
    ],
    "bye_request_undone": [
        (bye_asked, of("ann", 2), ALLOWED),
        (bye_asked, of("ann", 1), ("bye_not_requested", "ann", 1, 1)),
    ],
    "drawn": [
        (swiss_entries, a_draw(swiss_entries), ALLOWED),
        (empty_swiss, a_draw(swiss_entries), ("too_few_players", 1, 0, 2)),
        (with_seeds, a_draw(swiss_entries), ("draw_outdated", 1)),
        (bye_asked, a_draw(swiss_entries), ALLOWED),
        (two_byes_asked, a_draw(swiss_entries), ("draw_outdated", 1)),
        (swiss_draft, a_draw(swiss_entries), ("draft_waiting", 1, 1)),
        (swiss_round_1, a_draw(swiss_round_1), ALLOWED),
        (swiss_round_1, a_draw(swiss_entries), ("draw_outdated", 1)),
        (swiss_complete, a_draw(swiss_round_1), ("drawn_all", 1, 2)),
        (tables_of_four, a_draw(swiss_entries), ("drawn_already", 1)),
        (two_stages, {"stage": 2}, ("draw_too_early", 2, 1)),
        (two_stages, {"stage": 3}, ("stage_unknown", 3)),
        (lambda: entered(FIVE, replace(ROUND_ROBIN, groups=3)), {"stage": 1}, ("too_many_groups", 1, 3, 5)),
        (lambda: entered(players(101), ROUND_ROBIN), {"stage": 1}, ("too_many_rounds", 1, 101, 100)),
        (
            lambda: entered(players(60), replace(ROUND_ROBIN, groups=2, cycles=4)),
            {"stage": 1},
            ("too_many_rounds", 1, 116, 100),
        ),
        (knockout_entries, a_draw(knockout_entries), ALLOWED),
        (
            knockout_entries,
            a_draw(knockout_entries, positions=["ann", "dan", "bea", "dan"]),
            ("draw_outdated", 1),
        ),
        (knockout_entries, a_draw(knockout_entries, labels=["Final", "Final"]), ("draw_labels", 1, "Final")),
        (knockout_entries, a_draw(knockout_entries, labels=["a\nb"]), ("draw_labels", 1, "a\nb")),
        (knockout_entries, a_draw(knockout_entries, labels=["x" * 201]), ("draw_labels", 1, "x" * 201)),
    ],
    "released": [
        (swiss_draft, at(1, 1), ALLOWED),
        (swiss_draft, at(1, 2), ("round_not_drawn", 1, 2)),
        (swiss_round_1, at(1, 1), ("released_already", 1, 1)),
        (swiss_entries, at(1, 1), ("not_drawn", 1)),
        (tables_in_draft, at(1, 1, until=5), ALLOWED),
        (tables_in_draft, at(1, 1), ALLOWED),
        (tables_in_draft, at(1, 2), ("released_out_of_order", 1, 2, 1)),
        (tables_in_draft, at(1, 1, until=6), ("round_not_drawn", 1, 6)),
        (knockout_draft, at(1, 1), ALLOWED),
        (knockout_draft, at(1, 2), ("round_not_drawn", 1, 2)),
        (knockout_begun, at(1, 1), ("released_already", 1, 1)),
        (lambda: swiss_draft().undo(), at(1, 1), ("not_drawn", 1)),
    ],
    "draw_discarded": [
        (swiss_draft, at(1, 1), ALLOWED),
        (swiss_round_2, at(1, 2), ALLOWED),
        (swiss_round_2, at(1, 3), ("round_not_drawn", 1, 3)),
        (swiss_entries, at(1, 1), ("not_drawn", 1)),
        (tables_of_four, at(1, 1), ALLOWED),
        (tables_of_four, at(1, 2), ("discarded_in_part", 1)),
        (knockout_begun, at(1, 1), ALLOWED),
        (knockout_begun, at(1, 2), ("discarded_in_part", 1)),
        (second_stage, at(1, 1), ("discarded_before", 1, 2)),
        (second_stage, at(2, 1), ALLOWED),
    ],
    "draw_changed": [
        (swiss_draft, pairs("ann bea", "cy dan", "eve fay", "gus hal"), ALLOWED),
        (swiss_draft, pairs("ann bea", "cy dan", "eve fay", "gus -"), ("change_left_out", 1, 1, "hal")),
        (swiss_draft, pairs("ann bea", "cy dan", "eve fay", "gus ann"), ("change_twice", 1, 1, "ann")),
        (swiss_draft, pairs("ann ida"), ("change_stranger", 1, 1, "ida")),
        (swiss_draft, pairs(round_number=2), ("round_not_drawn", 1, 2)),
        (swiss_draft, places("ann bea"), ("change_of_pairings", 1)),
        (
            swiss_draft,
            at(1, 1, pairings=[{"a": name, "b": None} for name in PLAYERS]),
            ("change_bye", 1, 1, 1),
        ),
        (group_tables, pairs("ann bea", "cy dan", "eve fay", "gus hal"), ("change_groups", 1, 1, 1)),
        (group_tables, pairs("ann dan", "eve hal", "bea cy", "fay gus"), ALLOWED),
        (swiss_round_1_begun, pairs(*reversed(ROUND_1)), ("change_begun", 1, 1, 1)),
        (swiss_round_1_begun, pairs(ROUND_1[0], *reversed(ROUND_1[1:])), ALLOWED),
        (swiss_entries, pairs("ann bea"), ("not_drawn", 1)),
        (knockout_draft, pairs("ann bea"), ("change_of_positions", 1)),
        (knockout_draft, places("bea dan ann cy"), ALLOWED),
        (knockout_draft, places("ann dan bea cy"), ("change_of_nothing", 1)),
        (knockout_draft, places("ann dan bea bea"), ("change_twice", 1, 1, "bea")),
        (knockout_draft, places("ann dan bea -"), ("change_left_out", 1, 1, "cy")),
        (knockout_draft, places("ann dan bea ida"), ("change_stranger", 1, 1, "ida")),
        (knockout_begun, places("ann dan cy bea"), ALLOWED),
        (knockout_begun, places("cy dan bea ann"), ("change_begun_from", 1, "ann")),
        (knockout_of_byes_begun, places("dan - eve - bea ann cy -"), ("change_begun_from", 1, "ann")),
        (knockout_of_five, places("ann dan eve bea - - cy -"), ("change_byes_meet", 1)),
        (knockout_of_five, places("dan - ann eve bea - cy -"), ALLOWED),
    ],
    "awarded": [
        (swiss_round_1, at(1, 1, 4, kind="double_walkover", winner=None), ALLOWED),
        (swiss_round_1, at(1, 1, 5, winner="ann"), ("pairing_unknown", 1, 1, 5)),
        (swiss_round_1, at(2, 1, 5, winner="ann"), ("stage_unknown", 2)),
        (swiss_draft, at(1, 1, 4, kind="double_walkover"), ("pairing_not_released", 1, 1, 4)),
        (swiss_round_1, at(1, 1, 1, kind="decision"), ("award_winner_wanted", 1, 1, 1)),
        (swiss_round_1, at(1, 1, 1, kind="double_walkover", winner="ann"), ("award_winner_of_none", 1, 1, 1)),
        (swiss_round_1, at(1, 1, 1, winner="ida"), ("award_stranger", 1, 1, 1, "ida")),
        (tables_of_five, at(1, 1, 3, winner="ann"), ("pairing_not_ready", 1, 1, 3)),
        (knockout_begun, at(1, 2, 1, winner="ann"), ("pairing_not_ready", 1, 2, 1)),
        (knockout_begun, at(1, 1, 1, winner="dan"), ALLOWED),
        (awarded, at(1, 1, 1, kind="double_walkover"), ALLOWED),
        (double_walkover, at(1, 1, 4, kind="double_walkover"), ("awarded_already", 1, 1, 4)),
        (swiss_round_1, at(1, 1, 1, winner="ann", a="hal", b="ann"), ALLOWED),
        (swiss_round_1, at(1, 1, 1, winner="ann", a="ann", b="gus"), ("award_of_others", 1, 1, 1)),
    ],
    "award_undone": [(awarded, at(1, 1, 1), ALLOWED), (awarded, at(1, 1, 2), ("not_awarded", 1, 1, 2))],
    "kept": [
        (knockout_begun, at(1, 2, 1, a="dan", b="bea"), ALLOWED),
        (knockout_begun, at(1, 3, 1, a="dan", b="bea"), ("pairing_unknown", 1, 3, 1)),
        (knockout_begun, at(1, 2, 2, a="dan", b="bea"), ("pairing_unknown", 1, 2, 2)),
        (knockout_begun, at(1, 2, 1, a="dan", b="ida"), ("kept_stranger", 1, "ida")),
        (knockout_begun, at(1, 2, 1, a="dan", b="dan"), ("kept_with_himself", 1, "dan")),
        (swiss_round_1, at(1, 1, 1, a="ann", b="hal"), ("kept_no_bracket", 1)),
        (kept, at(1, 2, 1, a="dan", b="cy"), ("kept_already", 1, 2, 1)),
        (kept, at(1, 2, 1, a="dan", b="bea"), ALLOWED),
    ],
    "keep_undone": [(kept, at(1, 2, 1), ALLOWED), (kept, at(1, 1, 1), ("not_kept", 1, 1, 1))],
    "completed": [
        (swiss_complete, {}, ALLOWED),
        (swiss_round_1, {}, ("stage_unfinished", 1)),
        (second_stage, {}, ("stage_unfinished", 2)),
        (completed, {}, ("event_complete",)),
    ],
    "reopened": [(completed, {}, ALLOWED), (swiss_complete, {}, ("event_not_complete",))],
    "undone": [
        (completed, {"version": 7}, ALLOWED),
        (lambda: empty_swiss().undo(), {"version": 1}, ("undone_all",)),
        (swiss_entries, {"version": 2}, ALLOWED),
        (swiss_entries, {"version": 1}, ("undone_another", 1, 2)),
        (swiss_round_1, {"version": 4}, ALLOWED),
        (awarded, {"version": 5}, ALLOWED),
        (knockout_begun, {"version": 4}, ("undone_after_play", 1, 1, 1, "1")),
        (late_entry_played, {"version": 5}, ("undone_after_play", 1, 1, 3, "3")),
    ],
}
CASES = [(situation, kind, *rest) for kind, rows in ROWS.items() for situation, *rest in rows]


@pytest.mark.parametrize(("situation", "kind", "payload", "expected"), CASES)
def test_what_may_be_done_when(
    situation: Situation, kind: FactKind, payload: dict[str, Any], expected: tuple[Any, ...] | None
) -> None:
    life = situation()
    if expected is ALLOWED:
        life.do(kind, **payload)
        assert life.state.facts.version == len(life.entries)
        return
    with pytest.raises(EventActError) as refusal:
        check_fact(life.state, kind, payload)
    assert (refusal.value.code, *refusal.value.params) == expected
    assert len(ERROR_CODES[expected[0]]) == len(expected) - 1


def test_a_swiss_may_be_cut_short_and_made_longer_again() -> None:
    life = swiss_round_2().release().play_all()
    phases = [life.state.stages[0].phase]
    for rounds in (2, 4):
        life.do("planned", **plan_of(replace(SWISS, rounds=rounds)))
        phases.append(life.state.stages[0].phase)
    assert phases == ["playing", "complete", "playing"]
    life.draw()
    assert life.state.stages[0].planned_rounds == 4


def test_every_refusal_is_tried() -> None:
    tried = {expected[0] for rows in ROWS.values() for _, _, expected in rows if expected is not None}
    assert tried | plan_json.ERROR_CODES.keys() == ERROR_CODES.keys()


def test_every_kind_of_fact_has_its_rule() -> None:
    assert sorted(_RULES) == sorted(FACT_KINDS)
    assert all(ALLOWED in [expected for _, _, expected in ROWS[kind]] for kind in FACT_KINDS)


NO_CHANGE = pairs(*ROUND_1)
OTHER_TABLES = at(
    1, 1, pairings=[{**pair, "table": str(9 - n)} for n, pair in enumerate(NO_CHANGE["pairings"])]
)


@pytest.mark.parametrize(
    ("situation", "kind", "payload", "is_wanted"),
    [
        (swiss_draft, "draw_changed", OTHER_TABLES, False),
        (swiss_draft, "draw_changed", NO_CHANGE, False),
        (swiss_draft, "draw_changed", pairs("ann bea", "cy dan", "eve fay", "gus hal"), True),
        (swiss_round_1, "draw_changed", OTHER_TABLES, True),
        (knockout_draft, "draw_changed", places("bea dan ann cy"), True),
        (swiss_draft, "draw_discarded", at(1, 1), False),
        (swiss_round_1, "draw_discarded", at(1, 1), True),
        (swiss_round_2, "draw_discarded", at(1, 2), False),
        (swiss_round_2, "draw_discarded", at(1, 1), True),
        (swiss_round_1, "awarded", at(1, 1, 1, winner="ann"), False),
        (swiss_round_1, "awarded", at(1, 1, 1, kind="decision", winner="ann"), True),
        (knockout_begun, "awarded", at(1, 1, 1, winner="dan"), True),
        (swiss_round_1_begun, "awarded", at(1, 1, 1, winner="ann"), False),
        (awarded, "awarded", at(1, 1, 1, kind="double_walkover"), True),
        (swiss_round_1, "withdrawn", of("ann", 1), False),
        (swiss_entries, "planned", plan_of(KNOCKOUT), False),
    ],
)
def test_when_a_reason_is_wanted(
    situation: Situation, kind: FactKind, payload: dict[str, Any], is_wanted: bool
) -> None:
    assert needs_reason(situation().state, kind, payload) == is_wanted

"""What may be done to an event when: situations, what is tried in them, and what is said to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from matches.rules.events import plan_json
from matches.rules.events.checks.lifecycle import (
    _RULES,
    ERROR_CODES,
    EventActError,
    check_fact,
    needs_reason,
)
from matches.rules.events.facts import FACT_KINDS, FactKind, PairingDrawn
from matches.rules.events.plan import MOST_ENTRANTS, EventPlan, RubberRules, StagePlan
from tests.matches.rules.events.life import PLAYERS, Life, drawn, entered, players
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
    undone,
    with_check_in,
    with_check_in_drawn,
    with_seeds,
)

ALLOWED = None
Row = tuple[Situation, FactKind, dict[str, Any], tuple[Any, ...] | None]


def plan_of(*stages: StagePlan, **rest: Any) -> dict[str, Any]:
    return {"plan": plan_json.plan_json(EventPlan(stages=stages, **rest))}


def of(player: str, round_number: int = 0, stage: int = 1) -> dict[str, Any]:
    return {"player": player, **({"stage": stage, "round": round_number} if round_number else {})}


def at(stage: int, round_number: int, number: int | None = None, **rest: Any) -> dict[str, Any]:
    return {
        "stage": stage,
        "round": round_number,
        **({} if number is None else {"number": number}),
        **rest,
    }


def pairs(*pairs: tuple[str, str | None], stage: int = 1, round_number: int = 1) -> dict[str, Any]:
    pairings: list[PairingDrawn] = [
        {"a": a, "b": b} if b is not None else {"a": a, "b": None, "kind": "bye"} for a, b in pairs
    ]
    return at(stage, round_number, pairings=pairings)


def places(*positions: str | None) -> dict[str, Any]:
    return {"stage": 1, "positions": list(positions)}


def a_draw(life: Callable[[], Life], stage: int = 1, **changes: Any) -> dict[str, Any]:
    made = life()
    return {**made.draw(stage), **changes}


PLANS: list[Row] = [
    (open_event, "planned", plan_of(SWISS), ALLOWED),
    (open_event, "planned", plan_of(), ("plan_no_stages",)),
    (open_event, "planned", {"plan": []}, ("plan_not_object", "")),
    (open_event, "entered", {"players": ["ann"]}, ("event_open",)),
    (swiss_entries, "planned", plan_of(KNOCKOUT, rules=RubberRules(best_of=5)), ALLOWED),
    (swiss_draft, "planned", plan_of(KNOCKOUT), ("plan_stage_drawn", 1, "kind")),
    (swiss_draft, "planned", plan_of(replace(SWISS, seeding="split")), ("plan_stage_drawn", 1, "seeding")),
    (swiss_draft, "planned", plan_of(replace(SWISS, rounds=5)), ALLOWED),
    (swiss_round_2, "planned", plan_of(replace(SWISS, rounds=2)), ALLOWED),
    (swiss_round_2, "planned", plan_of(replace(SWISS, rounds=1)), ("plan_stage_drawn", 1, "rounds")),
    (swiss_draft, "planned", plan_of(replace(SWISS, rounds=0)), ("plan_stage_drawn", 1, "rounds")),
    (swiss_as_tables, "planned", plan_of(SWISS), ("plan_stage_drawn", 1, "rounds")),
    (swiss_draft, "planned", plan_of(replace(SWISS, name="Main", score="games")), ALLOWED),
    (swiss_draft, "planned", plan_of(replace(SWISS, tie_breaks=("wins", "lot"))), ALLOWED),
    (swiss_draft, "planned", plan_of(SWISS, tables=3, requested_bye="full"), ALLOWED),
    (swiss_draft, "planned", plan_of(SWISS, lot_seed="x"), ("plan_drawn", "lot_seed")),
    (swiss_draft, "planned", plan_of(SWISS, check_in=True), ("plan_drawn", "check_in")),
    (swiss_draft, "planned", plan_of(SWISS, rules=RubberRules(best_of=5)), ALLOWED),
    (swiss_complete, "planned", plan_of(SWISS), ALLOWED),
    (knockout_begun, "planned", plan_of(KNOCKOUT, rules=RubberRules(best_of=5)), ("plan_rules_played",)),
    (knockout_begun, "planned", plan_of(KNOCKOUT, starts_on="2026-10-04"), ALLOWED),
    (two_stages, "planned", plan_of(replace(INTO_KNOCKOUT[0], qualifiers=4), SWISS), ALLOWED),
    (two_stages, "planned", plan_of(ROUND_ROBIN), ALLOWED),
    (second_stage, "planned", plan_of(ROUND_ROBIN), ("plan_stage_removed", 2)),
    (
        second_stage,
        "planned",
        plan_of(replace(INTO_KNOCKOUT[0], qualifiers=3), KNOCKOUT),
        ("plan_stage_drawn", 1, "qualifiers"),
    ),
    (completed, "planned", plan_of(SWISS), ("event_complete",)),
]
ENTRIES: list[Row] = [
    (swiss_entries, "entered", {"players": ["ida", "jo"]}, ALLOWED),
    (swiss_entries, "entered", {"players": ["ida", "ida"]}, ("entered_already", "ida")),
    (swiss_entries, "entered", {"players": ["ida", "ann"]}, ("entered_already", "ann")),
    (swiss_entries, "entered", {"players": []}, ("entry_of_nobody",)),
    (swiss_entries, "entered", {"players": [""]}, ("entry_of_nobody",)),
    (swiss_entries, "entered", {"players": ["ida"], "place": [1, 1]}, ("entry_place_unused", 1)),
    (full_event, "entered", {"players": ["ida"]}, ("entered_too_many", MOST_ENTRANTS)),
    (swiss_draft, "entered", {"players": ["ida"]}, ALLOWED),
    (swiss_round_1, "entered", {"players": ["ida", "jo"]}, ALLOWED),
    (swiss_round_1, "entered", {"players": ["ida"], "place": [1, 1]}, ("entry_place_unused", 1)),
    (swiss_last_round, "entered", {"players": ["ida"]}, ("entry_no_round_left", 1)),
    (swiss_complete, "entered", {"players": ["ida"]}, ("entry_closed", 1)),
    (second_stage, "entered", {"players": ["ida"]}, ("entry_closed", 1)),
    (knockout_draft, "entered", {"players": ["ida"]}, ("entry_bracket_drawn", 1)),
    (tables_of_four, "entered", {"players": ["ida"]}, ("entry_no_place_left", 1)),
    (tables_of_five, "entered", {"players": ["ida"]}, ("entry_place_wanted", 1)),
    (tables_of_five, "entered", {"players": ["ida"], "place": [1, 6]}, ALLOWED),
    (tables_of_five, "entered", {"players": ["ida"], "place": [1, 6], "from_round": 5}, ALLOWED),
    (
        tables_of_five,
        "entered",
        {"players": ["ida"], "place": [1, 6], "from_round": 6},
        ("round_unknown", 1, 6),
    ),
    (tables_of_five, "entered", {"players": ["ida"], "place": [1, 5]}, ("entry_place_taken", 1, 1, 5)),
    (tables_of_five, "entered", {"players": ["ida"], "place": [2, 6]}, ("entry_place_taken", 1, 2, 6)),
    (tables_of_five, "entered", {"players": ["ida", "jo"], "place": [1, 6]}, ("entry_place_of_one",)),
    (swiss_as_tables, "entered", {"players": ["ida"], "place": [1, 6]}, ALLOWED),
    (
        lambda: drawn(FIVE, StagePlan(kind="swiss", rounds=6)),
        "entered",
        {"players": ["ida"], "place": [1, 6]},
        ("entry_no_place_left", 1),
    ),
    (swiss_entries, "entry_removed", of("ann"), ALLOWED),
    (swiss_entries, "entry_removed", of("ida"), ("not_entered", "ida")),
    (swiss_draft, "entry_removed", of("ann"), ("removed_after_draw", "ann", 1)),
    (with_check_in_drawn, "entry_removed", of("ann"), ALLOWED),
    (swiss_entries, "seeded", {"order": ["cy", "ann"]}, ALLOWED),
    (with_seeds, "seeded", {"order": []}, ALLOWED),
    (swiss_entries, "seeded", {"order": ["cy", "ida"]}, ("not_entered", "ida")),
    (swiss_entries, "seeded", {"order": ["cy", "ann", "cy"]}, ("seeded_twice", "cy")),
    (second_stage, "seeded", {"order": ["cy"]}, ("seeded_after_draw", 2)),
    (swiss_entries, "checked_in", of("ann"), ALLOWED),
    (with_check_in, "checked_in", of("bea"), ("checked_in_already", "bea")),
    (with_check_in_drawn, "checked_in", of("ann"), ("checked_in_too_late", "ann", 1)),
    (swiss_draft, "checked_in", of("ann"), ALLOWED),
    (with_check_in, "check_in_undone", of("bea"), ALLOWED),
    (with_check_in, "check_in_undone", of("ann"), ("not_checked_in", "ann")),
    (with_check_in_drawn, "check_in_undone", of("bea"), ("check_in_drawn", "bea", 1)),
    (swiss_entries, "forbidden", {"pairs": [["ann", "bea"], ["ann", "cy"]]}, ALLOWED),
    (swiss_round_1, "forbidden", {"pairs": []}, ALLOWED),
    (swiss_entries, "forbidden", {"pairs": [["ann", "ida"]]}, ("not_entered", "ida")),
    (swiss_entries, "forbidden", {"pairs": [["ann", "ann"]]}, ("forbidden_with_himself", "ann")),
    (
        swiss_entries,
        "forbidden",
        {"pairs": [["ann", "bea"], ["bea", "ann"]]},
        ("forbidden_twice", "bea", "ann"),
    ),
    (swiss_entries_with_a_pair_that_left, "forbidden", {"pairs": [["ann", "bea"], ["cy", "dan"]]}, ALLOWED),
    (
        swiss_entries_with_a_pair_that_left,
        "forbidden",
        {"pairs": [["ann", "bea"], ["ann", "dan"]]},
        ("not_entered", "ann"),
    ),
]
ABSENCES: list[Row] = [
    (swiss_entries, "withdrawn", of("ann", 1), ("withdrawn_before_draw", "ann")),
    (swiss_entries, "withdrawn", of("ann", 2), ALLOWED),
    (swiss_entries, "withdrawn", of("ida", 2), ("not_entered", "ida")),
    (swiss_round_1, "withdrawn", of("ann", 1), ALLOWED),
    (swiss_round_1, "withdrawn", of("ann", 4), ("round_unknown", 1, 4)),
    (swiss_round_1, "withdrawn", of("ann", 0) | at(1, 0), ("round_unknown", 1, 0)),
    (swiss_round_1, "withdrawn", of("ann", 1, stage=2), ("stage_unknown", 2)),
    (swiss_round_2, "withdrawn", of("bea", 1), ("round_over", 1, 1)),
    (swiss_round_2, "withdrawn", of("ann", 3), ("withdrawn_already", "ann", 1, 3)),
    (swiss_complete, "withdrawn", of("ann", 2), ("round_over", 1, 2)),
    (two_stages, "withdrawn", of("ann", 1, stage=2), ALLOWED),
    (knockout_begun, "withdrawn", of("ann", 2), ALLOWED),
    (swiss_round_2, "returned", of("ann", 2), ("returned_after_draw", "ann", 1, 2)),
    (swiss_round_2, "returned", of("ann", 3), ALLOWED),
    (swiss_round_2, "returned", of("bea", 3), ("not_withdrawn", "bea", 1, 3)),
    (swiss_entries, "bye_requested", of("ann", 3), ALLOWED),
    (swiss_entries, "bye_requested", of("ann", 4), ("round_unknown", 1, 4)),
    (swiss_round_1, "bye_requested", of("ann", 1), ("bye_round_drawn", 1, 1)),
    (swiss_round_1, "bye_requested", of("ann", 2), ALLOWED),
    (bye_asked, "bye_requested", of("ann", 2), ("bye_requested_already", "ann", 1, 2)),
    (two_byes_asked, "bye_requested", of("ann", 3), ("bye_requested_too_often", "ann", 1, 2)),
    (two_byes_asked, "bye_requested", of("bea", 3), ALLOWED),
    (with_check_in_drawn, "bye_requested", of("ann", 2), ("undrawn_player", "ann", 1)),
    (knockout_entries, "bye_requested", of("ann", 1), ("bye_not_swiss", 1)),
    (swiss_as_tables, "bye_requested", of("ann", 1), ("bye_not_swiss", 1)),
    (bye_asked, "bye_request_undone", of("ann", 2), ALLOWED),
    (bye_asked, "bye_request_undone", of("ann", 1), ("bye_not_requested", "ann", 1, 1)),
]
DRAWS: list[Row] = [
    (swiss_entries, "drawn", a_draw(swiss_entries), ALLOWED),
    (empty_swiss, "drawn", a_draw(swiss_entries), ("too_few_players", 1, 0, 2)),
    (with_seeds, "drawn", a_draw(swiss_entries), ("draw_outdated", 1)),
    (bye_asked, "drawn", a_draw(swiss_entries), ALLOWED),
    (two_byes_asked, "drawn", a_draw(swiss_entries), ("draw_outdated", 1)),
    (swiss_draft, "drawn", a_draw(swiss_entries), ("draft_waiting", 1, 1)),
    (swiss_round_1, "drawn", a_draw(swiss_round_1), ALLOWED),
    (swiss_round_1, "drawn", a_draw(swiss_entries), ("draw_outdated", 1)),
    (swiss_complete, "drawn", a_draw(swiss_round_1), ("drawn_all", 1, 2)),
    (tables_of_four, "drawn", a_draw(swiss_entries), ("drawn_already", 1)),
    (two_stages, "drawn", {"stage": 2}, ("draw_too_early", 2, 1)),
    (two_stages, "drawn", {"stage": 3}, ("stage_unknown", 3)),
    (
        lambda: entered(FIVE, replace(ROUND_ROBIN, groups=3)),
        "drawn",
        {"stage": 1},
        ("too_many_groups", 1, 3, 5),
    ),
    (
        lambda: entered(players(101), ROUND_ROBIN),
        "drawn",
        {"stage": 1},
        ("too_many_rounds", 1, 101, 100),
    ),
    (
        lambda: entered(players(60), replace(ROUND_ROBIN, groups=2, cycles=4)),
        "drawn",
        {"stage": 1},
        ("too_many_rounds", 1, 116, 100),
    ),
    (knockout_entries, "drawn", a_draw(knockout_entries), ALLOWED),
    (
        knockout_entries,
        "drawn",
        a_draw(knockout_entries, positions=["ann", "dan", "bea", "dan"]),
        ("draw_outdated", 1),
    ),
    (
        knockout_entries,
        "drawn",
        a_draw(knockout_entries, labels=["Final", "Final"]),
        ("draw_labels", 1, "Final"),
    ),
    (knockout_entries, "drawn", a_draw(knockout_entries, labels=["a\nb"]), ("draw_labels", 1, "a\nb")),
    (knockout_entries, "drawn", a_draw(knockout_entries, labels=["x" * 201]), ("draw_labels", 1, "x" * 201)),
    (swiss_draft, "released", at(1, 1), ALLOWED),
    (swiss_draft, "released", at(1, 2), ("round_not_drawn", 1, 2)),
    (swiss_round_1, "released", at(1, 1), ("released_already", 1, 1)),
    (swiss_entries, "released", at(1, 1), ("not_drawn", 1)),
    (tables_in_draft, "released", at(1, 1, until=5), ALLOWED),
    (tables_in_draft, "released", at(1, 1), ALLOWED),
    (tables_in_draft, "released", at(1, 2), ("released_out_of_order", 1, 2, 1)),
    (tables_in_draft, "released", at(1, 1, until=6), ("round_not_drawn", 1, 6)),
    (knockout_draft, "released", at(1, 1), ALLOWED),
    (knockout_draft, "released", at(1, 2), ("round_not_drawn", 1, 2)),
    (knockout_begun, "released", at(1, 1), ("released_already", 1, 1)),
    (swiss_draft, "draw_discarded", at(1, 1), ALLOWED),
    (swiss_round_2, "draw_discarded", at(1, 2), ALLOWED),
    (swiss_round_2, "draw_discarded", at(1, 3), ("round_not_drawn", 1, 3)),
    (swiss_entries, "draw_discarded", at(1, 1), ("not_drawn", 1)),
    (tables_of_four, "draw_discarded", at(1, 1), ALLOWED),
    (tables_of_four, "draw_discarded", at(1, 2), ("discarded_in_part", 1)),
    (knockout_begun, "draw_discarded", at(1, 1), ALLOWED),
    (knockout_begun, "draw_discarded", at(1, 2), ("discarded_in_part", 1)),
    (second_stage, "draw_discarded", at(1, 1), ("discarded_before", 1, 2)),
    (second_stage, "draw_discarded", at(2, 1), ALLOWED),
]
# In a Swiss of eight the first round is Ann against Hal, Bea and Gus, Cy and Fay, Dan and Eve; who deals first
# alternates. Of a group table of eight Ann, Dan, Eve and Hal are group 1.
ROUND_1 = [(pairing["a"], pairing["b"]) for pairing in swiss_draft().facts.stages[0].rounds[0].pairings]
CHANGES: list[Row] = [
    (
        swiss_draft,
        "draw_changed",
        pairs(("ann", "bea"), ("cy", "dan"), ("eve", "fay"), ("gus", "hal")),
        ALLOWED,
    ),
    (
        swiss_draft,
        "draw_changed",
        pairs(("ann", "bea"), ("cy", "dan"), ("eve", "fay"), ("gus", None)),
        ("change_left_out", 1, 1, "hal"),
    ),
    (
        swiss_draft,
        "draw_changed",
        pairs(("ann", "bea"), ("cy", "dan"), ("eve", "fay"), ("gus", "ann")),
        ("change_twice", 1, 1, "ann"),
    ),
    (swiss_draft, "draw_changed", pairs(("ann", "ida")), ("change_stranger", 1, 1, "ida")),
    (swiss_draft, "draw_changed", pairs(round_number=2), ("round_not_drawn", 1, 2)),
    (swiss_draft, "draw_changed", places("ann", "bea"), ("change_of_pairings", 1)),
    (
        swiss_draft,
        "draw_changed",
        at(1, 1, pairings=[{"a": player, "b": None} for player in PLAYERS]),
        ("change_bye", 1, 1, 1),
    ),
    (
        group_tables,
        "draw_changed",
        pairs(("ann", "bea"), ("cy", "dan"), ("eve", "fay"), ("gus", "hal")),
        ("change_groups", 1, 1, 1),
    ),
    (
        group_tables,
        "draw_changed",
        pairs(("ann", "dan"), ("eve", "hal"), ("bea", "cy"), ("fay", "gus")),
        ALLOWED,
    ),
    (swiss_round_1_begun, "draw_changed", pairs(*reversed(ROUND_1)), ("change_begun", 1, 1, 1)),
    (swiss_round_1_begun, "draw_changed", pairs(ROUND_1[0], *reversed(ROUND_1[1:])), ALLOWED),
    (swiss_entries, "draw_changed", pairs(("ann", "bea")), ("not_drawn", 1)),
    (knockout_draft, "draw_changed", pairs(("ann", "bea")), ("change_of_positions", 1)),
    (knockout_draft, "draw_changed", places("bea", "dan", "ann", "cy"), ALLOWED),
    (knockout_draft, "draw_changed", places("ann", "dan", "bea", "cy"), ("change_of_nothing", 1)),
    (knockout_draft, "draw_changed", places("ann", "dan", "bea", "bea"), ("change_twice", 1, 1, "bea")),
    (knockout_draft, "draw_changed", places("ann", "dan", "bea", None), ("change_left_out", 1, 1, "cy")),
    (knockout_draft, "draw_changed", places("ann", "dan", "bea", "ida"), ("change_stranger", 1, 1, "ida")),
    (knockout_begun, "draw_changed", places("ann", "dan", "cy", "bea"), ALLOWED),
    (knockout_begun, "draw_changed", places("cy", "dan", "bea", "ann"), ("change_begun_from", 1, "ann")),
    (
        knockout_of_byes_begun,
        "draw_changed",
        places("dan", None, "eve", None, "bea", "ann", "cy", None),
        ("change_begun_from", 1, "ann"),
    ),
    (
        knockout_of_five,
        "draw_changed",
        places("ann", "dan", "eve", "bea", None, None, "cy", None),
        ("change_byes_meet", 1),
    ),
    (
        knockout_of_five,
        "draw_changed",
        places("dan", None, "ann", "eve", "bea", None, "cy", None),
        ALLOWED,
    ),
]
RESULTS: list[Row] = [
    (swiss_round_1, "awarded", at(1, 1, 4, kind="double_walkover", winner=None), ALLOWED),
    (swiss_round_1, "awarded", at(1, 1, 5, winner="ann"), ("pairing_unknown", 1, 1, 5)),
    (swiss_round_1, "awarded", at(2, 1, 5, winner="ann"), ("stage_unknown", 2)),
    (swiss_draft, "awarded", at(1, 1, 4, kind="double_walkover"), ("pairing_not_released", 1, 1, 4)),
    (swiss_round_1, "awarded", at(1, 1, 1, kind="decision"), ("award_winner_wanted", 1, 1, 1)),
    (
        swiss_round_1,
        "awarded",
        at(1, 1, 1, kind="double_walkover", winner="ann"),
        ("award_winner_of_none", 1, 1, 1),
    ),
    (swiss_round_1, "awarded", at(1, 1, 1, winner="ida"), ("award_stranger", 1, 1, 1, "ida")),
    (tables_of_five, "awarded", at(1, 1, 3, winner="ann"), ("pairing_not_ready", 1, 1, 3)),
    (knockout_begun, "awarded", at(1, 2, 1, winner="ann"), ("pairing_not_ready", 1, 2, 1)),
    (knockout_begun, "awarded", at(1, 1, 1, winner="dan"), ALLOWED),
    (awarded, "awarded", at(1, 1, 1, kind="double_walkover"), ALLOWED),
    (double_walkover, "awarded", at(1, 1, 4, kind="double_walkover"), ("awarded_already", 1, 1, 4)),
    (swiss_round_1, "awarded", at(1, 1, 1, winner="ann", a="hal", b="ann"), ALLOWED),
    (swiss_round_1, "awarded", at(1, 1, 1, winner="ann", a="ann", b="gus"), ("award_of_others", 1, 1, 1)),
    (awarded, "award_undone", at(1, 1, 1), ALLOWED),
    (awarded, "award_undone", at(1, 1, 2), ("not_awarded", 1, 1, 2)),
    (knockout_begun, "kept", at(1, 2, 1, a="dan", b="bea"), ALLOWED),
    (knockout_begun, "kept", at(1, 3, 1, a="dan", b="bea"), ("pairing_unknown", 1, 3, 1)),
    (knockout_begun, "kept", at(1, 2, 2, a="dan", b="bea"), ("pairing_unknown", 1, 2, 2)),
    (knockout_begun, "kept", at(1, 2, 1, a="dan", b="ida"), ("kept_stranger", 1, "ida")),
    (knockout_begun, "kept", at(1, 2, 1, a="dan", b="dan"), ("kept_with_himself", 1, "dan")),
    (swiss_round_1, "kept", at(1, 1, 1, a="ann", b="hal"), ("kept_no_bracket", 1)),
    (kept, "kept", at(1, 2, 1, a="dan", b="cy"), ("kept_already", 1, 2, 1)),
    (kept, "kept", at(1, 2, 1, a="dan", b="bea"), ALLOWED),
    (kept, "keep_undone", at(1, 2, 1), ALLOWED),
    (kept, "keep_undone", at(1, 1, 1), ("not_kept", 1, 1, 1)),
]
ENDS: list[Row] = [
    (swiss_complete, "completed", {}, ALLOWED),
    (swiss_round_1, "completed", {}, ("stage_unfinished", 1)),
    (second_stage, "completed", {}, ("stage_unfinished", 2)),
    (completed, "completed", {}, ("event_complete",)),
    (completed, "reopened", {}, ALLOWED),
    (swiss_complete, "reopened", {}, ("event_not_complete",)),
    (completed, "withdrawn", of("ann", 1), ("event_complete",)),
    (completed, "undone", {"version": 7}, ALLOWED),
    (lambda: undone(empty_swiss()), "undone", {"version": 1}, ("undone_all",)),
    (swiss_entries, "undone", {"version": 2}, ALLOWED),
    (swiss_entries, "undone", {"version": 1}, ("undone_another", 1, 2)),
    (swiss_round_1, "undone", {"version": 4}, ALLOWED),
    (awarded, "undone", {"version": 5}, ALLOWED),
    (lambda: undone(swiss_draft()), "released", at(1, 1), ("not_drawn", 1)),
    (knockout_begun, "undone", {"version": 4}, ("undone_after_play", 1, 1, 1)),
    (late_entry_played, "undone", {"version": 5}, ("undone_after_play", 1, 1, 3)),
]


ROWS = PLANS + ENTRIES + ABSENCES + DRAWS + CHANGES + RESULTS + ENDS


@pytest.mark.parametrize(("situation", "kind", "payload", "said"), ROWS)
def test_what_may_be_done_when(
    situation: Situation, kind: FactKind, payload: dict[str, Any], said: tuple[Any, ...] | None
) -> None:
    life = situation()
    if said is ALLOWED:
        life.do(kind, **payload)
        assert life.state.facts.version == len(life.entries)
        return

    with pytest.raises(EventActError) as refusal:
        check_fact(life.state, kind, payload)
    assert (refusal.value.code, *refusal.value.params) == said
    assert len(ERROR_CODES[said[0]]) == len(said) - 1


def test_a_swiss_may_be_cut_short_and_made_longer_again() -> None:
    life = swiss_round_2()
    life.release()
    life.play_all()
    phases = [life.state.stages[0].phase]
    for rounds in (2, 4):
        life.do("planned", **plan_of(replace(SWISS, rounds=rounds)))
        phases.append(life.state.stages[0].phase)

    assert phases == ["playing", "complete", "playing"]
    life.draw()
    assert life.state.stages[0].planned_rounds == 4


def test_every_refusal_is_tried() -> None:
    tried = {said[0] for _, _, _, said in ROWS if said is not None}
    assert tried | plan_json.ERROR_CODES.keys() == ERROR_CODES.keys()


def test_every_kind_of_fact_has_its_rule() -> None:
    assert sorted(_RULES) == sorted(FACT_KINDS)
    assert {kind for _, kind, _, said in ROWS if said is ALLOWED} == set(FACT_KINDS)


NO_CHANGE = at(1, 1, pairings=[{"a": a, "b": b} for a, b in ROUND_1])
OTHER_TABLES = at(1, 1, pairings=[{"a": a, "b": b, "table": str(9 - n)} for n, (a, b) in enumerate(ROUND_1)])


@pytest.mark.parametrize(
    ("situation", "kind", "payload", "is_wanted"),
    [
        (swiss_draft, "draw_changed", OTHER_TABLES, False),
        (swiss_draft, "draw_changed", NO_CHANGE, False),
        (
            swiss_draft,
            "draw_changed",
            pairs(("ann", "bea"), ("cy", "dan"), ("eve", "fay"), ("gus", "hal")),
            True,
        ),
        (swiss_round_1, "draw_changed", OTHER_TABLES, True),
        (knockout_draft, "draw_changed", places("bea", "dan", "ann", "cy"), True),
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

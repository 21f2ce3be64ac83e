"""Folding a log that was tampered with, or that has one step undone."""

from __future__ import annotations

import pytest

from matches.rules.events.facts import Fact
from matches.rules.events.fold_draft import ERROR_CODES as FOLD_ERROR_CODES
from matches.rules.events.fold_draft import FactError
from matches.rules.sittings.draft import ERROR_CODES
from matches.rules.sittings.fold import derive_sitting
from tests.matches.rules.sittings.evenings import french, pool
from tests.matches.rules.sittings.random_evening import without_version

TERMS = {"stake": 100, "custom": "loser"}
OPENED = Fact(
    1, "opened", {"kind": "pool", "name": "Pool", "date": "2026-10-04", "currency": "GBP", "terms": TERMS}
)


def test_nothing_can_be_done_with_nothing_but_open_it() -> None:
    assert derive_sitting([], {}).may == ("opened",)


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ([Fact(1, "joined", {"player": "ann"})], ("fact_not_opened",)),
        ([OPENED, Fact(2, "opened", OPENED.payload)], ("fact_opened_twice",)),
        ([OPENED, Fact(1, "joined", {"player": "ann"})], ("fact_version", 1)),
        ([OPENED, Fact(2, "left", {"player": "ann"})], ("fact_player_unknown", "ann")),
        ([OPENED, Fact(2, "bet", {})], ("fact_wrong_table", "bet")),
        ([OPENED, Fact(2, "joined", {})], ("fact_unreadable", "joined")),
        ([OPENED, Fact(2, "cut", {"rounds": [{"ann": "X1", "bea": "HK"}]})], ("fact_unreadable", "cut")),
        ([OPENED, Fact(2, "seated", {"out": "ann"})], ("fact_not_at_table", "ann")),
        ([OPENED, Fact(2, "undone", {"version": 3})], ("fact_not_the_last", 3, 1)),
    ],
)
def test_log_that_cannot_be_is_not_read(facts: list[Fact], refusal: tuple[object, ...]) -> None:
    with pytest.raises(FactError) as error:
        derive_sitting(facts, {})
    assert (error.value.code, *error.value.params) == refusal
    assert error.value.code in {**FOLD_ERROR_CODES, **ERROR_CODES}


def test_games_are_numbered_one_after_the_other() -> None:
    evening = french("ann", "bea")
    begun = Fact(len(evening.facts) + 1, "game_begun", {"game": 2, "a": "ann", "b": "bea", "rubber": "r"})
    with pytest.raises(FactError, match="fact_game_number"):
        derive_sitting([*evening.facts, begun], {})


def test_other_kinds_only_count_as_versions() -> None:
    evening = pool()
    state = derive_sitting([*evening.facts, Fact(9, "photographed", {})], {})
    assert state.version == 9
    assert without_version(state) == without_version(evening.state)


def test_step_taken_back_leaves_what_was_before() -> None:
    evening = french("ann", "bea")
    before = evening.state
    evening.stake(("ann", "ann", 500)).undo()
    assert without_version(evening.state) == without_version(before)
    assert evening.state.version == before.version + 2


def test_game_whose_beginning_is_taken_back_was_never_begun() -> None:
    evening = pool().add("seated", out="ann")
    before = evening.state
    evening.begin()
    evening.undo()
    assert without_version(evening.state) == without_version(before)
    assert evening.begin() == "r1"

"""Draws changed by hand: the players moved, the pairings kept and the warnings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw import draw_next
from matches.rules.events.draw_changes import change_warnings, move_table, seat, settled_places, swap, turn
from matches.rules.events.plan import StagePlan
from tests.matches.rules.events.logs import PLAYERS, Life, drawn, entered, players, released
from tests.support.examples import examples

ROUND_ROBIN = StagePlan(kind="round_robin")
SWISS = StagePlan(kind="swiss", rounds=3)
KNOCKOUT = StagePlan(kind="knockout")


def pairs(payload: Any) -> list[tuple[str, str | None]]:
    return [(pairing["a"], pairing["b"]) for pairing in payload["pairings"]]


def round_pairs(life: Life, round_number: int = 1) -> list[tuple[str, str | None]]:
    return pairs({"pairings": life.facts.stages[0].rounds[round_number - 1].pairings})


def refused(change: Callable[[], object]) -> tuple[Any, ...]:
    with pytest.raises(EventActError) as refusal:
        change()
    return refusal.value.code, *refusal.value.params


class TestSeating:
    def test_several_pairings_at_once(self) -> None:
        life = drawn(PLAYERS, SWISS)
        before = round_pairs(life)
        change = seat(life.state, 1, 1, {1: "4", 4: "1"}, {2, 4})
        assert pairs(change) == [before[0], before[1][::-1], before[2], before[3][::-1]]
        assert [pairing.get("table") for pairing in change["pairings"]] == ["4", "2", "3", "1"]

    def test_one_table_may_be_given_twice(self) -> None:
        life = drawn(PLAYERS, SWISS)
        change = seat(life.state, 1, 1, {1: "2"})
        assert [pairing.get("table") for pairing in change["pairings"]] == ["2", "2", "3", "4"]

    def test_what_is_not_there_or_changes_nothing(self) -> None:
        life = drawn(PLAYERS[:-1], SWISS)
        state = life.state
        assert refused(lambda: seat(state, 1, 1, {9: "1"})) == ("pairing_unknown", 1, 1, 9)
        assert refused(lambda: seat(state, 1, 1, {4: "1"})) == ("change_bye", 1, 1, 4)
        assert refused(lambda: seat(state, 1, 1, {}, {4})) == ("change_bye", 1, 1, 4)
        assert refused(lambda: seat(state, 1, 1, {1: "1"})) == ("change_of_nothing", 1)
        bracket = drawn(PLAYERS, KNOCKOUT)
        assert refused(lambda: seat(bracket.state, 1, 1, {1: "1"})) == ("change_of_positions", 1)


class TestSwapping:
    def test_each_sits_where_the_other_was(self) -> None:
        life = drawn(PLAYERS, SWISS)
        (a, b), (c, d), *others = round_pairs(life)
        assert b is not None
        assert d is not None
        change = swap(life.state, 1, 1, b, c)
        assert pairs(change) == [(a, c), (b, d), *others]
        assert [pairing.get("why") for pairing in change["pairings"][:2]] == [["by_hand"]] * 2
        assert change["pairings"][2:] == list(life.facts.stages[0].rounds[0].pairings[2:])
        assert [pairing.get("table") for pairing in change["pairings"]] == ["1", "2", "3", "4"]

    def test_twice_is_not_at_all(self) -> None:
        life = drawn(PLAYERS, SWISS)
        before = round_pairs(life)
        for _ in range(2):
            life.do("draw_changed", **swap(life.state, 1, 1, "ann", "bea"))
        assert round_pairs(life) == before
        assert life.state.stages[0].rounds[0].is_changed

    def test_with_whoever_has_the_bye(self) -> None:
        life = drawn(PLAYERS[:7], SWISS)
        *others, (bye, _) = round_pairs(life)
        a, b = others[0]
        change = swap(life.state, 1, 1, a, bye)
        assert pairs(change) == [(bye, b), *others[1:], (a, None)]
        assert change["pairings"][-1] == {"a": a, "b": None, "kind": "bye", "why": ["by_hand"]}

    def test_a_bye_that_was_asked_for_stays_that_of_whom_asked(self) -> None:
        life = entered(PLAYERS[:7], SWISS).do("bye_requested", player="ann", stage=1, round=1)
        life.draw()
        *_, (requester, _) = round_pairs(life)
        assert requester == "ann"
        moved = swap(life.state, 1, 1, "ann", "bea")
        assert moved["pairings"][-1]["kind"] == "bye"
        life.do("draw_changed", **moved)
        back = swap(life.state, 1, 1, "ann", "bea")
        assert back["pairings"][-1]["kind"] == "requested_bye"

    def test_of_the_two_of_a_pairing_turns_it(self) -> None:
        life = drawn(PLAYERS, SWISS)
        (a, b), *others = round_pairs(life)
        assert b is not None
        change = swap(life.state, 1, 1, a, b)
        assert pairs(change) == [(b, a), *others]
        assert change == turn(life.state, 1, 1, 1)

    def test_not_with_somebody_who_is_not_in_the_round(self) -> None:
        life = drawn(PLAYERS, SWISS)
        assert refused(lambda: swap(life.state, 1, 1, "ann", "ida")) == ("change_stranger", 1, 1, "ida")
        assert refused(lambda: swap(life.state, 1, 2, "ann", "bea")) == ("round_not_drawn", 1, 2)

    def test_not_where_a_rubber_is_begun(self) -> None:
        life = released(PLAYERS, SWISS).win(1, 1, 1, is_settled=False)
        (a, _), (c, _), (e, _), _ = round_pairs(life)
        assert refused(lambda: swap(life.state, 1, 1, a, c)) == ("change_begun", 1, 1, 1)
        life.do("draw_changed", **swap(life.state, 1, 1, c, e))
        assert life.state.pairing_at((1, 1, 1)).rubber == "r1"

    def test_places_of_a_bracket(self) -> None:
        life = released(PLAYERS[:5], KNOCKOUT)
        assert life.facts.stages[0].positions == ("ann", None, "dan", "eve", "bea", None, "cy", None)
        life.do("draw_changed", **swap(life.state, 1, 1, "ann", "eve"))
        assert life.facts.stages[0].positions == ("eve", None, "dan", "ann", "bea", None, "cy", None)
        assert refused(lambda: swap(life.state, 1, 1, "ann", "ida")) == ("change_stranger", 1, 1, "ida")

    def test_not_places_that_a_begun_pairing_comes_from(self) -> None:
        life = released(PLAYERS[:5], KNOCKOUT).win(1, 1, 2).win(1, 2, 1)
        for player in ("ann", "dan", "eve"):
            assert refused(partial(swap, life.state, 1, 1, player, "bea"))[:2] == ("change_begun_from", 1)
        life.do("draw_changed", **swap(life.state, 1, 1, "bea", "cy"))


class TestTurning:
    def test_the_other_deals_first(self) -> None:
        life = drawn(PLAYERS[:5], ROUND_ROBIN)
        first, (a, b), *others = round_pairs(life, 2)
        change = turn(life.state, 1, 2, 2)
        assert pairs(change) == [first, (b, a), *others]
        life.do("draw_changed", **change)
        assert life.state.pairing_at((1, 2, 2)).why[0] == "berger"

    def test_not_a_bye_nor_in_a_bracket(self) -> None:
        life = drawn(PLAYERS[:5], ROUND_ROBIN)
        assert refused(lambda: turn(life.state, 1, 1, 3)) == ("change_bye", 1, 1, 3)
        assert refused(lambda: turn(life.state, 1, 1, 4)) == ("pairing_unknown", 1, 1, 4)
        bracket = drawn(PLAYERS[:5], KNOCKOUT)
        assert refused(lambda: turn(bracket.state, 1, 1, 1)) == ("change_of_positions", 1)


class TestTables:
    @pytest.mark.parametrize(
        ("number", "table", "tables"),
        [(1, "3", ["3", "2", "1", "4"]), (1, "9", ["9", "2", "3", "4"]), (2, "", ["1", None, "3", "4"])],
    )
    def test_two_change_places(self, number: int, table: str, tables: list[str | None]) -> None:
        life = drawn(PLAYERS, SWISS)
        life.do("draw_changed", **move_table(life.state, 1, 1, number, table))
        assert [pairing.table or None for pairing in life.state.stages[0].rounds[0].pairings] == tables

    def test_of_a_rubber_under_way(self) -> None:
        life = released(PLAYERS, SWISS).win(1, 1, 1, is_settled=False)
        life.do("draw_changed", **move_table(life.state, 1, 1, 1, "4"))
        assert [pairing.table for pairing in life.state.stages[0].rounds[0].pairings] == ["4", "2", "3", "1"]

    def test_not_of_a_bye_nor_to_where_it_is(self) -> None:
        life = drawn(PLAYERS[:5], ROUND_ROBIN)
        assert refused(lambda: move_table(life.state, 1, 1, 3, "1")) == ("change_bye", 1, 1, 3)
        assert refused(lambda: move_table(life.state, 1, 1, 1, "1")) == ("change_of_nothing", 1)


class TestWarnings:
    def test_of_two_who_meet_again_and_of_two_who_are_not_to_meet(self) -> None:
        life = released(PLAYERS[:4], StagePlan(kind="swiss", rounds=2)).play_all().draw()
        (a, b), _ = round_pairs(life, 2)
        assert b is not None
        [met] = {frozenset(filter(None, pair)) for pair in round_pairs(life, 1) if a in pair}
        [other] = met - {a}
        life.do("forbidden", pairs=[sorted(set(PLAYERS[:4]) - met)])

        change = swap(life.state, 1, 2, b, other)
        codes = [warning[0] for warning in change_warnings(life.state, change)]
        assert codes == ["change_rematch", "change_rematch", "change_forbidden"]
        assert change_warnings(life.state, turn(life.state, 1, 2, 1)) == ()

    def test_of_a_second_bye(self) -> None:
        life = released(PLAYERS[:5], StagePlan(kind="swiss", rounds=2)).play_all().draw()
        [had] = [a for a, b in round_pairs(life, 1) if b is None]
        [has] = [a for a, b in round_pairs(life, 2) if b is None]
        assert ("change_second_bye", had) in change_warnings(life.state, swap(life.state, 1, 2, had, has))

    def test_of_places_in_a_bracket(self) -> None:
        life = drawn(PLAYERS[:4], KNOCKOUT).do("forbidden", pairs=[["ann", "bea"], ["bea", "dan"]])
        warnings = change_warnings(life.state, swap(life.state, 1, 1, "bea", "dan"))
        assert warnings == (("change_forbidden", "ann", "bea"),)


def test_a_pairing_that_was_kept_holds_no_place_where_nobody_comes_to_it_any_more() -> None:
    life = released(PLAYERS, KNOCKOUT).do("kept", stage=1, round=3, number=1, a="ann", b="bea")
    assert settled_places(life.state, 1) == frozenset(range(1, 9))
    for player in ("ann", "hal", "dan", "eve"):
        life.do("withdrawn", player=player, stage=1, round=1)
    assert life.state.pairing_at((1, 3, 1)).source_a == "winner 2 1"
    with pytest.raises(LookupError):
        life.state.pairing_at((1, 2, 1))
    assert settled_places(life.state, 1) == frozenset({5, 6, 7, 8})


@settings(max_examples=examples(20, many=60), deadline=None)
@given(data=st.data())
def test_whatever_is_changed_may_be_recorded_and_nobody_is_lost(data: st.DataObject) -> None:
    stage = data.draw(st.sampled_from([SWISS, ROUND_ROBIN, KNOCKOUT]))
    life = entered(players(data.draw(st.integers(4, 9))), stage)
    life.do("drawn", **draw_next(life.state, 1))
    people = list(life.facts.stages[0].entrants)
    before = life.state

    for _ in range(data.draw(st.integers(1, 5))):
        one, other = data.draw(st.permutations(people))[:2]
        life.do("draw_changed", **swap(life.state, 1, 1, one, other))

    old, new = (
        sorted(p for pairing in state.stages[0].rounds[0].pairings for p in (pairing.a, pairing.b) if p)
        for state in (before, life.state)
    )
    assert old == new
    while life.facts.stages[0].changes or any(r.changes for r in life.facts.stages[0].rounds):
        life.do("undone", version=life.facts.last)
    assert life.state.stages == before.stages

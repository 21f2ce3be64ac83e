"""Draws of every kind: entrants, pairings, names of rounds and tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.rules.events.act_errors import EventActError
from matches.rules.events.draw import draw_next, due_date
from matches.rules.events.draw_queries import stage_entrants, table_round_count
from matches.rules.events.plan import SEEDINGS, StagePlan
from matches.rules.events.seeding import bracket_size
from tests.matches.rules.events.logs import PLAYERS, Life, drawn, entered, players, released
from tests.support.examples import examples

ROUND_ROBIN = StagePlan(kind="round_robin")
SWISS = StagePlan(kind="swiss", rounds=3)
KNOCKOUT = StagePlan(kind="knockout")


def _pairs(pairings: Any) -> list[tuple[str, str | None]]:
    return [(pairing["a"], pairing["b"]) for pairing in pairings]


def _rubbers(round_: Any) -> list[tuple[str, str]]:
    return [(a, b) for a, b in _pairs(round_.pairings) if b is not None]


def refused(life: Life, stage: int = 1) -> tuple[Any, ...]:
    with pytest.raises(EventActError) as refusal:
        draw_next(life.state, stage)
    return refusal.value.code, *refusal.value.params


class TestEntrants:
    def test_they_come_by_seed_and_behind_them_by_number(self) -> None:
        life = entered(PLAYERS[:4], KNOCKOUT).do("seeded", order=["dan", "bea"])
        assert stage_entrants(life.state, 1) == ("dan", "bea", "ann", "cy")

    def test_who_withdrew_for_good_is_not_among_them_and_who_comes_later_is(self) -> None:
        life = entered(PLAYERS[:4], SWISS).do("withdrawn", player="ann", stage=1, round=2)
        life.add("withdrawn", player="bea", stage=1, round=1)
        life.add("withdrawn", player="cy", stage=1, round=1)
        life.add("returned", player="cy", stage=1, round=2)
        assert stage_entrants(life.state, 1) == ("ann", "cy", "dan")

    def test_who_has_not_checked_in_is_not_among_them_where_the_plan_asks_for_it(self) -> None:
        life = entered(PLAYERS[:3], KNOCKOUT, check_in=True).do("checked_in", player="cy")
        life.do("checked_in", player="ann")
        assert stage_entrants(life.state, 1) == ("ann", "cy")

    def test_a_later_stage_has_whoever_goes_on(self) -> None:
        life = released(PLAYERS[:4], StagePlan(kind="round_robin", qualifiers=2), KNOCKOUT)
        assert stage_entrants(life.state, 2) == ()
        life.play_all()
        through = life.state.stages[0].through
        assert len(through) == 2
        assert stage_entrants(life.state, 2) == through
        life.do("withdrawn", player=through[0], stage=2, round=1)
        [table] = life.state.stages[0].tables
        third = table.lines[2].player
        assert stage_entrants(life.state, 2) == (through[1], third)
        assert [line.is_through for line in table.lines] == [False, True, True, False]

    def test_who_leaves_a_stage_that_is_drawn_lets_nobody_move_up(self) -> None:
        life = released(PLAYERS[:4], StagePlan(kind="round_robin", qualifiers=2), KNOCKOUT)
        life.play_all()
        first, second, third = (line.player for line in life.state.stages[0].tables[0].lines[:3])
        life.do("withdrawn", player=first, stage=2, round=1).draw(2).release(2)
        life.do("withdrawn", player=second, stage=2, round=1)
        assert life.state.stages[0].through == (second, third)
        assert life.state.stages[1].entrants == (second, third)
        assert life.state.stages[1].rounds[0].pairings[0].outcome is not None

    def test_next_of_each_group_moves_up_and_he_who_returns_has_his_place(self) -> None:
        groups = StagePlan(kind="round_robin", groups=2, qualifiers=2)
        life = released(PLAYERS, groups, KNOCKOUT).play_all()
        through = life.state.stages[0].through
        [gone] = [line.player for line in life.state.stages[0].tables[1].lines[:1]]
        next_one = life.state.stages[0].tables[1].lines[2].player
        life.do("withdrawn", player=gone, stage=2, round=1)
        assert set(life.state.stages[0].through) == {*through, next_one} - {gone}
        assert None not in life.draw(2).facts.stages[1].positions
        life.do("draw_discarded", stage=2, round=1).do("returned", player=gone, stage=2, round=1)
        assert life.state.stages[0].through == through


class TestRoundRobins:
    @pytest.mark.parametrize(
        ("size", "groups", "cycles"), [(100, 1, 1), (50, 1, 2), (13, 2, 3), (2, 1, 4), (512, 6, 1)]
    )
    def test_tables_have_as_many_rounds_as_are_counted_before(
        self, size: int, groups: int, cycles: int
    ) -> None:
        plan = replace(ROUND_ROBIN, groups=groups, cycles=cycles)
        rounds = draw_next(entered(players(size), plan).state, 1)["rounds"]
        assert len(rounds) == table_round_count(plan, size)

    @pytest.mark.parametrize("size", [*range(2, 12), 16, 31])
    @pytest.mark.parametrize("cycles", [1, 2])
    def test_everybody_meets_everybody_once_a_cycle(self, size: int, cycles: int) -> None:
        draw = drawn(players(size), StagePlan(kind="round_robin", cycles=cycles)).facts.stages[0]
        met = Counter(frozenset(pair) for round_ in draw.rounds for pair in _rubbers(round_))
        assert met == Counter({frozenset(pair): cycles for pair in combinations(players(size), 2)})
        assert len(draw.rounds) == cycles * (size - 1 + size % 2) == draw.planned_rounds
        assert [round_.label for round_ in draw.rounds] == [str(n + 1) for n in range(len(draw.rounds))]

    def test_the_draw_of_five_written_out(self) -> None:
        life = entered(PLAYERS[:5], ROUND_ROBIN)
        draw = draw_next(life.state, 1)

        assert draw["groups"] == [[*PLAYERS[:5], None]]
        assert "method" not in draw
        assert draw["rounds"][0] == {
            "number": 1,
            "label": "1",
            "pairings": [
                {"a": "bea", "b": "eve", "why": ["berger", 1, 2, 5], "table": "1"},
                {"a": "cy", "b": "dan", "why": ["berger", 1, 3, 4], "table": "2"},
                {"a": "ann", "b": None, "kind": "bye", "why": ["berger_bye", 1, 1]},
            ],
        }

    def test_groups_of_unequal_size_have_their_byes_and_their_own_number_of_rounds(self) -> None:
        draw = drawn(players(7), StagePlan(kind="round_robin", groups=2)).facts.stages[0]
        assert draw.groups == (("p001", "p004", "p005", None), ("p002", "p003", "p006", "p007"))
        met = {frozenset(pair) for round_ in draw.rounds for pair in _rubbers(round_)}
        groups = [[player for player in group if player] for group in draw.groups]
        assert met == {frozenset(pair) for group in groups for pair in combinations(group, 2)}
        assert {pairing.get("group") for round_ in draw.rounds for pairing in round_.pairings} == {1, 2}

    def test_rounds_of_a_league_have_a_last_day(self) -> None:
        league = StagePlan(kind="league", first_due="2026-10-31", days_apart=14)
        draw = drawn(PLAYERS[:4], league).facts.stages[0]
        assert [round_.due for round_ in draw.rounds] == ["2026-10-31", "2026-11-14", "2026-11-28"]
        assert due_date(ROUND_ROBIN, 3) == ""

    def test_league_at_the_end_of_the_calendar_is_due_on_its_last_day(self) -> None:
        league = StagePlan(kind="league", first_due="9999-12-20", days_apart=14)
        assert [due_date(league, number) for number in (1, 2)] == ["9999-12-20", "9999-12-31"]


class TestTables:
    def test_rubbers_have_tables_from_one_and_byes_none(self) -> None:
        draw = drawn(PLAYERS[:7], ROUND_ROBIN).facts.stages[0]
        assert [[pairing.get("table") for pairing in round_.pairings] for round_ in draw.rounds] == [
            ["1", "2", "3", None]
        ] * 7
        assert draw.warnings == ()

    @pytest.mark.parametrize("stage", [ROUND_ROBIN, SWISS])
    def test_where_there_are_too_few_the_last_wait(self, stage: StagePlan) -> None:
        draw = drawn(PLAYERS, stage, tables=3).facts.stages[0]
        assert [pairing.get("table") for pairing in draw.rounds[0].pairings] == ["1", "2", "3", None]
        assert draw.warnings == (("tables_wanting", 3, 4),)


class TestSwiss:
    def test_rounds_are_drawn_one_by_one_and_nobody_meets_twice(self) -> None:
        life = drawn(PLAYERS, SWISS)
        met: list[frozenset[str | None]] = []
        for number in range(1, 4):
            round_ = life.facts.stages[0].rounds[-1]
            assert (round_.number, round_.label) == (number, str(number))
            met += map(frozenset, _pairs(round_.pairings))
            life.release().play_all()
            if number < 3:
                life.draw()

        assert len(set(met)) == 12
        assert life.state.stages[0].phase == "complete"
        assert refused(life) == ("drawn_all", 1, 3)

    def test_the_first_round_names_entrants_method_and_rounds(self) -> None:
        draw = draw_next(entered(PLAYERS, StagePlan(kind="swiss")).state, 1)
        assert draw["entrants"] == list(PLAYERS)
        assert (draw["method"], draw["planned_rounds"], draw["undecided"]) == ("swiss", 3, 0)

    def test_it_is_drawn_while_results_are_missing_with_a_warning(self) -> None:
        life = released(PLAYERS, SWISS).win(1, 1, 1)
        draw = draw_next(life.state, 1)
        assert draw["undecided"] == 3
        assert draw["warnings"] == [["undecided_before", 3]]
        before = {frozenset(pair) for pair in _pairs(life.facts.stages[0].rounds[0].pairings)}
        assert not before & {frozenset(pair) for pair in _pairs(draw["rounds"][0]["pairings"])}

    def test_who_asked_for_a_bye_has_it_and_who_is_away_has_nothing(self) -> None:
        life = entered(PLAYERS, StagePlan(kind="swiss", rounds=4))
        life.do("bye_requested", player="cy", stage=1, round=1)
        life.do("withdrawn", player="dan", stage=1, round=2).draw()
        pairings = life.facts.stages[0].rounds[0].pairings
        assert pairings[-1] == {"a": "cy", "b": None, "kind": "requested_bye", "why": ["requested_bye"]}
        assert [pairing.get("kind") for pairing in pairings] == [None, None, None, "bye", "requested_bye"]
        life.release().play_all().draw()
        people = {player for pair in _pairs(life.facts.stages[0].rounds[1].pairings) for player in pair}
        assert people == {*PLAYERS, None} - {"dan"}

    @pytest.mark.parametrize(("size", "rounds"), [(8, 6), (8, 7), (6, 5), (5, 5)])
    def test_nearly_as_many_rounds_as_opponents_are_berger_tables(self, size: int, rounds: int) -> None:
        draw = drawn(players(size), StagePlan(kind="swiss", rounds=rounds)).facts.stages[0]
        assert (draw.method, draw.planned_rounds, len(draw.rounds)) == ("berger", rounds, rounds)
        assert draw.warnings == (("berger_instead", size, rounds),)

    @pytest.mark.parametrize(("size", "rounds"), [(8, 7), (6, 5), (5, 5), (4, 3), (3, 3), (2, 1)])
    def test_as_many_rounds_as_opponents_bring_everybody_together(self, size: int, rounds: int) -> None:
        life = entered(players(size), StagePlan(kind="swiss", rounds=rounds))
        while life.state.stages[0].phase != "complete":
            life.draw().release().play_all()
        met = Counter(frozenset(pair) for round_ in life.facts.stages[0].rounds for pair in _rubbers(round_))
        assert met == Counter(map(frozenset, combinations(players(size), 2)))

    def test_more_rounds_than_a_table_has_begin_it_again(self) -> None:
        draw = drawn(players(3), StagePlan(kind="swiss", rounds=4)).facts.stages[0]
        assert (draw.method, len(draw.rounds), draw.planned_rounds) == ("berger", 4, 4)
        assert sorted(map(sorted, _rubbers(draw.rounds[0]))) == sorted(map(sorted, _rubbers(draw.rounds[3])))

    def test_byes_that_were_asked_for_are_not_given_in_tables(self) -> None:
        life = entered(players(6), StagePlan(kind="swiss", rounds=5))
        life.do("bye_requested", player="p002", stage=1, round=2).draw()
        assert life.facts.stages[0].warnings == (("berger_instead", 6, 5), ("bye_requests_unused", 1))


class TestBrackets:
    @pytest.mark.parametrize("kind", ["knockout", "double_elimination"])
    @pytest.mark.parametrize("seeding", SEEDINGS)
    @pytest.mark.parametrize("size", [2, 3, 5, 8, 13, 64])
    def test_everybody_has_a_place_and_the_rounds_have_labels(
        self, kind: Any, seeding: Any, size: int
    ) -> None:
        draw = drawn(players(size), StagePlan(kind=kind, seeding=seeding), lot_seed="x").facts.stages[0]
        assert len(draw.positions) == bracket_size(size)
        assert sorted(player for player in draw.positions if player) == players(size)
        assert len(set(draw.labels)) == len(draw.labels)
        assert draw.labels[-1] == ("Final" if kind == "knockout" else "Second final")

    def test_a_knockout_of_five_written_out(self) -> None:
        assert draw_next(entered(PLAYERS[:5], KNOCKOUT).state, 1) == {
            "stage": 1,
            "entrants": list(PLAYERS[:5]),
            "positions": ["ann", None, "dan", "eve", "bea", None, "cy", None],
            "labels": ["Quarter-final", "Semi-final", "Final"],
        }


class TestLabels:
    def test_of_several_stages_they_begin_with_its_name(self) -> None:
        life = released(
            PLAYERS[:4],
            StagePlan(kind="round_robin", name="Groups", qualifiers=4),
            StagePlan(kind="swiss", rounds=1, qualifiers=2),
            KNOCKOUT,
        )
        life.play_all().draw(2).release(2)
        life.play_all(2).draw(3)

        first, second, third = life.facts.stages
        assert [round_.label for round_ in first.rounds] == ["Groups: 1", "Groups: 2", "Groups: 3"]
        assert [round_.label for round_ in second.rounds] == ["Swiss: 1"]
        assert third.labels == ("Knockout: Final",)

    def test_two_stages_of_one_name_are_told_apart(self) -> None:
        first = StagePlan(kind="round_robin", qualifiers=4)
        life = released(PLAYERS[:4], first, StagePlan(kind="round_robin", name="Round robin"))
        life.play_all().draw(2)
        assert [round_.label for stage in life.facts.stages for round_ in stage.rounds] == [
            f"Round robin ({stage}): {number}" for stage in (1, 2) for number in (1, 2, 3)
        ]

    def test_a_stage_that_takes_the_name_of_another_has_its_own_labels_all_the_same(self) -> None:
        groups = StagePlan(kind="round_robin", name="Groups", qualifiers=2)
        life = released(PLAYERS[:4], groups, StagePlan(kind="round_robin", name="Finals"))
        life.play_all()
        life.plan(replace(groups, name="Before"), StagePlan(kind="round_robin", name="Groups"))
        life.draw(2)
        assert [round_.label for round_ in life.facts.stages[1].rounds] == ["Groups: 1 (2)"]


class TestRefusals:
    def test_of_a_swiss_round_for_one(self) -> None:
        life = released(PLAYERS[:4], StagePlan(kind="swiss", rounds=2)).play_all()
        for player in PLAYERS[:3]:
            life.do("withdrawn", player=player, stage=1, round=2)
        assert refused(life) == ("too_few_players", 1, 1, 2)


STAGES = st.one_of(
    st.builds(
        StagePlan,
        kind=st.just("round_robin"),
        groups=st.integers(1, 3),
        cycles=st.integers(1, 2),
        seeding=st.sampled_from(SEEDINGS),
    ),
    st.builds(StagePlan, kind=st.just("swiss"), rounds=st.integers(0, 6), seeding=st.sampled_from(SEEDINGS)),
    st.builds(
        StagePlan,
        kind=st.just("knockout"),
        third_place=st.booleans(),
        consolation=st.booleans(),
        seeding=st.sampled_from(SEEDINGS),
    ),
    st.builds(StagePlan, kind=st.just("double_elimination"), bracket_reset=st.booleans()),
)


@settings(max_examples=examples(10, many=25))
@given(data=st.data())
def test_what_is_drawn_may_be_recorded_and_an_event_plays_to_its_end(data: st.DataObject) -> None:
    play_to_its_end(data)


@pytest.mark.soak
@settings(max_examples=250)
@given(data=st.data())
def test_many_more_are_recorded_and_play_to_their_end(data: st.DataObject) -> None:
    play_to_its_end(data)


def play_to_its_end(data: st.DataObject) -> None:
    stages = data.draw(st.lists(STAGES, min_size=1, max_size=3))
    size = data.draw(st.integers(6, 14))
    plans = [
        StagePlan(**{**_fields(stage), "qualifiers": 0 if number == len(stages) else 6, "groups": 1})
        if number > 1 or len(stages) > 1
        else stage
        for number, stage in enumerate(stages, start=1)
    ]
    life = entered(players(size), *plans, tables=data.draw(st.integers(0, 3)), lot_seed="lots")

    for number in range(1, len(plans) + 1):
        while life.state.stages[number - 1].phase != "complete":
            drawn_now = draw_next(life.state, number)
            assert drawn_now == draw_next(life.state, number)
            life.do("drawn", **drawn_now).release(number).play_all(number)
    life.do("completed")

    assert life.state.phase == "complete"
    labels = [round_.label for stage in life.state.stages for round_ in stage.rounds]
    assert len(set(labels)) == len(labels)
    assert len(life.state.places) == size


def _fields(stage: StagePlan) -> dict[str, Any]:
    return {name: getattr(stage, name) for name in StagePlan.__dataclass_fields__}

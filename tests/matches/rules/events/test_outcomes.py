from __future__ import annotations

import itertools
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.facts import Award, Side
from matches.rules.events.outcomes import WHY_CODES, ResultIndex, full_bye_halves, outcome_of
from matches.rules.events.plan import SCORES, RequestedBye, RubberRules, Score, StagePlan
from matches.rules.events.state import Outcome, Pair, Result
from tests.matches.rules.events.logs import Log, entered_log, played, round_drawn

RULES = RubberRules(best_of=5, rubber_bonus=4)
ALICE, BERT = "alice", "bert"
OTHER_SIDE: dict[Side | None, Side | None] = {"A": "B", "B": "A", None: None}


def rubber(
    winner: Side | None = "A",
    *,
    games: Pair = (3, 1),
    points: Pair | None = (9, 2),
    a: str = ALICE,
    b: str = BERT,
    is_settled: bool = True,
    termination: str = "normal",
) -> Result:
    return Result(
        rubber="r1",
        order=1,
        round_label="1",
        a=a,
        b=b,
        state="confirmed" if is_settled else "live",
        is_settled=is_settled,
        winner=winner,
        games=games,
        points=points,
        trebles=(1, 0),
        voles=(0, 2),
        termination=termination,
    )


def outcome(
    result: Result | None = None,
    *,
    score: Score = "rubbers",
    award: Award | None = None,
    absent: tuple[bool, bool] = (False, False),
) -> Outcome | None:
    return outcome_of(ALICE, BERT, score=score, rules=RULES, result=result, award=award, absent=absent)


@pytest.mark.parametrize(("score", "halves"), [("rubbers", 2), ("games", 6), ("stake", 14)])
def test_a_full_bye_is_a_rubber_won_straight(score: Score, halves: int) -> None:
    assert full_bye_halves(score, RULES) == halves


@pytest.mark.parametrize(
    ("score", "result", "halves"),
    [
        ("rubbers", rubber("A"), (2, 0)),
        ("rubbers", rubber("B"), (0, 2)),
        ("rubbers", rubber(None, games=(1, 1)), (1, 1)),
        ("games", rubber("A", games=(3, 1)), (6, 2)),
        ("games", rubber(None, games=(1, 1)), (2, 2)),
        ("stake", rubber("A", points=(9, 2)), (14, -14)),
        ("stake", rubber("A", points=(2, 9)), (-14, 14)),
        ("stake", rubber("A", points=None), (0, 0)),
    ],
)
def test_a_rubber_played_scores_by_what_the_stage_counts(score: Score, result: Result, halves: Pair) -> None:
    decided = outcome(result, score=score)
    assert decided is not None
    assert (decided.decided_by, decided.is_played, decided.halves) == ("rubber", True, halves)


def test_a_rubber_recorded_the_other_way_round_is_turned() -> None:
    assert outcome(rubber("B", a=BERT, b=ALICE, games=(1, 3), points=(2, 9))) == Outcome(
        "rubber", "A", (2, 0), is_played=True, games=(3, 1), points=(9, 2), trebles=(0, 1), voles=(2, 0)
    )


@pytest.mark.parametrize(("score", "halves"), [("rubbers", (2, 0)), ("games", (6, 0)), ("stake", (14, -14))])
def test_a_walkover_scores_as_a_rubber_won_straight_however_it_came(score: Score, halves: Pair) -> None:
    awarded = Award("walkover", ALICE, version=7)
    by_record = rubber("A", games=(0, 0), points=None, termination="walkover")
    assert outcome(award=awarded, score=score) == Outcome("award", "A", halves, is_played=False)
    assert outcome(by_record, score=score) == Outcome("rubber", "A", halves, is_played=False)
    assert outcome(absent=(False, True), score=score) == Outcome("withdrawal", "A", halves, is_played=False)


@pytest.mark.parametrize("score", SCORES)
def test_nobody_scores_where_nobody_came(score: Score) -> None:
    awarded = Award("double_walkover", None, version=7)
    assert outcome(award=awarded, score=score) == Outcome("award", None, (0, 0), is_played=False)
    assert outcome(absent=(True, True), score=score) == Outcome("withdrawal", None, (0, 0), is_played=False)


def test_a_rubber_goes_before_an_absence_and_an_award_before_a_rubber() -> None:
    awarded = Award("decision", BERT, version=7)
    assert outcome(rubber("A"), absent=(True, False)) == outcome(rubber("A"))
    assert outcome(rubber("A"), absent=(True, False), award=awarded) == Outcome(
        "award", "B", (0, 2), is_played=False
    )


def test_an_award_to_somebody_who_does_not_stand_here_counts_nothing() -> None:
    awarded = Award("walkover", "cara", version=7)
    assert outcome(award=awarded) is None
    assert outcome(rubber("B"), award=awarded) == outcome(rubber("B"))


@pytest.mark.parametrize("award", [Award("walkover", ALICE, 7), Award("double_walkover", None, 7)])
def test_an_award_is_of_the_two_it_was_given_to(award: Award) -> None:
    of_others = replace(award, pair=frozenset({ALICE, "cara"}))
    assert outcome(award=of_others) is None
    assert outcome(award=replace(award, pair=frozenset({BERT, ALICE}))) == outcome(award=award)
    assert outcome(award=award) is not None


def test_a_rubber_that_is_not_settled_decides_nothing() -> None:
    assert outcome(rubber("A", is_settled=False)) is None
    assert outcome(rubber("A", is_settled=False), absent=(True, False)) == outcome(absent=(True, False))


def test_a_pairing_that_waits_for_a_player_is_undecided() -> None:
    assert outcome_of(ALICE, None, score="rubbers", rules=RULES, absent=(True, False)) is None
    assert outcome_of(None, BERT, score="rubbers", rules=RULES, award=Award("walkover", BERT, 1)) is None
    assert outcome_of(None, None, kind="bye", score="rubbers", rules=RULES) is None


@pytest.mark.parametrize(
    ("score", "requested_bye", "halves"),
    [
        ("rubbers", "nothing", 0),
        ("rubbers", "half", 1),
        ("rubbers", "full", 2),
        ("games", "half", 3),
        ("stake", "half", 7),
        ("stake", "full", 14),
    ],
)
def test_a_bye_asked_for_gives_what_the_plan_says(
    score: Score, requested_bye: RequestedBye, halves: int
) -> None:
    bye = outcome_of(ALICE, None, kind="requested_bye", score=score, rules=RULES, requested_bye=requested_bye)
    assert bye == Outcome("bye", "A", (halves, 0), is_played=False)


def test_a_bye_that_falls_to_somebody_gives_all_of_it_unless_he_is_away() -> None:
    for requested_bye in get_args(RequestedBye):
        bye = outcome_of(ALICE, None, kind="bye", score="games", rules=RULES, requested_bye=requested_bye)
        assert bye == Outcome("bye", "A", (6, 0), is_played=False)
    away = outcome_of(ALICE, None, kind="bye", score="games", rules=RULES, absent=(True, False))
    assert away == Outcome("withdrawal", None, (0, 0), is_played=False)


@given(
    score=st.sampled_from(SCORES),
    winner=st.sampled_from(("A", "B", None)),
    games=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    points=st.none() | st.tuples(st.integers(0, 40), st.integers(0, 40)),
    termination=st.sampled_from(("normal", "walkover", "retired", "unfinished")),
)
def test_both_sides_see_the_same_outcome(
    score: Score, winner: Side | None, games: Pair, points: Pair | None, termination: str
) -> None:
    result = rubber(winner, games=games, points=points, termination=termination)
    from_a = outcome_of(ALICE, BERT, score=score, rules=RULES, result=result)
    from_b = outcome_of(BERT, ALICE, score=score, rules=RULES, result=result)

    assert from_a is not None
    assert from_b is not None
    assert from_b == replace(
        from_a,
        winner=OTHER_SIDE[from_a.winner],
        halves=from_a.halves[::-1],
        games=from_a.games[::-1],
        points=from_a.points and from_a.points[::-1],
        trebles=from_a.trebles[::-1],
        voles=from_a.voles[::-1],
    )


FOUR = ["ann", "bea", "cy", "dan"]


def live(label: str, a: str, b: str, order: int) -> Result:
    return played(label, a, b, order=order, is_settled=False)


def test_a_rubber_is_found_by_its_round_and_its_two_in_either_order() -> None:
    rubber = played("Final", "ann", "bea")
    book = ResultIndex([rubber])
    assert book("Final", "ann", "bea") == (rubber, ())
    assert book("Final", "bea", "ann") == (rubber, ())
    assert book("final", "ann", "bea") == (None, ())
    assert book("Final", "ann", "cy") == (None, ())


@pytest.mark.parametrize(
    ("results", "counting"),
    [
        ([played("1", "ann", "bea", order=1), played("1", "bea", "ann", order=2)], 0),
        ([live("1", "ann", "bea", 1), played("1", "bea", "ann", order=2)], 1),
        ([live("1", "ann", "bea", 1), live("1", "bea", "ann", 2)], 0),
        ([live("1", "ann", "bea", 1), *(played("1", "ann", "bea", order=order) for order in (2, 3))], 1),
    ],
)
def test_of_several_the_first_settled_one_counts(results: list[Result], counting: int) -> None:
    others = tuple(result for result in results if result is not results[counting])
    for order in itertools.permutations(results):
        assert ResultIndex(order)("1", "ann", "bea") == (results[counting], others)


def test_void_rubbers_are_nowhere() -> None:
    log = Log().plan(StagePlan(kind="swiss", rounds=3))
    void = played("1", "ann", "bea", order=1, state="void")
    book = ResultIndex([void])
    assert book("1", "ann", "bea") == (None, ())
    assert book.outside(log.facts, ()) == ()


def test_rubbers_outside_the_draw_are_told_with_why() -> None:
    log = entered_log(StagePlan(kind="swiss", rounds=3), players=FOUR)
    log.play("1", "ann", "bea")
    before_the_draw = log.state.outside
    assert before_the_draw == (("r1", ("no_draw",)),)

    first = round_drawn(1, ("ann", "cy"), ("dan", "bea"))
    log.add("drawn", stage=1, entrants=FOUR, rounds=[first], method="swiss", planned_rounds=3)
    log.play("1", "ann", "cy")
    log.play("1", "cy", "ann")
    log.play("2", "ann", "cy")
    log.play("1", "ann", "eve")
    assert log.state.outside == (
        ("r1", ("not_paired", "1")),
        ("r3", ("second_result", "1", "r2")),
        ("r4", ("no_such_round", "2")),
        ("r5", ("not_entered", "eve")),
    )
    assert all(len(WHY_CODES[code]) == len(params) for _, (code, *params) in log.state.outside)


def test_a_round_of_a_bracket_that_is_not_needed_is_a_round_all_the_same() -> None:
    log = entered_log(StagePlan(kind="double_elimination"), players=["ann", "bea"])
    labels = ["Round 1", "Final", "Second final"]
    log.add("drawn", stage=1, entrants=["ann", "bea"], positions=["ann", "bea"], labels=labels)
    log.play("Second final", "ann", "bea")
    assert log.state.outside == (("r1", ("not_paired", "Second final")),)

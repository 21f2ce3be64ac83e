from __future__ import annotations

import itertools

import pytest

from matches.rules.events.plan import StagePlan
from matches.rules.events.result_index import WHY_CODES, Book
from matches.rules.events.state import Result
from tests.matches.rules.events.logs import Log, played, round_drawn

FOUR = ["ann", "bea", "cy", "dan"]


def live(label: str, a: str, b: str, order: int) -> Result:
    return played(label, a, b, order=order, is_settled=False)


def test_a_rubber_is_found_by_its_round_and_its_two_in_either_order() -> None:
    rubber = played("Final", "ann", "bea")
    book = Book([rubber])

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
        (
            [
                live("1", "ann", "bea", 1),
                played("1", "ann", "bea", order=2),
                played("1", "ann", "bea", order=3),
            ],
            1,
        ),
    ],
)
def test_of_several_the_first_settled_one_counts(results: list[Result], counting: int) -> None:
    others = tuple(result for result in results if result is not results[counting])
    for order in itertools.permutations(results):
        assert Book(order)("1", "ann", "bea") == (results[counting], others)


def test_void_rubbers_are_nowhere() -> None:
    log = Log()
    log.plan(StagePlan(kind="swiss", rounds=3))
    void = played("1", "ann", "bea", order=1, state="void")
    book = Book([void])

    assert book("1", "ann", "bea") == (None, ())
    assert book.outside(log.facts, ()) == ()


def test_rubbers_outside_the_draw_are_told_with_why() -> None:
    log = Log()
    log.plan(StagePlan(kind="swiss", rounds=3))
    log.add("entered", players=FOUR)
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
    log = Log()
    log.plan(StagePlan(kind="double_elimination"))
    log.add("entered", players=["ann", "bea"])
    labels = ["Round 1", "Final", "Second final"]
    log.add("drawn", stage=1, entrants=["ann", "bea"], positions=["ann", "bea"], labels=labels)
    log.play("Second final", "ann", "bea")

    assert log.state.outside == (("r1", ("not_paired", "Second final")),)

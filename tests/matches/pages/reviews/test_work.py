"""The bars of what to work on are drawn to one scale, the dearest kinds first."""

from __future__ import annotations

from matches.pages.reviews.work import LENGTH, work_rows
from matches.reviews.kind_costs import KindCost
from matches.reviews.review_figures import LEAST_DECISIONS

MANY = LEAST_DECISIONS


def test_three_dearest_kinds_share_a_scale() -> None:
    costs = [
        KindCost("discard", MANY, 0.04, 0.02),
        KindCost("card", MANY, 0.02, 0.01),
        KindCost("reply", MANY, 0.01, None),
        KindCost("king", MANY, 0.001, None),
    ]
    rows = work_rows(costs)
    assert [(str(row.name), row.cost, row.length, row.mean, row.mean_cost) for row in rows] == [
        ("Discards", "4.0 %", LENGTH, LENGTH // 2, "2.0 %"),
        ("Cards played", "2.0 %", LENGTH // 2, LENGTH // 4, "1.0 %"),
        ("Giving or refusing", "1.0 %", LENGTH // 4, None, ""),
    ]


def test_mean_of_the_club_may_be_longer_than_any_bar() -> None:
    (row,) = work_rows([KindCost("card", MANY, 0.01, 0.04)])
    assert (row.length, row.mean) == (LENGTH // 4, LENGTH)


def test_kind_of_few_decisions_comes_last() -> None:
    rows = work_rows([KindCost("king", 1, 0.2, None), KindCost("card", MANY, 0.01, None)])
    assert [(str(row.name), row.caution) for row in rows] == [
        ("Cards played", ""),
        ("Announcing the king", "1 decision, few yet"),
    ]


def test_kind_that_cost_nothing_is_left_out() -> None:
    assert work_rows([KindCost("card", MANY, 0.0, 0.01)]) == []

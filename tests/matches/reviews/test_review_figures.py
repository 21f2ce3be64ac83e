"""Figures of decisions equal sums computed by hand."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from matches.models import DealReview, Decision, Review, Rubber
from matches.reviews.review_figures import (
    LEAST_DECISIONS,
    MONTHS_SHOWN,
    Estimate,
    losses,
    losses_by_kind,
    losses_by_month,
    losses_by_side,
    luck,
    mean_of,
    sum_of,
)
from matches.rules.figures.accuracy import LEAST_OF_PLAYER, LEAST_OF_SIDE, accuracy_of
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, review, text

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

CALL = {"kind": "proposal", "trick": None, "chosen": "P", "best": ["S"]}


@pytest.fixture
def rubber() -> Rubber:
    return import_text(make_club(), text())[0]


def seen(estimate: Estimate) -> tuple[int, float, float | None]:
    """Return the figures rounded, so that the order of a sum does not matter."""
    return estimate.count, round(estimate.value, 9), None if estimate.se is None else round(estimate.se, 9)


def error_of_mean(*values: float) -> float:
    return round(stdev(values) / sqrt(len(values)), 9)


@pytest.mark.parametrize(
    "values", [(0.5, 0.5, 0.5), (0.0, 1.0), (0.1, 0.4, 0.25, 0.0)], ids=["alike", "two", "four"]
)
def test_estimates_are_those_of_statistics(values: tuple[float, ...]) -> None:
    sums = len(values), sum(values), sum(value * value for value in values)
    assert seen(mean_of(*sums)) == (len(values), round(mean(values), 9), error_of_mean(*values))
    total = sum_of(*sums)
    assert total.se == pytest.approx(stdev(values) * sqrt(len(values)))
    assert total.value == pytest.approx(sum(values))


def test_one_observation_has_no_error_and_none_is_nothing() -> None:
    assert mean_of(1, 0.3, 0.09) == Estimate(1, 0.3, None)
    assert mean_of(0, 0.0, 0.0) == Estimate(0, 0.0, None)


def test_losses_are_told_by_kind_and_together(rubber: Rubber) -> None:
    review(
        rubber,
        [
            {"loss": 0.3, "equity_loss": 0.06},
            {"loss": 0.1, "equity_loss": 0.02, "trick": 4},
            {"loss": 0.0, "equity_loss": 0.0, "deal": 2},
            {"loss": 0.5, "equity_loss": 0.12, **CALL},
            {"loss": 0.7, "equity_loss": None, "chances": {}, "deal": 2, **CALL},
        ],
    )
    by_kind = losses_by_kind(Decision.objects.all())
    assert set(by_kind) == {"card", "proposal"}
    cards, calls, every = by_kind["card"], by_kind["proposal"], losses(Decision.objects.all())
    assert (cards.decisions, cards.deals, cards.labels) == (3, 2, (1, 1, 0))
    assert seen(cards.marks) == (3, round(0.4 / 3, 9), error_of_mean(0.3, 0.1, 0.0))
    assert seen(cards.chance) == (3, round(0.08 / 3, 9), error_of_mean(0.06, 0.02, 0.0))
    assert (calls.decisions, calls.deals, calls.labels) == (2, 2, (0, 0, 1))
    assert seen(calls.chance) == (1, 0.12, None)
    assert seen(calls.marks) == (2, 0.6, error_of_mean(0.5, 0.7))
    assert (every.decisions, every.deals, every.labels) == (5, 2, (1, 1, 1))
    assert seen(every.chance) == (4, 0.05, error_of_mean(0.06, 0.02, 0.0, 0.12))


def test_accuracy_summed_in_sql_is_that_of_the_rules(rubber: Rubber) -> None:
    lost = [0.0, 0.01, 0.03, 0.3, 0.9999]
    decisions: list[dict[str, object]] = [{"equity_loss": None, "chances": {}, "token": 20}]
    for player, losses_of_player in (("A", lost * 3), ("B", lost)):
        for token, loss in enumerate(losses_of_player):
            decisions.append({"equity_loss": loss, "player": player, "token": token})
    review(rubber, decisions)
    by_side = losses_by_side(Decision.objects.all())
    for side, expected in (
        ("A", accuracy_of(lost * 3, least=LEAST_OF_SIDE)),
        ("B", accuracy_of(lost, least=LEAST_OF_SIDE)),
    ):
        accuracy = by_side[side].accuracy
        assert accuracy.total == pytest.approx(expected.total)
        assert (accuracy.decisions, accuracy.least) == (expected.decisions, LEAST_OF_SIDE)
        assert accuracy.percent == expected.percent
    assert by_side["B"].accuracy.percent is None
    every = losses(Decision.objects.all()).accuracy
    assert (every.decisions, every.least) == (20, LEAST_OF_PLAYER)
    assert every.percent == accuracy_of(lost, least=1).percent


def test_nothing_reviewed_is_nothing_lost() -> None:
    every = losses(Decision.objects.none())
    assert (every.decisions, every.deals, every.chance) == (0, 0, Estimate(0, 0.0, None))
    assert losses_by_kind(Decision.objects.none()) == {}
    assert losses_by_month(Decision.objects.none()) == []


@pytest.mark.parametrize(("number", "enough"), [(LEAST_DECISIONS - 1, False), (LEAST_DECISIONS, True)])
def test_fewer_decisions_than_the_least_are_not_enough(rubber: Rubber, number: int, enough: bool) -> None:
    review(rubber, [{"trick": None, "kind": "reply"} for _ in range(number)])
    assert losses(Decision.objects.all()).is_enough is enough


def test_months_come_in_order_and_rubbers_without_one_are_left_out(rubber: Rubber) -> None:
    dates = ("2026.11.14", "2026.09.??", "2026.11.02", "2026.??.??", "", "2025.12.31", "2026.13.01")
    stored = import_text(rubber.club, *(text("Clay", f"Guest {number}") for number in range(len(dates))))
    for day, (each, date) in enumerate(zip(stored, dates, strict=True), start=1):
        Rubber.objects.filter(pk=each.pk).update(date=date)
        review(each, [{"loss": day / 10}])
    months = losses_by_month(Decision.objects.all())
    figures = [(month, each.decisions, round(each.marks.value, 9)) for month, each in months]
    assert figures == [("2025.12", 1, 0.6), ("2026.09", 1, 0.2), ("2026.11", 2, 0.2)]


def test_last_months_alone_are_told(rubber: Rubber) -> None:
    guests = [f"Guest {number}" for number in range(MONTHS_SHOWN + 2)]
    stored = import_text(rubber.club, *(text("Clay", guest) for guest in guests))
    for number, each in enumerate(stored):
        Rubber.objects.filter(pk=each.pk).update(date=f"{2020 + number // 12}.{number % 12 + 1:02}.01")
        review(each, [{}])
    months = [month for month, _ in losses_by_month(Decision.objects.all())]
    assert (len(months), months[0], months[-1]) == (MONTHS_SHOWN, "2020.03", "2021.02")


def add_deal(made: Review, deal: int, **swings: Any) -> None:
    DealReview.objects.create(review=made, game=1, deal=deal, **swings)


def both(**marks: float) -> dict[str, float]:
    """Return swings in marks, and a tenth of each in chances."""
    return {
        **{f"{part}_marks": value for part, value in marks.items()},
        **{f"{part}_chance": value / 10 for part, value in marks.items()},
    }


def test_luck_is_told_from_either_side_of_the_table(rubber: Rubber) -> None:
    made = review(rubber, [])
    add_deal(made, 1, **both(dealt=0.4, turned=-0.1, drawn=0.2, result=2.0), luck_se=0.03)
    add_deal(made, 2, **both(dealt=-0.2, turned=0.0, drawn=0.1, result=-1.0), luck_se=0.04)
    add_deal(made, 3)
    for player, side in ((rubber.player_a, 1), (rubber.player_b, -1)):
        marks, games = luck(DealReview.objects.all(), player)
        assert (marks.deals, games.deals) == (2, 2)
        assert marks.parts == pytest.approx((side * 0.2, side * -0.1, side * 0.3))
        assert seen(marks.luck) == (2, side * 0.4, 0.05)
        assert seen(marks.result) == (2, side * 1.0, round(stdev((2.0, -1.0)) * sqrt(2), 9))
        assert seen(marks.played) == (2, side * 0.6, round(stdev((1.5, -0.9)) * sqrt(2), 9))
        assert seen(games.luck) == (2, side * 0.04, None)
        assert seen(games.played) == (2, side * 0.06, round(stdev((0.15, -0.09)) * sqrt(2), 9))


def test_deal_of_which_the_score_is_not_known_counts_in_marks_alone(rubber: Rubber) -> None:
    made = review(rubber, [])
    add_deal(made, 1, **both(dealt=0.4, turned=0.0, drawn=0.0, result=1.0))
    add_deal(made, 2, dealt_marks=0.1, turned_marks=0.0, drawn_marks=0.0, result_marks=1.0)
    marks, games = luck(DealReview.objects.all(), rubber.player_a)
    assert (marks.deals, games.deals) == (2, 1)
    assert seen(marks.luck) == (2, 0.5, 0.0)
    assert seen(games.result) == (1, 0.1, None)


def test_no_deal_is_no_luck(rubber: Rubber) -> None:
    marks, games = luck(DealReview.objects.none(), rubber.player_a)
    assert (marks.deals, marks.parts, games.deals) == (0, (0.0, 0.0, 0.0), 0)

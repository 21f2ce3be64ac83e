"""Costs of kinds of decision, the club's mean and accuracy equal sums computed by hand."""

from __future__ import annotations

import pytest

from matches.models import Club, Decision, Rubber
from matches.reviews.kind_costs import LEAST_PLAYERS, costs_by_kind
from matches.rules.figures.accuracy import LEAST_OF_PLAYER, accuracy_of
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, review, text

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]

CALL: dict[str, object] = {"kind": "proposal", "trick": None}


@pytest.fixture
def club() -> Club:
    return make_club()


def of_player(name: str) -> list[int]:
    """Return the primary keys of the decisions of the player called ``name``."""
    return [
        each.pk
        for each in Decision.objects.select_related("review__rubber__player_a", "review__rubber__player_b")
        if {"A": each.review.rubber.player_a, "B": each.review.rubber.player_b}[each.player].name == name
    ]


def stored(club: Club, a: str, b: str, number: int) -> Rubber:
    return import_text(club, text(a, b, tags=f'[Round "{number}"]\n'))[0]


def test_dearest_kind_comes_first_with_the_mean_of_the_weighed_decisions(club: Club) -> None:
    rubber = stored(club, "Clay", "Walker", 1)
    cards: list[dict[str, object]] = [
        {"equity_loss": 0.02},
        {"equity_loss": 0.04, "trick": 4},
        {"equity_loss": None, "chances": {}, "trick": 5},
    ]
    review(rubber, [*cards, {**CALL, "equity_loss": 0.09}])
    costs = costs_by_kind(Decision.objects.all(), Decision.objects.none())
    assert [(each.kind, each.decisions, round(each.mean, 9), each.club_mean) for each in costs.kinds] == [
        ("proposal", 1, 0.09, None),
        ("card", 2, 0.03, None),
    ]
    assert costs.decisions == 4


def test_accuracy_is_that_of_all_weighed_decisions_together(club: Club) -> None:
    losses = [0.0, 0.03, 0.06]
    review(
        stored(club, "Clay", "Walker", 1),
        [{"equity_loss": loss, "trick": trick} for trick, loss in enumerate([*losses, None], start=1)],
    )
    accuracy = costs_by_kind(Decision.objects.all(), Decision.objects.all()).accuracy
    expected = accuracy_of(losses, least=LEAST_OF_PLAYER)
    assert (accuracy.decisions, accuracy.least) == (expected.decisions, expected.least)
    assert accuracy.total == pytest.approx(expected.total)


def test_mean_of_the_club_needs_five_players_who_made_such_a_decision(club: Club) -> None:
    opponents = ("Clay", "Pole", "Vives", "Orford")
    for number, name in enumerate(opponents, start=1):
        own = Decision.objects.filter(pk__in=of_player("Walker"))
        for cost in costs_by_kind(own, Decision.objects.all()).kinds:
            assert cost.club_mean is None
        review(
            stored(club, name, "Walker", number),
            [
                {**CALL, "equity_loss": 0.01, "player": "A"},
                {**CALL, "equity_loss": 0.06, "player": "B", "deal": 2},
            ],
        )
    assert len(opponents) + 1 == LEAST_PLAYERS
    own = Decision.objects.filter(pk__in=of_player("Walker"))
    (cost,) = costs_by_kind(own, Decision.objects.all()).kinds
    assert (cost.kind, cost.decisions) == ("proposal", 4)
    assert cost.mean == pytest.approx(0.06)
    assert cost.club_mean == pytest.approx(0.035)


def test_player_without_decisions_has_no_costs(club: Club) -> None:
    costs = costs_by_kind(Decision.objects.none(), Decision.objects.all())
    assert (list(costs.kinds), costs.decisions, costs.accuracy.percent) == ([], 0, None)

"""Random deals, regular and with an irregularity each, judged by brute force and by the review."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support.rows import each_row
from tests.worker.review.deals import NAMES, deal_text, random_deal
from tests.worker.review.injured import LAWS, injured_deal
from tests.worker.review.judging import cards_judged
from tests.worker.review.reference import Judged, judge
from worker.review.decision import Decision


def as_found(decision: Decision) -> tuple[Any, ...]:
    marks = {option.name: option.marks for option in decision.options}
    return (
        decision.trick,
        decision.player,
        decision.chosen,
        marks,
        set(decision.best),
        decision.worlds,
        decision.double_dummy_loss,
    )


def as_expected(judged: Judged) -> tuple[Any, ...]:
    most = max(judged.marks.values())
    return (
        judged.trick,
        judged.player,
        NAMES[judged.chosen],
        {NAMES[card]: total / judged.worlds for card, total in judged.marks.items()},
        {NAMES[card] for card, total in judged.marks.items() if total == most},
        judged.worlds,
        judged.tricks_lost,
    )


@pytest.mark.parametrize(
    ("seed", "deals", "from_trick", "revokes"),
    [
        (1, 4, 3, 0.0),
        (2, 4, 3, 0.3),
        (3, 1, 2, 0.0),
        *(
            pytest.param(*each, marks=pytest.mark.long)
            for each in [(1, 15, 3, 0.0), (2, 10, 3, 0.3), (3, 2, 2, 0.0), (4, 2, 2, 0.3), (5, 1, 1, 0.0)]
        ),
        *(
            pytest.param(*each, marks=pytest.mark.soak)
            for each in [(1, 60, 3, 0.0), (2, 30, 3, 0.3), (3, 6, 2, 0.0), (4, 3, 2, 0.3)]
        ),
    ],
)
def test_agrees_with_brute_force(seed: int, deals: int, from_trick: int, revokes: float) -> None:
    random = Random(seed)
    compared = 0
    for _ in range(deals):
        deal = random_deal(random, revokes=revokes)
        text = deal_text(deal)
        choices = [as_found(each) for each in cards_judged(text) if (each.trick or 0) >= from_trick]
        assert choices == [as_expected(each) for each in judge(deal, from_trick=from_trick)], text
        compared += len(choices)
    assert compared >= deals


# Brute force deals out and searches every hand, of which there are the more, the earlier the trick.
@pytest.mark.parametrize(
    ("deals", "from_trick"),
    [(6, 4), pytest.param(25, 4, marks=pytest.mark.long), pytest.param(2, 3, marks=pytest.mark.long)],
)
@each_row("law", LAWS)
def test_an_injured_deal_agrees_with_brute_force(law: int, deals: int, from_trick: int) -> None:
    random = Random(law)
    compared = 0
    for _ in range(deals):
        deal, text = injured_deal(random, law)
        choices = [as_found(each) for each in cards_judged(text) if (each.trick or 0) >= from_trick]
        assert choices == [as_expected(each) for each in judge(deal, from_trick=from_trick)], text
        compared += len(choices)
    assert compared >= deals

"""Random deals, judged by brute force and by the review."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.worker.review.deals import NAMES, deal_text, random_deal
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
        (1, 15, 3, 0.0),
        (2, 10, 3, 0.3),
        (3, 2, 2, 0.0),
        (4, 2, 2, 0.3),
        (5, 1, 1, 0.0),
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
        found = [as_found(each) for each in cards_judged(text) if (each.trick or 0) >= from_trick]
        assert found == [as_expected(each) for each in judge(deal, from_trick=from_trick)], text
        compared += len(found)
    assert compared >= deals

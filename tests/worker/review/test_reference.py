"""Random deals, judged by brute force and by the review."""

from __future__ import annotations

from random import Random

import pytest

from scoring.check import check_read
from scoring.notation import read_text
from tests.worker.review.deals import deal_text, random_deal, rubber_text
from tests.worker.review.reference import judge
from worker.review import CardDecision, review_rubber


def reviewed(text: str) -> list[CardDecision]:
    (read,) = read_text(rubber_text(text))
    assert read.fault is None
    return review_rubber(check_read(read))


@pytest.mark.parametrize(
    ("seed", "deals", "from_trick", "revokes"),
    [(1, 60, 3, 0.0), (2, 30, 3, 0.3), (3, 6, 2, 0.0), (4, 3, 2, 0.3), (5, 1, 1, 0.0)],
)
def test_agrees_with_brute_force(seed: int, deals: int, from_trick: int, revokes: float) -> None:
    random = Random(seed)
    compared = 0
    for _ in range(deals):
        deal = random_deal(random, revokes=revokes)
        found = [decision for decision in reviewed(deal_text(deal)) if decision.trick >= from_trick]
        expected = judge(deal, from_trick=from_trick)
        assert [
            (each.trick, each.player, each.chosen, dict(each.totals), each.worlds, each.double_dummy_loss)
            for each in found
        ] == [
            (each.trick, each.player, each.chosen, each.marks, each.worlds, each.tricks_lost)
            for each in expected
        ], deal_text(deal)
        compared += len(found)
    assert compared >= deals

"""Random deals with an irregularity each, judged by brute force and by the review."""

from __future__ import annotations

from random import Random

import pytest

from tests.worker.review.injured import injured_deal
from tests.worker.review.reference import judge
from tests.worker.review.test_reference import reviewed

LAWS = (11, 13, 15, 16, 17, 18, 25, 29, 31, 32, 33, 35, 36, 39, 40, 43)


# Brute force deals out and searches every hand, of which there are the more, the earlier the trick.
@pytest.mark.parametrize(("deals", "from_trick"), [(25, 4), (2, 3)])
@pytest.mark.parametrize("law", LAWS)
def test_an_injured_deal_agrees_with_brute_force(law: int, deals: int, from_trick: int) -> None:
    random = Random(law)
    compared = 0
    for _ in range(deals):
        deal, text = injured_deal(random, law)
        found = [decision for decision in reviewed(text) if decision.trick >= from_trick]
        expected = judge(deal, from_trick=from_trick)
        assert [
            (each.trick, each.player, each.chosen, dict(each.totals), each.worlds, each.double_dummy_loss)
            for each in found
        ] == [
            (each.trick, each.player, each.chosen, each.marks, each.worlds, each.tricks_lost)
            for each in expected
        ], text
        compared += len(found)
    assert compared >= deals

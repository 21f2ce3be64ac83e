"""Random deals with an irregularity each, judged by brute force and by the review."""

from __future__ import annotations

from random import Random

import pytest

from tests.worker.review.injured import LAWS, injured_deal
from tests.worker.review.judging import cards_judged
from tests.worker.review.reference import judge
from tests.worker.review.test_reference import as_expected, as_found


# Brute force deals out and searches every hand, of which there are the more, the earlier the trick.
@pytest.mark.parametrize(("deals", "from_trick"), [(25, 4), (2, 3)])
@pytest.mark.parametrize("law", LAWS)
def test_an_injured_deal_agrees_with_brute_force(law: int, deals: int, from_trick: int) -> None:
    random = Random(law)
    compared = 0
    for _ in range(deals):
        deal, text = injured_deal(random, law)
        found = [as_found(each) for each in cards_judged(text) if (each.trick or 0) >= from_trick]
        assert found == [as_expected(each) for each in judge(deal, from_trick=from_trick)], text
        compared += len(found)
    assert compared >= deals

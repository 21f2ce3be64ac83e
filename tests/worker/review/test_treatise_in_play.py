"""A record's deal is put to the old treatise with everything that its player knew.

``treatise/test_hands.py`` does so with the illustrative hands.
"""

from __future__ import annotations

from tests.worker.review.judging import deal_and_stakes
from worker.review.card_play import card_decisions
from worker.review.decision import BookAdvice


def advice_at(text: str, trick: int, *earlier: str) -> BookAdvice | None:
    """Return the advice on B's card."""
    deal, stakes = deal_and_stakes(text, *earlier)
    (decision,) = (
        each for each in card_decisions(deal.course, stakes) if (each.trick, each.player) == (trick, "B")
    )
    return decision.book


def test_cards_that_were_put_out_count() -> None:
    """Hint 11: two hearts and a diamond were put out."""
    text = "1. A ^S7 B:SA.HA98.D7 A:SKQJT.CK P G -H98.D7+CQ.DA.S8 -0 S CQ CK, SK S8, SQ SA, SJ HA, ST DA"
    assert advice_at(text, 4) == BookAdvice("follow-discards", ("HA",))


def test_a_king_marked_at_two_leaves_more_than_the_point_to_want() -> None:
    """Hand III leads the small card at three."""
    text = "2. A ^C7 B:S7.DK.CKQT A:SA.CJA98 S Kb S7 SA, CJ CK, DK C8, CA CQ, CT C9"
    assert advice_at(text, 1, "1. B P R =A (2-0)") == BookAdvice("lead-1", ("CK",))

"""The king in the score from which a choice is weighed: once, and from its holder's first card on."""

from __future__ import annotations

from scoring.marks import KING_POINTS
from tests.worker.review.judging import cards_judged, deal_and_stakes

DEAL = "1. B 2-3 ^H7 A:SA.HK.DQ97 B:SQJ.H8.DA.C8 S "
AFTER = " DQ DA, D9 SJ, D7 C8, SA SQ"
BEFORE_IT = DEAL + "Ka HK H8," + AFTER
BEHIND_IT = DEAL + "HK Ka H8," + AFTER
TWICE = DEAL + "Ka HK H8, Ka" + AFTER


def chances(text: str) -> list[list[float | None]]:
    return [[option.chance for option in decision.options] for decision in cards_judged(text)]


def test_a_king_marked_behind_the_first_card_counts_as_one_marked_before_it() -> None:
    """Law 24: it may be, where the king itself is that card."""
    assert len(chances(BEHIND_IT)[0]) == 5
    assert chances(BEHIND_IT) == chances(BEFORE_IT)


def test_a_king_marked_twice_counts_once() -> None:
    """Law 47."""
    _, stakes = deal_and_stakes(TWICE)
    assert [player for player, _ in stakes.kings] == ["A"]
    assert stakes.score_at(1 << 20) == (KING_POINTS, 0)
    assert chances(TWICE) == chances(BEFORE_IT)

"""A record's deal is put to the old treatise with everything that its player knew."""

from __future__ import annotations

from tests.scoring.text_table import rows_of
from tests.support.rows import each_row
from tests.worker.review.judging import deal_and_stakes
from worker.review.card_play import card_decisions
from worker.review.decision import BookAdvice


def advice_at(text: str, trick: int, player: str, *earlier: str) -> BookAdvice | None:
    deal, stakes = deal_and_stakes(text, *earlier)
    (decision,) = (
        each for each in card_decisions(deal.course, stakes) if (each.trick, each.player) == (trick, player)
    )
    return decision.book


PLAYS = """
hand I as dealt | 1. A ^S7 B:SJT.HK.CKT A:SQ8.HA8.D8 S SJ SQ, D8 ST, CK S8, HA HK, CT H8 | 1 B | lead-hand-1: SJ
hand I after taking cards, no heart put out
    | 1. A ^S7 B:SJT.HK.D98 A:SQ8.HA8.D7 P G -D98+CKT -0 S HK HA, CK S8, D7 ST, SJ SQ, H8 CT | 1 B | lead-shortest: HK
hand V, a spade thrown to the king of trumps
    | 1. A ^D7 B:SQT.H8.DK.C9 A:SKA.HKQ.CK P R Kb DK SA, C9 CK, HK H8, HQ ST, SK SQ | 2 B | lead-hand-5: H8 C9
hand VIII, the king declared | 1. A ^H7 B:SK8.HJT.DT A:ST.HK9.DA.CJ S SK Ka ST, DT DA, CJ HT, HJ HK, H9 S8 | 2 B
    | lead-change-tenace: DT
hand XII, the dealer's reply | 1. A ^H7 B:S87.HQ.DQ.CQ A:SK9.H8.CJ9 S S7 SK, CJ CQ, HQ H8, S8 S9, C9 DQ | 1 A
    | follow-hand-12: SK
hint 11, two hearts and a diamond put out
    | 1. A ^S7 B:SA.HA98.D7 A:SKQJT.CK P G -H98.D7+CQ.DA.S8 -0 S CQ CK, SK S8, SQ SA, SJ HA, ST DA | 4 B
    | follow-discards: HA
"""


@each_row(("label", "text", "moment", "expected"), rows_of(PLAYS))
def test_play_is_put_to_the_treatise(label: str, text: str, moment: str, expected: str) -> None:
    trick, player = moment.split()
    advice = advice_at(text, int(trick), player)
    assert advice is not None
    assert f"{advice.rule}: {' '.join(advice.choices)}" == expected


def test_king_in_hand_makes_three_points_four() -> None:
    """Hand III: the elder at three marks the king, and wants the point alone."""
    deal = "A ^C7 B:S7.DK.CKQT A:SA.CJA98 S Kb S7 SA, CJ CK, DK C8, CA CQ, CT C9"
    at_two = advice_at(f"2. {deal}", 1, "B", "1. B P R =A (2-0)")
    assert at_two is not None
    assert (at_two.rule, at_two.choices) == ("lead-1", ("CK",))
    at_three = advice_at(f"3. {deal}", 1, "B", "1. A S =B5 (0-2)", "2. B P R =B (0-3)")
    assert at_three is not None
    assert (at_three.rule, at_three.choices) == ("lead-hand-3", ("S7",))

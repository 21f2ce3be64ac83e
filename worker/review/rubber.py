"""Review a whole rubber: the decisions, luck and probabilities of winning in every fully recorded deal."""

from __future__ import annotations

from typing import Final

from scoring.check import check_rubber
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.notation import read_one
from scoring.variants import VARIATIONS
from worker.review import before_play, card_play, luck, offer_luck, offers
from worker.review.decision import DealReview
from worker.review.king import king_decisions
from worker.review.stakes import stakes_of


def review_rubber(checked: CheckedRubber) -> list[DealReview]:
    return [
        _review_deal(checked, game, deal)
        for game in checked.games
        for deal in game.deals
        if deal.depth == "play"
    ]


def _review_deal(checked: CheckedRubber, game: CheckedGame, deal: CheckedDeal) -> DealReview:
    stakes = stakes_of(checked, game, deal)
    course = deal.course
    place = {"rubber": checked.index, "game": game.number, "deal": deal.number}
    is_exchanged = VARIATIONS[course.variant].has_exchange
    before = before_play.decisions_before_play if is_exchanged else offers.offer_decisions
    decisions = [
        *before(course, stakes, **place),
        *king_decisions(course, stakes, **place),
        *card_play.card_decisions(course, stakes, **place),
    ]
    luck_module = luck if is_exchanged else offer_luck
    swings, moments = luck_module.luck_and_moments(deal, stakes)
    return DealReview(
        **place,
        # The king is announced before the card with which it is due is played.
        decisions=tuple(sorted(decisions, key=lambda decision: (decision.token, decision.kind == "card"))),
        luck=swings,
        moments=moments,
    )


_OFFERS: Final = """[EGN "1"]
[A "A"]
[B "B"]
[Variant "Triomphe"]

Game 1
1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P R H9 H8, DQ DA, D9 C8, D7 SJ, SA SQ =A4
*
"""
_EVERY_KIND: Final = """[EGN "1"]
[A "A"]
[B "B"]

Game 1
1. B 2-3 ^H7 A:SA.H9.DQ97 B:SQJ.H8.DA.C8 P G -SA.DQ7+HT.D8.CA -SQJ.DA.C8+CKJT7 S CA CK, CT HT, H9 H8, D9 CJ, D8 C7 =A4
2. A 3-2 ^SQ B:S8.HT.D9.CKT A:ST9.H9.DQ8 P R S8 ST, H9 HT, D9 DQ, S9 CK, D8 CT =A4
3. B 2-3 ^S8 A:ST.HQA.DJ.CK B:SKJ.HKT.D8 S ST Kb SK, SJ CK, D8 DJ, HQ HK, HT HA =B3
*
"""
_SILENT_KING: Final = """[EGN "1"]
[A "A"]
[B "B"]

Game 1
1. A =A4 (1-0)
2. B =B4 (1-1)
3. A =A5 (3-1)
4. B =B5 (3-3)
5. A =A3 (4-3)
6. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DK.C9 S SK Kb S8, SQ SA, HJ HQ, C9 CA, C7 DK
*
"""


def warm() -> None:
    """Review sample deals with every kind of decision, so that all tables are loaded and all functions
    compiled.
    """
    for record in (_EVERY_KIND, _OFFERS, _SILENT_KING):
        review_rubber(check_rubber(read_one(record)))

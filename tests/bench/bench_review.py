"""Review of recorded deals on one core, and one first lead beside the same lead with every hand dealt out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scoring.cards import PACK, cards_of, mask_of
from scoring.check import check_file
from scoring.checked import CheckedDeal, CheckedRubber
from scoring.deal_course import Course
from scoring.follow import follow_deal
from scoring.notation import read_one
from tests.bench import SEASON, Figure, best_seconds, show
from worker.review import review_rubber, warm
from worker.review.card_play import card_decisions
from worker.review.stakes import Stakes, stakes_of
from worker.solver import solve_leads_many

FIRST_LEAD = """[EGN "1"]
[A "Orford"]
[B "Baldwin"]

Game 1
1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DK.C9 S SK
*
"""

# The elder stood, so that the point counts two against them.
MARKS_BY_TRICKS = np.array([-2, -2, -2, 1, 1, 2])


def main() -> list[Figure]:
    warm()
    with SEASON.open("rb") as stream:
        season = list(check_file(stream))
    deals = list(recorded_deals(season))
    cards = best_seconds(lambda: [card_decisions(deal.course, stakes) for deal, stakes in deals], runs=3)
    everything = best_seconds(lambda: [review_rubber(rubber) for rubber in season], runs=2)
    course = follow_deal(read_one(FIRST_LEAD).games[0].deals[0])
    stakes = Stakes(dealer=course.dealer, before=None)
    (decision,) = card_decisions(course, stakes)
    hands = every_hand_of_the_dealer(course)
    by_review = tuple(round(option.marks * len(hands)) for option in decision.options)
    if by_review != totals_dealt_out(course, hands):
        raise AssertionError("the review and the hands dealt out differ")
    grouped = best_seconds(lambda: card_decisions(course, stakes))
    dealt_out = best_seconds(lambda: totals_dealt_out(course, hands))
    figures = [
        Figure("fair review of a deal, every card decision", cards / len(deals) * 1e3, "ms", budget=5.0),
        Figure("review of a deal, every decision and its luck", everything / len(deals) * 1e3, "ms"),
        Figure("first lead over 65,780 hands, each dealt out", dealt_out * 1e3, "ms"),
        Figure("first lead over 65,780 hands, alike ones together", grouped * 1e3, "ms"),
        Figure("time for a first lead, together over dealt out", grouped / dealt_out, "of 1"),
    ]
    return show(figures)


def recorded_deals(season: list[CheckedRubber]) -> Iterator[tuple[CheckedDeal, Stakes]]:
    """Yield the deals with every card on record, and what each was played for."""
    for rubber in season:
        for game in rubber.games:
            for deal in game.deals:
                if deal.depth == "play":
                    yield deal, stakes_of(rubber, game, deal)


def every_hand_of_the_dealer(course: Course) -> NDArray[np.uint32]:
    own, turn_up = course.hands[0], course.turn_up
    assert own is not None
    assert turn_up is not None
    unseen = cards_of(PACK & ~own & ~(1 << turn_up))
    return np.array([mask_of(hand) for hand in combinations(unseen, 5)], np.uint32)


def totals_dealt_out(course: Course, hands: NDArray[np.uint32]) -> tuple[int, ...]:
    """Return marks added up over every hand, for each lead of the elder, S H D C, high to low."""
    own, trump = course.hands[0], course.trump
    assert own is not None
    assert trump is not None
    rows = len(hands)
    tricks = solve_leads_many(np.full(rows, own, np.uint32), hands, np.full(rows, trump, np.uint8))
    totals = MARKS_BY_TRICKS[tricks].sum(axis=0)
    upward = dict(zip(sorted(cards_of(own)), totals.tolist(), strict=True))
    return tuple(upward[card] for card in cards_of(own))


if __name__ == "__main__":
    main()

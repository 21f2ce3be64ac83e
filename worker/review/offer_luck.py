"""Measure luck at La Triomphe in the cards dealt and the turn-up, as ``worker.review.luck`` does for écarté.

No cards are drawn. The two hands determine the play under the policy (``worker.review.offer_policy``), so
nothing is sampled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.cards import PACK, Card, CardMask, cards_of, rank_of, seat, suit_of
from scoring.checked import CheckedDeal
from scoring.deal_course import Course
from scoring.marks import is_decided
from worker.review.chances import marks_of_deal
from worker.review.decision import Luck, Moment
from worker.review.moments import (
    PossibleMoment,
    Value,
    known_moments,
    less,
    moments_of_play,
    result_of,
    swing_of,
)
from worker.review.offer_policy import (
    DEALER_TOOK,
    ELDER_SPEAKS,
    ELDER_TOOK,
    MARKED,
    offer_policy,
    worth_of_results,
)
from worker.review.offer_policy import result_of as result_by_policy
from worker.review.offer_turns import offer_turns
from worker.review.offers import PHASES
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first


def luck_and_moments(deal: CheckedDeal, stakes: Stakes) -> tuple[Luck | None, tuple[Moment, ...]]:
    """Return player A's luck in a deal, and A's probability of winning the game at each point of the deal.

    Return ``(None, ())`` if cards are unknown, if there was an incident, or if the game was already over.
    """
    course = deal.course
    elder, dealer = course.dealt[seat(course.elder)], course.dealt[seat(course.dealer)]
    if course.incidents or course.void or not course.regular or is_decided(stakes.before):
        return None, ()
    if course.turn_up is None or course.trump is None or elder is None or dealer is None:
        return None, ()
    values = _Values(course, stakes, elder, dealer)
    start, dealt, turned = values.start(), values.dealt(), values.turned(course.turn_up)
    moments: list[PossibleMoment] = [
        ("start", 0, None, start.chance),
        ("dealt", max(course.stated_tokens), None, dealt.chance),
        ("turned", course.turn_up_token, None, turned.chance),
        *values.calls(course.turn_up),
        *moments_of_play(deal, stakes, course.trump),
    ]
    luck = Luck(
        dealt=swing_of([less(dealt, start)]),
        turned=swing_of([less(turned, dealt)]),
        drawn=swing_of([Value(0.0, None if start.chance is None else 0.0, None)]),
        result=swing_of([less(result_of(deal, stakes), start)]),
    )
    return luck, known_moments(moments)


class _Values:
    """The values of the states of one deal for player A, if both follow ``offer_policy`` from that state on.

    The states are the start, the hands dealt, the turn-up, and each call.
    """

    def __init__(self, course: Course, stakes: Stakes, elder: CardMask, dealer: CardMask) -> None:
        self.course, self.stakes = course, stakes
        self.elder, self.dealer = elder, dealer
        self.worth: NDArray[np.float64] = worth_of_results(stakes)

    def start(self) -> Value:
        points = self.stakes.before or (0, 0)
        course = self.course
        sign = 1 if course.elder == "A" else -1
        marks = marks_of_deal(points[seat(course.elder)], points[seat(course.dealer)], course.variant)
        return Value(sign * marks, self.stakes.chance_before("A"), None)

    def dealt(self) -> Value:
        """Return the mean value over every card that could have been turned up with these hands."""
        values = [self.turned(card) for card in cards_of(PACK & ~(self.elder | self.dealer))]
        chances = [value.chance for value in values if value.chance is not None]
        return Value(
            sum(value.marks for value in values) / len(values),
            sum(chances) / len(values) if chances else None,
            None,
        )

    def calls(self, turn_up: Card) -> list[PossibleMoment]:
        """Return A's probability of winning after each call of the record that does not end the deal."""
        course = self.course
        written = {call.token for call in course.calls}
        moments: list[PossibleMoment] = []
        for turn in offer_turns(course):
            phase = PHASES[turn.kind, turn.player == course.elder][turn.chosen]
            if turn.token in written and phase not in (DEALER_TOOK, ELDER_TOOK):
                moments.append(("called", turn.token, None, self.turned(turn_up, phase).chance))
        return moments

    def turned(self, turn_up: Card, phase: int = ELDER_SPEAKS) -> Value:
        trump = suit_of(turn_up)
        elder, dealer = trumps_first(self.elder, trump), trumps_first(self.dealer, trump)
        result = result_by_policy(offer_policy(), elder, dealer, rank_of(turn_up), self.worth, phase)
        own, other = MARKED[result] if self.course.elder == "A" else MARKED[result][::-1]
        chance = None
        if self.stakes.before is not None:
            chance = self.stakes.chance("A", self.stakes.before, ((own, other),))
        return Value(float(own - other), chance, None)

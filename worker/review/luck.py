"""Luck, kept apart from play: what the cards dealt, the turn-up and the cards drawn were worth.

Each is the value after it less the mean before it, when both follow the published policy from there (both hands seen
by whoever reckons, the order of the stock unknown). As each has the mean nought whatever the players do, a result
less its luck is as true on average as the result itself, and steadier (Burch et al. 2018, AIVAT).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import PACK, Card, CardMask, Player, Suit, rank_of, seat
from scoring.checked import CheckedDeal
from scoring.course import Course
from scoring.marks import is_decided
from worker.review.chain import marks_made
from worker.review.chances import marks_of_deal
from worker.review.decision import Luck, Moment
from worker.review.moments import Told, Value, less, moments_of_play, result_of, swing_of, told
from worker.review.outcomes import worths_of
from worker.review.policy import (
    DEALER_PUTS_OUT,
    ELDER_CALLS,
    OUTCOMES,
    policy_of,
)
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first
from worker.review.worlds import value_of_hands, value_of_state

DEALS: Final = 1_024
"""Orders of the stock in which a state is valued."""


def luck_and_moments(deal: CheckedDeal, stakes: Stakes) -> tuple[Luck | None, tuple[Moment, ...]]:
    """The luck of a deal, and A's chance through it; None and nothing where cards are not known, where an incident
    was, and where the game was over before it.
    """
    course = deal.course
    if (
        course.incidents
        or course.void
        or not course.regular
        or course.turn_up is None
        or course.trump is None
        or None in course.dealt
        or is_decided(stakes.before)
    ):
        return None, ()
    return _Valuer(course, stakes, course.trump, course.turn_up).told(deal)


class _Valuer:
    def __init__(self, course: Course, stakes: Stakes, trump: Suit, turn_up: Card) -> None:
        self.course, self.stakes = course, stakes
        self.trump, self.turn_up = trump, turn_up
        self.chances = worths_of(stakes, "A").chance
        points = stakes.before or (0, 0)
        self.points = points[seat(course.elder)], points[seat(course.dealer)]
        sign = 1 if course.elder == "A" else -1
        # From a score that is not known every mark can be made.
        self.marks = np.array([sign * marks_made(self.points, outcome) for outcome in range(OUTCOMES)])
        self.seed = 1

    def told(self, deal: CheckedDeal) -> tuple[Luck | None, tuple[Moment, ...]]:
        course = self.course
        start = self._start()
        hands: dict[Player, CardMask] = {"A": course.dealt[0] or 0, "B": course.dealt[1] or 0}
        dealt = self._of_hands(hands)
        gone = 0
        turned = self._of_state(hands, gone, ELDER_CALLS, 0)
        moments: list[Told] = [
            ("start", 0, None, start.chance),
            ("dealt", max(course.stated_tokens), None, dealt.chance),
            ("turned", course.turn_up_token, None, turned.chance),
        ]
        drawn = [Value(0.0, None if start.chance is None else 0.0)]
        for swap in course.swaps:
            if swap.out is None or swap.taken is None:
                return None, ()
            is_elder = swap.player == course.elder
            phase = DEALER_PUTS_OUT if is_elder else ELDER_CALLS
            before = self._of_state(hands, gone, phase, swap.give + 1, out=swap.out, player=swap.player)
            hands[swap.player] = hands[swap.player] & ~swap.out | swap.taken
            gone |= swap.out
            after = self._of_state(hands, gone, phase, swap.give + 1)
            if swap.out:
                drawn.append(less(after, before))
            if not is_elder:
                moments.append(("drawn", swap.token, None, after.chance))
        moments += moments_of_play(deal, self.stakes, self.trump)
        luck = Luck(
            dealt=swing_of([less(dealt, start)]),
            turned=swing_of([less(turned, dealt)]),
            drawn=swing_of(drawn),
            result=swing_of([less(result_of(deal, self.stakes), start)]),
        )
        return luck, told(moments)

    def _start(self) -> Value:
        sign = 1 if self.course.elder == "A" else -1
        return Value(sign * marks_of_deal(*self.points), self.stakes.chance_before("A"))

    def _of_hands(self, hands: dict[Player, CardMask]) -> Value:
        counts = np.zeros(OUTCOMES, np.int64)
        value_of_hands(
            policy_of(),
            hands[self.course.elder],
            hands[self.course.dealer],
            *self.points,
            self._next_seed(),
            DEALS,
            counts,
        )
        return self._value(counts)

    def _of_state(
        self,
        hands: dict[Player, CardMask],
        gone: CardMask,
        phase: int,
        gives: int,
        *,
        out: CardMask = 0,
        player: Player = "A",
    ) -> Value:
        """The mean over all orders of the stock; ``out`` is put out by ``player`` and drawn for first."""
        elder, dealer = self.course.elder, self.course.dealer
        counts = np.zeros(OUTCOMES, np.int64)
        unseen = PACK & ~(hands["A"] | hands["B"] | gone | 1 << self.turn_up)
        first = [trumps_first(cards, self.trump) for cards in (hands[elder], hands[dealer], out, unseen)]
        value_of_state(
            policy_of(),
            first[0],
            first[1],
            first[2] if player == elder else 0,
            first[2] if player == dealer else 0,
            first[3],
            rank_of(self.turn_up),
            phase,
            gives,
            0,
            *self.points,
            self._next_seed(),
            DEALS,
            counts,
        )
        return self._value(counts)

    def _next_seed(self) -> int:
        self.seed += 1
        return self.seed

    def _value(self, counts: NDArray[np.int64]) -> Value:
        shares = counts / counts.sum()
        marks = float(shares @ self.marks)
        variance = float(shares @ (self.marks - marks) ** 2) / counts.sum()
        chance = None if self.chances is None else float(shares @ self.chances)
        return Value(marks, chance, variance)

"""Measure luck apart from play: the worth of the cards dealt, the turn-up and the cards drawn.

The luck of an event is the value of the deal after the event minus the mean value before it. The value assumes that
both players follow the policy of reviews afterwards (``worker.review.first_calls``), with both hands seen and the
order of the stock unknown. The mean luck of every event is zero, whatever the players do. A result minus its luck is
therefore as fair on average as the result itself, with less variance (Burch et al. 2018, AIVAT).

The value before the deal therefore differs for luck and for the result. For luck it is the mean of the dealt hands,
with both hands seen (``worker.review.luck_start``); for the result it is the chance of winning in hidden play.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import PACK, Card, CardMask, Player, Suit, rank_of, seat
from scoring.checked import CheckedDeal
from scoring.deal_course import CallMade, Course, Swap
from scoring.marks import is_decided
from worker.review.chain import marks_made
from worker.review.chances import marks_of_deal
from worker.review.decision import ENDING_CALLS, Luck, Moment
from worker.review.exchange_values import exchange_table
from worker.review.first_call_values import add_calls, add_turn_ups
from worker.review.first_calls import policy_at
from worker.review.luck_start import start_value
from worker.review.moments import (
    PossibleMoment,
    Value,
    chance_before_play,
    known_moments,
    less,
    moments_of_play,
    result_of,
    swing_of,
)
from worker.review.outcomes import worths_of
from worker.review.policy import (
    DEALER_PUTS_OUT,
    DEALER_REPLIES,
    ELDER_CALLS,
    ELDER_PUTS_OUT,
    OUTCOMES,
)
from worker.review.stakes import Stakes
from worker.review.strength import trumps_first
from worker.review.worlds import value_of_state

DEALS: Final = 1_024
"""The number of random orders of the stock over which the value of a deal after an exchange is averaged."""
CALLS_ERROR: Final = 0.04
"""The standard error of the value of two hands before the first call, in marks.

The table of exchanges has the mean over all cards that may be discarded, and these hands have their own.
"""
HANDS_ERROR: Final = 0.02
"""The standard error of the value of two hands before the turn-up, in marks."""

CALL_DEALS: Final = 256
"""The number of random orders of the stock over which the value is compared before and after a call."""


def luck_and_moments(deal: CheckedDeal, stakes: Stakes) -> tuple[Luck | None, tuple[Moment, ...]]:
    """Return player A's luck in a deal, and A's probability of winning the game at each point of the deal.

    Return ``(None, ())`` if cards are unknown, if there was an incident, or if the game was already over.
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
    return _Valuer(course, stakes, course.trump, course.turn_up).value_deal(deal)


class _Valuer:
    """The values for player A of the states of one deal, if both follow the policy from that state on.

    ``chances`` and ``marks`` are the worth of each outcome to player A. ``points`` are the elder hand's and the
    dealer's before the deal, 0-0 if they are unknown.
    """

    def __init__(self, course: Course, stakes: Stakes, trump: Suit, turn_up: Card) -> None:
        self.course, self.stakes = course, stakes
        self.trump, self.turn_up = trump, turn_up
        self.chances = worths_of(stakes, "A").chance
        points = stakes.before or (0, 0)
        self.points = points[seat(course.elder)], points[seat(course.dealer)]
        self.policy = policy_at(self.points)
        sign = 1 if course.elder == "A" else -1
        # If the score is unknown, every mark counts.
        self.marks = np.array([sign * marks_made(self.points, outcome) for outcome in range(OUTCOMES)])
        self.seed = 1

    def value_deal(self, deal: CheckedDeal) -> tuple[Luck | None, tuple[Moment, ...]]:
        """Return A's luck in the deal, and the moments of the deal, or nothing if an exchange is not on record."""
        course = self.course
        start = self._value_start()
        hands: dict[Player, CardMask] = {"A": course.dealt[0] or 0, "B": course.dealt[1] or 0}
        dealt = self._value_hands(hands)
        gone = 0
        turned = self._value_before_calls(hands)
        moments: list[PossibleMoment] = [
            ("start", 0, None, start.chance),
            ("dealt", max(course.stated_tokens), None, dealt.chance),
            ("turned", course.turn_up_token, None, turned.chance),
        ]
        drawn = [Value(0.0, None if start.chance is None else 0.0)]
        for swap in self._calls_and_swaps():
            if isinstance(swap, CallMade):
                called = self._chance_after_call(swap, hands, gone, moments[-1][3])
                moments.append(("called", swap.token, None, called))
                continue
            if swap.out is None or swap.taken is None:
                return None, ()
            is_elder = swap.player == course.elder
            phase = DEALER_PUTS_OUT if is_elder else ELDER_CALLS
            before = self._value_state(hands, gone, phase, swap.give + 1, out=swap.out, player=swap.player)
            hands[swap.player] = hands[swap.player] & ~swap.out | swap.taken
            gone |= swap.out
            after = self._value_state(hands, gone, phase, swap.give + 1)
            if swap.out:
                drawn.append(less(after, before))
            moments.append(("drawn", swap.token, None, after.chance))
        moments += moments_of_play(deal, self.stakes, self.trump)
        luck = Luck(
            dealt=swing_of([less(dealt, self._value_before_deal())]),
            turned=swing_of([less(turned, dealt)]),
            drawn=swing_of(drawn),
            result=swing_of([less(result_of(deal, self.stakes), start)]),
        )
        return luck, known_moments(moments)

    def _calls_and_swaps(self) -> list[CallMade | Swap]:
        return sorted((*self.course.calls, *self.course.swaps), key=lambda step: step.token)

    def _chance_after_call(
        self, call: CallMade, hands: dict[Player, CardMask], gone: CardMask, before: float | None
    ) -> float | None:
        """Return A's probability of winning after a call, or None if it is not known.

        ``before`` is the probability before the call. ``gone`` are the cards discarded so far.

        The call that begins the play is followed by no more chance. Any other call adds the difference between the
        values after and before it, in the same orders of the stock, so that a call that the policy always makes does
        not move the value.
        """
        if call.letter in ENDING_CALLS:
            return chance_before_play(self.course, self.stakes, self.trump, call.token)
        gives = sum(made.letter == "G" for made in self.course.calls if made.token < call.token)
        is_elder = call.letter == "P"
        was = self._value_state(
            hands, gone, ELDER_CALLS if is_elder else DEALER_REPLIES, gives, seed=self.seed, deals=CALL_DEALS
        )
        phase, gives = (DEALER_REPLIES, gives) if is_elder else (ELDER_PUTS_OUT, gives + 1)
        now = self._value_state(hands, gone, phase, gives, seed=self.seed, deals=CALL_DEALS)
        if before is None or was.chance is None or now.chance is None:
            return None
        return min(max(before + now.chance - was.chance, 0.0), 1.0)

    def _value_start(self) -> Value:
        sign = 1 if self.course.elder == "A" else -1
        return Value(sign * marks_of_deal(*self.points), self.stakes.chance_before("A"))

    def _value_before_deal(self) -> Value:
        """Return the mean of ``_value_hands`` over all hands."""
        chance, marks = start_value(self.points)
        if self.course.elder != "A":
            chance, marks = 1 - chance, -marks
        return Value(marks, None if self.chances is None else chance)

    def _value_hands(self, hands: dict[Player, CardMask]) -> Value:
        """Return the mean value of the hands over all cards that may be turned up."""
        counts = np.zeros(OUTCOMES, np.int64)
        add_turn_ups(
            self.policy,
            exchange_table(),
            hands[self.course.elder],
            hands[self.course.dealer],
            *self.points,
            counts,
        )
        return self._average_counts(counts, HANDS_ERROR**2)

    def _value_before_calls(self, hands: dict[Player, CardMask]) -> Value:
        """Return the mean value of the hands before the first call, over all orders of the stock, with this turn-up."""
        elder, dealer = self.course.elder, self.course.dealer
        counts = np.zeros(OUTCOMES, np.int64)
        add_calls(
            self.policy,
            exchange_table(),
            trumps_first(hands[elder], self.trump),
            trumps_first(hands[dealer], self.trump),
            rank_of(self.turn_up),
            *self.points,
            counts,
        )
        return self._average_counts(counts, CALLS_ERROR**2)

    def _value_state(
        self,
        hands: dict[Player, CardMask],
        gone: CardMask,
        phase: int,
        gives: int,
        *,
        out: CardMask = 0,
        player: Player = "A",
        seed: int | None = None,
        deals: int = DEALS,
    ) -> Value:
        """Return the mean value over all orders of the stock, if ``player`` first discards ``out`` and draws as
        many cards. ``seed`` repeats the orders of an earlier value; None takes new ones.
        """
        elder, dealer = self.course.elder, self.course.dealer
        counts = np.zeros(OUTCOMES, np.int64)
        unseen = PACK & ~(hands["A"] | hands["B"] | gone | 1 << self.turn_up)
        first = [trumps_first(cards, self.trump) for cards in (hands[elder], hands[dealer], out, unseen)]
        value_of_state(
            self.policy,
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
            self._next_seed() if seed is None else seed,
            deals,
            counts,
        )
        return self._average_counts(counts)

    def _next_seed(self) -> int:
        self.seed += 1
        return self.seed

    def _average_counts(self, counts: NDArray[np.int64], variance: float | None = None) -> Value:
        """Return the mean value of counted outcomes.

        ``variance`` is that of the mean marks; if it is None, the outcomes are those of as many random deals.
        """
        shares = counts / counts.sum()
        marks = float(shares @ self.marks)
        if variance is None:
            variance = float(shares @ (self.marks - marks) ** 2) / float(counts.sum())
        chance = None if self.chances is None else float(shares @ self.chances)
        return Value(marks, chance, variance)

"""Value choices before the play in random deals that fit a player's knowledge (worlds), by the policy (compiled).

Trumps are spades here (``strength.trumps_first``), and outcomes are those of ``worker.review.policy``. The
choices of one decision are tried in the same worlds, so that only they make the difference.

A player is assumed to think as follows. All unseen cards are equally likely to be in the opponent's hand,
among the opponent's discards or in the stock, as far as the policy would have made the same calls and
discarded as many cards. A hand with which the policy makes a first call only sometimes is kept as often
(``worker.review.first_calls``). The opponent has a king that they have announced. Calls before the last exchange but
one are ignored. If no hand in a thousand tries fits the calls, they are ignored; if too few cards are unseen
for the number discarded, that number is ignored.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.first_calls import frequency_of, go_on_from_calls, happens
from worker.review.policy import (
    DEALER_REPLIES,
    ELDER_CALLS,
    ELDER_PUTS_OUT,
    KEEPERS,
    LATER,
    Policy,
    cards_to_put_out,
    exchange_by,
    exchanged,
    is_above,
    next_random,
    outcome_of,
    shuffle,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import count_cards

STOP: Final = 1 << 32
"""The number for the choice that ends the exchange: standing, or refusing."""
GO_ON: Final = 1 << 33
"""The number for the choice that continues the exchange: proposing, or accepting."""

_TRIES: Final = 1_000
"""The largest number of hands to try.

A second proposal fits the policy about once in forty hands, so few tries would often find no hand.
"""


@compiled
def _cards_into(mask: int, cards: NDArray[np.int64]) -> int:
    """Write the cards of ``mask`` into ``cards``. Return their number."""
    number = 0
    for card in range(32):
        if mask >> card & 1:
            cards[number] = card
            number += 1
    return number


@compiled
def _take(cards: NDArray[np.int64], first: int, last: int, number: int, state: NDArray[np.uint64]) -> int:
    """Move ``number`` random cards of ``cards[first:last]`` to its front. Return them as a mask."""
    mask = 0
    for place in range(first, first + number):
        other = place + (next_random(state) * (last - place) >> 31)
        cards[place], cards[other] = cards[other], cards[place]
        mask |= 1 << cards[place]
    return mask


@compiled
def draw_world(
    policy: Policy,
    role: int,
    turned: int,
    keepers: NDArray[np.int64],
    number_of_keepers: int,
    others: NDArray[np.int64],
    number_of_others: int,
    announced: int,
    last_out: int,
    all_out: int,
    call_before: int,
    call_now: int,
    stock: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> int:
    """Draw a hand of the opponent that fits the calls, and shuffle the remaining cards into ``stock``.

    Cards that the opponent has discarded are not in ``stock``. Return the hand as a mask, or 0 if none of
    ``_TRIES`` hands fits the calls and the announced cards.

    - ``role``: the opponent's role, 0 for the elder hand, 1 for the dealer.
    - ``keepers``: the unseen trumps and kings; ``others``: the other unseen cards.
    - ``announced``: the unseen cards that the opponent is known to have.
    - ``last_out``: the number of cards that the opponent discarded last, or -1 if there was no discard.
    - ``all_out``: the number of cards that the opponent has discarded in all.
    - ``call_before``: the kind of the opponent's call before that last exchange, or -1 if there was none.
    - ``call_now``: the kind of the opponent's call with the present hand, or -1 if there was none.
    """
    return draw_by(
        policy.first_calls, policy.strength.value, policy.strength.part, policy.limits,
        role, turned, keepers, number_of_keepers, others,
        number_of_others, announced, last_out, all_out, call_before, call_now, stock, state,
    )  # fmt: skip


@compiled
def draw_by(
    first_calls: NDArray[np.uint8],
    value: NDArray[np.uint8],
    part: NDArray[np.int32],
    limits: NDArray[np.int64],
    role: int,
    turned: int,
    keepers: NDArray[np.int64],
    number_of_keepers: int,
    others: NDArray[np.int64],
    number_of_others: int,
    announced: int,
    last_out: int,
    all_out: int,
    call_before: int,
    call_now: int,
    stock: NDArray[np.int64],
    state: NDArray[np.uint64],
) -> int:
    """Return what ``draw_world`` returns, given the arrays of the policy that it needs (``policy.is_above``)."""
    kept = HAND_SIZE - last_out
    has_frequencies = len(first_calls) > 0
    fits = last_out >= 0 and kept <= number_of_keepers and all_out <= number_of_others
    for _ in range(_TRIES):
        # ``core``: the cards that the opponent kept at the last exchange; the others of the hand are ``drawn``.
        core, used_keepers, used_others, drawn = 0, 0, 0, HAND_SIZE
        if fits:
            core = _take(keepers, 0, number_of_keepers, kept, state)
            gone = _take(others, 0, number_of_others, last_out, state)
            before = core | gone  # The hand at the earlier call.
            if has_frequencies and 0 <= call_before < LATER:
                if not happens(frequency_of(first_calls, part, role, before, turned), state):
                    continue
            elif call_before >= 0 and is_above(value, part, limits, role, before, turned, call_before):
                continue
            _take(others, last_out, number_of_others, all_out - last_out, state)
            used_keepers, used_others, drawn = kept, all_out, last_out
        left = 0
        for place in range(used_keepers, number_of_keepers):
            stock[left] = keepers[place]
            left += 1
        for place in range(used_others, number_of_others):
            stock[left] = others[place]
            left += 1
        hand = core
        for place in range(left - 1, left - 1 - drawn, -1):
            other = next_random(state) * (place + 1) >> 31
            stock[place], stock[other] = stock[other], stock[place]
            hand |= 1 << stock[place]
        if announced & ~hand:
            continue
        shuffle(stock, 0, left - drawn, state)
        if call_now < 0:
            return hand
        if has_frequencies and call_now < LATER:
            if happens(frequency_of(first_calls, part, role, hand, turned), state):
                return hand
        # An elder who has nothing to put out stands, however weak the hand.
        elif (role == 1 or cards_to_put_out(hand)) and not is_above(
            value, part, limits, role, hand, turned, call_now
        ):
            return hand
    return 0


@compiled
def try_choices(
    policy: Policy,
    is_elder: bool,
    own: int,
    unseen: int,
    announced: int,
    left: int,
    turned: int,
    phase: int,
    gives: int,
    vulnerable: int,
    elder_points: int,
    dealer_points: int,
    last_out: int,
    all_out: int,
    call_before: int,
    call_now: int,
    choices: NDArray[np.int64],
    seed: int,
    outcomes: NDArray[np.uint8],
) -> None:
    """Store in ``outcomes[world, choice]`` the outcome of each choice in each random deal (world).

    - ``is_elder``: whether the player is the elder hand.
    - ``own``: the player's hand at the choice.
    - ``unseen``: the cards that may be anywhere else; ``announced``: those that the opponent is known to
      have.
    - ``left``: the number of cards in the stock.
    - ``phase``: the phase of the choice: a call, a reply or a discard.
    - ``choices``: ``STOP``, ``GO_ON``, or masks of the cards discarded.
    - ``seed``: the seed of the random numbers.

    The other parameters are those of ``draw_world`` and ``go_on``.
    """
    table, value, part = policy.table, policy.strength.value, policy.strength.part
    first_calls, limits = policy.first_calls, policy.limits
    state = np.array([seed], np.uint64)
    keepers = np.zeros(32, np.int64)
    others = np.zeros(32, np.int64)
    number_of_keepers = _cards_into(unseen & KEEPERS, keepers)
    number_of_others = _cards_into(unseen & ~KEEPERS, others)
    stock = np.zeros(32, np.int64)
    for world in range(len(outcomes)):
        theirs = 0
        while theirs == 0:
            theirs = draw_by(
                first_calls, value, part, limits, 1 if is_elder else 0, turned, keepers, number_of_keepers, others,
                number_of_others, announced, last_out, all_out, call_before, call_now, stock, state,
            )  # fmt: skip
            if theirs == 0:
                # Ignore the calls in all further worlds, too, or each would cost as many tries.
                call_before, call_now = -1, -1
        for place in range(len(choices)):
            choice = choices[place]
            hand = own
            next_phase = phase + 1
            gives_now = gives
            rest = left
            if choice == STOP:
                hands = (own, theirs) if is_elder else (theirs, own)
                loser = vulnerable
                # Against a player who stands or refuses at the first call, the point counts two (law 49).
                if gives == 0:
                    loser = 1 if is_elder else 2
                outcomes[world, place] = outcome_of(table, hands[0], hands[1], turned, loser)
                continue
            if choice == GO_ON:
                if phase == DEALER_REPLIES:
                    gives_now += 1
            else:
                hand = exchanged(own, choice, stock, left)
                rest = left - count_cards(choice)
                if phase != ELDER_PUTS_OUT:
                    next_phase = ELDER_CALLS
            hands = (hand, theirs) if is_elder else (theirs, hand)
            if gives_now == 0:
                outcomes[world, place] = go_on_from_calls(
                    policy, hands[0], hands[1], stock, rest, turned, next_phase, gives_now,
                    vulnerable, elder_points, dealer_points, state,
                )  # fmt: skip
                continue
            # The same without the first calls: it is three times as fast not to hand on the policy as a whole.
            ready = exchange_by(
                value, part, limits, hands[0], hands[1], stock, rest, turned, next_phase, gives_now,
                vulnerable, elder_points, dealer_points,
            )  # fmt: skip
            outcomes[world, place] = outcome_of(table, ready[0], ready[1], turned, ready[4])


@compiled
def count_refusing(
    policy: Policy,
    dealer: int,
    unseen: int,
    announced: int,
    turned: int,
    call: int,
    counts: NDArray[np.int64],
) -> int:
    """Count the outcomes if the dealer refuses at once, over the hands with which the elder hand would have
    proposed.

    Return the number of hands. Their weights are added to ``counts[outcome]``: how often the equilibrium proposes, in
    twentieths, or 1 if the policy follows thresholds. ``call`` is the kind of the elder hand's call. ``announced``
    are the cards known to be in the elder hand.
    """
    cards = np.zeros(32, np.int64)
    number = _cards_into(unseen, cards)
    hands = 0
    table, first_calls, part = policy.table, policy.first_calls, policy.strength.part
    value, limits = policy.strength.value, policy.limits
    has_frequencies = len(first_calls) > 0
    for a in range(number):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << cards[a] | 1 << cards[b] | 1 << cards[c] | 1 << cards[d]
                    for e in range(d):
                        elder = four | 1 << cards[e]
                        if announced & ~elder:
                            continue
                        if has_frequencies:
                            weight = frequency_of(first_calls, part, 0, elder, turned)
                        elif elder & ~KEEPERS and not is_above(value, part, limits, 0, elder, turned, call):
                            weight = 1
                        else:
                            weight = 0
                        if weight:
                            hands += 1
                            counts[outcome_of(table, elder, dealer, turned, 2)] += weight
    return hands


@compiled
def value_of_state(
    policy: Policy,
    elder: int,
    dealer: int,
    elder_out: int,
    dealer_out: int,
    unseen: int,
    turned: int,
    phase: int,
    gives: int,
    vulnerable: int,
    elder_points: int,
    dealer_points: int,
    seed: int,
    deals: int,
    counts: NDArray[np.int64],
) -> None:
    """Count in ``counts[outcome]`` the outcomes of two given hands over ``deals`` random orders of the stock.

    ``unseen`` are the cards of the stock. ``elder_out`` and ``dealer_out`` are discarded and replaced first;
    ``phase`` is the phase after this exchange.
    """
    table, value, part = policy.table, policy.strength.value, policy.strength.part
    limits = policy.limits
    state = np.array([seed], np.uint64)
    stock = np.zeros(32, np.int64)
    left = _cards_into(unseen, stock)
    is_later_call = phase == ELDER_CALLS and gives > 0 and elder_out | dealer_out == 0
    if is_later_call and (
        left == 0
        or cards_to_put_out(elder) == 0
        or is_above(value, part, limits, 0, elder, turned, LATER)
        or is_above(value, part, limits, 1, dealer, turned, LATER)
    ):
        # The hands are played as they are, whatever the stock.
        counts[outcome_of(table, elder, dealer, turned, vulnerable)] += deals
        return
    for _ in range(deals):
        shuffle(stock, 0, left, state)
        first = exchanged(elder, elder_out, stock, left)
        rest = left - count_cards(elder_out)
        second = exchanged(dealer, dealer_out, stock, rest)
        rest -= count_cards(dealer_out)
        if gives == 0:
            counts[
                go_on_from_calls(
                    policy, first, second, stock, rest, turned, phase, gives, vulnerable,
                    elder_points, dealer_points, state,
                )
            ] += 1  # fmt: skip
            continue
        ready = exchange_by(
            value, part, limits, first, second, stock, rest, turned, phase, gives, vulnerable,
            elder_points, dealer_points,
        )  # fmt: skip
        counts[outcome_of(table, ready[0], ready[1], turned, ready[4])] += 1

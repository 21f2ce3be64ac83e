"""The compiled loops of values before the play: worlds that fit what a player knows, each played on by the policy.

Trumps are spades here (``strength.trumps_first``), outcomes those of ``worker.review.policy``. Choices of one decision
are tried in the very same worlds, so that what differs between them is the choice.

What a player takes the adversary to hold: all cards that he has not seen are equally likely, in the adversary's hand,
among what he put out and in the stock, as far as the policy would have made the calls that were made and have put out
as many cards; a king that he has announced he holds. Of calls made before the last exchange but one no account is
taken. Where in a thousand tries no hand fits the calls, they tell nothing; where too few cards are unseen for the
number put out, that tells nothing.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import HAND_SIZE
from worker.review.policy import (
    DEALER_REPLIES,
    ELDER_CALLS,
    ELDER_PUTS_OUT,
    KEEPERS,
    STOCK,
    Policy,
    card_trumps_first,
    cards_to_put_out,
    exchanged,
    go_on,
    is_strong,
    next_random,
    outcome_of,
    shuffle,
)
from worker.review.strength import trumps_first
from worker.solver.compiling import compiled
from worker.solver.kernels import count_cards

STOP: Final = 1 << 32
"""The choice that ends the exchange: to stand, to refuse."""
GO_ON: Final = 1 << 33
"""The choice that goes on with it: to propose, to give."""

_TRIES: Final = 1_000
"""A second proposal fits the policy about once in forty hands, so that few tries would find none too often."""


@compiled
def _cards_into(mask: int, cards: NDArray[np.int64]) -> int:
    """Write the cards of ``mask`` into ``cards``; returns how many."""
    number = 0
    for card in range(32):
        if mask >> card & 1:
            cards[number] = card
            number += 1
    return number


@compiled
def _take(cards: NDArray[np.int64], first: int, last: int, number: int, state: NDArray[np.uint64]) -> int:
    """Draw ``number`` of ``cards[first:last]`` to their front; returns them as a mask."""
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
    """Draw the adversary's hand, and shuffle the cards that are left for the stock into ``stock``; returns the hand,
    0 where ``_TRIES`` gave none that fits the calls.

    ``role`` is the adversary's. ``keepers`` and ``others``: the cards unseen, trumps and kings apart; ``announced``:
    those of them that he is known to hold. ``last_out``: how many cards he put out last, -1 for none yet; ``all_out``:
    in all. ``call_before``: what kind of call he made before that exchange, ``call_now`` with his hand as it is; -1 for
    none.
    """
    kept = HAND_SIZE - last_out
    fits = last_out >= 0 and kept <= number_of_keepers and all_out <= number_of_others
    for _ in range(_TRIES):
        core, used_keepers, used_others, drawn = 0, 0, 0, HAND_SIZE
        if fits:
            core = _take(keepers, 0, number_of_keepers, kept, state)
            gone = _take(others, 0, number_of_others, last_out, state)
            if call_before >= 0 and is_strong(policy, role, core | gone, turned, call_before):
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
        # An elder who has nothing to put out stands, however weak.
        if call_now < 0 or (
            (role == 1 or cards_to_put_out(hand)) and not is_strong(policy, role, hand, turned, call_now)
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
    """Fill ``outcomes[world, choice]``: what comes of each choice in as many worlds.

    ``own``: the player's hand as he chooses; ``unseen``: what may lie anywhere else; ``announced``: of that, what the
    adversary is known to hold; ``left``: cards in the stock. ``phase`` is the choice's own: to call, to reply, to put
    out. ``choices``: ``STOP``, ``GO_ON``, or the cards put out. About the adversary as in ``draw_world``.
    """
    state = np.array([seed], np.uint64)
    keepers = np.zeros(32, np.int64)
    others = np.zeros(32, np.int64)
    number_of_keepers = _cards_into(unseen & KEEPERS, keepers)
    number_of_others = _cards_into(unseen & ~KEEPERS, others)
    stock = np.zeros(32, np.int64)
    for world in range(len(outcomes)):
        theirs = 0
        while theirs == 0:
            theirs = draw_world(
                policy, 1 if is_elder else 0, turned, keepers, number_of_keepers, others,
                number_of_others, announced, last_out, all_out, call_before, call_now, stock, state,
            )  # fmt: skip
            if theirs == 0:
                # In the worlds to come as well, or each would cost as many tries.
                call_before, call_now = -1, -1
        for place in range(len(choices)):
            choice = choices[place]
            hand = own
            next_phase = phase + 1
            gives_now = gives
            rest = left
            if choice == STOP:
                held = (own, theirs) if is_elder else (theirs, own)
                loser = vulnerable
                if gives == 0:
                    loser = 1 if is_elder else 2
                outcomes[world, place] = outcome_of(policy.table, held[0], held[1], turned, loser)
                continue
            if choice == GO_ON:
                if phase == DEALER_REPLIES:
                    gives_now += 1
            else:
                hand = exchanged(own, choice, stock, left)
                rest = left - count_cards(choice)
                if phase != ELDER_PUTS_OUT:
                    next_phase = ELDER_CALLS
            held = (hand, theirs) if is_elder else (theirs, hand)
            outcomes[world, place] = go_on(
                policy, held[0], held[1], stock, rest, turned, next_phase, gives_now,
                vulnerable, elder_points, dealer_points,
            )  # fmt: skip


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
    """Add to ``counts[outcome]`` every hand with which the elder would have proposed, when the dealer refuses the first
    proposal; returns how many there are. ``call`` is the kind of the elder's call; ``announced`` he is known to hold.
    """
    cards = np.zeros(32, np.int64)
    number = _cards_into(unseen, cards)
    hands = 0
    for a in range(number):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << cards[a] | 1 << cards[b] | 1 << cards[c] | 1 << cards[d]
                    for e in range(d):
                        elder = four | 1 << cards[e]
                        if announced & ~elder:
                            continue
                        if elder & ~KEEPERS and not is_strong(policy, 0, elder, turned, call):
                            hands += 1
                            counts[outcome_of(policy.table, elder, dealer, turned, 2)] += 1
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
    """Add to ``counts[outcome]`` what comes of ``deals`` orders of the stock, ``unseen``, both hands being these.

    ``elder_out`` or ``dealer_out`` are put out and drawn for first, which ``phase`` is behind already.
    """
    state = np.array([seed], np.uint64)
    stock = np.zeros(32, np.int64)
    left = _cards_into(unseen, stock)
    for _ in range(deals):
        shuffle(stock, 0, left, state)
        first = exchanged(elder, elder_out, stock, left)
        rest = left - count_cards(elder_out)
        second = exchanged(dealer, dealer_out, stock, rest)
        rest -= count_cards(dealer_out)
        counts[
            go_on(
                policy, first, second, stock, rest, turned, phase, gives, vulnerable,
                elder_points, dealer_points,
            )
        ] += 1  # fmt: skip


@compiled
def value_of_hands(
    policy: Policy,
    elder: int,
    dealer: int,
    elder_points: int,
    dealer_points: int,
    seed: int,
    deals: int,
    counts: NDArray[np.int64],
) -> None:
    """The same of two hands dealt before a card is turned up: any of the other 22 may be, and its suit is trumps."""
    state = np.array([seed], np.uint64)
    cards = np.zeros(32, np.int64)
    number = _cards_into(0xFFFF_FFFF & ~(elder | dealer), cards)
    stock = np.zeros(32, np.int64)
    for _ in range(deals):
        shuffle(cards, 0, number, state)
        trump = cards[number - 1] >> 3
        for place in range(STOCK):
            stock[place] = card_trumps_first(cards[place], trump)
        counts[
            go_on(
                policy, trumps_first(elder, trump), trumps_first(dealer, trump), stock, STOCK,
                cards[number - 1] & 7, ELDER_CALLS, 0, 0, elder_points, dealer_points,
            )
        ] += 1  # fmt: skip

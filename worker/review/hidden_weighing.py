"""Play out every hand that the opponent may have, while each player uses only what they can know (compiled)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from worker.review.hidden_kernels import (
    ALWAYS,
    Plans,
    Rules,
    is_hand,
    rest_of_hand,
    share_of_reply,
    worth_of_reply,
)
from worker.review.hidden_last_tricks import HandMasks, Kept, after_trick, play_on
from worker.review.kernels import NO_LEAD
from worker.solver.compiling import compiled
from worker.solver.kernels import count_cards, lawful_cards

SHARES: Final = 24
"""The number of units in a worth of one, so that totals are whole numbers.

24 can be divided by two shares of a lead, two shares of a reply, and one to three equal replies.
"""

QUARTER: Final = SHARES // 4
_HALF: Final = SHARES // 2


@compiled
def weigh_leads_of_two(
    own: int,
    known: HandMasks,
    common_own: HandMasks,
    worth: NDArray[np.int64],
    rules: Rules,
    totals: NDArray[np.int64],
) -> None:
    """Add to ``totals[card]`` the worth of leading each of two cards, summed over the opponent's possible
    hands.

    ``own`` are the two cards. ``known`` is what the player knows of the opponent's hand, ``common_own`` what both
    know of the player's. The worth is in units of 1/``SHARES``.
    """
    certain, possible = known
    for lead in range(32):
        if own >> lead & 1 == 0:
            continue
        last = own & ~(1 << lead)
        for one in range(32):
            for other in range(one):
                pair = 1 << one | 1 << other
                if is_hand(pair, certain, possible):
                    unseen = rest_of_hand(common_own[0], common_own[1], pair | 1 << lead)
                    share = share_of_reply(lead, one, other, unseen, worth, rules)
                    one_worth = worth_of_reply(lead, one, other, last, worth, rules)
                    other_worth = worth_of_reply(lead, other, one, last, worth, rules)
                    totals[lead] += _HALF * (share * one_worth + (ALWAYS - share) * other_worth)


@compiled
def weigh_three(
    own: int,
    lead: int,
    known: HandMasks,
    common_own: HandMasks,
    common_theirs: HandMasks,
    worth: NDArray[np.int64],
    rules: Rules,
    totals: NDArray[np.int64],
) -> None:
    """Add to ``totals[card]`` the worth of each lawful card of three, summed over the opponent's possible
    hands.

    The worth is in units of 1/``SHARES``.
    """
    leads = lead == NO_LEAD
    others = known[1] if leads else 1 << lead
    most = count_cards(own) * count_cards(others)
    kept = Kept(
        np.empty((most, 6), np.int64),
        Plans(
            np.empty((most, 32, 32, 32), np.int8),
            np.empty((most, 32, 32), np.int8),
            np.empty((most, 32, 32), np.int64),
        ),
        np.empty((most, 4), np.int64),
        np.empty((most, 32, 32), np.int64),
        np.zeros(2, np.int64),
    )
    place = np.zeros((32, 32), np.int64)
    indexes = np.zeros((32, 2), np.int64)
    lawful = lawful_cards(own, lead, rules.trump)
    for card in range(32):
        if lawful >> card & 1 == 0:
            continue
        for other in range(32):
            if others >> other & 1:
                here = after_trick(
                    leads, card, other, own, known, common_own, common_theirs, rules, place[other]
                )
                indexes[other, 0], indexes[other, 1] = play_on(here, leads, worth, rules, kept)
        if leads:
            totals[card] += sum_of_triples(card, known, rules.trump, place, indexes, kept)
        else:
            totals[card] += QUARTER * sum_of_pairs(known, place[lead], kept.values[indexes[lead, 1]])


@compiled
def sum_of_pairs(known: HandMasks, place: NDArray[np.int64], values: NDArray[np.int64]) -> int:
    total = 0
    for one in range(32):
        for other in range(one):
            if is_hand(1 << one | 1 << other, known[0], known[1]):
                total += values[place[one], place[other]]
    return total


@compiled
def sum_of_triples(
    lead: int,
    known: HandMasks,
    trump: int,
    place: NDArray[np.int64],
    indexes: NDArray[np.int64],
    kept: Kept,
) -> int:
    """Return the worth of ``lead`` summed over all hands of three cards, in units of 1/``SHARES``.

    The opponent plays the lawful reply that is worth least to the player, over all hands that the player may
    have.
    """
    cards = np.empty(3, np.int64)
    total = 0
    for first in range(32):
        for second in range(first):
            for third in range(second):
                hand = 1 << first | 1 << second | 1 << third
                if known[0] & ~hand or hand & ~known[1]:
                    continue
                cards[0], cards[1], cards[2] = first, second, third
                lawful = lawful_cards(hand, lead, trump)
                least = 0
                equal = 0
                worth = 0
                for i in range(3):
                    reply = cards[i]
                    if lawful >> reply & 1 == 0:
                        continue
                    one, other = place[reply, cards[(i + 1) % 3]], place[reply, cards[(i + 2) % 3]]
                    plan, value = indexes[reply]
                    sum_here = kept.plans.sums[plan, one, other]
                    if equal == 0 or sum_here < least:
                        least = sum_here
                        equal = 1
                        worth = kept.values[value, one, other]
                    elif sum_here == least:
                        equal += 1
                        worth += kept.values[value, one, other]
                total += QUARTER // equal * worth
    return total

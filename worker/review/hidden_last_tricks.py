"""Compute what the players know after the third trick, and the value of a player's last two cards (compiled)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.review.hidden_kernels import (
    ALWAYS,
    Hands,
    Plans,
    Rules,
    cards_in,
    count_last_cards,
    fill_leads,
    fill_replies,
    fill_worths,
    is_hand,
    rest_of_hand,
    share_of,
    share_of_reply,
    sum_for_followers,
    sum_for_leaders,
    worth_of_reply,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, beats, count_cards

HandMasks: TypeAlias = tuple[int, int]
"""The knowledge of a hand, as two masks: the hand has all cards of the first mask, and its others are in the
second.
"""


class Kept(NamedTuple):
    """A cache of results for positions in which each player has two cards.

    - ``plan_keys`` and ``value_keys``: the keys of the positions whose plans and values are stored.
    - ``made``: the numbers of plans and of values stored so far.
    - ``values[_, card, card]``: the worth to the player of their two cards against each hand of the
      opponent, in quarters.
    """

    plan_keys: NDArray[np.int64]
    plans: Plans
    value_keys: NDArray[np.int64]
    values: NDArray[np.int64]
    made: NDArray[np.int64]


@compiled
def after_trick(
    led: bool,
    card: int,
    other: int,
    own: int,
    known: HandMasks,
    common_own: HandMasks,
    common_theirs: HandMasks,
    rules: Rules,
    place: NDArray[np.int64],
) -> tuple[bool, int, HandMasks, HandMasks, HandMasks]:
    """Return the position after a trick of the player's ``card`` and the opponent's ``other``.

    The result has five parts: whether the player leads next, the player's hand, and three knowledges of hands
    (``known``, ``common_own`` and ``common_theirs`` after the trick). The remaining cards of each suit are
    renumbered without gaps, and the plain suits are sorted, so that equivalent positions are equal;
    ``place[card]`` becomes the new number of a card. ``led`` is whether the player led to the trick.
    """
    lead, reply = (card, other) if led else (other, card)
    leads_next = beats(reply, lead, rules.trump) != led
    # The cards that the player, and the opponent, can't have any more.
    gone = 1 << lead | 1 << reply
    own_gone = gone if led else gone | rules.ruled_out[lead, reply]
    their_gone = gone | rules.ruled_out[lead, reply] if led else gone
    # Close up the ranks over all cards that may still be in a hand.
    pool = own & ~gone | common_own[1] & ~own_gone | common_theirs[1] & ~their_gone
    for suit in range(4):
        lower = suit << 3
        for each in range(suit << 3, (suit << 3) + 8):
            if pool >> each & 1:
                place[each] = lower
                lower += 1
    own = _moved(own & ~gone, place)
    known = _moved(known[0] & ~their_gone, place), _moved(known[1] & ~their_gone, place)
    common_own = _moved(common_own[0] & ~own_gone, place), _moved(common_own[1] & ~own_gone, place)
    common_theirs = (
        _moved(common_theirs[0] & ~their_gone, place),
        _moved(common_theirs[1] & ~their_gone, place),
    )
    # The code of a suit has a byte for each of the four sets of cards.
    codes = np.empty(4, np.int64)
    for suit in range(4):
        shift = suit << 3
        codes[suit] = (
            (common_own[1] >> shift & 0xFF) << 24
            | (common_theirs[1] >> shift & 0xFF) << 16
            | (known[1] >> shift & 0xFF) << 8
            | own >> shift & 0xFF
        )
    moves = _sort_plain_suits(codes, rules.trump)
    for card in range(32):
        place[card] = moves[place[card] >> 3] << 3 | place[card] & 7
    return (
        leads_next,
        _with_suits_moved(own, moves),
        (_with_suits_moved(known[0], moves), _with_suits_moved(known[1], moves)),
        (_with_suits_moved(common_own[0], moves), _with_suits_moved(common_own[1], moves)),
        (_with_suits_moved(common_theirs[0], moves), _with_suits_moved(common_theirs[1], moves)),
    )


@compiled
def _sort_plain_suits(codes: NDArray[np.int64], trump: int) -> NDArray[np.int64]:
    """Return for each suit the suit to which it moves, so that the codes of plain suits fall. Trumps stay."""
    moves = np.empty(4, np.int64)
    for suit in range(4):
        moves[suit] = suit
        if suit == trump:
            continue
        before = 0
        for other in range(4):
            is_equal_before = codes[other] == codes[suit] and other < suit
            if other != trump and (codes[other] > codes[suit] or is_equal_before):
                before += 1
        moves[suit] = before if before < trump else before + 1
    return moves


@compiled
def _with_suits_moved(mask: int, moves: NDArray[np.int64]) -> int:
    """Return a mask with each suit moved to ``moves[suit]``."""
    moved = 0
    for suit in range(4):
        moved |= (mask >> (suit << 3) & 0xFF) << (as_int(moves[suit]) << 3)
    return moved


@compiled
def _moved(mask: int, place: NDArray[np.int64]) -> int:
    """Return a mask with each card moved to ``place[card]``."""
    moved = 0
    for card in range(32):
        if mask >> card & 1:
            moved |= 1 << place[card]
    return moved


@compiled
def play_on(
    here: tuple[bool, int, HandMasks, HandMasks, HandMasks],
    sums_wanted: bool,
    worth: NDArray[np.int64],
    rules: Rules,
    kept: Kept,
) -> tuple[int, int]:
    """Return the indexes in ``kept`` of the plans and of the values of a position with two cards in each
    hand.

    If the plans or values are not in ``kept`` yet, they are computed and stored. ``here`` is the position, as
    ``after_trick`` returns it.
    """
    leads_next, own, known, common_own, common_theirs = here
    leader_worth = np.empty(3, np.int64)
    for tricks in range(3):
        leader_worth[tricks] = worth[tricks + 1] if leads_next else -worth[2 - tricks]
    leader, follower = (common_own, common_theirs) if leads_next else (common_theirs, common_own)
    hands = Hands(leader[0], leader[1], follower[0], follower[1])
    leads = leader[1] | (own if leads_next else 0)
    key = (1 if leads_next else 0, leads, leader[0], leader[1], follower[0], follower[1])
    number = _find_key(kept.plan_keys, kept.made[0], key)
    plan = Plans(kept.plans.replies[number], kept.plans.leads[number], kept.plans.sums[number])
    if number == kept.made[0]:
        kept.made[0] += 1
        fill_replies(leads, hands, leader_worth, rules, plan)
        if sums_wanted or not leads_next:
            fill_leads(hands, leader_worth, rules, plan)
        if sums_wanted and leads_next:
            sum_for_followers(hands, leader_worth, rules, plan)
        elif sums_wanted:
            sum_for_leaders(hands, plan)
    place = _find_key(kept.value_keys, kept.made[1], (number, own, known[0], known[1]))
    if place == kept.made[1]:
        kept.made[1] += 1
        if leads_next:
            values_of_leads(own, known, leader_worth, rules, plan, kept.values[place])
        else:
            values_of_replies(own, known, leader_worth, rules, plan, kept.values[place])
    return number, place


@compiled
def _find_key(keys: NDArray[np.int64], made: int, key: tuple[int, ...]) -> int:
    """Return the index of ``key`` among the first ``made`` keys. If it is missing, store it after them."""
    for number in range(made):
        same = True
        for i in range(len(key)):
            same = same and keys[number, i] == key[i]
        if same:
            return number
    for i in range(len(key)):
        keys[made, i] = key[i]
    return made


@compiled
def values_of_leads(
    own: int, known: HandMasks, worth: NDArray[np.int64], rules: Rules, plan: Plans, values: NDArray[np.int64]
) -> None:
    """Fill ``values`` if the player leads, with the one of their two cards that is worth more on average."""
    low, high = _two_cards(own)
    cards, number = cards_in(known[1])
    certain, replies = known[0], plan.replies
    counts = np.zeros((3, 32), np.int64)
    worths = np.zeros((2, 32, 32), np.int64)
    for place in range(2):
        lead, last = (low, high) if place == 0 else (high, low)
        counts[:] = 0
        count_last_cards(1 << last, 1, cards[:number], rules.beaters, rules.beaten, counts)
        fill_worths(lead, 1, cards[:number], worth, rules.beaters, rules.beaten, counts, worths[place])
    low_total = 0
    high_total = 0
    for first in range(number):
        one = cards[first]
        for second in range(first):
            other = cards[second]
            if certain & ~(1 << one | 1 << other):
                continue
            # For now, one half of ``values`` is for leading the lower card, the other half for the higher card.
            share = as_int(replies[low, one, other])
            values[one, other] = share * worths[0, one, other] + (ALWAYS - share) * worths[0, other, one]
            share = as_int(replies[high, one, other])
            values[other, one] = share * worths[1, one, other] + (ALWAYS - share) * worths[1, other, one]
            low_total += values[one, other]
            high_total += values[other, one]
    share = share_of(low_total, high_total)
    for first in range(number):
        one = cards[first]
        for second in range(first):
            other = cards[second]
            if certain & ~(1 << one | 1 << other) == 0:
                values[one, other] = share * values[one, other] + (ALWAYS - share) * values[other, one]
                values[other, one] = values[one, other]


@compiled
def values_of_replies(
    own: int, known: HandMasks, worth: NDArray[np.int64], rules: Rules, plan: Plans, values: NDArray[np.int64]
) -> None:
    """Fill ``values`` if the opponent leads by plan and the player replies; ``worth`` is the opponent's."""
    low, high = _two_cards(own)
    values[:] = 0
    for lead in range(32):
        if known[1] >> lead & 1 == 0:
            continue
        unseen = rest_of_hand(known[0], known[1], own | 1 << lead)
        share = share_of_reply(lead, low, high, unseen, worth, rules)
        for rest in range(32):
            if rest != lead and is_hand(1 << lead | 1 << rest, known[0], known[1]):
                low_worth = worth_of_reply(lead, low, high, 1 << rest, worth, rules)
                high_worth = worth_of_reply(lead, high, low, 1 << rest, worth, rules)
                worth_here = share * low_worth + (ALWAYS - share) * high_worth
                values[lead, rest] -= as_int(plan.leads[lead, rest]) * worth_here
                values[rest, lead] -= as_int(plan.leads[lead, rest]) * worth_here


@compiled
def _two_cards(hand: int) -> tuple[int, int]:
    """Return the lower and the higher card of a hand of two."""
    low = count_cards((hand & -hand) - 1)
    return low, count_cards((hand & hand - 1) - 1)

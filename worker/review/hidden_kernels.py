"""Find the play of the last two tricks if neither player sees the other hand (compiled).

Each player knows their own hand and what both players know. A player chooses the card with the best mean over
the possible hands of the opponent, all equally likely. If several cards are equally good, each is played
equally often. The *share* of a card is 2 if it is always played, 1 if it is one of two equally good cards,
otherwise 0. All sums are therefore of whole numbers, and equality is exact.

``worth[tricks]`` is the worth to the leader of winning that many of the two tricks. The worth to the follower
is the negative of this value.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, beats, count_cards, lawful_cards

ALWAYS: Final = 2


class Rules(NamedTuple):
    """Tables of the rules of play.

    - ``beaters[card]``: the replies that beat the card if it is led.
    - ``beaten[card]``: the leads that the card beats as a reply.
    - ``ruled_out[lead, reply]``: the cards that a player who made this reply can't have had, by law 43.
    """

    trump: int
    beaters: NDArray[np.int64]
    beaten: NDArray[np.int64]
    ruled_out: NDArray[np.int64]


class Hands(NamedTuple):
    """Two hands of equal size, as both players know them.

    Each hand has all cards of its ``certain`` mask; its other cards are from its ``possible`` mask.
    """

    leader_certain: int
    leader_possible: int
    follower_certain: int
    follower_possible: int


class Plans(NamedTuple):
    """The shares with which each card is played from every hand of two cards.

    - ``replies[lead, reply, other card]``: the share of ``reply`` to ``lead``.
    - ``leads[lead, other card]``: the share of ``lead``.
    - ``sums[card, card]``: for each hand of the player who did not lead to the previous trick, its worth to
      the opponent, in quarters, summed over the opponent's hands.
    """

    replies: NDArray[np.int8]
    leads: NDArray[np.int8]
    sums: NDArray[np.int64]


@compiled
def rest_of_hand(certain: int, possible: int, gone: int) -> int:
    """Return the cards that may be the last card of a hand.

    ``certain`` and ``possible`` describe the hand of two cards. The cards ``gone`` are played or in the other
    hand.
    """
    return (certain & ~gone if certain & ~gone else possible) & ~gone


@compiled
def is_hand(pair: int, certain: int, possible: int) -> bool:
    """Return whether two cards can be a hand that has all ``certain`` cards, and none but the ``possible`` ones."""
    return certain & ~pair == 0 and pair & ~possible == 0


@compiled
def worth_of_reply(
    lead: int, reply: int, rest: int, unseen: int, worth: NDArray[np.int64], rules: Rules
) -> int:
    """Return the worth of ``reply`` to the leader, summed over the cards ``unseen`` that may be the leader's
    last card.

    ``rest`` is the follower's last card.
    """
    cards = count_cards(unseen)
    if beats(reply, lead, rules.trump):
        won = count_cards(unseen & as_int(rules.beaters[rest]))
        return won * as_int(worth[1]) + (cards - won) * as_int(worth[0])
    lost = count_cards(unseen & as_int(rules.beaten[rest]))
    return lost * as_int(worth[1]) + (cards - lost) * as_int(worth[2])


@compiled
def share_of_reply(
    lead: int, reply: int, rest: int, unseen: int, worth: NDArray[np.int64], rules: Rules
) -> int:
    """Return the share of ``reply`` to ``lead`` in a hand of ``reply`` and ``rest``.

    ``unseen`` are the cards that may be the leader's last card.
    """
    lawful = lawful_cards(1 << reply | 1 << rest, lead, rules.trump)
    if lawful >> reply & 1 == 0:
        return 0
    if lawful >> rest & 1 == 0:
        return ALWAYS
    this = worth_of_reply(lead, reply, rest, unseen, worth, rules)
    other = worth_of_reply(lead, rest, reply, unseen, worth, rules)
    return share_of(other, this)


@compiled
def share_of(this: int, other: int) -> int:
    """Return the share of a choice, given its worth ``this`` and the worth ``other`` of the only alternative.

    The share is 2 if the choice is better, 1 if both are equal, otherwise 0.
    """
    if this > other:
        return ALWAYS
    return 1 if this == other else 0


@compiled
def fill_replies(leads: int, hands: Hands, worth: NDArray[np.int64], rules: Rules, plans: Plans) -> None:
    """Store in ``plans.replies`` the shares of the follower's replies to each of ``leads``, for every hand."""
    replies, beaters, beaten, trump = plans.replies, rules.beaters, rules.beaten, rules.trump
    replies[:] = 0
    cards, number = cards_in(hands.follower_possible)
    counts = np.zeros((3, 32), np.int64)
    worths = np.zeros((32, 32), np.int64)
    for lead in range(32):
        if leads >> lead & 1 == 0:
            continue
        is_certain = hands.leader_certain & ~(1 << lead) != 0
        last = hands.leader_possible & ~(1 << lead)
        if not is_certain:
            counts[:] = 0
            count_last_cards(last, 1, cards[:number], beaters, beaten, counts)
            fill_worths(lead, count_cards(last), cards[:number], worth, beaters, beaten, counts, worths)
        for first in range(number):
            reply = cards[first]
            for second in range(first):
                rest = cards[second]
                pair = 1 << reply | 1 << rest
                if pair >> lead & 1 or hands.follower_certain & ~pair:
                    continue
                lawful = lawful_cards(pair, lead, trump)
                if lawful != pair:
                    share = ALWAYS if lawful >> reply & 1 else 0
                elif is_certain:
                    unseen = rest_of_hand(hands.leader_certain, hands.leader_possible, pair | 1 << lead)
                    share = share_of_reply(lead, reply, rest, unseen, worth, rules)
                else:
                    share = share_of(worths[rest, reply], worths[reply, rest])
                replies[lead, reply, rest] = share
                replies[lead, rest, reply] = ALWAYS - share


@compiled
def cards_in(mask: int) -> tuple[NDArray[np.int64], int]:
    """Return the cards of a mask, from bit 0 up, and their number."""
    cards = np.empty(32, np.int64)
    number = 0
    for card in range(32):
        if mask >> card & 1:
            cards[number] = card
            number += 1
    return cards, number


@compiled
def count_last_cards(
    last: int,
    weight: int,
    cards: NDArray[np.int64],
    beaters: NDArray[np.int64],
    beaten: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add to ``counts``, for each of ``cards``, the leader's possible last cards ``last``, each with a weight.

    - ``counts[0, card]``: the weight of the card itself, if it is one of them.
    - ``counts[1, card]`` and ``counts[2, card]``: those that beat the card as replies, and that it beats as a reply.
    """
    for place in range(len(cards)):
        card = cards[place]
        counts[0, card] += weight * (last >> card & 1)
        counts[1, card] += weight * count_cards(last & as_int(beaters[card]))
        counts[2, card] += weight * count_cards(last & as_int(beaten[card]))


@compiled
def fill_worths(
    lead: int,
    weight: int,
    cards: NDArray[np.int64],
    worth: NDArray[np.int64],
    beaters: NDArray[np.int64],
    beaten: NDArray[np.int64],
    counts: NDArray[np.int64],
    worths: NDArray[np.int64],
) -> None:
    """Store in ``worths[reply, rest]`` what ``worth_of_reply`` returns, for every hand of two of ``cards``.

    ``counts`` are those of ``count_last_cards``, over last cards with the sum of weights ``weight``. The arrays of the
    rules are parameters: Numba counts the references to every array of a tuple at each use, which would take longer
    than all else in a loop.
    """
    for first in range(len(cards)):
        reply = cards[first]
        takes = as_int(beaters[lead]) >> reply & 1
        for second in range(len(cards)):
            rest = cards[second]
            # The leader's last card is none of the follower's two.
            size = weight - counts[0, reply] - counts[0, rest]
            if takes:
                won = counts[1, rest] - counts[0, reply] * (as_int(beaters[rest]) >> reply & 1)
                worths[reply, rest] = won * worth[1] + (size - won) * worth[0]
            else:
                lost = counts[2, rest] - counts[0, reply] * (as_int(beaten[rest]) >> reply & 1)
                worths[reply, rest] = lost * worth[1] + (size - lost) * worth[2]


@compiled
def fill_leads(hands: Hands, worth: NDArray[np.int64], rules: Rules, plans: Plans) -> None:
    """Store in ``plans.leads`` the shares of the leader's leads from every hand.

    ``plans.replies`` must be filled already. This function also stores in ``sums[lead, other card]``
    the worth of each lead to the leader, in halves, summed over the follower's hands.
    """
    replies, sums, beaters, beaten = plans.replies, plans.sums, rules.beaters, rules.beaten
    won = np.zeros(32, np.int64)
    lost = np.zeros(32, np.int64)
    cards, number = cards_in(hands.follower_possible)
    for lead in range(32):
        if hands.leader_possible >> lead & 1 == 0:
            continue
        _count_last_cards(lead, hands.follower_possible, rules, plans, won, lost)
        for rest in range(32):
            pair = 1 << lead | 1 << rest
            if rest == lead or not is_hand(pair, hands.leader_certain, hands.leader_possible):
                continue
            total = 0
            takes = as_int(beaters[lead]) >> rest & 1
            for place in range(number):
                last = cards[place]
                if pair >> last & 1 == 0:
                    # Leave out the hands that contain the leader's own last card.
                    own_share = as_int(replies[lead, rest, last])
                    kept_won = won[last] - takes * own_share
                    kept_lost = lost[last] - (1 - takes) * own_share
                    total += kept_won * worth[beaters[last] >> rest & 1]
                    total += kept_lost * worth[2 - (beaten[last] >> rest & 1)]
            sums[lead, rest] = total
    for lead in range(32):
        for rest in range(lead):
            if is_hand(1 << lead | 1 << rest, hands.leader_certain, hands.leader_possible):
                share = share_of(as_int(sums[lead, rest]), as_int(sums[rest, lead]))
                plans.leads[lead, rest] = share
                plans.leads[rest, lead] = ALWAYS - share


@compiled
def _count_last_cards(
    lead: int, possible: int, rules: Rules, plans: Plans, won: NDArray[np.int64], lost: NDArray[np.int64]
) -> None:
    """Store in ``won[card]`` and ``lost[card]`` how often ``card`` is left after a reply that won or lost the trick.

    The card is the follower's last one, after the reply to ``lead``. A hand from which one reply is always played
    counts ``ALWAYS``.
    """
    won[:] = 0
    lost[:] = 0
    replies, beaters = plans.replies[lead], as_int(rules.beaters[lead])
    for reply in range(32):
        if possible >> reply & 1 and reply != lead:
            if beaters >> reply & 1:
                for last in range(32):
                    won[last] += as_int(replies[reply, last])
            else:
                for last in range(32):
                    lost[last] += as_int(replies[reply, last])


@compiled
def sum_for_followers(hands: Hands, worth: NDArray[np.int64], rules: Rules, plans: Plans) -> None:
    """Store in ``plans.sums`` the worth to the leader of each hand of the follower.

    Call this function if the leader also led to the previous trick.
    """
    replies, leads, sums = plans.replies, plans.leads, plans.sums
    beaters, beaten = rules.beaters, rules.beaten
    cards, number = cards_in(hands.follower_possible)
    counts = np.zeros((3, 32), np.int64)
    worths = np.zeros((32, 32), np.int64)
    for first in range(number):
        for second in range(first):
            sums[cards[first], cards[second]] = 0
    for lead in range(32):
        if hands.leader_possible >> lead & 1 == 0:
            continue
        always = 0
        sometimes = 0
        for rest in range(32):
            if lead != rest and is_hand(1 << lead | 1 << rest, hands.leader_certain, hands.leader_possible):
                share = as_int(leads[lead, rest])
                always |= (1 if share == ALWAYS else 0) << rest
                sometimes |= (1 if share == 1 else 0) << rest
        if always | sometimes == 0:
            continue
        counts[:] = 0
        count_last_cards(always, ALWAYS, cards[:number], beaters, beaten, counts)
        count_last_cards(sometimes, 1, cards[:number], beaters, beaten, counts)
        weight = ALWAYS * count_cards(always) + count_cards(sometimes)
        fill_worths(lead, weight, cards[:number], worth, beaters, beaten, counts, worths)
        for first in range(number):
            one = cards[first]
            for second in range(first):
                other = cards[second]
                pair = 1 << one | 1 << other
                if pair >> lead & 1 or hands.follower_certain & ~pair:
                    continue
                share = as_int(replies[lead, one, other])
                sums[one, other] += share * worths[one, other] + (ALWAYS - share) * worths[other, one]
    for first in range(number):
        for second in range(first):
            sums[cards[second], cards[first]] = sums[cards[first], cards[second]]


@compiled
def sum_for_leaders(hands: Hands, plans: Plans) -> None:
    """Convert ``plans.sums`` from the worth of a lead to the leader to the worth of the leader's hand to the
    follower.

    Call this function if the follower led to the previous trick.
    """
    for lead in range(32):
        for rest in range(lead):
            if is_hand(1 << lead | 1 << rest, hands.leader_certain, hands.leader_possible):
                best = max(plans.sums[lead, rest], plans.sums[rest, lead])
                plans.sums[lead, rest] = -2 * best
                plans.sums[rest, lead] = -2 * best

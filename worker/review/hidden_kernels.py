"""Compiled: two cards a side, when each player goes by what both can tell of the hands, and by his own.

A card is chosen by its worth on average over the other's hands that fit, any as likely. Choices of equal worth
share the play: a *share* is 2 for a card always played, 1 for one of two that are worth the same, else 0. So every
sum is of whole numbers, and equal is equal.

``worth[tricks]`` here is the leader's, by how many of the two tricks he wins; the follower's is the negative of it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, beats, count_cards, lawful_cards

ALWAYS: Final = 2


class Rules(NamedTuple):
    """``beaters[card]``: the replies that take the trick from it. ``beaten[card]``: the leads from which it does.

    ``ruled_out[lead, reply]``: the cards beside which that reply would have been unlawful.
    """

    trump: int
    beaters: NDArray[np.int64]
    beaten: NDArray[np.int64]
    ruled_out: NDArray[np.int64]


class Hands(NamedTuple):
    """What both can tell of two hands of as many cards: all of ``certain``, the rest from ``possible``."""

    leader_certain: int
    leader_possible: int
    follower_certain: int
    follower_possible: int


class Plans(NamedTuple):
    """Shares of the cards: ``replies[lead, reply, other card]`` and ``leads[lead, other card]``.

    ``sums[card, card]``: what the hand of a player who did not lead to the trick before is worth to his adversary,
    added up over the adversary's hands, in quarters.
    """

    replies: NDArray[np.int8]
    leads: NDArray[np.int8]
    sums: NDArray[np.int64]


@compiled
def rest_of_hand(certain: int, possible: int, gone: int) -> int:
    """What the last card of a hand may be, when ``gone`` are played or in the other hand."""
    return (certain & ~gone if certain & ~gone else possible) & ~gone


@compiled
def is_hand(pair: int, certain: int, possible: int) -> bool:
    return certain & ~pair == 0 and pair & ~possible == 0


@compiled
def worth_of_reply(
    lead: int, reply: int, rest: int, unseen: int, worth: NDArray[np.int64], rules: Rules
) -> int:
    """The leader's worth, added up over his last cards ``unseen``, when ``rest`` is the follower's last card."""
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
    """How far ``reply`` is played from a hand of it and ``rest``, the leader's last card being one of ``unseen``."""
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
    """The share of a choice that is worth ``this``, beside one other."""
    if this > other:
        return ALWAYS
    return 1 if this == other else 0


@compiled
def fill_replies(leads: int, hands: Hands, worth: NDArray[np.int64], rules: Rules, plans: Plans) -> None:
    """The follower's replies to each of ``leads``, from every hand that he can have."""
    plans.replies[:] = 0
    for lead in range(32):
        if leads >> lead & 1 == 0:
            continue
        held = hands.follower_possible & ~(1 << lead)
        for reply in range(32):
            if held >> reply & 1 == 0:
                continue
            for rest in range(reply):
                pair = 1 << reply | 1 << rest
                if is_hand(pair, hands.follower_certain, held):
                    gone = pair | 1 << lead
                    unseen = rest_of_hand(hands.leader_certain, hands.leader_possible, gone)
                    share = share_of_reply(lead, reply, rest, unseen, worth, rules)
                    plans.replies[lead, reply, rest] = share
                    plans.replies[lead, rest, reply] = ALWAYS - share


@compiled
def fill_leads(hands: Hands, worth: NDArray[np.int64], rules: Rules, plans: Plans) -> None:
    """The leader's leads from every hand that he can have; ``replies`` are known.

    Leaves in ``sums[lead, other card]`` what that lead is worth to him, added up over the follower's hands, in halves.
    """
    won = np.zeros(32, np.int64)
    lost = np.zeros(32, np.int64)
    for lead in range(32):
        if hands.leader_possible >> lead & 1 == 0:
            continue
        _count_last_cards(lead, hands.follower_possible, rules, plans, won, lost)
        for rest in range(32):
            pair = 1 << lead | 1 << rest
            if rest == lead or not is_hand(pair, hands.leader_certain, hands.leader_possible):
                continue
            total = 0
            takes = 1 if beats(rest, lead, rules.trump) else 0
            held = hands.follower_possible & ~pair
            for last in range(32):
                if held >> last & 1:
                    # Not the hands that hold the leader's own last card.
                    his_own = as_int(plans.replies[lead, rest, last])
                    kept_won = won[last] - takes * his_own
                    kept_lost = lost[last] - (1 - takes) * his_own
                    total += kept_won * worth[rules.beaters[last] >> rest & 1]
                    total += kept_lost * worth[2 - (rules.beaten[last] >> rest & 1)]
            plans.sums[lead, rest] = total
    for lead in range(32):
        for rest in range(lead):
            if is_hand(1 << lead | 1 << rest, hands.leader_certain, hands.leader_possible):
                share = share_of(as_int(plans.sums[lead, rest]), as_int(plans.sums[rest, lead]))
                plans.leads[lead, rest] = share
                plans.leads[rest, lead] = ALWAYS - share


@compiled
def _count_last_cards(
    lead: int, held: int, rules: Rules, plans: Plans, won: NDArray[np.int64], lost: NDArray[np.int64]
) -> None:
    """The follower's last cards after each reply to ``lead``, by whether that took the trick; two a hand."""
    won[:] = 0
    lost[:] = 0
    for reply in range(32):
        if held >> reply & 1 and reply != lead:
            kept = won if beats(reply, lead, rules.trump) else lost
            for last in range(32):
                kept[last] += as_int(plans.replies[lead, reply, last])


@compiled
def sum_for_followers(hands: Hands, worth: NDArray[np.int64], rules: Rules, plans: Plans) -> None:
    """Fill ``sums`` for the follower's hands, when the leader won the trick before."""
    always = np.zeros(32, np.int64)
    sometimes = np.zeros(32, np.int64)
    for lead in range(32):
        for rest in range(32):
            pair = 1 << lead | 1 << rest
            if lead != rest and is_hand(pair, hands.leader_certain, hands.leader_possible):
                share = as_int(plans.leads[lead, rest])
                always[lead] |= (1 if share == ALWAYS else 0) << rest
                sometimes[lead] |= (1 if share == 1 else 0) << rest
    for one in range(32):
        for other in range(one):
            pair = 1 << one | 1 << other
            if not is_hand(pair, hands.follower_certain, hands.follower_possible):
                continue
            total = 0
            for lead in range(32):
                if pair >> lead & 1 == 0:
                    for share, rests in ((ALWAYS, always[lead] & ~pair), (1, sometimes[lead] & ~pair)):
                        if rests:
                            total += share * worth_by_plan(lead, one, other, rests, worth, rules, plans)
            plans.sums[one, other] = total
            plans.sums[other, one] = total


@compiled
def sum_for_leaders(hands: Hands, plans: Plans) -> None:
    """Turn ``sums`` of the leader, who won the trick before, into what his hands are worth to the follower."""
    for lead in range(32):
        for rest in range(lead):
            if is_hand(1 << lead | 1 << rest, hands.leader_certain, hands.leader_possible):
                best = max(plans.sums[lead, rest], plans.sums[rest, lead])
                plans.sums[lead, rest] = -2 * best
                plans.sums[rest, lead] = -2 * best


@compiled
def worth_by_plan(
    lead: int, one: int, other: int, unseen: int, worth: NDArray[np.int64], rules: Rules, plans: Plans
) -> int:
    """The leader's worth, in halves, against a follower of two cards who replies by plan."""
    share = as_int(plans.replies[lead, one, other])
    total = 0
    if share:
        total += share * worth_of_reply(lead, one, other, unseen, worth, rules)
    if share != ALWAYS:
        total += (ALWAYS - share) * worth_of_reply(lead, other, one, unseen, worth, rules)
    return total

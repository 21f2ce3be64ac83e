"""Compiled: how a trick narrows what is known, and what a player's last two cards are then worth to him."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from worker.review.hidden_kernels import (
    ALWAYS,
    Hands,
    Plans,
    Rules,
    fill_leads,
    fill_replies,
    is_hand,
    rest_of_hand,
    share_of,
    share_of_reply,
    sum_for_followers,
    sum_for_leaders,
    worth_by_plan,
    worth_of_reply,
)
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, beats, count_cards

Held: TypeAlias = tuple[int, int]
"""Of a hand: all of the first mask, and the rest from the second."""


class Kept(NamedTuple):
    """What was found for positions with two cards a side, by their keys; ``made`` counts plans, and values.

    ``values[_, card, card]``: what the player's two cards are worth to him against each hand, in quarters.
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
    known: Held,
    common_own: Held,
    common_theirs: Held,
    rules: Rules,
    place: NDArray[np.int64],
) -> tuple[bool, int, Held, Held, Held]:
    """Whether the player leads next, his hand, and what is known after ``card`` of his and the ``other``.

    Cards that are gone close ranks, so that like positions look alike: ``place[card]`` is where a card is then.
    """
    lead, reply = (card, other) if led else (other, card)
    leads_next = beats(reply, lead, rules.trump) != led
    gone = 1 << lead | 1 << reply
    own_gone = gone if led else gone | rules.ruled_out[lead, reply]
    their_gone = gone | rules.ruled_out[lead, reply] if led else gone
    pool = own & ~gone | common_own[1] & ~own_gone | common_theirs[1] & ~their_gone
    for suit in range(4):
        lower = suit << 3
        for each in range(suit << 3, (suit << 3) + 8):
            if pool >> each & 1:
                place[each] = lower
                lower += 1
    return (
        leads_next,
        _moved(own & ~gone, place),
        (_moved(known[0] & ~their_gone, place), _moved(known[1] & ~their_gone, place)),
        (_moved(common_own[0] & ~own_gone, place), _moved(common_own[1] & ~own_gone, place)),
        (_moved(common_theirs[0] & ~their_gone, place), _moved(common_theirs[1] & ~their_gone, place)),
    )


@compiled
def _moved(mask: int, place: NDArray[np.int64]) -> int:
    moved = 0
    for card in range(32):
        if mask >> card & 1:
            moved |= 1 << place[card]
    return moved


@compiled
def play_on(
    here: tuple[bool, int, Held, Held, Held],
    sums_wanted: bool,
    worth: NDArray[np.int64],
    rules: Rules,
    kept: Kept,
) -> tuple[int, int]:
    """Where in ``kept`` the plans and the values of a position with two cards a side are; made if they are not yet."""
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
            _values_of_leads(own, known, leader_worth, rules, plan, kept.values[place])
        else:
            _values_of_replies(own, known, leader_worth, rules, plan, kept.values[place])
    return number, place


@compiled
def _find_key(keys: NDArray[np.int64], made: int, key: tuple[int, ...]) -> int:
    """Where among the first ``made`` the key stands; else behind them, where it now stands."""
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
def _values_of_leads(
    own: int, known: Held, worth: NDArray[np.int64], rules: Rules, plan: Plans, values: NDArray[np.int64]
) -> None:
    """The player leads one of his two cards, the one that is worth more on average."""
    low, high = _two_cards(own)
    low_total = 0
    high_total = 0
    for one in range(32):
        for other in range(one):
            if is_hand(1 << one | 1 << other, known[0], known[1]):
                values[one, other] = worth_by_plan(low, one, other, 1 << high, worth, rules, plan)
                values[other, one] = worth_by_plan(high, one, other, 1 << low, worth, rules, plan)
                low_total += values[one, other]
                high_total += values[other, one]
    share = share_of(low_total, high_total)
    for one in range(32):
        for other in range(one):
            if is_hand(1 << one | 1 << other, known[0], known[1]):
                values[one, other] = share * values[one, other] + (ALWAYS - share) * values[other, one]
                values[other, one] = values[one, other]


@compiled
def _values_of_replies(
    own: int, known: Held, worth: NDArray[np.int64], rules: Rules, plan: Plans, values: NDArray[np.int64]
) -> None:
    """The adversary leads by plan, and the player replies; ``worth`` is the adversary's."""
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
    """The lower and the higher card of two."""
    low = count_cards((hand & -hand) - 1)
    return low, count_cards((hand & hand - 1) - 1)

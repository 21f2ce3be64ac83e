"""Find the best leads and replies with three cards by the hidden search, again and again (compiled).

The search is that of ``worker.review.hidden_weighing``. There the plans of a position with two cards in each hand are
made for one decision and thrown away. They depend only on what both players know, so few different ones occur: here
they are kept for all decisions of a process.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.hidden_kernels import (
    Hands,
    Plans,
    Rules,
    fill_leads,
    fill_replies,
    sum_for_followers,
    sum_for_leaders,
)
from worker.review.hidden_last_tricks import (
    HandMasks,
    Kept,
    after_trick,
    values_of_leads,
    values_of_replies,
)
from worker.review.hidden_weighing import QUARTER, sum_of_pairs, sum_of_triples
from worker.review.kernels import NO_LEAD
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int, lawful_cards

SLOTS_A_PLAN: Final = 4
_MOST_POSITIONS: Final = 96
"""A decision leads to at most 66 positions: three cards against each of 22."""
_KEY: Final = 9
_MIX: Final = 0x1E3779B97F4A7C15


class KeptPlans(NamedTuple):
    """The plans that were made so far, with the search's working memory.

    ``slots`` has the number of each plan plus 1, at a place given by a hash of its key. The values in ``kept`` belong
    to the decision that is being made.
    """

    kept: Kept
    slots: NDArray[np.int64]
    place: NDArray[np.int64]
    indexes: NDArray[np.int64]


def make_kept_plans(most: int) -> KeptPlans:
    """Return an empty store of plans. When it is full, all plans are thrown away.

    ``most`` is the number of plans, a power of two. Memory is used only as the store fills up, 41 kB a plan.
    """
    return KeptPlans(
        Kept(
            np.zeros((most, _KEY), np.int64),
            Plans(
                np.empty((most, 32, 32, 32), np.int8),
                np.empty((most, 32, 32), np.int8),
                np.empty((most, 32, 32), np.int64),
            ),
            np.zeros((_MOST_POSITIONS, 4), np.int64),
            np.empty((_MOST_POSITIONS, 32, 32), np.int64),
            np.zeros(2, np.int64),
        ),
        np.zeros(SLOTS_A_PLAN * most, np.int64),
        np.zeros((32, 32), np.int64),
        np.zeros((32, 2), np.int64),
    )


@compiled
def best_of_three(
    plans: KeptPlans,
    rules: Rules,
    own: int,
    lead: int,
    known: HandMasks,
    common_own: HandMasks,
    common_theirs: HandMasks,
    worth: NDArray[np.int64],
) -> int:
    """Return the best lawful cards of three, as a mask. The parameters are those of ``weigh_three``."""
    kept = plans.kept
    if kept.made[0] > len(kept.plan_keys) - _MOST_POSITIONS:
        kept.made[0] = 0
        plans.slots[:] = 0
    kept.made[1] = 0
    leads = lead == NO_LEAD
    others = known[1] if leads else 1 << lead
    lawful = lawful_cards(own, lead, rules.trump)
    best = 0
    most = 0
    for card in range(32):
        if lawful >> card & 1 == 0:
            continue
        for other in range(32):
            if others >> other & 1:
                here = after_trick(
                    leads, card, other, own, known, common_own, common_theirs, rules, plans.place[other]
                )
                plans.indexes[other, 0], plans.indexes[other, 1] = _play_on(here, worth, rules, plans)
        if leads:
            total = sum_of_triples(card, known, rules.trump, plans.place, plans.indexes, kept)
        else:
            total = QUARTER * sum_of_pairs(
                known, plans.place[lead], kept.values[as_int(plans.indexes[lead, 1])]
            )
        if best == 0 or total > most:
            best = 1 << card
            most = total
        elif total == most:
            best |= 1 << card
    return best


@compiled
def _play_on(
    here: tuple[bool, int, HandMasks, HandMasks, HandMasks],
    worth: NDArray[np.int64],
    rules: Rules,
    plans: KeptPlans,
) -> tuple[int, int]:
    """Return the indexes of the plans and of the values of a position with two cards in each hand.

    ``here`` is the position, as ``after_trick`` returns it.
    """
    leads_next, own, known, common_own, common_theirs = here
    kept = plans.kept
    leader_worth = np.empty(3, np.int64)
    for tricks in range(3):
        leader_worth[tricks] = worth[tricks + 1] if leads_next else -worth[2 - tricks]
    leader, follower = (common_own, common_theirs) if leads_next else (common_theirs, common_own)
    leads = leader[1] | (own if leads_next else 0)
    key = (
        1 if leads_next else 0, leads, leader[0], leader[1], follower[0], follower[1],
        as_int(leader_worth[0]), as_int(leader_worth[1]), as_int(leader_worth[2]),
    )  # fmt: skip
    number, is_new = _find_plan(plans, key)
    plan = Plans(kept.plans.replies[number], kept.plans.leads[number], kept.plans.sums[number])
    if is_new:
        hands = Hands(leader[0], leader[1], follower[0], follower[1])
        plan.leads[:] = 0
        fill_replies(leads, hands, leader_worth, rules, plan)
        fill_leads(hands, leader_worth, rules, plan)
        if leads_next:
            sum_for_followers(hands, leader_worth, rules, plan)
        else:
            sum_for_leaders(hands, plan)
    for place in range(kept.made[1]):
        if (
            kept.value_keys[place, 0] == number
            and kept.value_keys[place, 1] == own
            and kept.value_keys[place, 2] == known[0]
            and kept.value_keys[place, 3] == known[1]
        ):
            return number, place
    place = as_int(kept.made[1])
    kept.made[1] += 1
    kept.value_keys[place, 0] = number
    kept.value_keys[place, 1] = own
    kept.value_keys[place, 2], kept.value_keys[place, 3] = known
    if leads_next:
        values_of_leads(own, known, leader_worth, rules, plan, kept.values[place])
    else:
        values_of_replies(own, known, leader_worth, rules, plan, kept.values[place])
    return number, place


@compiled
def _find_plan(plans: KeptPlans, key: tuple[int, int, int, int, int, int, int, int, int]) -> tuple[int, bool]:
    """Return the number of the plan with this key, and whether it is new and must be filled."""
    code = 0
    for i in range(_KEY):
        code = (code ^ key[i]) * _MIX
        code ^= code >> 29
    keys = plans.kept.plan_keys
    slot = code & len(plans.slots) - 1
    while plans.slots[slot]:
        number = as_int(plans.slots[slot]) - 1
        same = True
        for i in range(_KEY):
            same = same and keys[number, i] == key[i]
        if same:
            return number, False
        slot = slot + 1 & len(plans.slots) - 1
    number = as_int(plans.kept.made[0])
    plans.kept.made[0] += 1
    plans.slots[slot] = number + 1
    for i in range(_KEY):
        keys[number, i] = key[i]
    return number, True

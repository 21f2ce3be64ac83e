"""First calls counted over every hand, against each hand by itself, and against deals that are played."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import PACK, mask_of
from worker.review.equilibrium.calls_data import STEPS, how_often
from worker.review.equilibrium.hands import KINDS
from worker.review.exchange_values import UNITS, exchange_table
from worker.review.first_call_values import add_calls, add_turn_ups, count_first_call, goes_on
from worker.review.first_calls import policy_at, policy_with
from worker.review.policy import ELDER_CALLS, FIRST, KEEPERS, OUTCOMES, Policy, outcome_of, policy_of
from worker.review.strength import DEALER, ELDER, RANKS, trumps_first
from worker.review.worlds import value_of_state


def counted(
    policy: Policy, role: int, own: int, unseen: int, announced: int, turned: int
) -> tuple[int, int, NDArray[np.int64], NDArray[np.int64]]:
    ends, continues = np.zeros(OUTCOMES, np.int64), np.zeros(OUTCOMES, np.int64)
    about = (exchange_table(), role, own, unseen, announced, turned, FIRST)
    hands, exchanged = count_first_call(policy, *about, ends, continues)
    return hands, exchanged, ends, continues


def known(policy: Policy, elder: int, dealer: int, turned: int, score: tuple[int, int]) -> NDArray[np.int64]:
    counts = np.zeros(OUTCOMES, np.int64)
    add_calls(policy, exchange_table(), elder, dealer, turned, *score, counts)
    return counts


@pytest.mark.parametrize("is_equilibrium", [True, False])
@pytest.mark.parametrize("role", [ELDER, DEALER])
def test_calls_are_counted_hand_by_hand(role: int, is_equilibrium: bool) -> None:
    """Few cards are unseen, and the opponent holds one of them for certain."""
    random = Random(role)
    policy = policy_at((2, 3)) if is_equilibrium else policy_of()
    always = policy_with(np.full((2, RANKS, KINDS), STEPS, np.uint8))
    for turned in (0, 5, 7):
        cards = random.sample([card for card in range(32) if card != turned], 18)
        own, unseen, announced = mask_of(cards[:5]), mask_of(cards[5:]), 1 << cards[5]
        hands, exchanged, ends, continues = counted(policy, role, own, unseen, announced, turned)
        number = with_exchange = 0
        ended, continued = np.zeros(OUTCOMES, np.int64), np.zeros(OUTCOMES, np.int64)
        for theirs in map(mask_of, combinations(cards[5:], 5)):
            often = goes_on(policy, 1 - role, theirs, turned, FIRST)
            if announced & ~theirs or (role == DEALER and often == 0):
                continue
            number += 1
            with_exchange += UNITS * often
            elder, dealer = (own, theirs) if role == ELDER else (theirs, own)
            refused = outcome_of(policy.table, elder, dealer, turned, 2)
            if role == ELDER:
                ended[outcome_of(policy.table, elder, dealer, turned, 1)] += UNITS * STEPS
                continued[refused] += UNITS * (STEPS - often)
            else:
                ended[refused] += UNITS * often
            continued += known(always, elder, dealer, turned, (0, 0)) * often // STEPS**2
        assert (hands, exchanged) == (number, with_exchange)
        assert ends.tolist() == ended.tolist()
        assert continues.tolist() == continued.tolist()


def test_how_often_a_player_goes_on_is_the_equilibriums_or_that_of_thresholds() -> None:
    random = Random(3)
    seen = set()
    for _ in range(200):
        hand = mask_of(random.sample(range(1, 32), 5))
        assert goes_on(policy_at((3, 3)), DEALER, hand, 0, FIRST) == round(
            STEPS * how_often(1, hand, 0, (3, 3))
        )
        seen.add(goes_on(policy_of(), ELDER, hand, 0, FIRST))
    assert seen == {0, STEPS}
    # With nothing to put out the elder hand stands.
    assert goes_on(policy_of(), ELDER, KEEPERS & 0x80_80_80_06, 0, FIRST) == 0


@pytest.mark.parametrize("score", [(0, 0), (3, 4)])
def test_known_hands_end_as_in_random_deals(score: tuple[int, int]) -> None:
    random = Random(9)
    policy = policy_at(score)
    for turned in range(8):
        ten = random.sample([card for card in range(32) if card != turned], 10)
        elder, dealer = mask_of(ten[:5]), mask_of(ten[5:])
        counts = known(policy, elder, dealer, turned, score)
        assert counts.sum() == UNITS * STEPS**2
        deals = np.zeros(OUTCOMES, np.int64)
        unseen = PACK & ~(elder | dealer | 1 << turned)
        value_of_state(
            policy, elder, dealer, 0, 0, unseen, turned, ELDER_CALLS, 0, 0, *score, 1, 20_000, deals
        )
        assert np.abs(counts / counts.sum() - deals / deals.sum()).max() < 0.06


def test_every_card_may_be_turned_up() -> None:
    random = Random(2)
    ten = random.sample(range(32), 10)
    elder, dealer = mask_of(ten[:5]), mask_of(ten[5:])
    counts, expected = np.zeros(OUTCOMES, np.int64), np.zeros(OUTCOMES, np.int64)
    add_turn_ups(policy_at((1, 2)), exchange_table(), elder, dealer, 1, 2, counts)
    for card in set(range(32)) - set(ten):
        first, second = (trumps_first(hand, card // 8) for hand in (elder, dealer))
        expected += known(policy_at((1, 2)), first, second, card % 8, (1, 2))
    assert counts.tolist() == expected.tolist()

"""First calls at the equilibrium: how often they are made, which hands they leave, and how the deal goes on."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.cards import PACK, cards_of, parse_card, parse_cards
from worker.review.equilibrium.calls_data import STEPS, calls_at_equilibrium, how_often
from worker.review.equilibrium.hands import KINDS, hand_kinds, kind_of
from worker.review.first_calls import (
    frequency_of,
    go_on_from_calls,
    happens,
    policy_at,
    policy_with,
)
from worker.review.policy import (
    DEALER_REPLIES,
    ELDER_CALLS,
    ELDER_PUTS_OUT,
    FIRST,
    STOCK,
    Policy,
    go_on,
    outcome_of,
    policy_of,
)
from worker.review.worlds import count_refusing, draw_world

ELDER, DEALER = 0, 1
TURNED = parse_card("ST")
ONE, OTHER = parse_cards("SQJ.HA7.D7"), parse_cards("SA8.HK.DQ.C9")


def policy_of_steps(proposes: int, accepts: int) -> Policy:
    """Return a policy in which every hand proposes, or accepts, so often, in steps of a twentieth."""
    steps = np.zeros((2, 8, KINDS), np.uint8)
    steps[ELDER], steps[DEALER] = proposes, accepts
    return policy_with(steps)


def stock_without(*hands: int) -> NDArray[np.int64]:
    left = cards_of(PACK & ~(hands[0] | hands[1] | 1 << TURNED))
    return np.array([*left, *[0] * (32 - len(left))], np.int64)


def outcome(policy: Policy, phase: int = ELDER_CALLS, gives: int = 0, seed: int = 1) -> int:
    about = (policy, ONE, OTHER, stock_without(ONE, OTHER), STOCK, TURNED, phase, gives, 0, 0, 0)
    return go_on_from_calls(*about, np.array([seed], np.uint64))


def weight_in(policy: Policy, role: int, hand: int) -> int:
    return frequency_of(policy.first_calls, policy.strength.part, role, hand, TURNED)


@pytest.mark.parametrize("score", [(0, 0), (3, 3), (4, 2)])
@pytest.mark.parametrize("role", [ELDER, DEALER])
def test_the_frequency_is_that_of_the_score_s_table(role: int, score: tuple[int, int]) -> None:
    for hand in (ONE, OTHER):
        weight = weight_in(policy_at(score), role, hand)
        assert weight / STEPS == how_often(role, hand, TURNED, score)
        table = calls_at_equilibrium().served[score]
        assert (
            weight == calls_at_equilibrium().steps[table, role, TURNED, kind_of(hand_kinds(), hand, TURNED)]
        )


def test_a_mixed_call_is_made_as_often_as_it_says() -> None:
    state = np.array([1], np.uint64)
    made = sum(happens(7, state) for _ in range(4_000))
    # Within 4.5 standard errors.
    assert abs(made / 4_000 - 7 / STEPS) < 4.5 * np.sqrt(0.35 * 0.65 / 4_000)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hand_that_never_proposes_stands_and_one_that_is_refused_is_played(seed: int) -> None:
    table = policy_of().table
    assert outcome(policy_of_steps(0, STEPS), seed=seed) == outcome_of(table, ONE, OTHER, TURNED, 1)
    assert outcome(policy_of_steps(STEPS, 0), seed=seed) == outcome_of(table, ONE, OTHER, TURNED, 2)
    assert outcome(policy_of_steps(0, 0), DEALER_REPLIES, seed=seed) == outcome_of(
        table, ONE, OTHER, TURNED, 2
    )


def test_after_the_first_acceptance_the_thresholds_decide() -> None:
    stock = stock_without(ONE, OTHER)
    later = go_on(policy_of(), ONE, OTHER, stock, STOCK, TURNED, ELDER_PUTS_OUT, 1, 0, 0, 0)
    assert outcome(policy_of_steps(STEPS, STEPS)) == later
    assert outcome(policy_of_steps(0, 0), ELDER_PUTS_OUT, 1) == later


def test_a_policy_of_thresholds_goes_on_as_before() -> None:
    stock = stock_without(ONE, OTHER)
    expected = go_on(policy_of(), ONE, OTHER, stock, STOCK, TURNED, ELDER_CALLS, 0, 0, 0, 0)
    assert outcome(policy_of()) == expected


def draw_hands(without_king: int, put_out: int, call_before: int, call_now: int, *, number: int) -> list[int]:
    """Draw hands of an elder who always proposes with the king of trumps, and else ``without_king`` times in twenty."""
    steps = np.zeros((2, 8, KINDS), np.uint8)
    has_king = hand_kinds().hand & parse_cards("SQ") > 0
    steps[ELDER, TURNED] = np.where(has_king, STEPS, without_king)
    policy = policy_with(steps)
    unseen = PACK & ~(OTHER | 1 << TURNED)
    keepers, others = (np.zeros(32, np.int64) for _ in range(2))
    trumps_and_kings = [card for card in cards_of(unseen) if card < 8 or card & 7 == 7]
    plain = [card for card in cards_of(unseen) if card not in trumps_and_kings]
    keepers[: len(trumps_and_kings)], others[: len(plain)] = trumps_and_kings, plain
    about = (policy, ELDER, TURNED, keepers, len(trumps_and_kings), others, len(plain), 0)
    stock, state = np.zeros(32, np.int64), np.array([1], np.uint64)
    exchange = (put_out, max(put_out, 0))
    return [draw_world(*about, *exchange, call_before, call_now, stock, state) for _ in range(number)]


def test_hands_are_kept_as_often_as_their_call_is_made() -> None:
    hands = draw_hands(STEPS // 5, -1, -1, FIRST, number=4_000)
    kings = sum(hand & parse_cards("SK") > 0 for hand in hands) / len(hands)
    dealt = 5 / 26
    expected = dealt / (dealt + (1 - dealt) / 5)
    assert abs(kings - expected) < 4.5 * np.sqrt(expected * (1 - expected) / len(hands))


def test_hands_after_an_exchange_fit_the_call_before_it() -> None:
    """The elder, who proposes with the king alone, kept it when they put out three cards."""
    hands = draw_hands(0, 3, FIRST, -1, number=50)
    assert all(hand & parse_cards("SK") for hand in hands)


def test_a_refusal_counts_hands_by_how_often_they_propose() -> None:
    unseen = parse_cards("SKQ98.HA7.D8.C7")
    counts = [np.zeros(15, np.int64) for _ in range(2)]
    hands = [
        count_refusing(policy_of_steps(weight, 0), OTHER, unseen, 0, TURNED, FIRST, counted)
        for weight, counted in zip((5, 15), counts, strict=True)
    ]
    assert hands == [56, 56]
    assert counts[0].sum() == 56 * 5
    assert (3 * counts[0] == counts[1]).all()
    assert count_refusing(policy_of_steps(0, 0), OTHER, unseen, 0, TURNED, FIRST, counts[0]) == 0


@pytest.mark.parametrize(
    ("score", "silent"), [((4, 1), {ELDER}), ((1, 4), {DEALER}), ((4, 4), {ELDER, DEALER}), ((3, 3), set())]
)
def test_whoever_wins_by_the_king_makes_no_call_with_it(score: tuple[int, int], silent: set[int]) -> None:
    kings = [parse_cards(cards) for cards in ("SK.HA7.D7.C8", "SKQ7.HA.D7", "SK.HKQ.DK.C7")]
    for role in (ELDER, DEALER):
        weights = [weight_in(policy_at(score), role, hand) for hand in kings]
        expected = [0 if role in silent else STEPS * how_often(role, hand, TURNED, score) for hand in kings]
        assert weights == pytest.approx(expected)
        assert weight_in(policy_at(score), role, ONE) == pytest.approx(
            STEPS * how_often(role, ONE, TURNED, score)
        )

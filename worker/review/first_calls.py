"""The policy of reviews: the first call and the first reply at the equilibrium, everything later by thresholds.

Its version is ``POLICY_VERSION``. ``policy_at`` returns it for a score. The equilibrium gives for each kind of hand a
frequency with which the elder hand proposes, or the dealer accepts
(``worker.review.equilibrium.calls_data``). A hand is therefore kept among the opponent's possible hands as often as
the equilibrium makes the call with it, where a policy of thresholds keeps it always or never. A player with four points
announces the king of trumps at once and has won: such a hand makes no call, although either would do.

The compiled functions take either policy: one whose ``first_calls`` are empty follows the thresholds throughout.
Trumps are spades (``worker.review.strength.trumps_first``).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.cards import KING_RANK
from worker.review.equilibrium.calls_data import STEPS, calls_at_equilibrium
from worker.review.equilibrium.hands import Kinds, hand_kinds, kind_of
from worker.review.policy import (
    DEALER_REPLIES,
    ELDER_CALLS,
    ELDER_PUTS_OUT,
    FOUR,
    STOCK,
    Policy,
    card_trumps_first,
    exchange_cards,
    next_random,
    outcome_of,
    policy_of,
    shuffle,
)
from worker.review.strength import DEALER, ELDER, RANKS, hand_number, next_set
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

_ALWAYS: Final = STEPS
_CLOSED_KING: Final = 0x40


def policy_at(score: tuple[int, int]) -> Policy:
    """Return the policy of reviews at a score: (elder hand's, dealer's) points before the deal."""
    elder, dealer = score
    return _policy_of_table(int(calls_at_equilibrium().served[score]), elder >= FOUR, dealer >= FOUR)


@cache
def _policy_of_table(table: int, *wins_by_king: bool) -> Policy:
    """Return the policy with the calls of a table.

    ``wins_by_king`` says for each role whether the king of trumps wins the game at once, so that a hand with it makes
    no call.
    """
    steps = calls_at_equilibrium().steps[table]
    if any(wins_by_king):
        steps = steps.copy()
        # With closed trumps the king has the place of the queen, unless it is turned up.
        has_king = hand_kinds().hand & _CLOSED_KING > 0
        for role in (ELDER, DEALER):
            if wins_by_king[role]:
                steps[role, :KING_RANK, has_king] = 0
        steps.flags.writeable = False
    return policy_with(steps)


def policy_with(steps: NDArray[np.uint8]) -> Policy:
    """Return a policy with other first calls.

    ``steps[role, rank of the turn-up, kind]`` are frequencies in steps of a twentieth.
    """
    by_hand = np.stack([steps[:, turned, kinds] for turned, kinds in enumerate(_kinds_by_hand())], axis=1)
    # Kernels are compiled once for each layout of an array, so all policies have the same.
    by_hand = np.ascontiguousarray(by_hand)
    by_hand.flags.writeable = False
    return policy_of()._replace(first_calls=by_hand)


@cache
def _kinds_by_hand() -> NDArray[np.int16]:
    """Return the kind of every hand, as ``[rank of the turn-up, number of the hand]``; 0 for hands with the turn-up."""
    kinds = np.zeros((RANKS, len(hand_kinds().number)), np.int16)
    _fill_kinds(hand_kinds(), kinds)
    return kinds


@compiled
def _fill_kinds(kinds: Kinds, by_hand: NDArray[np.int16]) -> None:
    for turned in range(RANKS):
        hand = 31
        for number in range(by_hand.shape[1]):
            if hand >> turned & 1 == 0:
                by_hand[turned, number] = kind_of(kinds, hand, turned)
            hand = next_set(hand)


@compiled
def frequency_of(
    first_calls: NDArray[np.uint8], part: NDArray[np.int32], role: int, hand: int, turned: int
) -> int:
    """Return how often the elder hand makes the first proposal with a hand, or the dealer accepts it, in twentieths.

    ``first_calls`` is the policy's, ``part`` that of its strengths: to pass the policy as a whole would take ten times
    as long, because Numba counts the references to each of its arrays. ``turned`` is the rank of the turn-up.
    """
    return as_int(first_calls[role, turned, hand_number(part, hand)])


@compiled
def happens(frequency: int, state: NDArray[np.uint64]) -> bool:
    """Return whether a call is made, by chance if it is made only sometimes.

    ``frequency`` is in twentieths; ``state`` is the state of the random numbers.
    """
    if frequency == 0 or frequency == _ALWAYS:
        return frequency > 0
    return next_random(state) * _ALWAYS >> 31 < frequency


@compiled
def go_on_from_calls(
    policy: Policy,
    elder: int,
    dealer: int,
    stock: NDArray[np.int64],
    left: int,
    turned: int,
    phase: int,
    gives: int,
    vulnerable: int,
    elder_points: int,
    dealer_points: int,
    state: NDArray[np.uint64],
) -> int:
    """Return the outcome of a deal if both players follow the policy from ``phase`` on.

    The parameters are those of ``worker.review.policy.go_on`` and ``happens``.
    """
    first_calls, part = policy.first_calls, policy.strength.part
    if gives == 0 and len(first_calls):
        if phase == ELDER_CALLS:
            if not happens(frequency_of(first_calls, part, ELDER, elder, turned), state):
                return outcome_of(policy.table, elder, dealer, turned, 1)
            phase = DEALER_REPLIES
        if phase == DEALER_REPLIES:
            if not happens(frequency_of(first_calls, part, DEALER, dealer, turned), state):
                return outcome_of(policy.table, elder, dealer, turned, 2)
            phase = ELDER_PUTS_OUT
            gives = 1
    hands = exchange_cards(
        policy, elder, dealer, stock, left, turned, phase, gives, vulnerable, elder_points, dealer_points
    )
    return outcome_of(policy.table, hands[0], hands[1], turned, hands[4])


@compiled
def deal_from_calls(
    policy: Policy,
    elder_points: int,
    dealer_points: int,
    seed: int,
    deals: int,
    counts: NDArray[np.int64],
) -> None:
    """Deal ``deals`` random deals, play them by the policy, and count them in ``counts[outcome]``."""
    state = np.array([seed], np.uint64)
    pack = np.arange(32)
    stock = np.zeros(STOCK, np.int64)
    for _ in range(deals):
        shuffle(pack, 0, 32, state)
        trump = pack[10] >> 3
        elder = 0
        dealer = 0
        for place in range(5):
            elder |= 1 << card_trumps_first(pack[place], trump)
            dealer |= 1 << card_trumps_first(pack[5 + place], trump)
        for place in range(STOCK):
            stock[place] = card_trumps_first(pack[11 + place], trump)
        counts[
            go_on_from_calls(
                policy, elder, dealer, stock, STOCK, pack[10] & 7, ELDER_CALLS, 0, 0,
                elder_points, dealer_points, state,
            )
        ] += 1  # fmt: skip

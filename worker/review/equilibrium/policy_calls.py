"""The calls of the published policy, for every kind of hand, in the form of those at the equilibrium."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.calls import Frequencies
from worker.review.equilibrium.hands import KINDS, Kinds, hand_kinds, hand_of
from worker.review.policy import FIRST, FIRST_FREE, FOUR, Policy, cards_to_put_out, is_strong, policy_of
from worker.review.strength import DEALER, ELDER
from worker.solver.compiling import compiled


def policy_frequencies(role: int, turned: int, score: tuple[int, int]) -> Frequencies:
    """Return 1 for each kind of hand with which the policy proposes, or accepts the first proposal, otherwise 0.

    ``turned`` is the rank of the turn-up; ``score`` is (elder hand's, dealer's) points before the deal.
    """
    elder, dealer = score
    dealer += turned == 7
    call = FIRST_FREE if (elder if role == DEALER else dealer) >= FOUR else FIRST
    frequencies = np.zeros(KINDS, np.float32)
    _fill(policy_of(), hand_kinds(), role, turned, call, frequencies)
    return frequencies


@compiled
def _fill(
    policy: Policy, kinds: Kinds, role: int, turned: int, call: int, frequencies: NDArray[np.float32]
) -> None:
    for kind in range(KINDS):
        hand = hand_of(kinds, kind, turned)
        has_to_stand = role == ELDER and cards_to_put_out(hand) == 0
        if not has_to_stand and not is_strong(policy, role, hand, turned, call):
            frequencies[kind] = 1

"""Estimate what hidden play changes in the worth of calls, for each kind of hand.

A deal that is played hidden takes thousands of times as long as one with both hands seen. Training therefore uses
many deals with hands seen, and adds to the mean of each kind of hand what hidden play changes in it. These changes are
estimated from fewer deals that were played both ways (``worker.review.equilibrium.sampled_deals``), by pooling kinds
that are alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.call_values import standing_lead_costs
from worker.review.equilibrium.deal_samples import kinds_of
from worker.review.equilibrium.hands import KINDS, Kinds, hand_kinds, hand_of
from worker.review.equilibrium.pooling import hand_levels, pooled_means
from worker.review.equilibrium.sampled_deals import EXCHANGES, REFUSES, STANDS
from worker.review.policy import OUTCOMES
from worker.review.strength import DEALER, ELDER, RANKS, Strength, hand_number, strengths
from worker.solver.compiling import compiled
from worker.solver.kernels import as_int

_LEAST_SPREAD = 1e-9
_STRENGTH_STEP = 12
"""The width of a group of strengths, in steps of the table of strengths: a twentieth of all hands."""


class PlayedDeals(NamedTuple):
    """Random deals that were played both ways.

    - ``turned``: the rank of the turn-up; ``elder`` and ``dealer``: the kinds of the hands.
    - ``seen[deal, way]`` and ``hidden[deal, way]``: the outcomes, for each of the three ways of ``sampled_deals``.
    """

    turned: NDArray[np.uint8]
    elder: NDArray[np.uint16]
    dealer: NDArray[np.uint16]
    seen: NDArray[np.uint8]
    hidden: NDArray[np.uint8]


def played_deals(rows: NDArray[np.void]) -> PlayedDeals:
    """Return deals of the type ``sampled_deals.DEAL`` with the kinds of their hands."""
    elder, dealer = np.zeros(len(rows), np.uint16), np.zeros(len(rows), np.uint16)
    for turned in range(RANKS):
        here = rows["turned"] == turned
        elder[here] = kinds_of(rows["elder"][here].astype(np.int64), turned)
        dealer[here] = kinds_of(rows["dealer"][here].astype(np.int64), turned)
    return PlayedDeals(rows["turned"], elder, dealer, rows["seen"], rows["hidden"])


class Changes:
    """The changes by hidden play, estimated from deals that were played both ways.

    Kinds of hand are pooled by ``pooling.hand_levels`` and by their strength. What the elder hand loses because one
    lead must do against every hand is known exactly for every kind, so estimates start from it.
    """

    def __init__(self, deals: PlayedDeals) -> None:
        self.deals = deals
        first, *others = hand_levels()
        self.levels = [[first, strength_groups(role), *others] for role in (ELDER, DEALER)]
        members = [deals.turned.astype(np.int64) * KINDS + kinds for kinds in (deals.elder, deals.dealer)]
        self.members = members
        self.lead_costs = standing_lead_costs()

    def of_means(
        self, worth: NDArray[np.float64], proposes: NDArray[np.float32], accepts: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return what hidden play changes in ``calls.mean_worths``, as ``[role, rank of the turn-up, kind, call]``.

        ``proposes`` and ``accepts`` are the frequencies that the other role is taken to have, as ``[rank of the
        turn-up, kind]``.
        """
        deals = self.deals
        asks, gives = self._frequencies(proposes, accepts)
        change = worth[deals.hidden] - worth[deals.seen]
        goes_on = (1 - gives) * change[:, REFUSES] + gives * change[:, EXCHANGES]
        means = [
            self._pool_elder(change[:, STANDS]),
            self._pool_elder(goes_on),
            self._pool(DEALER, -asks * change[:, REFUSES], None),
            self._pool(DEALER, -asks * change[:, EXCHANGES], None),
        ]
        shaped = np.array(means, np.float32).reshape(2, 2, RANKS, KINDS)
        return np.ascontiguousarray(shaped.transpose(0, 2, 3, 1))

    def _pool_elder(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of each kind of the elder hand, starting from a multiple of the cost of its first lead."""
        costs = self.lead_costs[self.members[ELDER]]
        spread = costs - costs.mean()
        slope = spread @ values / max(float(spread @ spread), _LEAST_SPREAD)
        return self._pool(ELDER, values, slope * self.lead_costs)

    def _pool(
        self, role: int, values: NDArray[np.float64], start: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        return pooled_means(values, self.members[role], self.levels[role], start)

    def of_shares(self, proposes: NDArray[np.float32], accepts: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return what hidden play changes in the share of each outcome, with frequencies as in ``of_means``."""
        asks, gives = self._frequencies(proposes, accepts)
        shares = np.stack([1 - asks, asks * (1 - gives), asks * gives], axis=1).ravel()
        counts = [
            np.bincount(outcomes.ravel(), shares, minlength=OUTCOMES)
            for outcomes in (self.deals.hidden, self.deals.seen)
        ]
        change: NDArray[np.float64] = (counts[0] - counts[1]) / len(asks)
        return change

    def _frequencies(
        self, proposes: NDArray[np.float32], accepts: NDArray[np.float32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how often each deal's elder hand proposes, and its dealer accepts."""
        deals = self.deals
        return (
            proposes[deals.turned, deals.elder].astype(np.float64),
            accepts[deals.turned, deals.dealer].astype(np.float64),
        )


def strength_groups(role: int) -> NDArray[np.int64]:
    """Return the group of each ``turned * KINDS + kind`` by its strength, with and without the king of trumps."""
    groups = np.zeros(RANKS * KINDS, np.int64)
    _fill_groups(hand_kinds(), strengths(), role, groups)
    codes: NDArray[np.int64] = np.unique(groups, return_inverse=True)[1]
    return codes


@compiled
def _fill_groups(kinds: Kinds, strength: Strength, role: int, groups: NDArray[np.int64]) -> None:
    for member in range(len(groups)):
        turned = member // KINDS
        hand = hand_of(kinds, member % KINDS, turned)
        won = as_int(strength.value[role, turned, hand_number(strength.part, hand)])
        king = 2 if turned == 7 else hand >> 7 & 1
        groups[member] = 3 * (won // _STRENGTH_STEP) + king

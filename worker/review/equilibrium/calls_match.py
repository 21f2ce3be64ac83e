"""Match the calls at the equilibrium against those of the published policy, in the same deals played hidden."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from worker.review.equilibrium.call_worths import Score, worth_at
from worker.review.equilibrium.calls_gains import LookUp
from worker.review.equilibrium.hidden_changes import PlayedDeals
from worker.review.equilibrium.policy_calls import policy_frequencies
from worker.review.equilibrium.sampled_deals import EXCHANGES, REFUSES, STANDS
from worker.review.strength import DEALER, ELDER, RANKS

_SEATS = ("elder hand", "dealer")


class Lead(NamedTuple):
    """The gain of version 2 of the calls on version 1 in one seat, a deal, in the probability of winning the game.

    - ``role``: the seat; ``against``: the version in the other seat.
    - ``error``: the standard error of ``gain``.
    """

    score: Score
    role: int
    against: int
    gain: float
    error: float

    def __str__(self) -> str:
        return (
            f"at {self.score[0]}-{self.score[1]} the {_SEATS[self.role]} gains {self.gain:+.5f} on policy 1"
            f" against version {self.against}, give or take {self.error:.5f}"
        )


def match(deals: PlayedDeals, score: Score, version_2: LookUp, chance: NDArray[np.float64]) -> list[Lead]:
    """Compare both versions of each seat against both versions of the other seat, in the same deals.

    The value of a deal is its expectation over mixed calls. ``chance`` are the chances of winning at every score.
    """
    worth = worth_at(score, chance)[deals.hidden]
    versions = (policy_frequencies, version_2)
    asks = [_look_up(each, ELDER, deals.turned, deals.elder, score) for each in versions]
    gives = [_look_up(each, DEALER, deals.turned, deals.dealer, score) for each in versions]
    values = [[_values(worth, one, other) for other in gives] for one in asks]
    leads = []
    for against in (0, 1):
        leads.append(_lead(score, ELDER, against, values[1][against] - values[0][against]))
        leads.append(_lead(score, DEALER, against, values[against][0] - values[against][1]))
    return leads


def _look_up(
    version: LookUp, role: int, turned: NDArray[np.uint8], kinds: NDArray[np.uint16], score: Score
) -> NDArray[np.float64]:
    table = np.array([version(role, rank, score) for rank in range(RANKS)], np.float64)
    frequencies: NDArray[np.float64] = table[turned, kinds]
    return frequencies


def _values(
    worth: NDArray[np.float64], asks: NDArray[np.float64], gives: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the expected worth of each deal to the elder hand."""
    proposed = (1 - gives) * worth[:, REFUSES] + gives * worth[:, EXCHANGES]
    return (1 - asks) * worth[:, STANDS] + asks * proposed


def _lead(score: Score, role: int, against: int, differences: NDArray[np.float64]) -> Lead:
    error = float(differences.std(ddof=1) / np.sqrt(len(differences)))
    return Lead(score, role, against + 1, float(differences.mean()), error)

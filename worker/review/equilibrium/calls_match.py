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


class SeatGain(NamedTuple):
    """The gain of one seat from version 2 of the calls over version 1: how much likelier it wins the game, per deal.

    Version 1 is the published policy, version 2 the equilibrium.


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
            f"at {self.score[0]}-{self.score[1]} the {_SEATS[self.role]} gains {self.gain:+.5f} on version 1"
            f" against version {self.against}, give or take {self.error:.5f}"
        )


def compare_versions(
    deals: PlayedDeals, score: Score, version_2: LookUp, chance: NDArray[np.float64]
) -> list[SeatGain]:
    """Compare both versions of each seat against both versions of the other seat, in the same deals.

    The value of a deal is its expectation over mixed calls. ``chance`` are the chances of winning at every score.
    """
    # ``hidden`` has the outcome of each deal for each way to call.
    worth = worth_at(score, chance)[deals.hidden]
    versions = (policy_frequencies, version_2)
    # For each version, how often the hand of each deal proposes, and how often the other accepts.
    proposing = [_look_up(each, ELDER, deals.turned, deals.elder, score) for each in versions]
    accepting = [_look_up(each, DEALER, deals.turned, deals.dealer, score) for each in versions]
    values = [[_values(worth, one, other) for other in accepting] for one in proposing]
    gains = []
    for against in (0, 1):
        gains.append(_gain(score, ELDER, against, values[1][against] - values[0][against]))
        gains.append(_gain(score, DEALER, against, values[against][0] - values[against][1]))
    return gains


def _look_up(
    version: LookUp, role: int, turned: NDArray[np.uint8], kinds: NDArray[np.uint16], score: Score
) -> NDArray[np.float64]:
    """Return for each deal the frequency with which one version makes the call with the hand of ``role``."""
    table = np.array([version(role, rank, score) for rank in range(RANKS)], np.float64)
    frequencies: NDArray[np.float64] = table[turned, kinds]
    return frequencies


def _values(
    worth: NDArray[np.float64], proposing: NDArray[np.float64], accepting: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the expected worth of each deal to the elder hand."""
    worth_if_proposed = (1 - accepting) * worth[:, REFUSES] + accepting * worth[:, EXCHANGES]
    return (1 - proposing) * worth[:, STANDS] + proposing * worth_if_proposed


def _gain(score: Score, role: int, against: int, differences: NDArray[np.float64]) -> SeatGain:
    error = float(differences.std(ddof=1) / np.sqrt(len(differences)))
    return SeatGain(score, role, against + 1, float(differences.mean()), error)

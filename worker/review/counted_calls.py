"""Compute means and losses of the first call, or the first reply, from counted outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from worker.review.decision import ENDING_CALLS
from worker.review.exchange_values import ERROR
from worker.review.policy import OUTCOMES
from worker.review.sampled_choices import find_best, with_changes

_TRICKS: tuple[int, ...] = (1, 3)
"""The part of an outcome for the tricks, if the point is lost or won after an exchange."""


@dataclass(frozen=True)
class CountedCalls:
    """The two calls, and how often each outcome comes of them (``worker.review.first_call_values``).

    - ``names``: the calls, the player's own first.
    - ``counted`` and ``continued``: the weight of each outcome of the call that ends the exchange, and of the other.
    - ``exchanged``: the share of deals with an exchange after the other call.
    - ``worlds``: the number of the opponent's hands.
    """

    names: list[str]
    counted: NDArray[np.int64]
    continued: NDArray[np.int64]
    exchanged: float
    worlds: int

    @cached_property
    def _shares(self) -> dict[str, NDArray[np.float64]]:
        return {
            name: counts / counts.sum()
            for name in self.names
            for counts in [self.counted if name in ENDING_CALLS else self.continued]
        }

    def shares(self, name: str) -> NDArray[np.float64]:
        """Return how often each outcome comes of a call."""
        return self._shares[name]

    def means(self, worth: NDArray[np.float64], changes: Mapping[str, float] | None = None) -> list[float]:
        """Return the mean worth of each call, as ``SampledChoices.means`` does."""
        means = [float(self._shares[name] @ worth) for name in self.names]
        return means if changes is None else with_changes(self.names, means, worth, changes)

    def loss(
        self, worth: NDArray[np.float64], changes: Mapping[str, float] | None = None
    ) -> tuple[float, float]:
        """Return the loss of the call that was made, and its standard error: that of the table of exchanges."""
        means = self.means(worth, changes)
        lost, won = (worth[tricks::5] for tricks in _TRICKS)
        kings = np.add.reduceat(self.continued, range(0, OUTCOMES, 5)) / self.continued.sum()
        # The error is in marks; between the point lost and won are two.
        error = ERROR * self.exchanged * abs(float(kings @ (won - lost))) / 2
        return max(0.0, means[find_best(means)] - means[0]), error

    def with_the_rest(self, means: list[float], worth: NDArray[np.float64]) -> dict[str, float]:
        """Return the means by name."""
        return dict(zip(self.names, means, strict=True))

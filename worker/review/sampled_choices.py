"""Compute means and losses of choices that were tried in the same random deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from worker.review.decision import ENDING_CALLS
from worker.review.policy import OUTCOMES


@dataclass(frozen=True)
class SampledChoices:
    """Choices, and their outcomes in the random deals (worlds) in which they were tried.

    - ``names``: the choices, the player's own first; ``outcomes[world, choice]``: the outcome of each in each world.
    - ``all_names`` and ``first``: all choices, and their outcomes in a shorter first sample. ``first`` is
      None if there was no such sample.
    - ``stayed``: the choices that did best in the first sample, and were sampled further.
    - ``counted``: the weight of each outcome of the choice that ends the exchange (``S`` or ``R``), whose mean is then
      exact; ``worlds``: the number of hands over which it was counted. Both are None if all choices were sampled.
    """

    names: list[str]
    outcomes: NDArray[np.uint8]
    all_names: list[str]
    first: NDArray[np.uint8] | None
    stayed: list[str]
    counted: NDArray[np.int64] | None = None
    worlds: int | None = None

    @cached_property
    def _counts(self) -> NDArray[np.float64]:
        """The number of worlds by choice and outcome, or the weight of hands for a choice that was counted."""
        counts = count_columns(self.outcomes)
        if self.counted is not None:
            counts[[name in ENDING_CALLS for name in self.names]] = self.counted
        return counts

    def shares(self, name: str) -> NDArray[np.float64]:
        """Return how often each outcome comes of a choice."""
        counts = self._counts[self.names.index(name)]
        shares: NDArray[np.float64] = counts / counts.sum()
        return shares

    def means(self, worth: NDArray[np.float64], changes: Mapping[str, float] | None = None) -> list[float]:
        """Return the mean worth of each choice in ``names``.

        ``worth`` is indexed by outcome. ``changes`` are what is to be added to the means, by name.
        """
        means: list[float] = (self._counts @ worth / self._counts.sum(axis=1)).tolist()
        return means if changes is None else with_changes(self.names, means, worth, changes)

    def loss(
        self, worth: NDArray[np.float64], changes: Mapping[str, float] | None = None
    ) -> tuple[float, float]:
        """Return the loss of the choice that was made, and the standard error of the loss.

        ``changes`` are what is to be added to the means, by name, as if without an error. A loss below two standard
        errors may be due to chance. It is returned all the same, because the standard error shows how far to trust it.
        """
        means = self.means(worth, changes)
        best = find_best(means)
        if best:
            return max(0.0, means[best] - means[0]), self._compute_error(best, 0, worth)
        # The error is that of the lead over the next best choice.
        others = [at for at in range(len(means)) if at]
        if not others:
            return 0.0, 0.0
        return 0.0, self._compute_error(0, max(others, key=lambda at: means[at]), worth)

    def _compute_error(self, one: int, other: int, worth: NDArray[np.float64]) -> float:
        """Return the standard error of the difference of two choices. An exact value has no error of its own."""
        sampled = [at for at in (one, other) if self.counted is None or self.names[at] not in ENDING_CALLS]
        if not sampled:
            return 0.0
        pairs = self.outcomes[:, sampled[0]] * OUTCOMES
        if len(sampled) > 1:
            pairs = pairs + self.outcomes[:, sampled[1]]
        counts = np.bincount(pairs, minlength=OUTCOMES**2).reshape(OUTCOMES, OUTCOMES)
        differences = worth[:, None] - (worth if len(sampled) > 1 else 0.0)
        number = len(pairs)
        mean = (counts * differences).sum() / number
        variance = (counts * (differences - mean) ** 2).sum() / (number - 1)
        return float(np.sqrt(variance / number))

    def with_the_rest(self, means: list[float], worth: NDArray[np.float64]) -> dict[str, float]:
        """Return the mean of every choice by name, including the choices that were dropped after the first
        sample.

        ``means`` are the means of ``names``. The mean of a dropped choice is estimated: it is as far behind
        as in the first sample, and never above that of a choice that stayed.
        """
        values = dict(zip(self.names, means, strict=True))
        if self.first is None:
            return values
        seen = (count_columns(self.first) @ worth / len(self.first)).tolist()
        at_first_look = dict(zip(self.all_names, seen, strict=True))
        leader = max(self.stayed, key=lambda name: at_first_look[name])
        ceiling, floor = min(values[name] for name in self.stayed), float(worth.min())
        for name in self.all_names:
            if name not in values:
                behind = values[leader] - at_first_look[leader] + at_first_look[name]
                values[name] = max(floor, min(ceiling, behind))
        return values


def count_columns(outcomes: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return how often each outcome comes in each column, as ``[column, outcome]``."""
    columns = outcomes.shape[1]
    places = outcomes + OUTCOMES * np.arange(columns)
    counts = np.bincount(places.ravel(), minlength=columns * OUTCOMES)
    return counts.reshape(columns, OUTCOMES).astype(np.float64)


def with_changes(
    names: list[str], means: list[float], worth: NDArray[np.float64], changes: Mapping[str, float]
) -> list[float]:
    """Return means with their changes added, and within the bounds of ``worth``."""
    least, most = float(worth.min()), float(worth.max())
    return [
        min(most, max(least, mean + changes.get(name, 0.0))) for name, mean in zip(names, means, strict=True)
    ]


def find_best(means: list[float]) -> int:
    """Return the index of the largest mean. Among equal ones the first, the player's own choice, is preferred."""
    return max(range(len(means)), key=lambda at: (means[at], at == 0))

"""Choices tried in the same worlds: their means, what the one made lost, and how surely that is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Tried(NamedTuple):
    """Choices in the worlds in which they were tried: ``outcomes[world, choice]`` of ``names``.

    ``first``: the same of ``all_names`` in the first look, after which ``stayed`` had done best; None where all stayed.
    """

    names: list[str]
    outcomes: NDArray[np.uint8]
    all_names: list[str]
    first: NDArray[np.uint8] | None
    stayed: list[str]

    def with_the_rest(self, means: list[float], worth: NDArray[np.float64]) -> dict[str, float]:
        """``means`` of ``names``, and of the choices left out as far behind as they were in the first look.

        None of those is put above one that stayed.
        """
        values = dict(zip(self.names, means, strict=True))
        if self.first is None:
            return values
        looked = dict(zip(self.all_names, worth[self.first].mean(axis=0).tolist(), strict=True))
        leader = max(self.stayed, key=lambda name: looked[name])
        ceiling, floor = min(values[name] for name in self.stayed), float(worth.min())
        for name in self.all_names:
            if name not in values:
                behind = values[leader] - looked[leader] + looked[name]
                values[name] = max(floor, min(ceiling, behind))
        return values


def means_of(
    names: list[str],
    outcomes: NDArray[np.uint8],
    counted: NDArray[np.int64] | None,
    worth: NDArray[np.float64],
) -> list[float]:
    """What each choice is worth on average; counted out where it ends the exchange and was counted."""
    means: list[float] = worth[outcomes].mean(axis=0).tolist()
    if counted is not None:
        for at, name in enumerate(names):
            if name in ("S", "R"):
                means[at] = float(counted @ worth / counted.sum())
    return means


def loss_of(
    names: list[str],
    outcomes: NDArray[np.uint8],
    counted: NDArray[np.int64] | None,
    worth: NDArray[np.float64],
) -> tuple[float, float]:
    """What the best choice is worth beyond the first of ``names``, which was made; and the standard error of that.

    Where one is better only by chance, by less than two standard errors of the difference, it stays the loss: the error
    says how far it can be trusted.
    """
    means = means_of(names, outcomes, counted, worth)
    best = max(range(len(names)), key=lambda at: (means[at], at == 0))
    if best == 0:
        # The error then is that of being ahead of the next.
        others = [at for at in range(len(names)) if at]
        if not others:
            return 0.0, 0.0
        return 0.0, _error(0, max(others, key=lambda at: means[at]), names, outcomes, counted, worth)
    return max(0.0, means[best] - means[0]), _error(best, 0, names, outcomes, counted, worth)


def _error(
    one: int,
    other: int,
    names: list[str],
    outcomes: NDArray[np.uint8],
    counted: NDArray[np.int64] | None,
    worth: NDArray[np.float64],
) -> float:
    """The standard error of the difference of two choices; what was counted out has none of its own."""
    values = [
        0.0 if counted is not None and names[at] in ("S", "R") else worth[outcomes[:, at]]
        for at in (one, other)
    ]
    differences = values[0] - values[1]
    if isinstance(differences, float):
        return 0.0
    return float(differences.std(ddof=1) / np.sqrt(len(differences)))

"""The accuracy of a player's decisions, one number from 0 to 100; docs/statistics.md defines it for readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

ACCURACY_VERSION: Final = 1
"""The version of this definition, which goes up with any change that gives the same decisions another accuracy."""
FULL_SCORE: Final = 100
HALVING_LOSS: Final = 0.03
"""The loss, as a chance of winning the game, that halves a decision's score; an inaccuracy begins below it."""
LEAST_OF_PLAYER: Final = 20
"""The least number of decisions for a player's accuracy, as for any other mean of the statistics."""
LEAST_OF_SIDE: Final = 10
"""The least number of decisions for one side's accuracy in one rubber.

A side makes about four decisions a deal, so that a game of three deals has enough. It describes that rubber and
does not estimate how the player plays, so it needs fewer than ``LEAST_OF_PLAYER``.
"""


def decision_score(loss: float) -> float:
    """Return the score of a decision, from 0 to 100, that lowered the chance of winning the game by ``loss``."""
    return float(FULL_SCORE * 2 ** (-loss / HALVING_LOSS))


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of some decisions, as the number and the sum of their scores.

    Only decisions with a known loss count: those with a real choice, made at a known score. ``least`` is the
    number of decisions below which there is no accuracy.
    """

    decisions: int
    total: float
    least: int

    @property
    def is_enough(self) -> bool:
        return self.decisions >= self.least

    @property
    def percent(self) -> int | None:
        """The mean score, rounded to a whole number, or None if there are too few decisions."""
        return round(self.total / self.decisions) if self.is_enough else None


def accuracy_of(losses: Iterable[float], *, least: int) -> Accuracy:
    """Return the accuracy of decisions with these losses of the chance of winning the game."""
    scores = [decision_score(loss) for loss in losses]
    return Accuracy(len(scores), sum(scores), least)

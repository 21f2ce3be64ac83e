"""Predict the result of a game or a rubber from two players' strengths."""

from __future__ import annotations

import math
from dataclasses import dataclass

from worker.ratings.glicko2 import Strength, expected_score
from worker.ratings.rubber_chances import rubber_chance


@dataclass(frozen=True, slots=True)
class Prospect:
    """The probability, 0 to 1, that player A wins a rubber of the length ``best_of``.

    ``low`` and ``high`` are the probabilities if the difference between the ratings is one deviation lower or
    higher.
    """

    best_of: int
    chance: float
    low: float
    high: float


def prospect_of(a: Strength, b: Strength, best_of: int) -> Prospect:
    """Return the probability that player ``a`` wins a rubber of ``best_of`` games against ``b``.

    The result includes the lower and upper ends of the probability. Raises ``ValueError`` if ``best_of`` is
    less than one or even, because such a rubber may end without a winner.
    """
    spread = math.hypot(a.deviation, b.deviation)
    chance = rubber_chance(expected_score(a, b), best_of)
    # The shift is the whole uncertainty, so both ratings are taken as exact.
    low, high = (
        rubber_chance(expected_score(Strength(a.rating + shift, 0, 0), Strength(b.rating, 0, 0)), best_of)
        for shift in (-spread, spread)
    )
    return Prospect(best_of, chance, low, high)

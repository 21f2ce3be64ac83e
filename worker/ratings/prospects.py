"""What two ratings foretell of a game, and of a rubber."""

from __future__ import annotations

import math
from dataclasses import dataclass

from worker.ratings.glicko2 import Strength, expected_score
from worker.ratings.rubber_chances import rubber_chance


@dataclass(frozen=True, slots=True)
class Prospect:
    """A's chance of winning, between 0 and 1; ``low`` and ``high`` if the difference between the two is one deviation
    less or more.
    """

    best_of: int
    chance: float
    low: float
    high: float


def prospect_of(a: Strength, b: Strength, best_of: int) -> Prospect:
    """Raises ``ValueError`` for a length at which a rubber may end without a winner."""
    spread = math.hypot(a.deviation, b.deviation)
    chance = rubber_chance(expected_score(a, b), best_of)
    # Were the two known exactly, and so far apart.
    low, high = (
        rubber_chance(expected_score(Strength(a.rating + shift, 0, 0), Strength(b.rating, 0, 0)), best_of)
        for shift in (-spread, spread)
    )
    return Prospect(best_of, chance, low, high)

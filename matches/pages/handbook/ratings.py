"""The handbook's figures of ratings, from the constants that they are made with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from matches.common.localized_numbers import decimal
from worker.ratings.constants import CONSTANTS, PROVISIONAL_ABOVE
from worker.ratings.glicko2 import MIDDLE, Strength, expected_score
from worker.ratings.rubber_chances import rubber_chance

APART: Final = (10, 25, 50, 75, 100)
BEST_OF: Final = (3, 5)


@dataclass(frozen=True, slots=True)
class Difference:
    """So many points between two players who are known exactly; chances in 100 for the better of them."""

    points: int
    game: str
    rubbers: tuple[str, ...]


def differences() -> list[Difference]:
    return [_difference(points) for points in APART]


def _difference(points: int) -> Difference:
    chance = expected_score(Strength(MIDDLE + points, 0, 0), Strength(MIDDLE, 0, 0))
    rubbers = tuple(decimal(100 * rubber_chance(chance, length), 0) for length in BEST_OF)
    return Difference(points, decimal(100 * chance, 0), rubbers)


def newcomer() -> dict[str, int]:
    """What everybody begins with, and when a rating stops being provisional."""
    return {
        "middle": round(MIDDLE),
        "deviation": round(CONSTANTS.deviation),
        "provisional_above": round(PROVISIONAL_ABOVE),
    }

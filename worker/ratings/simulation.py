"""Seasons of a club whose players' strengths are known, to hold ratings against."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Final

from worker.ratings.ladder import Met
from worker.ratings.weeks import A_WEEK

FIRST_WEEK: Final = date(2020, 9, 7)
BEST_WINS: Final = 0.59
"""Of his games against the mean of the club. The review's prices give the best play about so much of a game."""


@dataclass(frozen=True, slots=True)
class Season:
    """``chances`` are those of ``a`` in the games of each of ``met``."""

    met: Sequence[Met]
    chances: Sequence[float]


@dataclass(frozen=True, slots=True)
class Club:
    """Who plays how much in a simulated club: each week about ``attendance`` of its players come, and each who has come
    plays about ``rubbers`` rubbers of up to three games.
    """

    players: int = 40
    weeks: int = 100
    attendance: float = 0.5
    rubbers: int = 4


def simulate_season(club: Club, *, seed: int) -> Season:
    """The same seed gives the same games."""
    random = Random(seed)  # noqa: S311 (no secret)
    strengths = _strengths(club.players, random)
    met, chances = [], []
    for number in range(club.weeks):
        come = [player for player in range(club.players) if random.random() < club.attendance]
        for _ in range(club.rubbers):
            random.shuffle(come)
            for a, b in zip(come[::2], come[1::2], strict=False):
                chance = 1 / (1 + math.exp(strengths[b] - strengths[a]))
                met.append(Met(FIRST_WEEK + number * A_WEEK, a, b, *_rubber(chance, random)))
                chances.append(chance)
    return Season(met, chances)


def _strengths(players: int, random: Random) -> list[float]:
    """Logits against the mean of the club, of which the best is ``BEST_WINS``."""
    drawn = [random.gauss() for _ in range(players)]
    mean = sum(drawn) / players
    best = math.log(BEST_WINS / (1 - BEST_WINS))
    return [best * (each - mean) / (max(drawn) - mean) for each in drawn]


def _rubber(chance: float, random: Random) -> tuple[int, int]:
    won = [0, 0]
    while max(won) < 2:
        won[random.random() >= chance] += 1
    return won[0], won[1]

"""The chance of winning the game, the rubber and the stake, from a score: a table that is shipped as data.

``python -m worker.review.tables`` works it out (``worker.review.chain``; ``worker.review.offer_chain`` for La Triomphe)
under the assumptions that stand beside it in the file. Standard library alone, so that pages may ask.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any, Final, NamedTuple

from scoring.marks import GAME_POINTS, game_value
from scoring.record import Variant

CHANCES_VERSION: Final = "1"
OFFER_CHANCES_VERSION: Final = "triomphe 1"
CHANCES_VERSIONS: Final[dict[Variant, str]] = {"ecarte": CHANCES_VERSION, "triomphe": OFFER_CHANCES_VERSION}
DATA: Final[dict[Variant, str]] = {"ecarte": "chances.json", "triomphe": "chances_triomphe.json"}
"""A table for each game: deals bring other marks where nothing is exchanged and no king is marked."""


class Chances(NamedTuple):
    """``chance[elder's points][dealer's]`` is the elder's chance of winning the game, ``stake`` the points of the
    stake that he can expect, a loss counting against him; ``marks`` the elder's marks less the dealer's that a deal
    brings on average. ``error``: the largest standard error of a chance.
    """

    chance: tuple[tuple[float, ...], ...]
    stake: tuple[tuple[float, ...], ...]
    marks: tuple[tuple[float, ...], ...]
    error: float
    checksum: str
    assumptions: dict[str, Any]


class WrongTableError(ValueError):
    """The table that is installed is not what its checksum says."""


def checksum_of(*tables: Sequence[Sequence[float]]) -> str:
    """SHA-256 over all values, six decimals each, row by row."""
    values = [f"{value:.6f}" for table in tables for row in table for value in row]
    return hashlib.sha256(" ".join(values).encode()).hexdigest()


@cache
def chances(variant: Variant = "ecarte") -> Chances:
    """The table that is shipped. Raises ``WrongTableError`` where the file was changed by hand."""
    name = DATA[variant]
    stored = json.loads(files("worker.review").joinpath("data", name).read_text("utf-8"))
    found = checksum_of(stored["chance"], stored["stake"], stored["marks"])
    if found != stored["checksum"]:
        raise WrongTableError(
            f"worker/review/data/{name} says {stored['checksum']}, but its values come to {found}:"
            " make it again by python -m worker.review.tables"
        )
    return Chances(
        tuple(map(tuple, stored["chance"])),
        tuple(map(tuple, stored["stake"])),
        tuple(map(tuple, stored["marks"])),
        stored["error"],
        found,
        stored["assumptions"],
    )


def checksum(variant: Variant = "ecarte") -> str:
    return chances(variant).checksum


def chance_of_game(own: int, other: int, *, deals: bool, variant: Variant = "ecarte") -> float:
    """The chance of winning the game for a player of ``own`` points, who ``deals`` the next deal or does not.

    With five points, or five against him, the game is over (law 46).
    """
    if own >= GAME_POINTS:
        return 1.0
    if other >= GAME_POINTS:
        return 0.0
    table = chances(variant).chance
    return 1.0 - table[other][own] if deals else table[own][other]


def stake_of_game(own: int, other: int, *, deals: bool, variant: Variant = "ecarte") -> float:
    """The points of the stake that the player can expect of the game, single, double or treble (law 46)."""
    if own >= GAME_POINTS:
        return float(game_value((GAME_POINTS, other), "treble"))
    if other >= GAME_POINTS:
        return -float(game_value((own, GAME_POINTS), "treble"))
    table = chances(variant).stake
    return -table[other][own] if deals else table[own][other]


def marks_of_deal(elder: int, dealer: int, variant: Variant = "ecarte") -> float:
    """The elder's marks less the dealer's that a deal brings on average at their points."""
    return chances(variant).marks[elder][dealer]


def chance_of_rubber(won: int, lost: int, best_of: int, chance: float) -> float:
    """The chance of winning the rubber with so many games ``won`` and ``lost``, the running one won by ``chance``.

    Games to come are even: who deals first in them is for the cut to say.
    """
    majority = best_of // 2 + 1
    return chance * _even(majority - won - 1, majority - lost) + (1 - chance) * _even(
        majority - won, majority - lost - 1
    )


def _even(wanted: int, against: int) -> float:
    """The chance of winning ``wanted`` even games before ``against`` are lost."""
    if wanted <= 0:
        return 1.0
    if against <= 0:
        return 0.0
    games = wanted + against - 1
    ways = sum(comb(games, number) for number in range(wanted, games + 1))
    return ways / float(2**games)


def odds_on_the_table(own: int, other: int) -> tuple[int, int]:
    """The old odds at a score: the points that the adversary still wants to those that the player does."""
    return GAME_POINTS - other, GAME_POINTS - own

"""Look up the probability of winning the game and the rubber, and the expected stake, in a table shipped as
data.

``python -m worker.review.tables`` computes the table (see ``worker.review.chain``, and for La Triomphe
``worker.review.offer_chain``) under the assumptions stored in the table's file. This module imports only the
standard library and ``scoring``, so that pages can use it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

from scoring.marks import GAME_POINTS, game_value
from scoring.record import Variant
from worker.review.data_files import WrongTableError, read_json

CHANCES_VERSION: Final = "2"
OFFER_CHANCES_VERSION: Final = "triomphe 1"
CHANCES_VERSIONS: Final[dict[Variant, str]] = {"ecarte": CHANCES_VERSION, "triomphe": OFFER_CHANCES_VERSION}
DATA: Final[dict[Variant, str]] = {"ecarte": "chances.json", "triomphe": "chances_triomphe.json"}
"""The name of each game's data file. La Triomphe has no exchanges and no mark for the king, so it has its own
table.
"""


class Chances(NamedTuple):
    """The probabilities and expected values at every score, from the data file of one game.

    All arrays are indexed ``[elder hand's points][dealer's points]``.

    - ``chance``: the elder hand's probability of winning the game.
    - ``stake``: the elder hand's expected stake, in points; a lost game counts as negative.
    - ``marks``: the mean of the elder hand's marks minus the dealer's in a deal.
    - ``error``: the largest standard error of a probability.
    - ``hands_seen``: ``chance`` if both hands were seen from the first lead, as at La Triomphe.
    """

    chance: tuple[tuple[float, ...], ...]
    stake: tuple[tuple[float, ...], ...]
    marks: tuple[tuple[float, ...], ...]
    error: float
    checksum: str
    assumptions: dict[str, Any]
    hands_seen: tuple[tuple[float, ...], ...]


def checksum_of(*tables: Sequence[Sequence[float]]) -> str:
    """Return the SHA-256 of all values of the tables, written with six decimals, row by row."""
    values = [f"{value:.6f}" for table in tables for row in table for value in row]
    return hashlib.sha256(" ".join(values).encode()).hexdigest()


@cache
def chances(variant: Variant = "ecarte") -> Chances:
    """Return the table of probabilities for a game.

    Raises ``WrongTableError`` if the data file does not match its checksum.
    """
    name = DATA[variant]
    stored = read_json(name)
    actual = checksum_of(stored["chance"], stored["stake"], stored["marks"])
    if actual != stored["checksum"]:
        raise WrongTableError(
            f"worker/review/data/{name} says {stored['checksum']}, but its values come to {actual}:"
            " make it again by python -m worker.review.tables"
        )
    return Chances(
        tuple(map(tuple, stored["chance"])),
        tuple(map(tuple, stored["stake"])),
        tuple(map(tuple, stored["marks"])),
        stored["error"],
        actual,
        stored["assumptions"],
        tuple(map(tuple, stored.get("hands_seen", stored)["chance"])),
    )


def checksum(variant: Variant = "ecarte") -> str:
    return chances(variant).checksum


def chance_of_game(own: int, other: int, *, deals: bool, variant: Variant = "ecarte") -> float:
    """Return the probability that a player with ``own`` points wins the game against ``other`` points.

    ``deals`` is whether that player deals next. If either player has five points, the game is over (law 46).
    """
    if own >= GAME_POINTS:
        return 1.0
    if other >= GAME_POINTS:
        return 0.0
    table = chances(variant).chance
    return 1.0 - table[other][own] if deals else table[own][other]


def stake_of_game(own: int, other: int, *, deals: bool, variant: Variant = "ecarte") -> float:
    """Return the expected stake of a player with ``own`` points against ``other`` points.

    A won game counts 1, 2 or 3 (law 46), a lost game the same amount as negative. ``deals`` is whether that
    player deals next.
    """
    if own >= GAME_POINTS:
        return float(game_value((GAME_POINTS, other), "treble"))
    if other >= GAME_POINTS:
        return -float(game_value((own, GAME_POINTS), "treble"))
    table = chances(variant).stake
    return -table[other][own] if deals else table[own][other]


def marks_of_deal(elder: int, dealer: int, variant: Variant = "ecarte") -> float:
    """Return the mean of the elder hand's marks minus the dealer's in a deal.

    ``elder`` and ``dealer`` are the points of the two players before the deal.
    """
    return chances(variant).marks[elder][dealer]


def chance_of_rubber(won: int, lost: int, best_of: int, chance: float) -> float:
    """Return the probability of winning a rubber of ``best_of`` games.

    ``won`` and ``lost`` count the finished games. ``chance`` is the probability of winning the current game.
    Later games are even, because the cut decides who deals first.
    """
    majority = best_of // 2 + 1
    return chance * _compute_even_chance(majority - won - 1, majority - lost) + (
        1 - chance
    ) * _compute_even_chance(majority - won, majority - lost - 1)


def _compute_even_chance(wanted: int, against: int) -> float:
    """Return the probability of winning ``wanted`` even games before losing ``against``."""
    if wanted <= 0:
        return 1.0
    if against <= 0:
        return 0.0
    games = wanted + against - 1
    ways = sum(comb(games, number) for number in range(wanted, games + 1))
    return ways / float(2**games)


def odds_on_the_table(own: int, other: int) -> tuple[int, int]:
    """Return the traditional odds at a score, as two numbers.

    The first is the number of points that the opponent still needs, the second the number that the player
    still needs.
    """
    return GAME_POINTS - other, GAME_POINTS - own

"""What records are found in: a club's rubbers in the order of play.

Games and deals come as their masks of traits, so that a record counts exactly what figures count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from matches.rules.figures.seasons import day_order
from scoring.record import Pair

PlayedDeal: TypeAlias = tuple[int, int, int]
"""Its number, and the traits of either side, A's first; those are empty where the deal was void."""


class PlayedGame(NamedTuple):
    """``traits``: a mask for each side; both are empty where nobody is known to have won."""

    number: int
    traits: tuple[int, int]
    deals: Sequence[PlayedDeal]


class PlayedRubber(NamedTuple):
    """A rubber that counts and was played. ``date`` as the record writes it; ``players`` by their keys.

    ``winner`` is a seat, 0 or 1, None where there is none. ``games`` are empty where only the result is on record;
    ``games_won`` counts them all the same.
    """

    key: int
    date: str
    players: tuple[int, int]
    winner: int | None
    games_won: Pair
    points: Pair | None
    games: Sequence[PlayedGame]


class Listed(NamedTuple):
    """What decides where a rubber stands in the order of play; ``round_order`` sorts labels of rounds as people do."""

    date: str
    round_order: object
    key: int


def in_order_of_play(rubbers: Iterable[Listed]) -> list[Listed]:
    """By day, then by round, then in the order in which they were entered, which their keys follow."""
    return sorted(rubbers, key=lambda rubber: (day_order(rubber.date), rubber.round_order, rubber.key))

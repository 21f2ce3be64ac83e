"""Scores of games that are being played: all that shows of a rubber before it is over."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from matches.models import Game
from scoring.check import LOVE_ALL

Points: TypeAlias = tuple[int, int] | None
"""A's and B's; None where the score is not known."""


def games_so_far(rubber: int) -> list[tuple[int, Points]]:
    """Number and points of each game of a live rubber (primary key), the one that comes next included."""
    return _games([rubber])[rubber]


def points_now(rubbers: Collection[int]) -> dict[int, Points]:
    """Points of the game that is played, or comes next, in live rubbers by primary key. Of none nothing is asked."""
    return {rubber: games[-1][1] for rubber, games in _games(rubbers).items()} if rubbers else {}


def _games(rubbers: Collection[int]) -> dict[int, list[tuple[int, Points]]]:
    found: dict[int, list[tuple[int, Points]]] = {rubber: [] for rubber in rubbers}
    is_over = dict.fromkeys(rubbers, True)
    rows = Game.objects.filter(rubber__in=rubbers).order_by("rubber", "number")
    for rubber, number, winner, a, b in rows.values_list(
        "rubber", "number", "winner", "points_a", "points_b"
    ):
        found[rubber].append((number, None if a is None or b is None else (a, b)))
        is_over[rubber] = winner != ""
    for rubber, games in found.items():
        if is_over[rubber]:
            games.append((len(games) + 1, LOVE_ALL))
    return found

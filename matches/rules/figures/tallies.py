"""What a rubber comes to on each side: the sums that are kept for it, deals of each depth apart.

A rubber's own counters, and those of its games, stand with the deals whose depth is the rubber's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from matches.rules.figures.deal_traits import DEAL_TRAITS
from matches.rules.figures.game_traits import GAME_TRAITS
from matches.rules.figures.trait import Sums
from scoring.cards import PLAYERS, Player, seat
from scoring.checked import CheckedRubber
from scoring.record import Pair

RUBBER_COUNTERS: Final = (
    "rubbers",
    "rubber_won",
    "rubber_lost",
    "walkover_won",
    "walkover_lost",
    "games_taken",
    "games_given",
    "rubber_points_known",
    "rubber_points_for",
    "rubber_points_against",
    "rubber_points_for_squared",
    "rubber_points_against_squared",
)
LARGE_COUNTERS: Final = frozenset({"rubber_points_for_squared", "rubber_points_against_squared"})
"""A club's bonus for a rubber may be any number."""
SHARED_RUBBER_COUNTERS: Final = frozenset({"rubbers", "rubber_points_known"})
WALKOVER: Final = "walkover"


_DEALS: Final = Sums(DEAL_TRAITS)
_GAMES: Final = Sums(GAME_TRAITS)
DEAL_COUNTERS: Final = _DEALS.keys
GAME_COUNTERS: Final = _GAMES.keys
COUNTERS: Final = (*DEAL_COUNTERS, *GAME_COUNTERS, *RUBBER_COUNTERS)
"""Every counter of a tally, in the order of its values."""
SHARED_COUNTERS: Final = SHARED_RUBBER_COUNTERS | {
    trait.key for trait in (*DEAL_TRAITS, *GAME_TRAITS) if trait.is_shared
}
"""Counters that are the same on both sides of a rubber."""

_NO_GAMES: Final = (0,) * (len(GAME_COUNTERS) + len(RUBBER_COUNTERS))


@dataclass(frozen=True, slots=True)
class DealMasks:
    """What is counted of one deal, A's and B's."""

    depth: str
    masks: Pair


@dataclass(frozen=True, slots=True)
class SideTally:
    """The counters of one side's deals of one depth, in the order of ``COUNTERS``."""

    seat: Player
    depth: str
    counters: tuple[int, ...]


def tally_rubber(
    checked: CheckedRubber, games: Iterable[Pair], deals: Iterable[DealMasks]
) -> tuple[SideTally, ...]:
    """The tallies of a rubber that counts, by the masks of all its games and deals; A's first, depths in order."""
    games = list(games)
    by_depth: dict[str, list[Pair]] = {checked.depth: []}
    for deal in deals:
        by_depth.setdefault(deal.depth, []).append(deal.masks)
    return tuple(
        SideTally(
            player,
            depth,
            (
                *_DEALS.of(pair[seat(player)] for pair in by_depth[depth]),
                *(_of_rubber(checked, games, player) if depth == checked.depth else _NO_GAMES),
            ),
        )
        for player in PLAYERS
        for depth in sorted(by_depth)
    )


def _of_rubber(checked: CheckedRubber, games: Sequence[Pair], player: Player) -> tuple[int, ...]:
    return (*_GAMES.of(pair[seat(player)] for pair in games), *_rubber_counters(checked, player))


def _rubber_counters(checked: CheckedRubber, player: Player) -> tuple[int, ...]:
    """In the order of ``RUBBER_COUNTERS``. A walkover is nobody's play: it is counted by itself alone."""
    is_won, is_lost = checked.winner == player, checked.winner not in (None, player)
    if checked.rubber.rules.termination == WALKOVER:
        return (0, 0, 0, int(is_won), int(is_lost), *(0,) * 7)
    own, theirs = seat(player), 1 - seat(player)
    won, points = checked.games_won, checked.points
    made, lost = (0, 0) if points is None else (points[own], points[theirs])
    marked = (int(points is not None), made, lost, made**2, lost**2)
    return (1, int(is_won), int(is_lost), 0, 0, won[own], won[theirs], *marked)

"""Compute the tallies of a rubber: the counters stored for each side, separately for deals of each depth.

The depth says how much of a deal is on record, from its result to every card. The counters of the rubber and
of its games are in the tally whose depth is the rubber's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from struct import pack, unpack
from typing import Final

from matches.rules.figures.traits import DEAL_TRAITS, GAME_TRAITS, Trait
from scoring.cards import PLAYERS, Player, seat
from scoring.checked import CheckedRubber
from scoring.record import Pair

RUBBER_COUNTERS: Final = (
    *("rubbers", "rubber_won", "rubber_lost"),
    *("walkover_won", "walkover_lost", "games_taken", "games_given"),
    *("rubber_points_known", "rubber_points_for", "rubber_points_against"),
    *("rubber_points_for_squared", "rubber_points_against_squared"),
)
LARGE_COUNTERS: Final = frozenset({"rubber_points_for_squared", "rubber_points_against_squared"})
"""Counters that need a wider column, since a club may set any number of points as the bonus for a rubber."""
SHARED_RUBBER_COUNTERS: Final = frozenset({"rubbers", "rubber_points_known"})
WALKOVER: Final = "walkover"
FIELD_BYTES: Final = 4
DIFFERENT_MASKS: Final = 4096


class Sums:
    """Sums the values of traits over many bit masks.

    The sums are each trait's values, then the squared values of each trait that has ``is_squared``. Only a
    few different masks occur. Each is unpacked once into one large integer with all its values side by side,
    so that one addition adds all values.
    """

    def __init__(self, traits: Sequence[Trait]) -> None:
        self._traits = traits
        self._squared = [trait for trait in traits if trait.is_squared]
        self._length = len(traits) + len(self._squared)
        self._packed = lru_cache(DIFFERENT_MASKS)(self._pack)

    @property
    def keys(self) -> tuple[str, ...]:
        return (*(trait.key for trait in self._traits), *(square_of(trait.key) for trait in self._squared))

    def of(self, masks: Iterable[int]) -> tuple[int, ...]:
        """Return the sums over these bit masks, each less than 2 ** 32, in the order of ``keys``."""
        total = sum(map(self._packed, masks))
        return unpack(f"<{self._length}I", total.to_bytes(self._length * FIELD_BYTES, "little"))

    def _pack(self, mask: int) -> int:
        values = [trait.value(mask) for trait in self._traits]
        squares = [trait.value(mask) ** 2 for trait in self._squared]
        return int.from_bytes(pack(f"<{self._length}I", *values, *squares), "little")


def square_of(key: str) -> str:
    """Return the name of the counter that sums the squared values of the trait with this key."""
    return f"{key}_squared"


_DEALS: Final = Sums(DEAL_TRAITS)
_GAMES: Final = Sums(GAME_TRAITS)
DEAL_COUNTERS: Final = _DEALS.keys
GAME_COUNTERS: Final = _GAMES.keys
COUNTERS: Final = (*DEAL_COUNTERS, *GAME_COUNTERS, *RUBBER_COUNTERS)
"""The keys of all counters of a tally, in the order in which their values are stored."""
SHARED_COUNTERS: Final = SHARED_RUBBER_COUNTERS | {
    trait.key for trait in (*DEAL_TRAITS, *GAME_TRAITS) if trait.is_shared
}
"""Counters that have the same value for both sides of a rubber."""

_NO_GAMES: Final = (0,) * (len(GAME_COUNTERS) + len(RUBBER_COUNTERS))


@dataclass(frozen=True, slots=True)
class DealMasks:
    """The traits of one deal, as a bit mask for each side. ``depth`` says how much of it is on record."""

    depth: str
    masks: Pair


@dataclass(frozen=True, slots=True)
class SideTally:
    """The counters (as in ``COUNTERS``) of one side of a rubber, for its deals that are recorded at one depth."""

    seat: Player
    depth: str
    counters: tuple[int, ...]


def tally_rubber(
    checked: CheckedRubber, games: Iterable[Pair], deals: Iterable[DealMasks]
) -> tuple[SideTally, ...]:
    """Return a rubber's tallies, side A's first, each side's by depth, from the masks of games and deals."""
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
                *(_game_and_rubber_counters(checked, games, player) if depth == checked.depth else _NO_GAMES),
            ),
        )
        for player in PLAYERS
        for depth in sorted(by_depth)
    )


def _game_and_rubber_counters(
    checked: CheckedRubber, games: Sequence[Pair], player: Player
) -> tuple[int, ...]:
    return (*_GAMES.of(pair[seat(player)] for pair in games), *_rubber_counters(checked, player))


def _rubber_counters(checked: CheckedRubber, player: Player) -> tuple[int, ...]:
    """Return the counters in the order of ``RUBBER_COUNTERS``. A walkover was not played, and only counts as such."""
    is_won, is_lost = checked.winner == player, checked.winner not in (None, player)
    if checked.rubber.rules.termination == WALKOVER:
        return (0, 0, 0, int(is_won), int(is_lost), *(0,) * 7)
    own, theirs = seat(player), 1 - seat(player)
    won, points = checked.games_won, checked.points
    made, lost = (0, 0) if points is None else (points[own], points[theirs])
    marked = (int(points is not None), made, lost, made**2, lost**2)
    return (1, int(is_won), int(is_lost), 0, 0, won[own], won[theirs], *marked)

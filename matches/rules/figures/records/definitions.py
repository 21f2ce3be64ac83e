"""A club's records: what can be held, by whom, and who stands before whom. docs/records.md defines each.

A record is held by a player, with his best; of all time or in one season. Nothing here knows where results lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from matches.rules.figures.runs import Place

Group: TypeAlias = Literal["season", "runs", "feats"]
Ground: TypeAlias = Literal[
    "rubbers",
    "rubbers_with_points",
    "games",
    "games_with_points",
    "games_with_deals",
    "deals_with_turn_up",
    "deals_with_tricks",
]
"""What a record stands on: a count of ``matches.rules.figures.records.basis``."""

DEFINITIONS: Final = "1"
"""The version of everything that is said here and in the book: another one has all records found anew."""
PLACES: Final = 5
"""How many holders are kept of each record."""
LEAST_RUN: Final = 2
"""One alone is no run."""
LEAST_GAMES: Final = 20
"""On fewer games a share of games won is no record, in a season."""
LEAST_GAMES_EVER: Final = 60
"""The same of all time."""


@dataclass(frozen=True, slots=True)
class RecordKind:
    """``is_of_season``: a season's total, and of all time the best total of one season. ``is_least``: less is more.

    ``is_share``: won of played, between 0 and 1; all other values are counts.
    """

    key: str
    group: Group
    ground: Ground
    is_of_season: bool = False
    is_least: bool = False
    is_share: bool = False


SHARE_OF_GAMES: Final = RecordKind("share_of_games", "season", "games", is_share=True)
RUBBERS_WON: Final = RecordKind("rubbers_won", "season", "rubbers", is_of_season=True)
GAMES_WON: Final = RecordKind("games_won", "season", "games", is_of_season=True)
TREBLES_WON: Final = RecordKind("trebles_won", "season", "games_with_points", is_of_season=True)
POINTS_WON: Final = RecordKind("points_won", "season", "rubbers_with_points", is_of_season=True)
RUBBERS_PLAYED: Final = RecordKind("rubbers_played", "season", "rubbers", is_of_season=True)
VOLES_MADE: Final = RecordKind("voles_made", "season", "deals_with_tricks", is_of_season=True)
COMEBACKS: Final = RecordKind("comebacks", "season", "games_with_deals", is_of_season=True)

RUN_OF_RUBBERS: Final = RecordKind("run_of_rubbers", "runs", "rubbers")
RUN_OF_GAMES: Final = RecordKind("run_of_games", "runs", "games")
RUN_OF_TREBLES: Final = RecordKind("run_of_trebles", "runs", "games_with_points")
RUN_OF_KINGS: Final = RecordKind("run_of_kings", "runs", "deals_with_turn_up")
RUN_OF_VOLES: Final = RecordKind("run_of_voles", "runs", "deals_with_tricks")

VOLES_IN_RUBBER: Final = RecordKind("voles_in_rubber", "feats", "deals_with_tricks")
VOLES_IN_DAY: Final = RecordKind("voles_in_day", "feats", "deals_with_tricks")
KINGS_IN_GAME: Final = RecordKind("kings_in_game", "feats", "games_with_deals")
LONGEST_GAME: Final = RecordKind("longest_game", "feats", "games_with_deals")
SHORTEST_GAME: Final = RecordKind("shortest_game", "feats", "games_with_deals", is_least=True)
LONGEST_RUBBER: Final = RecordKind("longest_rubber", "feats", "games_with_deals")

KINDS: Final = (
    SHARE_OF_GAMES,
    RUBBERS_WON,
    GAMES_WON,
    TREBLES_WON,
    POINTS_WON,
    RUBBERS_PLAYED,
    VOLES_MADE,
    COMEBACKS,
    RUN_OF_RUBBERS,
    RUN_OF_GAMES,
    RUN_OF_TREBLES,
    RUN_OF_KINGS,
    RUN_OF_VOLES,
    VOLES_IN_RUBBER,
    VOLES_IN_DAY,
    KINGS_IN_GAME,
    LONGEST_GAME,
    SHORTEST_GAME,
    LONGEST_RUBBER,
)
CHAMPIONS: Final = (SHARE_OF_GAMES.key, RUBBERS_WON.key, TREBLES_WON.key)
"""Whose first holders are named in a list of seasons."""
BY_KEY: Final = {kind.key: kind for kind in KINDS}


class Feat(NamedTuple):
    """What a player reached, from where to where, and on how many of his deals, games or rubbers it stands."""

    value: int | Fraction
    first: Place
    last: Place
    standing_on: int


@dataclass(frozen=True, slots=True)
class Held:
    """A line of a record's table. ``position`` counts lines from 1; those of one ``rank`` are level, and ``holders``
    is how many they are, those beyond the last line among them.
    """

    kind: RecordKind
    rank: int
    position: int
    holders: int
    player: int
    feat: Feat

    @property
    def thousandths(self) -> int:
        """The value as it is stored; a share is rounded, and was ranked before that."""
        return round(self.feat.value * 1000)


def table_of(kind: RecordKind, feats: Mapping[int, Feat]) -> tuple[Held, ...]:
    """The first ``PLACES`` lines of a record, by players' keys. Of the level, the one who had it first stands first."""
    ordered = sorted(feats.items(), key=lambda item: _order(kind, *item))
    level = _level(feat.value for _, feat in ordered)
    lines: list[Held] = []
    rank = 0
    for position, (player, feat) in enumerate(islice(ordered, PLACES), start=1):
        if not lines or lines[-1].feat.value != feat.value:
            rank = position
        lines.append(Held(kind, rank, position, level[feat.value], player, feat))
    return tuple(lines)


def _order(kind: RecordKind, player: int, feat: Feat) -> tuple[int | Fraction, object, object, int]:
    best_first = feat.value if kind.is_least else -feat.value
    return best_first, feat.last.order, feat.first.order, player


def _level(values: Iterable[int | Fraction]) -> dict[int | Fraction, int]:
    counted: dict[int | Fraction, int] = {}
    for value in values:
        counted[value] = counted.get(value, 0) + 1
    return counted

"""The definitions of a club's records (best performances), the runs of successes, and the ranking of holders.

docs/records.md explains each record. A player holds a record with their best result of all time or of one season.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

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
"""The count on which a record is based: the name of a field of ``matches.rules.figures.records_digest.Basis``."""
DEFINITIONS: Final = "1"
"""The version of the definitions here and in ``records_index``. When it changes, stored records are computed again."""
PLACES: Final = 5
"""The maximum number of holders that are stored for each record."""
LEAST_RUN: Final = 2
"""The minimum length of a run of successes that can be a record."""
LEAST_GAMES: Final = 20
"""The minimum number of games in a season for the season's record of the share of games won."""
LEAST_GAMES_EVER: Final = 60
"""The minimum number of games for the all-time record of the share of games won."""
KINDS: Final[list[RecordKind]] = []


class RecordPlace(NamedTuple):
    """Identifies a rubber, game or deal in the club's play.

    ``at`` is the rubber's position in the order of play, ``rubber`` its primary key. ``game`` and ``deal``
    are numbers in its record: None means the whole rubber, or the whole game.
    """

    at: int
    rubber: int
    game: int | None = None
    deal: int | None = None

    @property
    def order(self) -> tuple[int, int, int]:
        """The sort key. A whole game sorts after all its deals, and a whole rubber after all its games."""
        return self.at, _or_last(self.game), _or_last(self.deal)


class Run(NamedTuple):
    """A series of a player's consecutive successes; ``first`` and ``last`` are the places of its two ends."""

    length: int
    first: RecordPlace
    last: RecordPlace


class Stretch:
    """A player's attempts at one kind of success in one rubber, reduced to series of consecutive successes (runs).

    ``continues_run`` means that no failure came before the first of ``runs``, so that it continues a run that was open
    after the player's previous rubber. ``may_continue`` means that no failure came after the last of ``runs``.
    ``count`` is the number of attempts whose outcome is known.
    """

    __slots__ = ("_is_ended", "continues_run", "count", "may_continue", "runs")

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.count = 0
        self.continues_run = False
        self.may_continue = False
        self._is_ended = False

    @property
    def is_empty(self) -> bool:
        return not self.runs and not self._is_ended

    def add_success(self, place: RecordPlace) -> None:
        self.count += 1
        if self.may_continue:
            length, first, _ = self.runs[-1]
            self.runs[-1] = Run(length + 1, first, place)
            return
        if not self.runs:
            self.continues_run = not self._is_ended
        self.runs.append(Run(1, place, place))
        self.may_continue = True

    def add_failure(self) -> None:
        self.count += 1
        self.may_continue = False
        self._is_ended = True

    def add_unknown(self) -> None:
        """Add an attempt with unknown outcome: it ends the current run, and is not included in ``count``."""
        self.may_continue = False
        self._is_ended = True


class LongestRuns:
    """The longest run of each player, by primary key; of equal ones, the one that was complete first."""

    def __init__(self) -> None:
        self.best: dict[int, Run] = {}
        self._open: dict[int, Run] = {}

    def add(self, player: int, stretch: Stretch) -> None:
        """Add the successes and failures of a player in their next rubber in the order of play."""
        if stretch.is_empty:
            return
        before = self._open.pop(player, None)
        if not stretch.runs:
            return
        runs = stretch.runs
        if before is not None and stretch.continues_run:
            runs = [Run(before.length + runs[0].length, before.first, runs[0].last), *runs[1:]]
        self._offer(player, runs[0] if len(runs) == 1 else max(runs, key=lambda run: run.length))
        if stretch.may_continue:
            self._open[player] = runs[-1]

    def _offer(self, player: int, run: Run) -> None:
        best = self.best.get(player)
        if best is None or run.length > best.length:
            self.best[player] = run


def _or_last(number: int | None) -> int:
    return 1_000_000_000 if number is None else number


@dataclass(frozen=True, slots=True)
class RecordKind:
    """The definition of a club record, such as the longest run of games won.

    - ``is_of_season``: the value is a player's total in a season. The record of all time is the best such
      total.
    - ``is_least``: the lowest value is best.
    - ``is_share``: the value is the share of games won, between 0 and 1. All other values are counts.
    """

    key: str
    group: Group
    ground: Ground
    is_of_season: bool = False
    is_least: bool = False
    is_share: bool = False


def _define(key: str, group: Group, ground: Ground, **flags: bool) -> RecordKind:
    KINDS.append(RecordKind(key, group, ground, **flags))
    return KINDS[-1]


SHARE_OF_GAMES: Final = _define("share_of_games", "season", "games", is_share=True)
RUBBERS_WON: Final = _define("rubbers_won", "season", "rubbers", is_of_season=True)
GAMES_WON: Final = _define("games_won", "season", "games", is_of_season=True)
TREBLES_WON: Final = _define("trebles_won", "season", "games_with_points", is_of_season=True)
POINTS_WON: Final = _define("points_won", "season", "rubbers_with_points", is_of_season=True)
RUBBERS_PLAYED: Final = _define("rubbers_played", "season", "rubbers", is_of_season=True)
VOLES_MADE: Final = _define("voles_made", "season", "deals_with_tricks", is_of_season=True)
COMEBACKS: Final = _define("comebacks", "season", "games_with_deals", is_of_season=True)
RUN_OF_RUBBERS: Final = _define("run_of_rubbers", "runs", "rubbers")
RUN_OF_GAMES: Final = _define("run_of_games", "runs", "games")
RUN_OF_TREBLES: Final = _define("run_of_trebles", "runs", "games_with_points")
RUN_OF_KINGS: Final = _define("run_of_kings", "runs", "deals_with_turn_up")
RUN_OF_VOLES: Final = _define("run_of_voles", "runs", "deals_with_tricks")
VOLES_IN_RUBBER: Final = _define("voles_in_rubber", "feats", "deals_with_tricks")
VOLES_IN_DAY: Final = _define("voles_in_day", "feats", "deals_with_tricks")
KINGS_IN_GAME: Final = _define("kings_in_game", "feats", "games_with_deals")
LONGEST_GAME: Final = _define("longest_game", "feats", "games_with_deals")
SHORTEST_GAME: Final = _define("shortest_game", "feats", "games_with_deals", is_least=True)
LONGEST_RUBBER: Final = _define("longest_rubber", "feats", "games_with_deals")
CHAMPIONS: Final = (SHARE_OF_GAMES.key, RUBBERS_WON.key, TREBLES_WON.key)
"""The keys of the records whose holders a list of seasons names."""
BY_KEY: Final = {kind.key: kind for kind in KINDS}


class Feat(NamedTuple):
    """A player's value for a club record.

    ``first`` and ``last`` identify the first and last deal, game or rubber that contributed to the value.
    ``standing_on`` is the number of the player's deals, games or rubbers on which the value is based (see
    ``Ground``).
    """

    value: int | Fraction
    first: RecordPlace
    last: RecordPlace
    standing_on: int


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A row of the table of a club record. ``position`` counts rows from 1.

    ``player`` is the player's primary key. Rows with equal values share a ``rank``. ``holders`` is the number
    of players with this value, including players who are not in the table.
    """

    kind: RecordKind
    rank: int
    position: int
    holders: int
    player: int
    feat: Feat

    @property
    def thousandths(self) -> int:
        """The row's value in thousandths, as it is stored. Shares are ranked before this rounding."""
        return round(self.feat.value * 1000)


def record_table(kind: RecordKind, feats: Mapping[int, Feat]) -> tuple[RecordRow, ...]:
    """Return at most ``PLACES`` rows, best first; of equals, the first to reach the value. ``feats`` are by player."""
    ordered = sorted(feats.items(), key=lambda item: _sort_key(kind, *item))
    level = _count_level(feat.value for _, feat in ordered)
    lines: list[RecordRow] = []
    rank = 0
    for position, (player, feat) in enumerate(islice(ordered, PLACES), start=1):
        if not lines or lines[-1].feat.value != feat.value:
            rank = position
        lines.append(RecordRow(kind, rank, position, level[feat.value], player, feat))
    return tuple(lines)


def _sort_key(kind: RecordKind, player: int, feat: Feat) -> tuple[int | Fraction, object, object, int]:
    best_first = feat.value if kind.is_least else -feat.value
    return best_first, feat.last.order, feat.first.order, player


def _count_level(values: Iterable[int | Fraction]) -> dict[int | Fraction, int]:
    counted: dict[int | Fraction, int] = {}
    for value in values:
        counted[value] = counted.get(value, 0) + 1
    return counted

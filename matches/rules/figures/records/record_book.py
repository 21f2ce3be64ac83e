"""The book of records: filled rubber by rubber in the order of play, for all time and for each season."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from matches.rules.figures.records import definitions as kinds
from matches.rules.figures.records.basis import Basis
from matches.rules.figures.records.definitions import KINDS, Feat, Held, RecordKind, table_of
from matches.rules.figures.records.digest import Digest, Side, digest
from matches.rules.figures.records.play import PlayedRubber
from matches.rules.figures.runs import LongestRuns, Place
from matches.rules.figures.seasons import is_whole_day, season_of

Feats = dict[int, Feat]
"""By players' keys."""


class TimeRecords(NamedTuple):
    """Records of all time or of one season, line by line in the order of ``KINDS``, and what they stand on."""

    basis: Basis
    lines: tuple[Held, ...]


def club_records(rubbers: Iterable[PlayedRubber], *, season_month: int) -> dict[int | None, TimeRecords]:
    """The records of a club whose ``rubbers`` come in the order of play; by the year in which a season begins, those of
    all time under None. One pass: memory grows with players and seasons, not with play.
    """
    ever = Book()
    seasons: dict[int, Book] = {}
    for at, rubber in enumerate(rubbers):
        found = digest(rubber, at=at)
        ever.add(found)
        season = season_of(rubber.date, season_month)
        if season is not None:
            seasons.setdefault(season.year, Book()).add(found)
    records: dict[int | None, TimeRecords] = {None: _records_ever(ever, seasons)}
    return records | {year: _season_records(seasons[year]) for year in sorted(seasons)}


def _season_records(book: Book) -> TimeRecords:
    feats = {kind.key: book.feats(kind, least_games=kinds.LEAST_GAMES) for kind in KINDS}
    return TimeRecords(book.basis, _lines(feats))


def _records_ever(ever: Book, seasons: Mapping[int, Book]) -> TimeRecords:
    feats = {
        kind.key: _best_seasons(kind, seasons)
        if kind.is_of_season
        else ever.feats(kind, least_games=kinds.LEAST_GAMES_EVER)
        for kind in KINDS
    }
    return TimeRecords(ever.basis, _lines(feats))


def _lines(feats: Mapping[str, Feats]) -> tuple[Held, ...]:
    return tuple(line for kind in KINDS for line in table_of(kind, feats[kind.key]))


def _best_seasons(kind: RecordKind, seasons: Mapping[int, Book]) -> Feats:
    """Each player's best season; of several as good, the first."""
    best: Feats = {}
    for year in sorted(seasons):
        for player, feat in seasons[year].feats(kind).items():
            if player not in best or feat.value > best[player].value:
                best[player] = feat
    return best


class Total:
    """A sum, or one feat, and where it begins and ends."""

    __slots__ = ("first", "last", "value")

    def __init__(self, value: int, first: Place, last: Place) -> None:
        self.value = value
        self.first = first
        self.last = last


class Book:
    """The records of one time. Rubbers are added in the order of play."""

    def __init__(self) -> None:
        self.basis = Basis()
        self._bases: defaultdict[int, Basis] = defaultdict(Basis)
        self._totals: defaultdict[str, dict[int, Total]] = defaultdict(dict)
        self._runs: defaultdict[str, LongestRuns] = defaultdict(LongestRuns)
        self._days: dict[int, tuple[str, Total]] = {}
        """Each player's voles of the day on which he played last: days come in order."""

    def add(self, found: Digest) -> None:
        self.basis.add(found)
        for seat, side in enumerate(found.sides):
            self._bases[side.player].add_side(found, seat)
            self._add_totals(found, seat, side)
            self._add_runs(side)
            self._add_feats(found, side)
        self._add_lengths(found)

    def feats(self, kind: RecordKind, *, least_games: int = 1) -> Feats:
        """What each player reached. A share stands on ``least_games`` at least."""
        if kind.is_share:
            return self._shares(kind, least_games)
        if kind.group == "runs":
            return {
                player: self._feat(kind, player, *run)
                for player, run in self._runs[kind.key].best.items()
                if run.length >= kinds.LEAST_RUN
            }
        return {
            player: self._feat(kind, player, total.value, total.first, total.last)
            for player, total in self._totals[kind.key].items()
        }

    def _shares(self, kind: RecordKind, least_games: int) -> Feats:
        """Of games won; who has won none holds no record."""
        won = self._totals[kinds.GAMES_WON.key]
        played = self._totals[kinds.RUBBERS_PLAYED.key]
        found = {}
        for player, total in won.items():
            games = self._bases[player].games
            if games >= least_games:
                share = Fraction(total.value, games)
                found[player] = self._feat(kind, player, share, played[player].first, played[player].last)
        return found

    def _feat(self, kind: RecordKind, player: int, value: int | Fraction, first: Place, last: Place) -> Feat:
        return Feat(value, first, last, getattr(self._bases[player], kind.ground))

    def _add_totals(self, found: Digest, seat: int, side: Side) -> None:
        rubber = found.rubber
        place = found.place()
        self._sum(kinds.RUBBERS_PLAYED, side.player, 1, place)
        self._sum(kinds.RUBBERS_WON, side.player, int(rubber.winner == seat), place)
        self._sum(kinds.GAMES_WON, side.player, rubber.games_won[seat], place)
        self._sum(kinds.TREBLES_WON, side.player, side.trebles_won, place)
        self._sum(kinds.POINTS_WON, side.player, rubber.points[seat] if rubber.points else 0, place)
        self._sum(kinds.VOLES_MADE, side.player, side.voles_made, place)
        self._sum(kinds.COMEBACKS, side.player, side.comebacks, place)

    def _add_runs(self, side: Side) -> None:
        runs = self._runs
        runs[kinds.RUN_OF_RUBBERS.key].take(side.player, side.rubbers)
        runs[kinds.RUN_OF_GAMES.key].take(side.player, side.games)
        runs[kinds.RUN_OF_TREBLES.key].take(side.player, side.trebles)
        runs[kinds.RUN_OF_KINGS.key].take(side.player, side.kings)
        runs[kinds.RUN_OF_VOLES.key].take(side.player, side.voles)

    def _add_feats(self, found: Digest, side: Side) -> None:
        if side.kings_game is not None and side.most_kings:
            self._offer(kinds.KINGS_IN_GAME, side.player, side.most_kings, found.place(side.kings_game))
        if not side.voles_made:
            return
        place = found.place()
        self._offer(kinds.VOLES_IN_RUBBER, side.player, side.voles_made, place)
        day = found.rubber.date
        if not is_whole_day(day):
            return
        last_day, today = self._days.get(side.player, ("", None))
        if today is None or last_day != day:
            self._days[side.player] = day, Total(side.voles_made, place, place)
        else:
            today.value += side.voles_made
            today.last = place
        _, today = self._days[side.player]
        self._offer(kinds.VOLES_IN_DAY, side.player, today.value, today.first, today.last)

    def _add_lengths(self, found: Digest) -> None:
        """Held by who won the game, or the rubber."""
        for length in found.lengths:
            player = found.rubber.players[length.winner]
            place = found.place(length.game)
            self._offer(kinds.LONGEST_GAME, player, length.deals, place)
            self._offer(kinds.SHORTEST_GAME, player, length.deals, place)
        deals = found.length
        if deals is not None and found.rubber.winner is not None:
            self._offer(kinds.LONGEST_RUBBER, found.rubber.players[found.rubber.winner], deals, found.place())

    def _sum(self, kind: RecordKind, player: int, value: int, place: Place) -> None:
        if not value:
            return
        totals = self._totals[kind.key]
        if player in totals:
            totals[player].value += value
            totals[player].last = place
        else:
            totals[player] = Total(value, place, place)

    def _offer(
        self, kind: RecordKind, player: int, value: int, first: Place, last: Place | None = None
    ) -> None:
        """Kept where it beats his best; of several as good, the first stays."""
        best = self._totals[kind.key].get(player)
        if best is None or (value < best.value if kind.is_least else value > best.value):
            self._totals[kind.key][player] = Total(value, first, last or first)

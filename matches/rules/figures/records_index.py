"""Collect a club's records rubber by rubber, in the order of play, for all time and for each season."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from matches.rules.figures import records as kinds
from matches.rules.figures.records import (
    KINDS,
    Feat,
    LongestRuns,
    RecordKind,
    RecordPlace,
    RecordRow,
    record_table,
)
from matches.rules.figures.records_digest import Basis, Digest, PlayedRubber, Side, digest_rubber
from matches.rules.figures.seasons import is_whole_day, season_of

Feats = dict[int, Feat]


class TimeRecords(NamedTuple):
    """The club records of all time or of one season: rows in the order of ``KINDS``, and the play behind them."""

    basis: Basis
    lines: tuple[RecordRow, ...]


def club_records(rubbers: Iterable[PlayedRubber], *, season_month: int) -> dict[int | None, TimeRecords]:
    """Return a club's records by season.

    A key is the year in which a season begins, or None for the records of all time. ``rubbers`` must be in
    the order of play, and are read once. Memory grows with the number of players and seasons, not with the
    amount of play. ``season_month`` is the month in which seasons begin.
    """
    ever = RecordsIndex()
    seasons: dict[int, RecordsIndex] = {}
    for at, rubber in enumerate(rubbers):
        digest = digest_rubber(rubber, at=at)
        ever.add(digest)
        season = season_of(rubber.date, season_month)
        if season is not None:
            seasons.setdefault(season.year, RecordsIndex()).add(digest)
    records: dict[int | None, TimeRecords] = {None: _records_ever(ever, seasons)}
    return records | {year: _season_records(seasons[year]) for year in sorted(seasons)}


def _season_records(index: RecordsIndex) -> TimeRecords:
    feats = {kind.key: index.feats(kind, least_games=kinds.LEAST_GAMES) for kind in KINDS}
    return TimeRecords(index.basis, _lines(feats))


def _records_ever(ever: RecordsIndex, seasons: Mapping[int, RecordsIndex]) -> TimeRecords:
    feats = {
        kind.key: _best_seasons(kind, seasons)
        if kind.is_of_season
        else ever.feats(kind, least_games=kinds.LEAST_GAMES_EVER)
        for kind in KINDS
    }
    return TimeRecords(ever.basis, _lines(feats))


def _lines(feats: Mapping[str, Feats]) -> tuple[RecordRow, ...]:
    return tuple(line for kind in KINDS for line in record_table(kind, feats[kind.key]))


def _best_seasons(kind: RecordKind, seasons: Mapping[int, RecordsIndex]) -> Feats:
    """Return each player's best season; of several that are equally good, the first."""
    best: Feats = {}
    for year in sorted(seasons):
        for player, feat in seasons[year].feats(kind).items():
            if player not in best or feat.value > best[player].value:
                best[player] = feat
    return best


@dataclass(slots=True)
class Total:
    """A player's total or best value, with the first and last rubber, game or deal behind it."""

    value: int
    first: RecordPlace
    last: RecordPlace


class RecordsIndex:
    """The records of all time or of one season, collected from rubbers that are added in the order of play."""

    def __init__(self) -> None:
        self.basis = Basis()
        self._bases: defaultdict[int, Basis] = defaultdict(Basis)
        self._totals: defaultdict[str, dict[int, Total]] = defaultdict(dict)
        self._runs: defaultdict[str, LongestRuns] = defaultdict(LongestRuns)
        self._days: dict[int, tuple[str, Total]] = {}
        """Each player's voles of the last day on which they played; days come in order."""

    def add(self, digest: Digest) -> None:
        self.basis.add(digest)
        for seat, side in enumerate(digest.sides):
            self._bases[side.player].add_side(digest, seat)
            self._add_totals(digest, seat, side)
            self._add_runs(side)
            self._add_feats(digest, side)
        self._add_lengths(digest)

    def feats(self, kind: RecordKind, *, least_games: int = 1) -> Feats:
        """Return the players' values for a record, by primary key; shares only from ``least_games`` games on."""
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
        won = self._totals[kinds.GAMES_WON.key]
        played = self._totals[kinds.RUBBERS_PLAYED.key]
        feats = {}
        for player, total in won.items():
            games = self._bases[player].games
            if games >= least_games:
                share = Fraction(total.value, games)
                feats[player] = self._feat(kind, player, share, played[player].first, played[player].last)
        return feats

    def _feat(
        self, kind: RecordKind, player: int, value: int | Fraction, first: RecordPlace, last: RecordPlace
    ) -> Feat:
        return Feat(value, first, last, getattr(self._bases[player], kind.ground))

    def _add_totals(self, digest: Digest, seat: int, side: Side) -> None:
        rubber = digest.rubber
        place = digest.place()
        self._sum(kinds.RUBBERS_PLAYED, side.player, 1, place)
        self._sum(kinds.RUBBERS_WON, side.player, int(rubber.winner == seat), place)
        self._sum(kinds.GAMES_WON, side.player, rubber.games_won[seat], place)
        self._sum(kinds.TREBLES_WON, side.player, side.trebles_won, place)
        self._sum(kinds.POINTS_WON, side.player, rubber.points[seat] if rubber.points else 0, place)
        self._sum(kinds.VOLES_MADE, side.player, side.voles_made, place)
        self._sum(kinds.COMEBACKS, side.player, side.comebacks, place)

    def _add_runs(self, side: Side) -> None:
        runs = self._runs
        runs[kinds.RUN_OF_RUBBERS.key].add(side.player, side.rubbers)
        runs[kinds.RUN_OF_GAMES.key].add(side.player, side.games)
        runs[kinds.RUN_OF_TREBLES.key].add(side.player, side.trebles)
        runs[kinds.RUN_OF_KINGS.key].add(side.player, side.kings)
        runs[kinds.RUN_OF_VOLES.key].add(side.player, side.voles)

    def _add_feats(self, digest: Digest, side: Side) -> None:
        """Offer a side's kings and voles of one rubber, and its voles of the day so far, as records."""
        if side.kings_game is not None and side.most_kings:
            self._offer(kinds.KINGS_IN_GAME, side.player, side.most_kings, digest.place(side.kings_game))
        if not side.voles_made:
            return
        place = digest.place()
        self._offer(kinds.VOLES_IN_RUBBER, side.player, side.voles_made, place)
        day = digest.rubber.date
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

    def _add_lengths(self, digest: Digest) -> None:
        """Add the lengths of games and of the rubber, which count for the winner."""
        for length in digest.lengths:
            player = digest.rubber.players[length.winner]
            place = digest.place(length.game)
            self._offer(kinds.LONGEST_GAME, player, length.deals, place)
            self._offer(kinds.SHORTEST_GAME, player, length.deals, place)
        deals = digest.length
        if deals is not None and digest.rubber.winner is not None:
            self._offer(
                kinds.LONGEST_RUBBER, digest.rubber.players[digest.rubber.winner], deals, digest.place()
            )

    def _sum(self, kind: RecordKind, player: int, value: int, place: RecordPlace) -> None:
        if not value:
            return
        totals = self._totals[kind.key]
        if player in totals:
            totals[player].value += value
            totals[player].last = place
        else:
            totals[player] = Total(value, place, place)

    def _offer(
        self, kind: RecordKind, player: int, value: int, first: RecordPlace, last: RecordPlace | None = None
    ) -> None:
        """Store a value if it is better than the player's best; of several that are equal, the first stays."""
        best = self._totals[kind.key].get(player)
        if best is None or (value < best.value if kind.is_least else value > best.value):
            self._totals[kind.key][player] = Total(value, first, last or first)

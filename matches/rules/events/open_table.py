"""The table of an open stage, which has no draw: its entrants in order, with the reason for each position.

Entrants are ordered by rubbers won, then difference of points, then difference of games; those still level by
the rubbers won against one another and the difference of points in these. Entrants who are level in all of it
share a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias, get_args

from scoring.cards import PLAYERS, Player, opponent, seat
from scoring.record import Pair

Entrant: TypeAlias = int
Figure: TypeAlias = Literal[
    "rubbers_won", "points_difference", "games_difference", "mutual_rubbers", "mutual_points"
]

FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)
NAMES: Final[dict[Figure, str]] = {
    "rubbers_won": "rubbers won",
    "points_difference": "difference of points",
    "games_difference": "difference of games",
    "mutual_rubbers": "rubbers won against one another",
    "mutual_points": "difference of points against one another",
}
Key: TypeAlias = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Result:
    """A rubber that counts. ``winner`` and ``points`` may be None. Pairs are of side A, then side B."""

    entrants: tuple[Entrant, Entrant]
    winner: Player | None
    games: Pair
    points: Pair | None


@dataclass(frozen=True, slots=True)
class Totals:
    """An entrant's totals over the rubbers that count."""

    played: int = 0
    won: int = 0
    lost: int = 0
    games_won: int = 0
    games_lost: int = 0
    points_for: int = 0
    points_against: int = 0

    def with_result(self, result: Result, player: Player) -> Totals:
        own, other = seat(player), seat(opponent(player))
        points = result.points or (0, 0)
        return Totals(
            played=self.played + 1,
            won=self.won + (result.winner == player),
            lost=self.lost + (result.winner == opponent(player)),
            games_won=self.games_won + result.games[own],
            games_lost=self.games_lost + result.games[other],
            points_for=self.points_for + points[own],
            points_against=self.points_against + points[other],
        )

    @property
    def points_difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def games_difference(self) -> int:
        return self.games_won - self.games_lost


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of an open event's table. ``reason`` is a sentence such as ``More rubbers won: 1 to 0.``

    ``decided_by`` is the criterion that ranks the row above the next one. It is None if there is no next row, or if the
    two share a rank.
    """

    entrant: Entrant
    position: int
    rank: int
    totals: Totals
    decided_by: Figure | None
    reason: str


def standings(entrants: Sequence[Entrant], results: Iterable[Result]) -> list[StandingRow]:
    """Return the rows of an open event's table, best first.

    Entrants who share a rank keep the order in which they are given. Raises ``KeyError`` for a result of a
    player who is not an entrant.

    >>> table = standings([1, 2], [Result((1, 2), "B", (1, 2), (1, 3))])
    >>> [(line.rank, line.entrant) for line in table], table[0].reason
    ([(1, 2), (2, 1)], 'More rubbers won: 1 to 0.')
    """
    played = list(results)
    totals = _totals(entrants, played)
    keys = _keys(entrants, played, totals)
    ordered = sorted(entrants, key=keys.__getitem__, reverse=True)
    lines: list[StandingRow] = []
    rank = 1
    for position, entrant in enumerate(ordered, start=1):
        if lines and keys[lines[-1].entrant] != keys[entrant]:
            rank = position
        below = keys[ordered[position]] if position < len(ordered) else None
        decided_by = _decided_by(keys[entrant], below)
        reason = _reason(keys[entrant], below)
        lines.append(StandingRow(entrant, position, rank, totals[entrant], decided_by, reason))
    return lines


def _totals(entrants: Sequence[Entrant], results: Iterable[Result]) -> dict[Entrant, Totals]:
    totals = dict.fromkeys(entrants, Totals())
    for result in results:
        for player in PLAYERS:
            entrant = result.entrants[seat(player)]
            totals[entrant] = totals[entrant].with_result(result, player)
    return totals


def _keys(
    entrants: Sequence[Entrant], results: Sequence[Result], totals: dict[Entrant, Totals]
) -> dict[Entrant, Key]:
    """Return each entrant's figures; those of mutual rubbers are 0 if nobody is level with the entrant before them."""

    def overall(entrant: Entrant) -> tuple[int, int, int]:
        figures = totals[entrant]
        return figures.won, figures.points_difference, figures.games_difference

    keys: dict[Entrant, Key] = {}
    # Entrants with the same overall figures form a group, within which their mutual results decide.
    group_of: dict[Entrant, tuple[int, int, int]] = {entrant: overall(entrant) for entrant in entrants}
    mutual_results: dict[tuple[int, int, int], list[Result]] = {}
    for result in results:
        first, second = result.entrants
        if group_of[first] == group_of[second]:
            mutual_results.setdefault(group_of[first], []).append(result)
    for figures, level in groupby(sorted(entrants, key=overall), key=overall):
        members = list(level)
        mutual = _totals(members, mutual_results.get(figures, ()))
        for entrant in members:
            keys[entrant] = (*figures, mutual[entrant].won, mutual[entrant].points_difference)
    return keys


def _decided_by(key: Key, below: Key | None) -> Figure | None:
    if below is None:
        return None
    for figure, own, other in zip(FIGURES, key, below, strict=True):
        if own != other:
            return figure
    return None


def _reason(key: Key, below: Key | None) -> str:
    """Return why this row is above the next, in English; its code is ``decided_by``."""
    if below is None:
        return ""
    figure = _decided_by(key, below)
    if figure is None:
        return "Level with the next in everything that counts: they share the place."
    place = FIGURES.index(figure)
    more = "More" if figure in ("rubbers_won", "mutual_rubbers") else "Better"
    compared = (
        f"{NAMES[figure]}: {_format_value(figure, key[place])} to {_format_value(figure, below[place])}."
    )
    if place == 0:
        return f"{more} {compared}"
    return f"Level on {NAMES[FIGURES[place - 1]]}; {more.lower()} {compared}"


def _format_value(figure: Figure, value: int) -> str:
    return f"{value:+d}" if figure.endswith(("difference", "points")) and value else str(value)

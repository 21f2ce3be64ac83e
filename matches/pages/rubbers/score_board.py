"""The score board at the head of a rubber's page: both players, the games won, and the result of each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from matches.clubs.access import Viewer
from matches.models import Rubber
from matches.pages.common.results import player_url, side_names
from scoring.cards import PLAYERS
from scoring.record import Pair

GAMES_SHOWN: Final = 5
"""The number of games beside the score, the last ones; a narrow phone has no room for more."""


@dataclass(frozen=True, slots=True)
class GameCell:
    """A player's points in a game, "—" if unknown."""

    points: str
    is_won: bool


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A player's row. ``look`` is the CSS class, ``url`` is "" if the viewer may not open the player's page."""

    look: str
    name: str
    url: str
    games_won: int
    is_winner: bool
    games: tuple[GameCell, ...]


@dataclass(frozen=True, slots=True)
class ScoreBoard:
    rows: tuple[BoardRow, BoardRow]
    numbers: tuple[int, ...]
    """The numbers of the games whose results stand beside the score."""


def score_board(
    rubber: Rubber, viewer: Viewer, games: Sequence[tuple[int, Pair | None, str | None]]
) -> ScoreBoard:
    """Return the score board. ``games`` are the number, the points and the winner of each game.

    The rubber's club, its players and their clubs must be loaded.
    """
    latest = [game for game in games if game[1] is not None or game[2] is None][-GAMES_SHOWN:]
    players, won = (rubber.player_a, rubber.player_b), (rubber.games_won_a, rubber.games_won_b)
    rows = [
        BoardRow(
            look=side.lower(),
            name=name,
            url=player_url(viewer, player, rubber.club),
            games_won=number,
            is_winner=rubber.winner == side,
            games=tuple(
                GameCell("—" if points is None else str(points[PLAYERS.index(side)]), winner == side)
                for _number, points, winner in latest
            ),
        )
        for side, name, player, number in zip(PLAYERS, side_names(*players), players, won, strict=True)
    ]
    return ScoreBoard((rows[0], rows[1]), tuple(number for number, *_rest in latest))

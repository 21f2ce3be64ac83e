"""Counts what the tables of some events ask for beyond games and points. Pairs are [A's, B's]."""

from __future__ import annotations

from typing import Final

from scoring.cards import HAND_SIZE, PLAYERS, Player
from scoring.checked import CheckedDeal, CheckedGame, CheckedRubber
from scoring.marks import game_value
from scoring.record import Pair

TREBLE: Final = 3
TRICKS_LAW: Final = 48


def trebles_won(rubber: CheckedRubber) -> Pair:
    """Games won as trebles, whatever the rubber is reckoned by."""
    # A game that nobody has won has a value for nobody.
    winners = [game.winner for game in rubber.games if _is_treble(game)]
    return winners.count("A"), winners.count("B")


def voles_won(rubber: CheckedRubber) -> Pair:
    """Voles that were marked, even if a penalty left one point of the two.

    Where neither cards nor scorer say how many tricks were won, the marks alone don't tell a vole from a point that
    counts two: those are none.
    """
    winners = [_vole_of(deal) for game in rubber.games for deal in game.deals]
    return winners.count("A"), winners.count("B")


def _is_treble(game: CheckedGame) -> bool:
    return game.points is not None and game_value(game.points, "treble") == TREBLE


def _vole_of(deal: CheckedDeal) -> Player | None:
    if deal.tricks is None or HAND_SIZE not in deal.tricks:
        return None
    winner = PLAYERS[deal.tricks.index(HAND_SIZE)]
    is_marked = any(mark.player == winner and mark.law == TRICKS_LAW for mark in deal.marks)
    return winner if is_marked else None

"""Rubbers made up for records: who won which game by how much, and what happened in each deal, in few letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from matches.rules.figures import deal_traits as deals
from matches.rules.figures import game_traits as games
from matches.rules.figures.records.play import PlayedDeal, PlayedGame, PlayedRubber

TREBLE, DOUBLE, SINGLE = 0, 1, 3
"""What the loser of such a game has."""


def played_deal(number: int, text: str) -> PlayedDeal:
    """The dealer and what was: ``Ak`` turned up and marked the king, ``B+a`` A marked one from his hand, ``Bv`` B made
    a vole, ``Bw`` B, who dealt, suffered one; ``?`` the turn-up is not on record, ``x`` the tricks are not.
    ``-`` alone: void.
    """
    if text == "-":
        return number, 0, 0
    masks = {"A": deals.DEALS.mask, "B": deals.DEALS.mask}
    dealer, rest = text[0], text[1:]
    elder = "B" if dealer == "A" else "A"
    masks[dealer] |= deals.AS_DEALER.mask
    masks[elder] |= deals.AS_ELDER.mask
    if "?" not in rest:
        masks[dealer] |= deals.TURN_UP_SEEN.mask
    if "k" in rest:
        masks[dealer] |= deals.KING_TURNED.mask | deals.KING_MARKED.mask
    for letter in "AB":
        if f"+{letter.lower()}" in rest:
            masks[letter] |= deals.KING_MARKED.mask
        if "x" not in rest:
            masks[letter] |= deals.TRICKS_KNOWN.mask
    if "v" in rest:
        masks[dealer] |= deals.VOLE_MADE.mask
    if "w" in rest:
        masks[elder] |= deals.VOLE_MADE.mask
    return number, masks["A"], masks["B"]


def game(winner: str, loser_has: int, course: str = "", *, from_behind: bool = False) -> PlayedGame:
    """Its number is given when it is put into a rubber. ``course``: its deals; none, and only the points are known."""
    value = {0: 3, 1: 2, 2: 2}.get(loser_has, 1)
    won = games.GAMES.mask | games.GAME_WON.mask | games.WON_BY_VALUE[value].mask
    lost = games.GAMES.mask | games.GAME_LOST.mask | games.LOST_BY_VALUE[value].mask
    if from_behind:
        won |= games.CAME_BACK.mask
    found = [played_deal(number, text) for number, text in zip(count(1), course.split(), strict=False)]
    if found:
        won, lost = won | games.SCORES_SEEN.mask, lost | games.SCORES_SEEN.mask
    return PlayedGame(0, (won, lost) if winner == "A" else (lost, won), found)


def unfinished(course: str) -> PlayedGame:
    return game("A", 4, course)._replace(traits=(0, 0))


def rubber(
    key: int,
    players: tuple[int, int],
    *played: PlayedGame,
    date: str = "2026.11.14",
    result: tuple[int, int] | None = None,
    points: tuple[int, int] | None = None,
) -> PlayedRubber:
    """``result`` where no game of it is on record."""
    won = result or _games_won(played)
    numbered = [each._replace(number=number) for number, each in enumerate(played, start=1)]
    winner = None if won[0] == won[1] else won.index(max(won))
    return PlayedRubber(key, date, players, winner, won, points, numbered)


def _games_won(played: Sequence[PlayedGame]) -> tuple[int, int]:
    won = [[bool(mask & games.GAME_WON.mask) for mask in each.traits] for each in played]
    return sum(a for a, _ in won), sum(b for _, b in won)

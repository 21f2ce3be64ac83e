"""A rubber looked at once, deal by deal, for all records of all seasons together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from matches.rules.figures.deal_traits import (
    AS_DEALER,
    DEALS,
    KING_MARKED,
    KING_TURNED,
    TRICKS_KNOWN,
    TURN_UP_SEEN,
    VOLE_MADE,
)
from matches.rules.figures.game_traits import CAME_BACK, GAME_WON, GAMES, SCORES_SEEN, TREBLE_WON
from matches.rules.figures.records.play import PlayedGame, PlayedRubber
from matches.rules.figures.runs import Place, Stretch

IS_DEAL: Final = DEALS.mask
DEALER: Final = AS_DEALER.mask
SEEN: Final = TURN_UP_SEEN.mask
TURNED: Final = KING_TURNED.mask
MARKED: Final = KING_MARKED.mask
TRICKS: Final = TRICKS_KNOWN.mask
VOLE: Final = VOLE_MADE.mask


class Side:
    """What a rubber holds for one of its players.

    ``rubbers``, ``games``, ``trebles``, ``kings`` and ``voles`` are his chances one after another: the rubber won, a
    game won, one won as a treble, a king turned up in a deal of his own, a vole. ``most_kings`` is how many he marked
    in one game, ``kings_game`` the game's number, None where no deal is on record.
    """

    __slots__ = (
        "comebacks",
        "games",
        "kings",
        "kings_game",
        "most_kings",
        "player",
        "rubbers",
        "trebles",
        "trebles_won",
        "voles",
        "voles_made",
    )

    def __init__(self, player: int) -> None:
        self.player = player
        self.rubbers = Stretch()
        self.games = Stretch()
        self.trebles = Stretch()
        self.kings = Stretch()
        self.voles = Stretch()
        self.trebles_won = 0
        self.voles_made = 0
        self.comebacks = 0
        self.most_kings = 0
        self.kings_game: int | None = None


class GameLength(NamedTuple):
    """A game on record from its first deal to its last; ``winner`` is a seat."""

    game: int
    winner: int
    deals: int


@dataclass(slots=True)
class Digest:
    """``at`` counts the club's rubbers in the order of play; ``deals`` are those on record that were not void."""

    at: int
    rubber: PlayedRubber
    sides: tuple[Side, Side]
    lengths: list[GameLength]
    deals: int = 0

    def place(self, game: int | None = None, deal: int | None = None) -> Place:
        return Place(self.at, self.rubber.key, game, deal)

    @property
    def length(self) -> int | None:
        """The deals of the whole rubber, None where a game of it is not on record deal by deal."""
        if not self.lengths or len(self.lengths) < len(self.rubber.games):
            return None
        return sum(length.deals for length in self.lengths)


def digest(rubber: PlayedRubber, *, at: int) -> Digest:
    found = Digest(at, rubber, (Side(rubber.players[0]), Side(rubber.players[1])), [])
    for seat, side in enumerate(found.sides):
        if rubber.winner == seat:
            side.rubbers.came_off(found.place())
        else:
            side.rubbers.ended()
    if not rubber.games:
        _take_result(found)
    for game in rubber.games:
        _take_game(found, game)
    return found


def _take_result(found: Digest) -> None:
    """Only the result is on record: in which order games went is known where one player won them all."""
    won_by = found.rubber.games_won
    for side, won, lost in zip(found.sides, won_by, won_by[::-1], strict=True):
        if lost:
            side.games.ended()
        else:
            for number in range(1, won + 1):
                side.games.came_off(found.place(number))
        _deals_unknown(side)
        side.trebles.ended()


def _take_game(found: Digest, game: PlayedGame) -> None:
    place = found.place(game.number)
    is_decided = bool(game.traits[0] & GAMES.mask)
    for side, traits in zip(found.sides, game.traits, strict=True):
        if is_decided:
            _take_outcome(side, traits, place)
        else:
            side.games.ended()
            side.trebles.ended()
    if not game.deals:
        for side in found.sides:
            _deals_unknown(side)
        return
    _take_deals(found, game)


def _take_outcome(side: Side, traits: int, place: Place) -> None:
    if traits & TREBLE_WON.mask:
        side.trebles.came_off(place)
        side.trebles_won += 1
    else:
        side.trebles.failed()
    if traits & GAME_WON.mask:
        side.games.came_off(place)
    else:
        side.games.failed()
    if traits & CAME_BACK.mask:
        side.comebacks += 1


def _take_deals(found: Digest, game: PlayedGame) -> None:
    """Void deals don't count, and end nothing."""
    a, b = found.sides
    deals = kings_a = kings_b = 0
    for number, traits_a, traits_b in game.deals:
        if not traits_a & IS_DEAL:
            continue
        deals += 1
        if traits_a & MARKED:
            kings_a += 1
        if traits_b & MARKED:
            kings_b += 1
        dealer, traits = (a, traits_a) if traits_a & DEALER else (b, traits_b)
        if traits & TURNED:
            dealer.kings.came_off(found.place(game.number, number))
        elif traits & SEEN:
            dealer.kings.failed()
        else:
            dealer.kings.ended()
        if (traits_a | traits_b) & VOLE:
            _take_voles(found, game.number, number, (traits_a, traits_b))
        elif traits_a & TRICKS:
            a.voles.failed()
            b.voles.failed()
        else:
            a.voles.ended()
            b.voles.ended()
    found.deals += deals
    _most_kings(a, kings_a, game.number)
    _most_kings(b, kings_b, game.number)
    if deals and game.traits[0] & SCORES_SEEN.mask:
        winner = 0 if game.traits[0] & GAME_WON.mask else 1
        found.lengths.append(GameLength(game.number, winner, deals))


def _take_voles(found: Digest, game: int, deal: int, traits: tuple[int, int]) -> None:
    for side, mask in zip(found.sides, traits, strict=True):
        if mask & VOLE:
            side.voles.came_off(found.place(game, deal))
            side.voles_made += 1
        else:
            side.voles.failed()


def _most_kings(side: Side, kings: int, game: int) -> None:
    if side.kings_game is None or kings > side.most_kings:
        side.most_kings, side.kings_game = kings, game


def _deals_unknown(side: Side) -> None:
    side.kings.ended()
    side.voles.ended()

"""Reduce a club's rubbers to what its records need, in one pass over the deals for all records of all seasons.

The rubbers come in the order of play. Games and deals are given as bit masks of traits, so that a record
counts exactly what the figures count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from matches.rules.figures.records import RecordPlace, Stretch
from matches.rules.figures.seasons import day_order
from matches.rules.figures.traits import (
    AS_DEALER,
    CAME_BACK,
    DEALS,
    GAME_WON,
    GAMES,
    KING_MARKED,
    KING_TURNED,
    SCORES_SEEN,
    TREBLE_WON,
    TRICKS_KNOWN,
    TURN_UP_SEEN,
    VOLE_MADE,
)
from scoring.record import Pair

PlayedDeal: TypeAlias = tuple[int, int, int]
"""A deal: its number in the game, A's mask of traits and B's. Both masks are 0 if the deal was void."""
IS_DEAL: Final = DEALS.mask
DEALER: Final = AS_DEALER.mask
SEEN: Final = TURN_UP_SEEN.mask
TURNED: Final = KING_TURNED.mask
MARKED: Final = KING_MARKED.mask
TRICKS: Final = TRICKS_KNOWN.mask
VOLE: Final = VOLE_MADE.mask


class PlayedGame(NamedTuple):
    """A game of a rubber. ``traits`` are from ``game_traits``, 0 if winner or points are unknown."""

    number: int
    traits: tuple[int, int]
    deals: Sequence[PlayedDeal]


class PlayedRubber(NamedTuple):
    """A rubber that counts and was played.

    ``date`` is written as in the record; ``key`` and ``players`` are primary keys. ``winner`` is a seat, 0
    for A or 1 for B, or None. If only the result is on record, ``games`` is empty and only ``games_won`` has
    the numbers of games.
    """

    key: int
    date: str
    players: tuple[int, int]
    winner: int | None
    games_won: Pair
    points: Pair | None
    games: Sequence[PlayedGame]


class PlayOrderKey(NamedTuple):
    """The sort key of a rubber (``key``), with a ``round_order`` by which ``Round 10`` is after ``Round 9``."""

    date: str
    round_order: object
    key: int


def in_order_of_play(rubbers: Iterable[PlayOrderKey]) -> list[PlayOrderKey]:
    """Return the keys sorted by day, then by round, then by primary key, that is, in order of entry."""
    return sorted(rubbers, key=lambda rubber: (day_order(rubber.date), rubber.round_order, rubber.key))


@dataclass(slots=True)
class Side:
    """One player's successes and failures in a rubber, in order of play.

    ``rubbers``, ``games``, ``trebles``, ``kings`` and ``voles`` are series of attempts: to win the rubber, to win a
    game, to win a game as a treble, to turn up a king as dealer, and to make the vole. ``most_kings`` is the largest
    number of kings marked in one game, and ``kings_game`` that game's number, None if no deal is on record.
    """

    player: int
    rubbers: Stretch = field(default_factory=Stretch)
    games: Stretch = field(default_factory=Stretch)
    trebles: Stretch = field(default_factory=Stretch)
    kings: Stretch = field(default_factory=Stretch)
    voles: Stretch = field(default_factory=Stretch)
    trebles_won: int = 0
    voles_made: int = 0
    comebacks: int = 0
    most_kings: int = 0
    kings_game: int | None = None


class GameLength(NamedTuple):
    """The number of deals of a game that is wholly on record. ``winner`` is a seat, 0 for A or 1 for B."""

    game: int
    winner: int
    deals: int


@dataclass(slots=True)
class Digest:
    """A rubber, reduced to what records need, at its position in the order of play. Void deals do not count."""

    at: int
    rubber: PlayedRubber
    sides: tuple[Side, Side]
    lengths: list[GameLength]
    deals: int = 0

    def place(self, game: int | None = None, deal: int | None = None) -> RecordPlace:
        return RecordPlace(self.at, self.rubber.key, game, deal)

    @property
    def length(self) -> int | None:
        """The number of deals of the whole rubber, or None if one of its games is not on record deal by deal."""
        if not self.lengths or len(self.lengths) < len(self.rubber.games):
            return None
        return sum(length.deals for length in self.lengths)


def digest_rubber(rubber: PlayedRubber, *, at: int) -> Digest:
    """Reduce a rubber to what club records need. ``at`` is its position in the club's order of play."""
    digest = Digest(at, rubber, (Side(rubber.players[0]), Side(rubber.players[1])), [])
    for seat, side in enumerate(digest.sides):
        if rubber.winner == seat:
            side.rubbers.add_success(digest.place())
        else:
            side.rubbers.add_unknown()
    if not rubber.games:
        _add_result(digest)
    for game in rubber.games:
        _add_game(digest, game)
    return digest


def _add_result(digest: Digest) -> None:
    """Add a rubber of which only the result is on record: the order of games is known if one player won them all."""
    won_by = digest.rubber.games_won
    for side, won, lost in zip(digest.sides, won_by, won_by[::-1], strict=True):
        if lost:
            side.games.add_unknown()
        else:
            for number in range(1, won + 1):
                side.games.add_success(digest.place(number))
        _add_unknown_deals(side)
        side.trebles.add_unknown()


def _add_game(digest: Digest, game: PlayedGame) -> None:
    place = digest.place(game.number)
    is_decided = bool(game.traits[0] & GAMES.mask)
    for side, traits in zip(digest.sides, game.traits, strict=True):
        if is_decided:
            _add_outcome(side, traits, place)
        else:
            side.games.add_unknown()
            side.trebles.add_unknown()
    if not game.deals:
        for side in digest.sides:
            _add_unknown_deals(side)
        return
    _add_deals(digest, game)


def _add_outcome(side: Side, traits: int, place: RecordPlace) -> None:
    if traits & TREBLE_WON.mask:
        side.trebles.add_success(place)
        side.trebles_won += 1
    else:
        side.trebles.add_failure()
    if traits & GAME_WON.mask:
        side.games.add_success(place)
    else:
        side.games.add_failure()
    if traits & CAME_BACK.mask:
        side.comebacks += 1


def _add_deals(digest: Digest, game: PlayedGame) -> None:
    """Add the deals of a game. Void deals do not count, and end no run."""
    a, b = digest.sides
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
            dealer.kings.add_success(digest.place(game.number, number))
        elif traits & SEEN:
            dealer.kings.add_failure()
        else:
            dealer.kings.add_unknown()
        if (traits_a | traits_b) & VOLE:
            _add_voles(digest, game.number, number, (traits_a, traits_b))
        elif traits_a & TRICKS:
            a.voles.add_failure()
            b.voles.add_failure()
        else:
            a.voles.add_unknown()
            b.voles.add_unknown()
    digest.deals += deals
    _keep_most_kings(a, kings_a, game.number)
    _keep_most_kings(b, kings_b, game.number)
    if deals and game.traits[0] & SCORES_SEEN.mask:
        winner = 0 if game.traits[0] & GAME_WON.mask else 1
        digest.lengths.append(GameLength(game.number, winner, deals))


def _add_voles(digest: Digest, game: int, deal: int, traits: tuple[int, int]) -> None:
    for side, mask in zip(digest.sides, traits, strict=True):
        if mask & VOLE:
            side.voles.add_success(digest.place(game, deal))
            side.voles_made += 1
        else:
            side.voles.add_failure()


def _keep_most_kings(side: Side, kings: int, game: int) -> None:
    if side.kings_game is None or kings > side.most_kings:
        side.most_kings, side.kings_game = kings, game


def _add_unknown_deals(side: Side) -> None:
    side.kings.add_unknown()
    side.voles.add_unknown()


@dataclass(slots=True)
class Basis:
    """The numbers of rubbers, games and deals on which club records, or the records of one player, are based.

    Only games with a winner count. ``deals_with_turn_up`` of a player counts only the deals that the player dealt.
    """

    rubbers: int = 0
    rubbers_with_points: int = 0
    games: int = 0
    games_with_points: int = 0
    games_with_deals: int = 0
    deals: int = 0
    deals_with_turn_up: int = 0
    deals_with_tricks: int = 0

    def add(self, digest: Digest) -> None:
        """Add a rubber to the club's numbers."""
        self._add_shared(digest)
        self.deals_with_turn_up += sum(side.kings.count for side in digest.sides)

    def add_side(self, digest: Digest, seat: int) -> None:
        """Add a rubber to the running totals of the player in the given seat (0 for A, 1 for B)."""
        self._add_shared(digest)
        self.deals_with_turn_up += digest.sides[seat].kings.count

    def _add_shared(self, digest: Digest) -> None:
        self.rubbers += 1
        self.rubbers_with_points += digest.rubber.points is not None
        self.games += sum(digest.rubber.games_won)
        self.games_with_points += digest.sides[0].trebles.count
        self.games_with_deals += len(digest.lengths)
        self.deals += digest.deals
        self.deals_with_tricks += digest.sides[0].voles.count

"""What an evening at a table has come to: the values that ``fold.derive_sitting`` makes of its facts and results.

Reasons and lines of the history are a code with parameters, ``(code, *parameters)``; their words are in the web.
``HISTORY_CODES``, ``WAITING_CODES``, ``ENTRY_CODES`` and ``WARNING_CODES`` name all of them with their parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from matches.rules.events.facts import PlayerId, Side
from matches.rules.events.state import Why
from matches.rules.sittings.facts import (
    Amount,
    CardName,
    GameNumber,
    RubberId,
    SittingFactKind,
    SittingKind,
)
from matches.rules.sittings.ledger import Entry, balances, settlement

Stage: TypeAlias = Literal["people", "cut", "ready", "game", "closed"]
"""What the table waits for: ``people`` who are wanted to play; of a pool the ``cut``; ``ready``: two sit and may begin,
at a French table once they have staked; the end of a ``game``; nothing any more.
"""
GameStatus: TypeAlias = Literal["open", "won", "void", "abandoned"]

WAITING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "out_by_cut": ("card",),
    "out_by_word": (),
    "out_by_loss": ("game",),
    "out_by_place": (),
    "waits_for_place": ("position",),
    "not_played": (),
    "went_out": ("game",),
    "came_back": ("game",),
}
"""Why somebody waits and where. Of a pool: the lowest ``card`` keeps him out (or the players said so), he lost a game,
he took the place of one who was out, he waits until a place is free. At a French table: he has not played yet, went
out with a ``game``, or came back (or stood aside until) after so many games were begun.
"""
HISTORY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "opened": ("kind",),
    "agreed": (),
    "joined": ("player",),
    "joined_to_bet": ("player",),
    "left": ("player",),
    "returned": ("player",),
    "stood_aside": ("player",),
    "stood_in": ("player",),
    "took_place": ("player", "of"),
    "cut": ("player", "card"),
    "seated_out": ("player",),
    "pool_begun": ("pool", "amount"),
    "seated": ("player_a", "player_b"),
    "bet": ("player", "on", "amount"),
    "bet_withdrawn": ("player", "amount"),
    "levelled": ("player", "amount"),
    "bets_taken": ("player", "amount"),
    "made_way": ("player", "amount"),
    "chouette": ("player",),
    "chouette_undone": ("player",),
    "game_begun": ("game", "player_a", "player_b"),
    "game_won": ("game", "winner", "loser"),
    "game_void": ("game",),
    "game_abandoned": ("game",),
    "paid_in": ("player", "amount"),
    "keeps_seat": ("player",),
    "pool_taken": ("pool", "player", "amount"),
    "pool_shared": ("pool", "how", "amount"),
    "paid": ("payer", "payee", "amount"),
    "closed": (),
    "reopened": (),
}
"""Lines of the history. ``cut`` has a line for each card, ``levelled`` one for each who took back, ``made_way`` is one
for each bystander whose bet went back because a player took the bets or covered all.
"""
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "seats_not_due": ("game", "player_a", "player_b"),
    "game_undecided": ("game",),
    "pool_carried": ("pool",),
    "pool_without_cut": ("pool", "game"),
    "closed_too_early": ("amount",),
    "sharing_unused": ("pool",),
}
"""What came of results that were corrected. ``seats_not_due``: these two should have sat. ``game_undecided``: others
were begun after it, and it has no result. ``pool_carried``: it was cut anew for this pool before the one before it was
won, whose money went on into it. ``pool_without_cut``: it began with this game, the pool before being won already.
``closed_too_early``: so much is on the table still. ``sharing_unused``: no pool was standing that could have been
shared; the next has this number.
"""
ENTRY_CODES: Final[dict[str, tuple[str, ...]]] = {
    "stakes": ("pool",),
    "loss": ("game",),
    "entrance": ("game",),
    "pool": ("pool",),
    "sharing": ("pool",),
    "bets": ("game",),
    "winnings": ("game",),
    "bets_back": ("game",),
    "cash": (),
}
"""What an entry of the ledger is for: all stake for a pool, the loser of a game or who came in for him pays, a pool is
won or shared; bets go on the table, come off it with what they won, or as they were; cash was handed over.
"""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was at the table. ``is_playing``: he sits, or waits for a seat; else he only bets, or has left."""

    player: PlayerId
    is_here: bool = True
    is_playing: bool = True
    has_played: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """One who waits for a seat, and why there. Whoever comes first in the queue comes in next."""

    player: PlayerId
    why: Why


@dataclass(frozen=True, slots=True)
class Bet:
    player: PlayerId
    on: PlayerId
    amount: Amount


@dataclass(frozen=True, slots=True)
class SideOfTable:
    """What is staked on one of the two. ``uncovered``: how much of it the other side has nothing against."""

    player: PlayerId
    total: Amount
    uncovered: Amount


@dataclass(frozen=True, slots=True)
class GameAtTable:
    """A game. ``winner`` empty: not won. ``chouette``: the side that covered all bets against it. ``pool``: its number,
    0 at a French table. ``version``: of the fact that began it. ``covered``: what each side had at stake, of a pool 0.
    """

    number: GameNumber
    a: PlayerId
    b: PlayerId
    rubber: RubberId
    version: int
    status: GameStatus = "open"
    winner: Side | Literal[""] = ""
    chouette: Side | Literal[""] = ""
    pool: int = 0
    covered: Amount = 0

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        return self.a, self.b

    def won_by(self) -> PlayerId:
        """Empty where nobody won."""
        return {"A": self.a, "B": self.b, "": ""}[self.winner]

    def lost_by(self) -> PlayerId:
        return {"A": self.b, "B": self.a, "": ""}[self.winner]


@dataclass(frozen=True, slots=True)
class Place:
    """One of three in a pool. ``paid``: into the pool that stands. ``player`` empty: he has left, nobody took it."""

    player: PlayerId
    paid: Amount = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """The pool that stands, or the next. ``winner_of_one``: if he wins the next game too it is his; empty: nobody."""

    number: int
    amount: Amount
    places: tuple[Place, ...]
    is_standing: bool = False
    winner_of_one: PlayerId = ""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """``version``: of the fact that it tells, or, of a result and what came of it, that began the game."""

    version: int
    why: Why


@dataclass(frozen=True, slots=True)
class SittingState:
    """``seats``: who plays, or plays next, A and B; an empty string where nobody is to be had. ``queue``: who waits, in
    order; of a pool the first is the one who is out, where a pool stands.

    ``bets`` on the next game, or on the one being played, in the order in which they were made; those of *la chouette*
    as they stand. ``sides``: of the two who sit, empty in a pool. ``cut``: the pairs of cards, A's and B's, that those
    two cut for deal with already, ``dealer`` who deals by them; empty: they have to cut.

    ``may``: kinds of facts of which one may be put down now; ``rules.check_fact`` says of each whether, and why not.
    ``last``: version of the fact that ``undone`` would take back, ``last_kind`` its kind; 0 and empty: none.
    """

    version: int
    kind: SittingKind = "pool"
    name: str = ""
    date: str = ""
    currency: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)
    phase: Literal["open", "closed"] = "open"
    stage: Stage = "people"
    people: tuple[Person, ...] = ()
    seats: tuple[PlayerId, PlayerId] = ("", "")
    queue: tuple[Waiting, ...] = ()
    games: tuple[GameAtTable, ...] = ()
    pool: Pool | None = None
    bets: tuple[Bet, ...] = ()
    sides: tuple[SideOfTable, ...] = ()
    chouette: PlayerId = ""
    cut: tuple[tuple[CardName, CardName], ...] = ()
    dealer: Side | Literal[""] = ""
    ledger: tuple[Entry, ...] = ()
    warnings: tuple[Why, ...] = ()
    history: tuple[HistoryLine, ...] = ()
    may: tuple[SittingFactKind, ...] = ()
    last: int = 0
    last_kind: str = ""

    @property
    def game(self) -> GameAtTable | None:
        """The game that is being played."""
        return self.games[-1] if self.games and self.games[-1].status == "open" else None

    @property
    def balances(self) -> dict[PlayerId, Amount]:
        """What each is up, or down where negative, everybody who was there; what he has on the table counts as gone."""
        found = balances(self.ledger)
        return {person.player: found.get(person.player, 0) for person in self.people}

    @property
    def on_table(self) -> Amount:
        """In the pool, or staked on the game."""
        return balances(self.ledger).get("", 0)

    @property
    def owed(self) -> tuple[tuple[PlayerId, PlayerId, Amount], ...]:
        """Who is to pay whom how much, for everything to be settled that is off the table."""
        return settlement(self.balances)

    def out_of(self, game: GameAtTable) -> PlayerId:
        """Return the player of a pool who was out of ``game`` and may correct its score (Cavendish, Pool écarté).

        Empty at a French table, and where the places have changed hands so that nobody alone was out.
        """
        holders = {place.player for place in self.pool.places if place.player} if self.pool else set()
        out = holders - set(game.players)
        return out.pop() if len(out) == 1 and holders.issuperset(game.players) else ""

    def person(self, player: PlayerId) -> Person:
        """Raises ``KeyError`` for somebody who was never there."""
        for person in self.people:
            if person.player == player:
                return person
        raise KeyError(player)

"""The state of a sitting: the values that ``fold.derive_sitting`` derives from its facts and results.

Reasons and lines of the history are a code with parameters, ``(code, *parameters)``, which pages put into
words. ``HISTORY_CODES``, ``WAITING_CODES``, ``ENTRY_CODES`` and ``WARNING_CODES`` list the codes with the
names of their parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from matches.rules.events.facts import PlayerId, Side
from matches.rules.events.state import Why
from matches.rules.sittings.facts import Amount, CardName, GameNumber, RubberId, SittingFactKind, SittingKind
from matches.rules.sittings.ledger import Entry, balances, settlement

Stage: TypeAlias = Literal["people", "cut", "ready", "game", "closed"]
"""The next event that the table waits for.

``people``: more players. ``cut``: the cut for a pool. ``ready``: the next game; two players are seated and may begin,
at a French table once they have staked. ``game``: the end of a game. ``closed``: nothing, the sitting is over.
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
"""The reasons why a player waits: the names of each code's parameters, by code.

In a pool: the player cut the lowest ``card``, was named by the players, lost a game, took the place of the
one who was out, or waits for a free place (``position`` in the queue). At a French table: the player has not
played yet, went out with a ``game``, or came back (or stopped standing aside) after ``game`` games had begun.
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
"""The lines of a sitting's history: the names of each code's parameters, by code.

``cut`` has a line for each card, ``levelled`` one for each person who took something back, ``made_way`` one
for each bystander whose bet was returned because a player took the bets or declared la chouette.
"""
WARNING_CODES: Final[dict[str, tuple[str, ...]]] = {
    "seats_not_due": ("game", "player_a", "player_b"),
    "game_undecided": ("game",),
    "pool_carried": ("pool",),
    "pool_without_cut": ("pool", "game"),
    "closed_too_early": ("amount",),
    "sharing_unused": ("pool",),
}
"""Warnings about what corrected results have changed: the names of each code's parameters, by code.

``seats_not_due``: by the corrected results, these two should have played the game. ``game_undecided``: the
game has no result, but later games were begun. ``pool_carried``: this pool was cut for before the previous
one was won, whose money went into this one. ``pool_without_cut``: this pool began with this game, because the
previous one had already been won. ``closed_too_early``: the sitting was closed with this amount still on the
table. ``sharing_unused``: a pool was shared when none was being played; the next one has this number.
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
"""The reasons for entries of the ledger: the names of each code's parameters, by code.

``stakes``: players stake for a new pool. ``loss``, ``entrance``: the loser of a game, or the player who comes
in for the loser, pays into the pool. ``pool``, ``sharing``: a pool is won or shared. ``bets``: bets go on the
table. ``winnings``: they come off it with what they won. ``bets_back``: they are returned unchanged.
``cash``: one person handed cash to another.
"""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who came to the table.

    ``is_here`` is False once the person has left. ``is_playing`` means that the person sits or waits for a
    seat; a person with False only bets.
    """

    player: PlayerId
    is_here: bool = True
    is_playing: bool = True
    has_played: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who waits for a seat. ``why`` is the reason for the player's position in the queue."""

    player: PlayerId
    why: Why


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet of ``player`` that ``on``, who may be themselves, wins the game."""

    player: PlayerId
    on: PlayerId
    amount: Amount


@dataclass(frozen=True, slots=True)
class SideOfTable:
    """The stakes on a seated player. ``uncovered`` is the part that the stakes on the other do not match."""

    player: PlayerId
    total: Amount
    uncovered: Amount


@dataclass(frozen=True, slots=True)
class GameAtTable:
    """A game of the sitting. ``winner`` is the side that won, empty unless ``status`` is ``won``.

    ``chouette`` is the side that covered all bets against it. ``pool`` is the pool's number, 0 at a French
    table. ``version`` is the version of the fact that began the game. ``covered`` is the amount that each
    side had at stake, 0 in a pool.
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
        """Return the id of the player who won, or an empty string."""
        return {"A": self.a, "B": self.b, "": ""}[self.winner]

    def lost_by(self) -> PlayerId:
        return {"A": self.b, "B": self.a, "": ""}[self.winner]


@dataclass(frozen=True, slots=True)
class PoolPlace:
    """One of three places in a pool; ``player`` is empty if nobody holds it. ``paid`` went into this pool."""

    player: PlayerId
    paid: Amount = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """The pool being played, or the next. ``winner_of_one`` won the last game, and wins the pool with the next."""

    number: int
    amount: Amount
    places: tuple[PoolPlace, ...]
    is_standing: bool = False
    winner_of_one: PlayerId = ""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A line of the history. ``version`` is that of its fact: for a game's result, of the one that began the game."""

    version: int
    why: Why


@dataclass(frozen=True, slots=True)
class SittingState:
    """The state of a sitting.

    ``seats`` are the two players who play now, or play next, as A and B; an empty string if no player is available.
    ``queue`` are the players who wait, in order; while a pool is being played, the first is the player who is out.

    ``bets`` are on the game that is being played, or else on the next one, in the order in which they were made,
    including la chouette's bet. ``sides`` are the stakes on the two in ``seats``, empty in a pool. ``cut`` has the
    cards (A's, B's) that these two have already cut for the deal, and ``dealer`` is the side that deals by these
    cards. While ``dealer`` is empty, the two players have to cut.

    ``may`` are the kinds of facts that may be recorded now with some payload; ``rules.check_fact`` checks a payload.
    ``last`` is the version of the fact that ``undone`` would undo, and ``last_kind`` its kind; 0 and empty if there
    is none.
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
        """The game that is being played, or None."""
        return self.games[-1] if self.games and self.games[-1].status == "open" else None

    @property
    def balances(self) -> dict[PlayerId, Amount]:
        """The balance of each person who was at the table, by player id. Stakes on the table count as spent."""
        sums = balances(self.ledger)
        return {person.player: sums.get(person.player, 0) for person in self.people}

    @property
    def on_table(self) -> Amount:
        """The amount that is in the pool, or staked on the current game."""
        return balances(self.ledger).get("", 0)

    @property
    def owed(self) -> tuple[tuple[PlayerId, PlayerId, Amount], ...]:
        """The payments (payer, payee, amount) that would settle all balances, apart from the money on the table."""
        return settlement(self.balances)

    def out_of(self, game: GameAtTable) -> PlayerId:
        """Return the player who is out in a pool's ``game``, and may correct its score (Cavendish, Pool écarté).

        Return an empty string if that is nobody, or not clear.
        """
        holders = {place.player for place in self.pool.places if place.player} if self.pool else set()
        out = holders - set(game.players)
        return out.pop() if len(out) == 1 and holders.issuperset(game.players) else ""

    def person(self, player: PlayerId) -> Person:
        """Return a person at the table. Raises ``KeyError`` for a person who never came to this table."""
        for person in self.people:
            if person.player == player:
                return person
        raise KeyError(player)

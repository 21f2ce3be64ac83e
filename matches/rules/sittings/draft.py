"""The mutable state of a sitting while its log is folded: what pools and French tables have in common.

Entries of the ledger and lines of the history are added only here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from matches.rules.events.facts import Fact, PlayerId
from matches.rules.events.fold_draft import FactError
from matches.rules.events.state import Why
from matches.rules.sittings.facts import Amount, GameNumber, GameResult, Results
from matches.rules.sittings.ledger import Account, Entry, balances
from matches.rules.sittings.state import GameAtTable, GameStatus, HistoryLine, Person

ERROR_CODES: Final[dict[str, tuple[str, ...]]] = {
    "fact_not_opened": (),
    "fact_opened_twice": (),
    "fact_player_unknown": ("player",),
    "fact_game_number": ("game", "due"),
    "fact_not_at_table": ("player",),
    "fact_wrong_table": ("kind",),
}
"""The names of the parameters of each code of ``FactError`` that only a sitting's log can have, by code."""

NO_RESULT: Final = GameResult()


@dataclass(slots=True)
class SittingDraft:
    """The mutable state of a sitting while its log is folded.

    ``results`` has the results of the games' rubbers. A result is looked up when the fact that begins its
    game is applied; the time at which the result was stored does not matter. ``abandoned`` are the games that
    a later fact of the log abandons, even if their rubbers have a result.
    """

    opening: Mapping[str, Any]
    terms: Mapping[str, Any]
    results: Results
    abandoned: frozenset[GameNumber]
    people: dict[PlayerId, Person] = field(default_factory=dict)
    games: list[GameAtTable] = field(default_factory=list)
    ledger: list[Entry] = field(default_factory=list)
    warnings: list[Why] = field(default_factory=list)
    history: list[HistoryLine] = field(default_factory=list)
    is_closed: bool = False

    def add_history(self, fact: Fact, code: str, *params: Any) -> None:
        self.history.append(HistoryLine(fact.version, (code, *params)))

    def post(self, why: Why, postings: Mapping[Account, Amount], game: GameNumber | None = None) -> None:
        """Add a ledger entry for amounts that add up to zero, if any. ``why`` is a code with its parameters."""
        kept = tuple((account, amount) for account, amount in postings.items() if amount)
        if kept:
            self.ledger.append(Entry(len(self.ledger) + 1, why, kept, game))

    def balance(self, account: Account) -> Amount:
        return balances(self.ledger).get(account, 0)

    def person(self, player: PlayerId, fact: Fact) -> Person:
        if player not in self.people:
            raise FactError(fact, "fact_player_unknown", player)
        return self.people[player]

    def put(self, person: Person) -> None:
        self.people[person.player] = person

    def begin(
        self, fact: Fact, *, pool: int = 0, chouette: PlayerId = "", covered: Amount = 0
    ) -> GameAtTable:
        """Add the game that ``fact`` begins, and return it with the outcome that its rubber has by now, if any.

        The history gets an entry for its beginning. ``pool`` is the pool's number. At a French table, ``chouette`` is
        the player who covered all bets against them, and ``covered`` the total bet on each side.
        """
        number, a, b = fact.payload["game"], fact.payload["a"], fact.payload["b"]
        if number != len(self.games) + 1:
            raise FactError(fact, "fact_game_number", number, len(self.games) + 1)
        if self.games and self.games[-1].status == "open":
            self.warnings.append(("game_undecided", self.games[-1].number))
        status, winner = self._outcome(number, fact.payload["rubber"])
        game = GameAtTable(
            number,
            a,
            b,
            fact.payload["rubber"],
            fact.version,
            status=status,
            winner=winner,
            chouette="A" if chouette == a else "B" if chouette == b else "",
            pool=pool,
            covered=covered,
        )
        self.games.append(game)
        self.add_history(fact, "game_begun", number, a, b)
        return game

    def add_outcome_history(self, fact: Fact, game: GameAtTable) -> None:
        if game.status == "won":
            self.add_history(fact, "game_won", game.number, game.won_by(), game.lost_by())
        elif game.status == "void":
            self.add_history(fact, "game_void", game.number)

    def _outcome(self, number: GameNumber, rubber: str) -> tuple[GameStatus, Any]:
        result = self.results.get(rubber, NO_RESULT)
        if number in self.abandoned:
            return "abandoned", ""
        if result.is_void or (result.is_final and not result.winner):
            return "void", ""
        return ("won", result.winner) if result.is_final else ("open", "")

"""Run evenings for tests: facts, each checked with ``check_fact`` first, and the results of their games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from matches.rules.events.facts import Fact, Side
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.facts import GameResult, SittingFactKind
from matches.rules.sittings.fold import derive_sitting
from matches.rules.sittings.french import chouette_payload, levelling_payload, take_bets_payload
from matches.rules.sittings.rules import check_fact
from matches.rules.sittings.state import Pool, SittingState


@dataclass
class Evening:
    """An evening: ``evening.add("joined", player="ann")`` adds a fact, and ``evening.state`` folds them all.

    What changes the evening returns it, so that one thing can follow another: ``evening.play("ann").undo()``.
    """

    facts: list[Fact] = field(default_factory=list)
    results: dict[str, GameResult] = field(default_factory=dict)
    _state: SittingState | None = None

    @property
    def state(self) -> SittingState:
        if self._state is None:
            self._state = derive_sitting(self.facts, self.results)
        return self._state

    def add(self, kind: SittingFactKind, /, **payload: Any) -> Self:
        """Add a fact. Raises ``SittingActError`` if it is refused."""
        check_fact(self.state, kind, payload)
        self.facts.append(Fact(len(self.facts) + 1, kind, payload))
        self._state = None
        return self

    def refusal(self, kind: SittingFactKind, /, **payload: Any) -> tuple[Any, ...]:
        """Return the refusal's code and its parameters, or nothing if allowed. No fact is added."""
        try:
            check_fact(self.state, kind, payload)
        except SittingActError as refused:
            return refused.code, *refused.params
        return ()

    def come(self, *players: str) -> Self:
        for player in players:
            self.add("joined", player=player)
        return self

    def stake(self, *bets: tuple[str, str, int]) -> Self:
        for player, on, amount in bets:
            self.add("bet", player=player, on=on, amount=amount)
        return self

    def level(self) -> Self:
        payload = levelling_payload(self.state)
        assert payload is not None
        return self.add("levelled", **payload)

    def take(self, player: str, amount: int | None = None) -> Self:
        """Take bets on the other of the two players, before bystanders do. None takes all that is offered."""
        return self.add("bets_taken", **take_bets_payload(self.state, player, amount))

    def cover_all(self, player: str) -> Self:
        return self.add("chouette", **chouette_payload(self.state, player))

    @property
    def pool(self) -> Pool:
        assert self.state.pool is not None
        return self.state.pool

    def begin(self) -> str:
        """Begin the next game of the seated players, and return its rubber's id."""
        number = len(self.state.games) + 1
        a, b = self.state.seats
        self.add("game_begun", game=number, a=a, b=b, rubber=f"r{number}")
        return f"r{number}"

    def end(self, winner: str) -> Self:
        """End the current game."""
        game = self.state.game
        assert game is not None
        assert winner in game.players
        return self.put_result(game.rubber, "A" if winner == game.a else "B")

    def play(self, *winners: str) -> Self:
        for winner in winners:
            self.begin()
            self.end(winner)
        return self

    def void(self, rubber: str) -> Self:
        return self._put(rubber, GameResult(is_void=True))

    def put_result(self, rubber: str, winner: Side) -> Self:
        return self._put(rubber, GameResult(winner, is_final=True))

    def correct(self, number: int, winner: str) -> Self:
        game = self.state.games[number - 1]
        return self.put_result(game.rubber, "A" if winner == game.a else "B")

    def reread(self) -> SittingState:
        """Fold the log again, after results were changed from outside."""
        self._state = None
        return self.state

    def undo(self) -> Self:
        return self.add("undone", version=self.state.last)

    def _put(self, rubber: str, result: GameResult) -> Self:
        self.results[rubber] = result
        self._state = None
        return self


def pool(*players: str, stake: int = 100, custom: str = "loser", first_stakes: str | None = None) -> Evening:
    """Return an evening of a pool. ``first_stakes`` None leaves out the term, like pools from before it existed."""
    terms = {"stake": stake, "custom": custom}
    if first_stakes is not None:
        terms["first_stakes"] = first_stakes
    return _opened("pool", terms, players or ("ann", "bea", "cat"))


def french(*players: str, least: int = 100) -> Evening:
    return _opened("french", {"least": least}, players or ("ann", "bea", "cat", "dan", "eve"))


def _opened(kind: str, terms: dict[str, Any], players: tuple[str, ...]) -> Evening:
    evening = Evening()
    evening.add("opened", kind=kind, name="Fifth table", date="2026-10-04", currency="GBP", terms=terms)
    return evening.come(*players)

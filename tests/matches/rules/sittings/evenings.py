"""Evenings for tests: facts one after the other, each asked of ``check_fact`` first, and the results of their games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matches.rules.events.facts import Fact, Side
from matches.rules.sittings.errors import SittingActError
from matches.rules.sittings.facts import GameResult, SittingFactKind
from matches.rules.sittings.fold import derive_sitting
from matches.rules.sittings.french import bets_taken, chouette_declared, levelling
from matches.rules.sittings.lifecycle import check_fact
from matches.rules.sittings.state import SittingState


@dataclass
class Evening:
    """``evening.add("joined", player="ann")`` puts down a fact; ``evening.state`` is what they all come to."""

    facts: list[Fact] = field(default_factory=list)
    results: dict[str, GameResult] = field(default_factory=dict)
    _state: SittingState | None = None

    @property
    def state(self) -> SittingState:
        if self._state is None:
            self._state = derive_sitting(self.facts, self.results)
        return self._state

    def add(self, kind: SittingFactKind, /, **payload: Any) -> Fact:
        """Raises ``SittingActError``."""
        check_fact(self.state, kind, payload)
        fact = Fact(len(self.facts) + 1, kind, payload)
        self.facts.append(fact)
        self._state = None
        return fact

    def refusal(self, kind: SittingFactKind, /, **payload: Any) -> tuple[Any, ...]:
        """The code and its parameters; empty where it may be done. Nothing is put down."""
        try:
            check_fact(self.state, kind, payload)
        except SittingActError as refused:
            return refused.code, *refused.params
        return ()

    def come(self, *players: str) -> None:
        for player in players:
            self.add("joined", player=player)

    def stake(self, *bets: tuple[str, str, int]) -> None:
        for player, on, amount in bets:
            self.add("bet", player=player, on=on, amount=amount)

    def level(self) -> None:
        payload = levelling(self.state)
        assert payload is not None
        self.add("levelled", **payload)

    def take(self, player: str, amount: int | None = None) -> None:
        """What is bet on the other of the two, ahead of bystanders; all that is offered for None."""
        self.add("bets_taken", **bets_taken(self.state, player, amount))

    def cover_all(self, player: str) -> None:
        self.add("chouette", **chouette_declared(self.state, player))

    def begin(self) -> str:
        """The next game, of whoever sits; its rubber's id."""
        number = len(self.state.games) + 1
        a, b = self.state.seats
        self.add("game_begun", game=number, a=a, b=b, rubber=f"r{number}")
        return f"r{number}"

    def end(self, winner: str) -> None:
        """The game that is being played."""
        game = self.state.game
        assert game is not None
        self.put_result(game.rubber, "A" if winner == game.a else "B")
        assert winner in game.players

    def play(self, winner: str) -> None:
        self.begin()
        self.end(winner)

    def void(self, rubber: str) -> None:
        self._put(rubber, GameResult(is_void=True))

    def put_result(self, rubber: str, winner: Side) -> None:
        self._put(rubber, GameResult(winner, is_final=True))

    def correct(self, number: int, winner: str) -> None:
        game = self.state.games[number - 1]
        self.put_result(game.rubber, "A" if winner == game.a else "B")

    def reread(self) -> SittingState:
        """After the results were changed from outside."""
        self._state = None
        return self.state

    def undo(self) -> None:
        self.add("undone", version=self.state.last)

    def _put(self, rubber: str, result: GameResult) -> None:
        self.results[rubber] = result
        self._state = None


def pool(*players: str, stake: int = 100, custom: str = "loser", first_stakes: str | None = None) -> Evening:
    """``first_stakes`` None: terms without the field, as every pool had them before it existed."""
    terms = {"stake": stake, "custom": custom}
    if first_stakes is not None:
        terms["first_stakes"] = first_stakes
    return _opened("pool", terms, players or ("ann", "bea", "cat"))


def french(*players: str, least: int = 100) -> Evening:
    return _opened("french", {"least": least}, players or ("ann", "bea", "cat", "dan", "eve"))


def _opened(kind: str, terms: dict[str, Any], players: tuple[str, ...]) -> Evening:
    evening = Evening()
    evening.add("opened", kind=kind, name="Fifth table", date="2026-10-04", currency="GBP", terms=terms)
    evening.come(*players)
    return evening

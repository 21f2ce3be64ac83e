"""Run a club's pool or French table, with its players and a director who records the facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matches.common.commands import CommandContext
from matches.models import Player, Rubber, Sitting
from matches.rules.sittings.facts import SittingFactKind
from matches.rules.sittings.state import SittingState
from matches.sittings.games import Side, begin_game, record_winner
from matches.sittings.record_facts import NewSitting, open_sitting, record_sitting_fact
from matches.sittings.sitting_state import sitting_state
from scoring.record import Pair
from tests.factories.remembered import remembered
from tests.matches.rubbers.hands import Hands, make_hands

POOL_TERMS = {"stake": 200, "custom": "loser"}
FRENCH_TERMS = {"least": 100}


@dataclass
class SittingHands:
    """A table with its ``players`` by name."""

    hands: Hands
    sitting: Sitting
    players: dict[str, Player] = field(default_factory=dict)

    @property
    def state(self) -> SittingState:
        return sitting_state(self.sitting)

    def id(self, name: str) -> str:
        return self.players[name].public_id

    def name(self, public_id: str) -> str:
        return next((name for name, each in self.players.items() if each.public_id == public_id), "")

    def seated(self) -> tuple[str, str]:
        a, b = self.state.seats
        return self.name(a), self.name(b)

    def act(self, reason: str = "") -> CommandContext:
        return self.hands.act(reason)

    def put(self, kind: SittingFactKind, **payload: Any) -> SittingState:
        return record_sitting_fact(self.sitting, kind, payload, act=self.act())

    def begin(self) -> Rubber:
        state = begin_game(self.sitting, act=self.act())
        assert state.game is not None
        return Rubber.objects.get(public_id=state.game.rubber)

    def won(self, winner: Side, *, points: Pair | None = None, number: int = 0) -> SittingState:
        number = number or len(self.state.games)
        return record_winner(self.sitting, number, winner, points=points, act=self.act())

    def play(self, winner: Side) -> SittingState:
        self.begin()
        return self.won(winner)

    def bet(self, name: str, on: str, amount: int) -> SittingState:
        return self.put("bet", player=self.id(name), on=self.id(on), amount=amount)

    def balances(self) -> dict[str, int]:
        return {self.name(player): amount for player, amount in self.state.balances.items()}


def table(kind: Any = "pool", *names: str, hands: Hands | None = None, **terms: Any) -> SittingHands:
    """Return an open table with these players, by default three."""
    if hands is None:
        key = ("table", kind, names, repr(terms))
        return remembered(key, lambda: table(kind, *names, hands=make_hands(), **terms))
    called = names or ("Orford", "Baldwin", "Clay")
    usual = POOL_TERMS if kind == "pool" else FRENCH_TERMS
    new_sitting = NewSitting(
        kind=kind, name="Corner", terms={**usual, **terms}, names=called, new=frozenset(called)
    )
    sitting = open_sitting(hands.club, new_sitting, act=hands.act())
    players = {player.name: player for player in Player.objects.filter(club=hands.club)}
    return SittingHands(hands, sitting, players)

"""Random evenings: every allowed act and some forbidden ones, with a naive table kept beside them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from matches.rules.sittings.facts import SittingFactKind
from matches.rules.sittings.french import chouette_payload, levelling_payload, take_bets_payload
from matches.rules.sittings.pool import lowest
from matches.rules.sittings.state import SittingState
from scoring.cards import CARD_NAMES
from tests.matches.rules.sittings.evenings import Evening, french, pool
from tests.matches.rules.sittings.naive_tables import NaiveFrench, NaivePool

Call: TypeAlias = tuple[Any, ...]
"""A call of a naive table: the name of a method, and its arguments."""

CUSTOMS: list[tuple[str, str | None]] = [("loser", None), ("entrant", None), ("entrant", "engaged")]
PLAYERS = [f"p{number}" for number in range(9)]
WEIGHTS: dict[SittingFactKind, int] = {
    "joined": 3,
    "left": 2,
    "returned": 3,
    "stood_aside": 2,
    "stood_in": 6,
    "cut": 12,
    "seated": 1,
    "bet": 24,
    "bet_withdrawn": 2,
    "levelled": 4,
    "bets_taken": 5,
    "chouette": 2,
    "chouette_undone": 1,
    "game_begun": 20,
    "game_abandoned": 1,
    "pool_shared": 1,
    "paid": 1,
    "closed": 1,
    "reopened": 8,
    "agreed": 1,
    "undone": 2,
}


@dataclass
class RandomEvening:
    """A random evening, and its naive counterpart.

    ``refused`` has the codes of refused attempts. ``saved`` has the naive table before each fact since the
    last result, so that facts can be taken back. ``script`` has every call of the naive table, and ``ends``
    the position of each game's end in it.
    """

    chance: Random
    evening: Evening
    naive: Any
    empty: Any
    refused: list[str] = field(default_factory=list)
    saved: list[tuple[Any, SittingState, int]] = field(default_factory=list)
    script: list[Call] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)

    def naive_with(self, results: Mapping[int, str]) -> Any:
        """Return a naive table replayed from the start with these winners. An empty winner means none."""
        naive = copy.deepcopy(self.empty)
        for place, (name, *arguments) in enumerate(self.script):
            winner = results.get(self.ends.get(place, 0))
            if winner is None:
                getattr(naive, name)(*arguments)
            elif winner:
                naive.end(winner)
            else:
                naive.give_up()
        return naive

    @property
    def state(self) -> SittingState:
        return self.evening.state

    def step(self) -> None:
        """Do one step: a fact, a result, or an attempt at something forbidden."""
        if self.state.game and self.chance.random() < 0.7:
            self._end_game()
            return
        kinds = list(WEIGHTS) if self.chance.random() < 0.1 else list(self.state.may)
        kind = self.chance.choices(kinds, [WEIGHTS[kind] for kind in kinds])[0]
        payload = self._payload(kind)
        if payload is None:
            return
        refusal = self.evening.refusal(kind, **payload)
        if refusal:
            self.refused.append(refusal[0])
            return
        assert kind in self.state.may, kind
        self._put_down(kind, payload)

    def _put_down(self, kind: SittingFactKind, payload: dict[str, Any]) -> None:
        before = self.state
        if kind == "undone":
            if self.saved:
                self.evening.add(kind, **payload)
                self.naive, then, done = self.saved.pop()
                del self.script[done:]
                assert without_version(self.state) == without_version(then)
            return
        self.saved.append((copy.deepcopy(self.naive), before, len(self.script)))
        self.evening.add(kind, **payload)
        self._mirror(kind, payload)

    def _end_game(self) -> None:
        game = self.state.game
        assert game is not None
        self.saved.clear()
        if self.chance.random() < 0.1:
            self.evening.void(game.rubber)
            self._do(("give_up",))
        else:
            winner = self.chance.choice(game.players)
            self.evening.end(winner)
            self._do(("end", winner))
        self.ends[len(self.script) - 1] = game.number

    def _payload(self, kind: SittingFactKind) -> dict[str, Any] | None:
        chance, state = self.chance, self.state
        player = chance.choice(PLAYERS)
        if kind == "joined" and chance.random() < 0.2:
            return {"player": player, "only_bets": True}
        if kind in ("joined", "left", "returned", "stood_aside", "stood_in"):
            return {"player": player}
        if kind == "chouette":
            return dict(chouette_payload(state, chance.choice(state.seats)))
        if kind == "bets_taken":
            seat, amount = chance.choice(state.seats), chance.choice((None, 1, 100, 250))
            return dict(take_bets_payload(state, seat, amount))
        if kind == "cut":
            return {"rounds": self._rounds()}
        if kind == "seated":
            people = chance.sample(PLAYERS, 2)
            return {"out": player} if state.kind == "pool" else {"a": people[0], "b": people[1]}
        if kind == "bet":
            on = chance.choice(state.seats)
            who = on if chance.random() < 0.4 else player
            return {"player": who, "on": on, "amount": chance.choice((100, 100, 101, 137, 250, 1000))}
        if kind == "bet_withdrawn":
            return {"player": player, **({"amount": 50} if chance.random() < 0.5 else {})}
        if kind == "levelled":
            return dict(levelling_payload(state) or {}) or None
        if kind == "agreed":
            terms = {**state.terms, "stake": 70}
            return {"terms": terms if state.kind == "pool" else {"least": 50}}
        if kind == "game_begun":
            number = len(state.games) + 1
            return {"game": number, "a": state.seats[0], "b": state.seats[1], "rubber": f"r{number}"}
        if kind == "paid":
            return {"from": player, "to": chance.choice(PLAYERS), "amount": chance.randrange(1, 300)}
        more: dict[str, dict[str, Any]] = {
            "game_abandoned": {"game": len(state.games)},
            "pool_shared": {"how": chance.choice(("paid", "equal"))},
            "undone": {"version": state.last},
        }
        return more.get(kind, {})

    def _rounds(self) -> list[dict[str, str]]:
        """Return a cut among the players with places, in as many rounds as it needs. Sometimes it is left undecided."""
        places = self.state.pool.places if self.state.pool else ()
        rounds: list[dict[str, str]] = []
        tied = [place.player for place in places if place.player]
        while len(tied) > 1:
            rounds.append(dict(zip(tied, self.chance.sample(CARD_NAMES, len(tied)), strict=True)))
            tied = list(lowest(rounds))
            if self.chance.random() < 0.05:
                break
        return rounds

    def _mirror(self, kind: SittingFactKind, payload: dict[str, Any]) -> None:
        calls = pool_calls(kind, payload) if self.state.kind == "pool" else self._french_calls(kind, payload)
        for call in calls:
            self._do(call)

    def _do(self, call: Call) -> None:
        self.script.append(call)
        name, *arguments = call
        getattr(self.naive, name)(*arguments)

    def _french_calls(self, kind: SittingFactKind, payload: dict[str, Any]) -> list[Call]:
        player = payload.get("player", "")
        if kind in ("joined", "returned", "stood_in"):
            return [("come", player)] if self.state.person(player).is_playing else []
        if kind in ("bets_taken", "chouette"):
            other = next(each for each in self.state.seats if each != player)
            return [
                ("cover", player, other) if kind == "chouette" else ("take", player, payload["amount"], other)
            ]
        return french_calls(kind, payload)


class Unwatched:
    """A substitute for a naive table, which cannot follow corrections."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments: None


def pool_calls(kind: SittingFactKind, payload: dict[str, Any]) -> list[Call]:
    """Return the calls of the naive pool that a fact stands for."""
    calls: dict[str, Callable[[], Call]] = {
        "joined": lambda: ("come", payload["player"]),
        "returned": lambda: ("come", payload["player"]),
        "left": lambda: ("go", payload["player"]),
        "agreed": lambda: ("agree", payload["terms"]["stake"]),
        "cut": lambda: ("begin_pool", lowest(payload["rounds"])[0]),
        "seated": lambda: ("begin_pool", payload["out"]),
        "pool_shared": lambda: ("share", payload["how"]),
        **_common_calls(payload),
    }
    return [calls[kind]()] if kind in calls else []


def french_calls(kind: SittingFactKind, payload: dict[str, Any]) -> list[Call]:
    """Return the calls of the naive French table that a fact stands for."""
    player = payload.get("player", "")
    if kind == "levelled":
        return [("withdraw", back["player"], back["amount"]) for back in payload["withdrawn"]]
    if kind == "left":
        return [("go", player), ("take_back_all", player)]
    calls: dict[str, Callable[[], Call]] = {
        "stood_aside": lambda: ("go", player),
        "seated": lambda: ("seat", payload["a"], payload["b"]),
        "bet": lambda: ("bet", player, payload["on"], payload["amount"]),
        "bet_withdrawn": lambda: ("withdraw", player, payload.get("amount", 10_000_000)),
        "chouette_undone": lambda: ("cover_no_more",),
        "closed": lambda: ("take_all_back",),
        **_common_calls(payload),
    }
    return [calls[kind]()] if kind in calls else []


def _common_calls(payload: dict[str, Any]) -> dict[str, Callable[[], Call]]:
    return {
        "paid": lambda: ("pay", payload["from"], payload["to"], payload["amount"]),
        "game_begun": lambda: ("begin",),
        "game_abandoned": lambda: ("give_up",),
    }


def without_version(state: SittingState) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__slots__ if name != "version"}


def random_evening(seed: int, custom: tuple[str, str | None] | None = None) -> RandomEvening:
    """Return an open evening with some players, before play. ``custom`` makes it a pool with that custom."""
    chance = Random(seed)
    people = chance.sample(PLAYERS, chance.randrange(2, 6))
    if custom or seed % 2:
        payer, stakers = custom or chance.choice(CUSTOMS)
        stake = chance.choice((1, 50, 100, 333))
        evening = pool(*people, stake=stake, custom=payer, first_stakes=stakers)
        engaged = stakers == "engaged"
        naive: NaivePool | NaiveFrench = NaivePool(stake=stake, custom=payer, only_engaged=engaged)
    else:
        evening, naive = french(*people, least=100), NaiveFrench()
    for player in people:
        naive.come(player)
    return RandomEvening(chance, evening, naive, copy.deepcopy(naive))

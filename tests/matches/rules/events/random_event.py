"""An event in the making: its log, its rubbers, and one act after the other, each asked of ``check_fact`` first."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from matches.rules.events.checks.lifecycle import check_fact
from matches.rules.events.errors import EventActError
from matches.rules.events.facts import Fact, FactKind
from matches.rules.events.plan import EventPlan
from matches.rules.events.state import EventState, Result, StageState
from tests.matches.rules.events.logs import Log


@dataclass(frozen=True, slots=True)
class Step:
    """A fact with the state that it was allowed in, and the one that came of it."""

    fact: Fact
    before: EventState
    after: EventState


@dataclass
class RandomEvent:
    """``stuck``: why it could not be played to its end, a code of ``lifecycle``; empty where it was."""

    chance: Random
    log: Log = field(default_factory=Log)
    steps: list[Step] = field(default_factory=list)
    stuck: str = ""
    _state: EventState | None = None

    @property
    def state(self) -> EventState:
        if self._state is None:
            self._state = self.log.state
        return self._state

    def try_act(self, kind: FactKind, payload: dict[str, Any]) -> str:
        """The code of the refusal; empty where the fact was appended."""
        before = self.state
        try:
            check_fact(before, kind, payload)
        except EventActError as refusal:
            return refusal.code
        fact = self.log.add(kind, **payload)
        self._state = None
        self.steps.append(Step(fact, before, self.state))
        return ""

    def put_result(self, result: Result) -> None:
        """A new rubber, or in place of the one of the same id."""
        kept = [other for other in self.log.results if other.rubber != result.rubber]
        self.log.results = [*kept, result]
        self._state = None

    def new_result(self, label: str, a: str, b: str, *, state: str = "confirmed") -> None:
        number = len(self.log.results) + 1
        self.put_result(self.random_result(f"r{number}", number, label, a, b, state))

    def random_result(self, rubber: str, order: int, label: str, a: str, b: str, state: str) -> Result:
        chance, rules = self.chance, plan_of(self.state).rules
        termination = chance.choices(("normal", "walkover", "retired", "unfinished"), (16, 1, 1, 1))[0]
        winner = chance.choice("AB")
        won = rules.games_to_win if termination == "normal" else chance.randrange(rules.games_to_win)
        games = (0, 0) if termination == "walkover" else (won, chance.randrange(rules.games_to_win))
        points = (5 * games[0] + chance.randrange(5), 5 * games[1] + chance.randrange(5))
        if winner == "B":
            games, points = games[::-1], points[::-1]
        if chance.random() < 0.5:
            a, b = b, a
        return Result(
            rubber=rubber,
            order=order,
            round_label=label,
            a=a,
            b=b,
            state=state,
            is_settled=state in ("confirmed", "corrected"),
            winner=None if termination == "unfinished" else ("A" if winner == "A" else "B"),
            games=games,
            points=None if chance.random() < 0.2 or termination == "walkover" else points,
            trebles=(chance.randrange(games[0] + 1), chance.randrange(games[1] + 1)),
            voles=(chance.randrange(2), chance.randrange(2)),
            termination=termination,
        )


def plan_of(state: EventState) -> EventPlan:
    assert state.facts.plan is not None
    return state.facts.plan


def current_stage(state: EventState) -> StageState | None:
    return next((stage for stage in state.stages if stage.phase != "complete"), None)

"""Logs of events for tests: facts one after the other, each with its version and its time; and their rubbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matches.rules.events.derive import derive
from matches.rules.events.facts import EventFacts, Fact
from matches.rules.events.folding.fold import fold
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState, Pair, Result

SWISS = StagePlan(kind="swiss", rounds=3)
ROUND_ROBIN = StagePlan(kind="round_robin")
KNOCKOUT = StagePlan(kind="knockout")
FOUR = ["ann", "bea", "cy", "dan"]


def time_of(version: int) -> str:
    """A minute for each fact."""
    return f"2026-10-04T{18 + version // 60:02}:{version % 60:02}:00+00:00"


@dataclass
class Log:
    """``log.add("entered", players=["ann"])`` appends a fact; ``log.facts`` folds all of them.

    ``log.play("1", "ann", "bea")`` enters a rubber of round 1 that Ann won; ``log.state`` is what it all comes to.
    """

    entries: list[Fact] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    def add(self, kind: str, /, **payload: Any) -> Fact:
        version = len(self.entries) + 1
        fact = Fact(version, kind, payload, at=time_of(version))
        self.entries.append(fact)
        return fact

    def plan(self, *stages: StagePlan, **rest: Any) -> Fact:
        return self.add("planned", plan=plan_json(EventPlan(stages=stages, **rest)))

    def undo(self) -> Fact:
        """Takes back the last fact that counts."""
        return self.add("undone", version=self.facts.last)

    def play(self, label: str, winner: str, loser: str, **rest: Any) -> Result:
        result = played(label, winner, loser, order=len(self.results) + 1, **rest)
        self.results.append(result)
        return result

    @property
    def state(self) -> EventState:
        return derive(self.facts, self.results)

    @property
    def facts(self) -> EventFacts:
        return fold(self.entries)


def played(
    label: str,
    winner: str,
    loser: str,
    *,
    order: int = 1,
    is_settled: bool = True,
    games: Pair = (2, 0),
    points: Pair | None = (2, 0),
    **rest: Any,
) -> Result:
    """A rubber of the round ``label`` which its A won, two games to none."""
    return Result(
        rubber=f"r{order}",
        order=order,
        round_label=label,
        a=winner,
        b=loser,
        **{
            "state": "confirmed" if is_settled else "live",
            "winner": "A" if is_settled else None,
            **rest,
        },
        is_settled=is_settled,
        games=games,
        points=points,
    )


def pairing(a: str, b: str | None, **rest: Any) -> dict[str, Any]:
    """As a draw has it; without ``b``, a bye."""
    return {"a": a, "b": b, **({"kind": "bye"} if b is None else {}), **rest}


def round_drawn(number: int, *pairs: tuple[str, str | None], label: str = "", **rest: Any) -> dict[str, Any]:
    pairings = [pairing(a, b) for a, b in pairs]
    return {"number": number, "label": label or str(number), "pairings": pairings, **rest}


def entered_log(*stages: StagePlan, players: list[str] = FOUR) -> Log:
    log = Log()
    log.plan(*(stages or (SWISS,)))
    log.add("entered", players=players)
    return log


def swiss_log() -> Log:
    """A Swiss stage of four, its first round drawn."""
    log = entered_log()
    first = round_drawn(1, ("ann", "cy"), ("dan", "bea"))
    log.add("drawn", stage=1, entrants=FOUR, rounds=[first], method="swiss", planned_rounds=3)
    return log


def bracket_log() -> Log:
    log = entered_log(KNOCKOUT, players=["ann", "bea", "cy"])
    log.add(
        "drawn",
        stage=1,
        entrants=["ann", "bea", "cy"],
        positions=["ann", None, "bea", "cy"],
        labels=["Semi-final", "Final"],
    )
    return log


def group_of_three_log() -> Log:
    """Three players in a group of four places: 1 2 3 and an empty 4. Berger: 1-4 2-3; 4-3 1-2; 2-4 3-1."""
    log = entered_log(ROUND_ROBIN, players=["ann", "bea", "cy"])
    rounds = [
        round_drawn(1, ("ann", None), ("bea", "cy")),
        round_drawn(2, ("cy", None), ("ann", "bea")),
        round_drawn(3, ("bea", None), ("cy", "ann")),
    ]
    groups = [["ann", "bea", "cy", None]]
    log.add("drawn", stage=1, entrants=["ann", "bea", "cy"], groups=groups, rounds=rounds)
    return log

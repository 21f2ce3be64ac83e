"""Make logs of events for tests: facts with their versions and times, the rubbers, and lots.

``Life`` checks each fact with ``lifecycle.check_fact`` before adding it; ``Log`` does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, cast

from matches.rules.events.derive import derive
from matches.rules.events.draw import draw_next
from matches.rules.events.facts import EventFacts, Fact, FactKind, PlayerId
from matches.rules.events.fold import fold
from matches.rules.events.lifecycle import check_fact
from matches.rules.events.plan import EventPlan, StagePlan
from matches.rules.events.plan_json import plan_json
from matches.rules.events.seeding import Lots
from matches.rules.events.state import EventState, Pair, Result

SWISS = StagePlan(kind="swiss", rounds=3)
ROUND_ROBIN = StagePlan(kind="round_robin")
KNOCKOUT = StagePlan(kind="knockout")
FOUR = ["ann", "bea", "cy", "dan"]


def time_of(version: int) -> str:
    """Return a minute for each fact."""
    return f"2026-10-04T{18 + version // 60:02}:{version % 60:02}:00+00:00"


@dataclass
class Log:
    """A log of facts: ``log.add("entered", players=["ann"])`` appends one, and ``log.facts`` folds them.

    ``log.play("1", "ann", "bea")`` enters a rubber of round 1 that Ann won, and returns it; all else that changes
    the log returns the log. ``log.state`` is the resulting state.
    """

    entries: list[Fact] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    def add(self, kind: str, /, **payload: Any) -> Self:
        version = len(self.entries) + 1
        self.entries.append(Fact(version, kind, payload, at=time_of(version)))
        return self

    def plan(self, *stages: StagePlan, **rest: Any) -> Self:
        return self.add("planned", plan=plan_json(EventPlan(stages=stages, **rest)))

    def undo(self) -> Self:
        """Take back the last fact that counts."""
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
    """Return a rubber of the round ``label`` which its A won, two games to none."""
    return Result(
        rubber=f"r{order}",
        order=order,
        round_label=label,
        a=winner,
        b=loser,
        **{"state": "confirmed" if is_settled else "live", "winner": "A" if is_settled else None, **rest},
        is_settled=is_settled,
        games=games,
        points=points,
    )


def pairing(a: str, b: str | None, **rest: Any) -> dict[str, Any]:
    """Return a pairing as a draw stores it. Without ``b`` it is a bye."""
    return {"a": a, "b": b, **({"kind": "bye"} if b is None else {}), **rest}


def round_drawn(number: int, *pairs: tuple[str, str | None], label: str = "", **rest: Any) -> dict[str, Any]:
    pairings = [pairing(a, b) for a, b in pairs]
    return {"number": number, "label": label or str(number), "pairings": pairings, **rest}


def entered_log(*stages: StagePlan, players: list[str] = FOUR) -> Log:
    return Log().plan(*(stages or (SWISS,))).add("entered", players=players)


def swiss_log(plan: StagePlan = SWISS) -> Log:
    """Return a Swiss stage of four, its first round drawn."""
    log = entered_log(plan)
    first = round_drawn(1, ("ann", "cy"), ("dan", "bea"))
    log.add("drawn", stage=1, entrants=FOUR, rounds=[first], method="swiss", planned_rounds=plan.rounds)
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
    """Return three players in a group of four places, the last one empty. Berger: 1-4 2-3; 4-3 1-2; 2-4 3-1."""
    log = entered_log(ROUND_ROBIN, players=["ann", "bea", "cy"])
    rounds = [
        round_drawn(1, ("ann", None), ("bea", "cy")),
        round_drawn(2, ("cy", None), ("ann", "bea")),
        round_drawn(3, ("bea", None), ("cy", "ann")),
    ]
    groups = [["ann", "bea", "cy", None]]
    log.add("drawn", stage=1, entrants=["ann", "bea", "cy"], groups=groups, rounds=rounds)
    return log


PLAYERS = ("ann", "bea", "cy", "dan", "eve", "fay", "gus", "hal")


def players(number: int) -> list[str]:
    """Return this number of names in alphabetical order."""
    return [f"p{place:03}" for place in range(1, number + 1)]


@dataclass
class Life(Log):
    """A log that checks facts: ``life.do("withdrawn", player="ann", stage=1, round=2)`` adds it if it is allowed."""

    def do(self, kind: FactKind, /, **payload: Any) -> Self:
        check_fact(self.state, kind, payload)
        return self.add(kind, **payload)

    def draw(self, stage: int = 1) -> Self:
        return self.do("drawn", **draw_next(self.state, stage))

    def release(self, stage: int = 1) -> Self:
        """Release every draft round."""
        drawn = self.facts.stages[stage - 1]
        drafts = [round_.number for round_ in drawn.rounds if not round_.is_released] or [1]
        until: dict[str, Any] = {"until": drafts[-1]} if len(drafts) > 1 else {}
        return self.do("released", stage=stage, round=drafts[0], **until)

    def win(self, stage: int, round_number: int, number: int, *, side: str = "A", **rest: Any) -> Self:
        """Enter the rubber of this pairing, won by that side."""
        pairing = self.state.pairing_at((stage, round_number, number))
        [label] = [r.label for r in self.state.stages[stage - 1].rounds if r.number == round_number]
        pair = (cast(str, pairing.a), cast(str, pairing.b))
        self.play(label, *(pair if side == "A" else pair[::-1]), **rest)
        return self

    def play_all(self, stage: int = 1) -> Self:
        """Let A win each pairing until the stage is decided."""
        while waiting := [
            pairing
            for round_ in self.state.stages[stage - 1].rounds
            for pairing in round_.pairings
            if pairing.is_undecided
        ]:
            for pairing in waiting:
                self.win(stage, pairing.round, pairing.number)
        return self


def planned(*stages: StagePlan, **rest: Any) -> Life:
    return Life().plan(*stages, **rest)


def entered(names: Sequence[str], *stages: StagePlan, **rest: Any) -> Life:
    return planned(*stages, **rest).do("entered", players=list(names))


def drawn(names: Sequence[str], *stages: StagePlan, **rest: Any) -> Life:
    return entered(names, *stages, **rest).draw()


def released(names: Sequence[str], *stages: StagePlan, **rest: Any) -> Life:
    return drawn(names, *stages, **rest).release()


def some_lots(players: Iterable[PlayerId], seed: str = "") -> Lots:
    """Return lots of players entered by name, so that a test may list them in any order."""
    return Lots(seed, {player: number for number, player in enumerate(sorted(players), start=1)})

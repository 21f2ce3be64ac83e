"""Events played for tests: each fact is asked of ``lifecycle.check_fact`` before it is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from matches.rules.events.checks.lifecycle import check_fact
from matches.rules.events.draw import draw_next
from matches.rules.events.facts import Drawn, FactKind
from matches.rules.events.plan import StagePlan
from tests.matches.rules.events.logs import Log

PLAYERS = ("ann", "bea", "cy", "dan", "eve", "fay", "gus", "hal")


def players(number: int) -> list[str]:
    """So many names in their alphabetical order."""
    return [f"p{place:03}" for place in range(1, number + 1)]


@dataclass
class Life(Log):
    """``life.do("withdrawn", player="ann", stage=1, round=2)`` asks, and adds what may be done."""

    def do(self, kind: FactKind, /, **payload: Any) -> None:
        check_fact(self.state, kind, payload)
        self.add(kind, **payload)

    def draw(self, stage: int = 1) -> Drawn:
        drawn = draw_next(self.state, stage)
        self.do("drawn", **drawn)
        return drawn

    def release(self, stage: int = 1) -> None:
        """All that is in draft."""
        drawn = self.facts.stages[stage - 1]
        drafts = [round_.number for round_ in drawn.rounds if not round_.is_released] or [1]
        until: dict[str, Any] = {"until": drafts[-1]} if len(drafts) > 1 else {}
        self.do("released", stage=stage, round=drafts[0], **until)

    def win(self, stage: int, round_number: int, number: int, *, side: str = "A", **rest: Any) -> None:
        """The rubber of this pairing, won by that side."""
        pairing = self.state.pairing_at((stage, round_number, number))
        [label] = [r.label for r in self.state.stages[stage - 1].rounds if r.number == round_number]
        pair = (cast(str, pairing.a), cast(str, pairing.b))
        self.play(label, *(pair if side == "A" else pair[::-1]), **rest)

    def play_all(self, stage: int = 1) -> None:
        """Until nothing of the stage is undecided; A wins each."""
        while waiting := [
            pairing
            for round_ in self.state.stages[stage - 1].rounds
            for pairing in round_.pairings
            if pairing.is_undecided
        ]:
            for pairing in waiting:
                self.win(stage, pairing.round, pairing.number)


def planned(*stages: StagePlan, **rest: Any) -> Life:
    life = Life()
    life.plan(*stages, **rest)
    return life


def entered(names: Sequence[str], *stages: StagePlan, **rest: Any) -> Life:
    life = planned(*stages, **rest)
    life.do("entered", players=list(names))
    return life


def drawn(names: Sequence[str], *stages: StagePlan, **rest: Any) -> Life:
    life = entered(names, *stages, **rest)
    life.draw()
    return life


def released(names: Sequence[str], *stages: StagePlan, **rest: Any) -> Life:
    life = drawn(names, *stages, **rest)
    life.release()
    return life

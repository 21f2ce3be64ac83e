"""What the rounds of a stage are called. A record has it in its tag ``Round``, by which it finds its pairing."""

from __future__ import annotations

from typing import Final

from matches.rules.events.checks.draws import LABEL_CHARACTERS
from matches.rules.events.plan import EventPlan, StageKind

STAGE_NAMES: Final[dict[StageKind, str]] = {
    "round_robin": "Round robin",
    "league": "League",
    "swiss": "Swiss",
    "knockout": "Knockout",
    "double_elimination": "Double elimination",
}
"""Where the club gave none. In English as the brackets' labels are: they stand in records."""
ROOM_FOR_LABEL: Final = 60


def label_prefix(plan: EventPlan, stage: int) -> str:
    """What the labels of a stage begin with; nothing where there is only one. No two stages share it.

    >>> from matches.rules.events.plan import StagePlan
    >>> label_prefix(EventPlan(stages=(StagePlan(kind="swiss"), StagePlan(kind="knockout", name="Cup"))), 2)
    'Cup: '
    """
    if len(plan.stages) == 1:
        return ""
    names = [_name(name or STAGE_NAMES[kind]) for kind, name in ((s.kind, s.name) for s in plan.stages)]
    own = names[stage - 1]
    return f"{own}: " if names.count(own) == 1 else f"{own} ({stage}): "


def _name(name: str) -> str:
    return " ".join(name.split())[: LABEL_CHARACTERS - ROOM_FOR_LABEL].strip()


def free_labels(labels: tuple[str, ...], taken: set[str]) -> tuple[str, ...]:
    """The labels, each with a number behind it where it is taken: a stage may be renamed after a draw, and
    another get the name that it had.
    """
    free: list[str] = []
    for label in labels:
        own, number = label, 2
        while own in taken or own in free:
            own, number = f"{label} ({number})", number + 1
        free.append(own)
    return tuple(free)

"""What an entry of an event's stream speaks of: the event as it was when the entry was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matches.models import LogEntry


@dataclass(frozen=True, slots=True)
class EventThen:
    """An event before one of its entries. ``name`` and ``plan`` (as stored, None: open) are those until then.

    ``labels`` are those of the rounds drawn so far, by stage and round; ``brackets`` the stages drawn as one.
    ``undone`` is what the entry takes back, where it takes something back.
    """

    name: str = ""
    plan: Mapping[str, Any] | None = None
    labels: Mapping[tuple[int, int], str] = field(default_factory=dict)
    brackets: frozenset[int] = frozenset()
    undone: LogEntry | None = None

    @property
    def stages(self) -> int:
        return 1 if self.plan is None else len(self.plan.get("stages", ()))


def events_then(rows: Sequence[LogEntry], shown: set[int]) -> dict[int, EventThen]:
    """By primary key, for those of ``rows``, one event's stream from its first entry on, that are ``shown``."""
    found: dict[int, EventThen] = {}
    by_version: dict[int, LogEntry] = {}
    then = EventThen()
    labels: dict[tuple[int, int], str] = {}
    for row in rows:
        if row.pk in shown:
            undone = by_version.get(row.payload.get("version", 0)) if row.kind == "event.undone" else None
            found[row.pk] = EventThen(then.name, then.plan, dict(labels), then.brackets, undone)
        by_version[row.version] = row
        name = row.payload.get("name", then.name)
        plan = row.payload.get("plan", then.plan)
        brackets = then.brackets
        if row.kind == "event.drawn":
            stage = row.payload["stage"]
            labels |= _labels(stage, row.payload)
            if "positions" in row.payload:
                brackets = brackets | {stage}
        then = EventThen(name, plan, labels, brackets)
    return found


def _labels(stage: int, drawn: Mapping[str, Any]) -> dict[tuple[int, int], str]:
    rounds = {(stage, each["number"]): each["label"] for each in drawn.get("rounds", ())}
    return rounds | {(stage, number): label for number, label in enumerate(drawn.get("labels", ()), start=1)}

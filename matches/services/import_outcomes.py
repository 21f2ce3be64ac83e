"""What became of each rubber of a file, for whoever brought it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Fate: TypeAlias = Literal["confirmed", "draft", "skipped", "conflict", "held", "refused"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One rubber. ``reasons`` are sentences; ``new_guests`` the names that were not known before."""

    index: int
    line: int
    players: tuple[str, str]
    fate: Fate
    reasons: tuple[str, ...] = ()
    new_guests: tuple[str, ...] = ()
    rubber_id: str | None = None
    deals: int = 0

    def __str__(self) -> str:
        name_a, name_b = (name or "?" for name in self.players)
        shown = f"rubber {self.index} (line {self.line}), {name_a} - {name_b}: {self.fate}"
        if self.reasons:
            shown += ": " + "; ".join(self.reasons)
        if self.new_guests:
            shown += f" [new guest: {', '.join(self.new_guests)}]"
        return shown

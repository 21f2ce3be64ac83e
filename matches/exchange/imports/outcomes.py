"""What became of each rubber of a file, for whoever brought it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from matches.exchange.imports.candidates import Candidate

Fate: TypeAlias = Literal["confirmed", "draft", "skipped", "conflict", "held", "refused"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One rubber. ``reasons`` are sentences; ``new_guests`` the names that were not known before.

    ``held`` is the public id of the text that is kept for repair. ``repeats``: the file has the same rubber before,
    and this one has no id that tells them apart.
    """

    index: int
    line: int
    players: tuple[str, str]
    fate: Fate
    reasons: tuple[str, ...] = ()
    new_guests: tuple[str, ...] = ()
    rubber_id: str | None = None
    deals: int = 0
    repeats: bool = False
    held: str = ""

    def __str__(self) -> str:
        name_a, name_b = (name or "?" for name in self.players)
        shown = f"rubber {self.index} (line {self.line}), {name_a} - {name_b}: {self.fate}"
        if self.reasons:
            shown += ": " + "; ".join(reason.rstrip(".") for reason in self.reasons)
        if self.new_guests:
            shown += f" [new guest: {', '.join(self.new_guests)}]"
        return shown


def held_outcome(candidate: Candidate, held: str = "") -> Outcome:
    """Of a candidate whose text is kept; ``held`` as in ``Outcome``."""
    finding = candidate.held or {}
    reason = f"{finding['code']} at {finding['line']}:{finding['column']}, {finding['message']}"
    return outcome_of(candidate, "held", reason, "its text is kept for repair", held=held)


def outcome_of(
    candidate: Candidate,
    fate: Fate,
    *reasons: str,
    new_guests: tuple[str, ...] = (),
    rubber_id: str | None = None,
    deals: int = 0,
    repeats: bool = False,
    held: str = "",
) -> Outcome:
    if candidate.preceding is not None:
        found = candidate.preceding
        reasons = (*reasons, f"before it, {found.code} at {found.line}:{found.column}, {found.message}")
    names = candidate.occasion.names
    return Outcome(
        candidate.index, candidate.line, names, fate, reasons, new_guests, rubber_id, deals, repeats, held
    )

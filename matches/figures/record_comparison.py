"""Compare two versions of a rubber's EGN text line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

LINES_COMPARED: Final = 400
"""The maximum number of lines compared: the time grows with the product of both numbers."""
CONTEXT_LINES: Final = 2
"""The number of equal lines to show before and after a difference."""


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line of a text, numbered from 1. ``mark``: ``same``, ``changed`` or ``alone`` (only in this text)."""

    number: int
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive lines to display, after ``skipped`` lines that are equal in the two texts."""

    skipped: int
    lines: tuple[ComparedLine, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differing passages of two texts. ``is_cut``: a text is too long, and only its beginning was compared."""

    first: tuple[Passage, ...]
    second: tuple[Passage, ...]
    is_cut: bool


def compare(first: str, second: str) -> Comparison:
    """Return the differing lines of two texts, each with its neighbouring lines."""
    lines = first.splitlines(), second.splitlines()
    compared = lines[0][:LINES_COMPARED], lines[1][:LINES_COMPARED]
    marks = ["same"] * len(compared[0]), ["same"] * len(compared[1])
    for tag, start_a, end_a, start_b, end_b in SequenceMatcher(None, *compared, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        mark = "changed" if tag == "replace" else "alone"
        marks[0][start_a:end_a] = [mark] * (end_a - start_a)
        marks[1][start_b:end_b] = [mark] * (end_b - start_b)
    return Comparison(
        first=_passages(compared[0], marks[0]),
        second=_passages(compared[1], marks[1]),
        is_cut=any(len(side) > LINES_COMPARED for side in lines),
    )


def _passages(lines: Sequence[str], marks: Sequence[str]) -> tuple[Passage, ...]:
    """Return the passages of ``lines`` that show every line that is marked as changed, with some lines around it."""
    wanted = sorted(
        {
            near
            for place, mark in enumerate(marks)
            if mark != "same"
            for near in range(max(0, place - CONTEXT_LINES), min(len(lines), place + CONTEXT_LINES + 1))
        }
    )
    passages: list[Passage] = []
    passage: list[ComparedLine] = []
    skipped = last = 0
    for place in wanted:
        if place != last and passage:
            passages.append(Passage(skipped, tuple(passage)))
            passage = []
        if not passage:
            skipped = place - last
        passage.append(ComparedLine(place + 1, lines[place], marks[place]))
        last = place + 1
    if passage:
        passages.append(Passage(skipped, tuple(passage)))
    return tuple(passages)

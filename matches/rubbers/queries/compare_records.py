"""Two records line by line, told apart in words: what stands in one alone, what they write differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

LINES_COMPARED: Final = 400
"""Of each record: comparing takes the product of both."""
SAME_SHOWN: Final = 2
"""Lines that are the same, on either side of one that is not."""


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """``number`` from 1. ``mark`` is ``same``, ``changed`` or ``alone``."""

    number: int
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines that follow each other, after ``skipped`` that are the same in both."""

    skipped: int
    lines: tuple[ComparedLine, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One side each; ``is_cut`` where a record is longer than what was compared."""

    first: tuple[Passage, ...]
    second: tuple[Passage, ...]
    is_cut: bool


def compare(first: str, second: str) -> Comparison:
    """The lines of both that differ, each with its neighbours."""
    lines = first.splitlines(), second.splitlines()
    shown = lines[0][:LINES_COMPARED], lines[1][:LINES_COMPARED]
    marks = ["same"] * len(shown[0]), ["same"] * len(shown[1])
    for tag, start_a, end_a, start_b, end_b in SequenceMatcher(None, *shown, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        mark = "changed" if tag == "replace" else "alone"
        marks[0][start_a:end_a] = [mark] * (end_a - start_a)
        marks[1][start_b:end_b] = [mark] * (end_b - start_b)
    return Comparison(
        first=_passages(shown[0], marks[0]),
        second=_passages(shown[1], marks[1]),
        is_cut=any(len(side) > LINES_COMPARED for side in lines),
    )


def _passages(lines: Sequence[str], marks: Sequence[str]) -> tuple[Passage, ...]:
    wanted = sorted(
        {
            near
            for place, mark in enumerate(marks)
            if mark != "same"
            for near in range(max(0, place - SAME_SHOWN), min(len(lines), place + SAME_SHOWN + 1))
        }
    )
    found: list[Passage] = []
    passage: list[ComparedLine] = []
    skipped = last = 0
    for place in wanted:
        if place != last and passage:
            found.append(Passage(skipped, tuple(passage)))
            passage = []
        if not passage:
            skipped = place - last
        passage.append(ComparedLine(place + 1, lines[place], marks[place]))
        last = place + 1
    if passage:
        found.append(Passage(skipped, tuple(passage)))
    return tuple(found)

"""What a parameter means that does not say so where it is declared: the same under one name, wherever it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_WORDS: Final[Mapping[str, str]] = {
    "club": "Of the club of this public id alone.",
    "code": "The problem's code.",
    "deal": "The number of a deal within its game, from 1.",
    "event": "Of the event of this public id alone.",
    "figure": "The name of a figure, as the list of figures has it.",
    "form": "The form of a file, which is the end of its name.",
    "game": "The number of a game, from 1.",
    "kind": "Of this kind alone.",
    "law": "The number of a law, from 1.",
    "number": "Its number, from 1.",
    "phase": "In this phase alone.",
    "role": "Of this role alone.",
    "round": "The number of a round within its stage, from 1.",
    "stage": "The number of a stage, from 1.",
    "state": "In this state alone.",
    "table": "The number of a table, from 1.",
    "variant": "Of this game alone: écarté or La Triomphe.",
    "version": "The number of a version, from 1.",
    "year": "The year in which a season begins.",
}


def words_of(name: str) -> str:
    """Empty for a parameter that has to say so itself."""
    if name.endswith("_id"):
        return f"The public id of the {name.removesuffix('_id').replace('_', ' ')}."
    return _WORDS.get(name, "")

"""The handbook's tables of records, drawn from the registry that the pages show."""

from __future__ import annotations

from dataclasses import dataclass

from matches.figures.words.records import GROUP_NAMES, RECORD_WORDS, Words
from matches.rules.figures.records.definitions import (
    KINDS,
    LEAST_GAMES,
    LEAST_GAMES_EVER,
    PLACES,
    Group,
)


@dataclass(frozen=True, slots=True)
class RecordTold:
    key: str
    name: Words
    meaning: Words


@dataclass(frozen=True, slots=True)
class GroupTold:
    key: Group
    name: Words
    records: tuple[RecordTold, ...]


def groups_told() -> list[GroupTold]:
    """Every record by its group, in the order in which pages show them."""
    return [
        GroupTold(
            group,
            name,
            tuple(
                RecordTold(kind.key, RECORD_WORDS[kind.key].name, RECORD_WORDS[kind.key].meaning)
                for kind in KINDS
                if kind.group == group
            ),
        )
        for group, name in GROUP_NAMES.items()
    ]


def numbers() -> dict[str, int]:
    """The numbers of which the chapter speaks."""
    return {"least": LEAST_GAMES, "least_ever": LEAST_GAMES_EVER, "places": PLACES}

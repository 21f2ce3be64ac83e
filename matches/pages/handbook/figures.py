"""The handbook's tables of figures, drawn from the registry that the pages show."""

from __future__ import annotations

from dataclasses import dataclass

from matches.figures.words.figures import FIGURE_WORDS, GROUP_NAMES, KINDS, UNITS, Words
from matches.rules.figures.registry import FIGURES, GROUPS, Figure, Group


@dataclass(frozen=True, slots=True)
class FigureTold:
    """``kind`` and ``unit``: "share of deals"."""

    key: str
    name: Words
    meaning: Words
    kind: str


@dataclass(frozen=True, slots=True)
class GroupTold:
    key: Group
    name: Words
    figures: tuple[FigureTold, ...]


def groups_told() -> list[GroupTold]:
    """Every figure by its group, in the order in which pages show them."""
    return [
        GroupTold(
            group, GROUP_NAMES[group], tuple(_told(figure) for figure in FIGURES if figure.group == group)
        )
        for group in GROUPS
    ]


def _told(figure: Figure) -> FigureTold:
    words = FIGURE_WORDS[figure.key]
    kind = str(KINDS[figure.kind]) % {"units": UNITS[figure.unit]}
    return FigureTold(figure.key, words.name, words.meaning, kind)

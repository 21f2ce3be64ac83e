"""The ten first calls that the old rules get wrong most, as data shipped with the package.

``python -m worker.review.tables --lessons`` computes them (``worker.review.equilibrium.lessons_study``). This module
loads neither NumPy nor Numba, so that pages can use it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from worker.review.data_files import read_json

DATA: Final = "lessons.json"


class Lesson(NamedTuple):
    """A group of hands that are alike, with which the old rules make a costly call at the start of a game.

    - ``kind``: ``proposal`` or ``reply``.
    - ``hand`` and ``turn_up``: an example, with spades as trumps.
    - ``rule``: the code of the old treatise's rule; ``old``: the call that it advises.
    - ``right``: the better call; ``frequency``: how often the equilibrium makes it with these hands.
    - ``cost``: what the old call loses in the probability of winning the game.
    - ``share``: the share of deals in which the player has such a hand.
    """

    kind: str
    hand: str
    turn_up: str
    rule: str
    old: str
    right: str
    frequency: float
    cost: float
    share: float


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons, the one with the largest product of ``cost`` and ``share`` first."""
    return tuple(Lesson(**row) for row in shipped()["lessons"])


def shipped() -> dict[str, Any]:
    """Return the contents of the shipped file."""
    return read_json(DATA)

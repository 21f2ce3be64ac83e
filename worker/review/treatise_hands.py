"""The illustrative hands beside the count: each question with the worth of every card, as data that is shipped.

``python -m worker.review.tables --hands`` computes the values (``worker.review.treatise_counts``). It needs the
standard library alone, so that pages may import it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from worker.review.decision import BookAdvice
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS, IllustrativeHand, Part

DATA: Final = "hands.json"
CLOSE: Final = 1e-6
"""In chances of the game; choices no further from the best are as good."""


class Question(NamedTuple):
    """One choice of a card in an illustrative hand, with the review's values.

    ``hand`` and ``part`` count from 0. ``token`` is the place in the deal; ``expected`` and ``chances`` have the marks
    and the chance of the game of each card, by ``method`` over ``worlds`` hands; ``book`` is the treatise's advice.
    """

    hand: int
    part: int
    trick: int
    token: int
    expected: dict[str, float]
    chances: dict[str, float]
    best: tuple[str, ...]
    method: str
    worlds: int
    book: dict[str, Any]

    @property
    def of(self) -> Part:
        return ILLUSTRATIVE_HANDS[self.hand].parts[self.part]

    @property
    def advice(self) -> BookAdvice:
        return BookAdvice.from_json(self.book)

    @property
    def preferred(self) -> tuple[str, ...]:
        """The cards with the best chance of winning the game."""
        highest = max(self.chances.values())
        return tuple(name for name, chance in self.chances.items() if chance >= highest - CLOSE)

    @property
    def agrees(self) -> bool:
        """Whether treatise and count have a card in common."""
        return bool(set(self.advice.all_choices) & set(self.preferred))


@cache
def questions() -> tuple[Question, ...]:
    """Return the values that are shipped, in the order of the hands."""
    stored = json.loads(files("worker.review").joinpath("data", DATA).read_text("utf-8"))
    return tuple(Question(**{**row, "best": tuple(row["best"])}) for row in stored["questions"])


def questions_of(hand: IllustrativeHand) -> list[Question]:
    place = ILLUSTRATIVE_HANDS.index(hand)
    return [question for question in questions() if question.hand == place]


def checked_part(part: Part) -> CheckedRubber:
    """Return the part's deal, and those before it, read and checked."""
    return check_rubber(read_one(part.record))


def as_json(rows: tuple[Question, ...]) -> dict[str, Any]:
    return {"questions": [row._asdict() for row in rows]}

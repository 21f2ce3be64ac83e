"""The questions of the illustrative hands with computed values for every card, as data shipped with the package.

``python -m worker.review.tables --hands`` computes the values (``worker.review.treatise_counts``). This
module loads neither NumPy nor Numba, so that pages can use it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one
from worker.review.data_files import read_json
from worker.review.decision import BookAdvice
from worker.review.treatise.hands import ILLUSTRATIVE_HANDS, IllustrativeHand, Part

DATA: Final = "hands.json"
CLOSE: Final = 1e-6
"""Two choices count as equally good if their probabilities of winning the game differ by at most this."""


class Question(NamedTuple):
    """One choice of a card in an illustrative hand, with the values that a review computed.

    - ``hand`` and ``part``: the indexes of the illustrative hand and of its deal, from 0.
    - ``token``: the number of the token in the deal that records the choice.
    - ``expected`` and ``chances``: the marks and the probability of winning the game for each card, computed
      by ``method`` over ``worlds`` hands.
    - ``book``: the treatise's advice, as JSON.
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
        """The deal in which the question is asked."""
        return ILLUSTRATIVE_HANDS[self.hand].parts[self.part]

    @property
    def advice(self) -> BookAdvice:
        return BookAdvice.from_json(self.book)

    @property
    def preferred(self) -> tuple[str, ...]:
        """The cards with the best probability of winning the game."""
        highest = max(self.chances.values())
        return tuple(name for name, chance in self.chances.items() if chance >= highest - CLOSE)

    @property
    def agrees(self) -> bool:
        """True if the treatise and the computed values have a preferred card in common."""
        return bool(set(self.advice.all_choices) & set(self.preferred))


@cache
def questions() -> tuple[Question, ...]:
    """Return the questions with their shipped values, in the order of the hands."""
    stored = read_json(DATA)
    return tuple(Question(**{**row, "best": tuple(row["best"])}) for row in stored["questions"])


def questions_of(hand: IllustrativeHand) -> list[Question]:
    place = ILLUSTRATIVE_HANDS.index(hand)
    return [question for question in questions() if question.hand == place]


def checked_part(part: Part) -> CheckedRubber:
    """Read and check the record of an illustrative deal, including the earlier deals of its game."""
    return check_rubber(read_one(part.record))


def as_json(rows: tuple[Question, ...]) -> dict[str, Any]:
    return {"questions": [row._asdict() for row in rows]}

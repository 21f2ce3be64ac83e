"""Judging the play of a recorded deal: what each card lost, as far as its player could know.

Importing this package costs nothing: NumPy, Numba and the solver's table are loaded by the first review.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from worker.review.decision import CardDecision
from worker.review.flags import FLAGS_VERSION, is_flagged

if TYPE_CHECKING:
    from scoring.checked import CheckedRubber
    from scoring.course import Course

__all__ = [
    "FLAGS_VERSION",
    "REVIEW_VERSION",
    "CardDecision",
    "is_flagged",
    "review_deal",
    "review_rubber",
    "warm",
]

REVIEW_VERSION: Final = "2"


def review_rubber(checked: CheckedRubber) -> list[CardDecision]:
    """Every card played by choice in the fully recorded deals of a rubber, in the order of play.

    Never raises for a record that was checked: deals whose cards are not all known, or against the laws, or void,
    give no decisions. Of a deal that was replayed the replay is judged.
    """
    from worker.review.card_play import review_rubber

    return review_rubber(checked)


def review_deal(course: Course, *, rubber: int = 1, game: int = 1, deal: int = 1) -> list[CardDecision]:
    """Every card played by choice in one deal; the numbers are only carried into the decisions."""
    from worker.review.card_play import review_deal

    return review_deal(course, rubber=rubber, game=game, deal=deal)


def warm() -> None:
    """Load table and kernels, so that processes forked later start ready to review."""
    from worker.review.card_play import warm

    warm()

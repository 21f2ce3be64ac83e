"""Judging the play of a recorded deal: what each choice lost, as far as its player could know.

Importing this package costs nothing: NumPy, Numba and the tables are loaded by the first review.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from worker.review.labels import LABELS_VERSION, label_of

if TYPE_CHECKING:
    from scoring.checked import CheckedRubber
    from worker.review.decision import DealReview

__all__ = ["LABELS_VERSION", "OFFER_REVIEW_VERSION", "REVIEW_VERSION", "label_of", "review_rubber", "warm"]

REVIEW_VERSION: Final = "4"
OFFER_REVIEW_VERSION: Final = "2"
"""Of what is judged at La Triomphe alone."""


def review_rubber(checked: CheckedRubber) -> list[DealReview]:
    """The fully recorded deals of a rubber in order, each with its decisions, luck and chances.

    Never raises for a record that was checked: a deal whose cards are not all known, or against the laws, or void,
    gives what can be said of it, which may be nothing. Of a deal that was replayed the replay is judged.
    """
    from worker.review.rubber import review_rubber

    return review_rubber(checked)


def warm() -> None:
    """Load tables and kernels, so that processes forked later start ready to review."""
    from worker.review.rubber import warm

    warm()

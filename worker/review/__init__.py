"""Judge the play of recorded deals: how much each choice lost, given what the player could know.

Importing this package loads almost nothing: the first review loads NumPy, Numba and the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from worker.review.labels import LABELS_VERSION, label_of

if TYPE_CHECKING:
    from scoring.checked import CheckedRubber
    from worker.review.decision import DealReview

__all__ = ["LABELS_VERSION", "OFFER_REVIEW_VERSION", "REVIEW_VERSION", "label_of", "review_rubber", "warm"]

REVIEW_VERSION: Final = "6"
OFFER_REVIEW_VERSION: Final = "2"
"""The version of the judgement of offers of the point. Only La Triomphe has such offers."""


def review_rubber(checked: CheckedRubber) -> list[DealReview]:
    """Return the reviews of the fully recorded deals of a rubber, in order.

    Each review has the decisions, the luck and the probabilities of winning. Never raises for a checked
    record. A deal that is void or against the laws, or has unknown cards, is reviewed as far as possible,
    perhaps not at all. If a deal was replayed, only the replay is judged.
    """
    from worker.review.rubber import review_rubber

    return review_rubber(checked)


def warm() -> None:
    """Load the tables and compiled functions, so that processes forked later are ready to review at once."""
    from worker.review.rubber import warm

    warm()

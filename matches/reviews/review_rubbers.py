"""Reviews of rubbers: carried out and written once, however often they are asked for.

A review holds for cards and rules of play (``play_checksum``), whoever played and whatever else of the record is
corrected: a rubber with those of another that was reviewed is given its review. A new version of the engine makes
every review owed again; what the earlier one found stays beside it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from matches.common.claims import NOBODYS, let_go
from matches.models import Review, Rubber
from matches.reviews.claims import (
    CURRENT_ENGINES,
    claim_review,
    held_by,
    open_reviews,
    rubbers_owed_review,
)
from matches.reviews.rows import copy_review_rows, write_review_rows
from matches.webhooks.publish import tell_of_review
from scoring.check import check_rubber
from scoring.notation import read_one
from worker.review import review_rubber
from worker.review.decision import DealReview
from worker.solver import table_checksum

logger = logging.getLogger(__name__)


def review_rubbers(rubber_ids: Sequence[int]) -> int:
    """Review the rubbers that still need it; how many were reviewed by this call.

    A rubber that the engine fails on is noted as failed, and does not keep the others from being reviewed.
    """
    rubbers = list(
        rubbers_owed_review().filter(pk__in=rubber_ids).only("egn", "checks", "play_checksum", "variant")
    )
    open_reviews(rubbers)
    return sum(_review(rubber) for rubber in rubbers)


def _review(rubber: Rubber) -> bool:
    claim = secrets.token_hex(16)
    if not claim_review(rubber, claim):
        return False
    try:
        return copy_review(rubber, claim) or finish_review(
            rubber, claim, review_rubber(check_rubber(read_one(rubber.egn), checks=rubber.checks))
        )
    except (OperationalError, InterfaceError) as error:
        # The database failed and not the engine: the sweep finds it again.
        let_go(held_by(claim), error, until=NOBODYS)
        raise
    except Exception as error:
        logger.exception("rubber %s could not be reviewed", rubber.pk)
        held_by(claim).update(state=Review.State.FAILED, problem=f"{type(error).__name__}: {error}", claim="")
        return False


@transaction.atomic
def copy_review(rubber: Rubber, claim: str) -> bool:
    """Write what was found of another rubber with these cards and rules; False too where there is none."""
    others = Review.objects.filter(
        play_checksum=rubber.play_checksum,
        engine_version=CURRENT_ENGINES[rubber.variant],
        state=Review.State.DONE,
    ).exclude(rubber=rubber)
    source = others.select_for_update(no_key=True).order_by("pk").first()
    review = None if source is None else _done(rubber, claim)
    if source is None or review is None:
        return False
    copy_review_rows(review, source)
    tell_of_review(review)
    return True


@transaction.atomic
def finish_review(rubber: Rubber, claim: str, deals: Sequence[DealReview]) -> bool:
    """Write what was found, unless the claim was lost or the rubber's cards were corrected meanwhile."""
    review = _done(rubber, claim)
    if review is None:
        return False
    write_review_rows(review, deals)
    tell_of_review(review)
    return True


def _done(rubber: Rubber, claim: str) -> Review | None:
    """The review that ``claim`` holds, noted as done and its rubber locked; None, and the claim gone, where it is not
    to be written.
    """
    rows = Rubber.objects.select_for_update(no_key=True).filter(pk=rubber.pk)
    if rows.values_list("play_checksum", flat=True).get() != rubber.play_checksum:
        held_by(claim).delete()
        return None
    done = held_by(claim).update(
        state=Review.State.DONE,
        claim="",
        claimed_until=None,
        done_at=timezone.now(),
        table_checksum=table_checksum(),
        problem="",
    )
    reviews = Review.objects.select_related("rubber")
    return reviews.get(rubber=rubber, engine_version=CURRENT_ENGINES[rubber.variant]) if done else None

"""Review rubbers, and store each review once, however often it is requested.

A review belongs to the cards and rules of play (``play_checksum``), whoever played. A rubber with the same
cards and rules as a reviewed one gets a copy of that review. A new version of the engine makes every review
pending again. The earlier review is shown until the new one is complete, and is deleted in the same transaction, so
that at no time all reviews are stored twice.
"""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from matches.common import hooks
from matches.common.claims import UNCLAIMED_UNTIL, release_claim
from matches.models import DealReview, Decision, Review, Rubber
from matches.reviews.claims import (
    CURRENT_ENGINES,
    claim_review,
    claimed_review,
    open_reviews,
    rubbers_pending_review,
)
from scoring.check import check_rubber
from scoring.notation import read_one
from worker.review import decision as judged
from worker.review import review_rubber
from worker.solver import table_checksum

logger = logging.getLogger(__name__)
ROWS_AT_A_TIME: Final = 500
SWINGS: Final = ("dealt", "turned", "drawn", "result")


def review_rubbers(rubber_ids: Sequence[int]) -> int:
    """Review those of the rubbers (primary keys) whose review is pending, and return the number of reviews made.

    If the engine fails on a rubber, its review is marked as failed, and the others are still reviewed.
    """
    rubbers = list(
        rubbers_pending_review().filter(pk__in=rubber_ids).only("egn", "checks", "play_checksum", "variant")
    )
    open_reviews(rubbers)
    return sum(_review_rubber(rubber) for rubber in rubbers)


def _review_rubber(rubber: Rubber) -> bool:
    claim = secrets.token_hex(16)
    if not claim_review(rubber, claim):
        return False
    try:
        return copy_review(rubber, claim) or finish_review(
            rubber, claim, review_rubber(check_rubber(read_one(rubber.egn), checks=rubber.checks))
        )
    except (OperationalError, InterfaceError) as error:
        # The database failed and not the engine: the sweep enqueues the rubber again.
        release_claim(claimed_review(claim), error, until=UNCLAIMED_UNTIL)
        raise
    except Exception as error:
        logger.exception("rubber %s could not be reviewed", rubber.pk)
        claimed_review(claim).update(
            state=Review.State.FAILED, problem=f"{type(error).__name__}: {error}", claim=""
        )
        return False


@transaction.atomic
def copy_review(rubber: Rubber, claim: str) -> bool:
    """Copy the review of another rubber with the same cards and rules.

    Return False if there is no such review, or the claim was lost.
    """
    others = Review.objects.filter(
        play_checksum=rubber.play_checksum,
        engine_version=CURRENT_ENGINES[rubber.variant],
        state=Review.State.DONE,
    ).exclude(rubber=rubber)
    source = others.select_for_update(no_key=True).order_by("pk").first()
    review = None if source is None else _mark_done(rubber, claim)
    if source is None or review is None:
        return False
    copy_review_rows(review, source)
    _complete(review)
    return True


@transaction.atomic
def finish_review(rubber: Rubber, claim: str, deals: Sequence[judged.DealReview]) -> bool:
    """Store the claimed review. Return False if the claim was lost, or the cards were corrected meanwhile."""
    review = _mark_done(rubber, claim)
    if review is None:
        return False
    write_review_rows(review, deals)
    _complete(review)
    return True


def _complete(review: Review) -> None:
    """Delete the rubber's reviews by earlier engines, and publish the review unless it only replaces one of these."""
    earlier = (
        Review.objects.filter(rubber=review.rubber_id)
        .exclude(pk=review.pk)
        .exclude(state=Review.State.CLAIMED)
    )
    replaces_another = earlier.filter(state=Review.State.DONE, play_checksum=review.play_checksum).exists()
    earlier.delete()
    if not replaces_another:
        hooks.review_written(review)


def _mark_done(rubber: Rubber, claim: str) -> Review | None:
    """Lock the rubber, mark the review claimed with ``claim`` as done, and return it, or None if the claim was lost.

    If the rubber's cards were corrected meanwhile, the claimed review is deleted. A rubber that was removed with the
    demonstration club has no review either.
    """
    rows = Rubber.objects.select_for_update(no_key=True).filter(pk=rubber.pk)
    if rows.values_list("play_checksum", flat=True).first() != rubber.play_checksum:
        claimed_review(claim).delete()
        return None
    done = claimed_review(claim).update(
        state=Review.State.DONE,
        claim="",
        claimed_until=None,
        done_at=timezone.now(),
        table_checksum=table_checksum(),
        problem="",
    )
    reviews = Review.objects.select_related("rubber")
    return reviews.get(rubber=rubber, engine_version=CURRENT_ENGINES[rubber.variant]) if done else None


def write_review_rows(review: Review, deals: Sequence[judged.DealReview]) -> None:
    """Replace the review's decisions and deals by those of ``deals``, in a transaction."""
    _clear(review)
    decisions = [decision for deal in deals for decision in deal.decisions]
    _insert(Decision, (_decision_row(review, number, each) for number, each in enumerate(decisions, start=1)))
    _insert(DealReview, (_deal_row(review, deal) for deal in deals))


def copy_review_rows(review: Review, source: Review) -> None:
    """Replace the review's decisions and deals by copies of those of ``source``, which the caller has locked."""
    _clear(review)
    _insert(Decision, _copies(source.decisions.all(), review))
    _insert(DealReview, _copies(source.deals.all(), review))


def _clear(review: Review) -> None:
    review.decisions.all().delete()
    review.deals.all().delete()


def _insert(model: type[Decision] | type[DealReview], rows: Iterable[Any]) -> None:
    model._default_manager.bulk_create(rows, batch_size=ROWS_AT_A_TIME)


def _copies(rows: QuerySet[Any], review: Review) -> Iterable[Model]:
    for row in rows:
        row.pk = None
        row.review = review
        yield row


def _decision_row(review: Review, number: int, decision: judged.Decision) -> Decision:
    """Return the row of a judged decision; ``number`` counts the decisions of the review."""
    return Decision(
        review=review,
        number=number,
        game=decision.game,
        deal=decision.deal,
        token=decision.token,
        kind=decision.kind,
        trick=decision.trick,
        player=decision.player,
        chosen=decision.chosen,
        best=list(decision.best),
        expected={option.name: option.marks for option in decision.options},
        chances={option.name: option.chance for option in decision.options if option.chance is not None},
        loss=decision.loss,
        se=decision.se,
        double_dummy_loss=decision.double_dummy_loss,
        worlds=decision.worlds,
        equity_loss=decision.equity_loss,
        equity_se=decision.equity_se,
        rubber_loss=decision.rubber_loss,
        stake_loss=decision.stake_loss,
        label=decision.label or "",
        method=decision.method,
        book=None if decision.book is None else decision.book.as_json(),
        reasons=[reason.as_json() for reason in decision.reasons],
    )


def _deal_row(review: Review, deal: judged.DealReview) -> DealReview:
    row = DealReview(
        review=review, game=deal.game, deal=deal.deal, moments=[moment.as_json() for moment in deal.moments]
    )
    if deal.luck is not None:
        for name in SWINGS:
            swing: judged.Swing = getattr(deal.luck, name)
            setattr(row, f"{name}_marks", swing.marks)
            setattr(row, f"{name}_chance", swing.chance)
        row.luck_se = _se_of_luck(deal.luck)
    return row


def _se_of_luck(luck: judged.Luck) -> float | None:
    """Return the standard error of the sum of the three swings in marks, or None if none of them was sampled.

    The value of the dealt hands ends the first swing and begins the second, so its own error cancels out.
    """
    errors = (luck.dealt.se, luck.turned.se, luck.drawn.se)
    if all(error is None for error in errors):
        return None
    dealt, turned, drawn = (error or 0.0 for error in errors)
    return math.sqrt(max(turned**2 - dealt**2, 0.0) + drawn**2)

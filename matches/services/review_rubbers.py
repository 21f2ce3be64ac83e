"""Reviews of rubbers: claimed, carried out, and written once, however often they are asked for.

A claim is a conditional UPDATE that carries a token. It runs out, so that a killed worker's rubber is taken
over; and a worker that comes back too late finds its token gone and writes nothing.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from matches.models import Decision, Depth, Review, Rubber
from scoring.cards import format_card
from scoring.check import check_rubber
from scoring.notation import read_one
from worker.review import REVIEW_VERSION, CardDecision, review_rubber
from worker.solver import ENGINE_VERSION as SOLVER_VERSION
from worker.solver import table_checksum

CURRENT_ENGINE: Final = f"review {REVIEW_VERSION}, solver {SOLVER_VERSION}"
MOST_ATTEMPTS: Final = 3
"""A rubber on which the engine fails this often waits for a new engine, or for a person."""
MOST_CLAIMS: Final = 10
"""A rubber that is claimed this often and never finished kills its workers. More than the attempts above: a
worker may be stopped for reasons that are not the rubber's."""

logger = logging.getLogger(__name__)


def rubbers_owed_review() -> QuerySet[Rubber]:
    """Settled, fully recorded rubbers without a review of what they are now by the current engine, oldest first.

    One that is claimed, and one that failed or was claimed too often, is not owed.
    """
    is_current = Q(rubber_version__gte=OuterRef("version"))
    finished = Review.objects.filter(rubber=OuterRef("pk"), engine_version=CURRENT_ENGINE).filter(
        Q(state=Review.State.CLAIMED, claimed_until__gt=timezone.now())
        | is_current & Q(state=Review.State.DONE)
        | is_current & Q(state=Review.State.FAILED, attempts__gte=MOST_ATTEMPTS)
        | is_current & Q(state=Review.State.CLAIMED, attempts__gte=MOST_CLAIMS)
    )
    return _reviewable().filter(~Exists(finished)).order_by("pk")


def _reviewable() -> QuerySet[Rubber]:
    return Rubber.objects.filter(state__in=Rubber.SETTLED_STATES, depth=Depth.PLAY)


def give_up_reviews() -> int:
    """Note as failed what was claimed too often and is in no worker's hands; how many there were."""
    left = Review.objects.filter(
        engine_version=CURRENT_ENGINE,
        state=Review.State.CLAIMED,
        claimed_until__lte=timezone.now(),
        attempts__gte=MOST_CLAIMS,
    )
    problem = f"{MOST_CLAIMS} workers began this review, and none of them came to its end."
    return left.update(state=Review.State.FAILED, problem=problem, claim="")


def reviews_given_up() -> QuerySet[Review]:
    """Reviews of rubbers as they are now that the current engine will not try again."""
    return Review.objects.filter(
        engine_version=CURRENT_ENGINE,
        state=Review.State.FAILED,
        attempts__gte=MOST_ATTEMPTS,
        rubber_version__gte=F("rubber__version"),
    ).order_by("pk")


def review_rubbers(rubber_ids: Sequence[int]) -> int:
    """Review the rubbers that still need it; how many were reviewed by this call.

    A rubber that the engine fails on is noted as failed, and does not keep the others from being reviewed.
    """
    rubbers = list(rubbers_owed_review().filter(pk__in=rubber_ids).only("egn", "version"))
    Review.objects.bulk_create(
        [_unclaimed_review(rubber) for rubber in rubbers],
        ignore_conflicts=True,
    )
    return sum(_review(rubber) for rubber in rubbers)


def _unclaimed_review(rubber: Rubber) -> Review:
    """A row to claim: its claim is of no time at all, so that whoever comes first may take it."""
    return Review(
        rubber=rubber,
        engine_version=CURRENT_ENGINE,
        rubber_version=rubber.version,
        claimed_until=timezone.now(),
    )


def _review(rubber: Rubber) -> bool:
    claim = secrets.token_hex(16)
    if not _claim(rubber, claim):
        return False
    try:
        decisions = review_rubber(check_rubber(read_one(rubber.egn)))
    except Exception as error:
        logger.exception("rubber %s could not be reviewed", rubber.pk)
        _held_by(claim).update(
            state=Review.State.FAILED, problem=f"{type(error).__name__}: {error}", claim=""
        )
        return False
    return _finish(rubber, claim, decisions)


def _claim(rubber: Rubber, claim: str) -> bool:
    now = timezone.now()
    is_left = Q(state=Review.State.CLAIMED, claimed_until__lte=now)
    is_outdated = Q(rubber_version__lt=rubber.version)
    free = (
        is_left & Q(attempts__lt=MOST_CLAIMS)
        | Q(state=Review.State.FAILED, attempts__lt=MOST_ATTEMPTS)
        | is_outdated & (is_left | ~Q(state=Review.State.CLAIMED))
    )
    claimed = Review.objects.filter(free, rubber=rubber, engine_version=CURRENT_ENGINE).update(
        state=Review.State.CLAIMED,
        claim=claim,
        claimed_until=_claim_end(now),
        done_at=None,
        attempts=Case(When(is_outdated, then=Value(1)), default=F("attempts") + 1),
        rubber_version=rubber.version,
    )
    return claimed == 1


def _claim_end(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.REVIEW_CLAIM_SECONDS)


def _held_by(claim: str) -> QuerySet[Review]:
    return Review.objects.filter(claim=claim, state=Review.State.CLAIMED)


@transaction.atomic
def _finish(rubber: Rubber, claim: str, decisions: Sequence[CardDecision]) -> bool:
    """Write the review, unless the claim was lost or the rubber was corrected meanwhile."""
    version = (
        Rubber.objects.select_for_update(no_key=True).values_list("version", flat=True).get(pk=rubber.pk)
    )
    if version != rubber.version:
        _held_by(claim).delete()
        return False
    done = _held_by(claim).update(
        state=Review.State.DONE,
        claim="",
        claimed_until=None,
        done_at=timezone.now(),
        table_checksum=table_checksum(),
        problem="",
    )
    if not done:
        return False
    review = Review.objects.get(rubber=rubber, engine_version=CURRENT_ENGINE)
    # Those of an earlier version of the record, if there were any.
    review.decisions.all().delete()
    Decision.objects.bulk_create(
        [_decision_row(review, number, decision) for number, decision in enumerate(decisions, start=1)]
    )
    return True


def _decision_row(review: Review, number: int, decision: CardDecision) -> Decision:
    return Decision(
        review=review,
        number=number,
        game=decision.game,
        deal=decision.deal,
        kind=Decision.Kind.CARD,
        trick=decision.trick,
        player=decision.player,
        chosen=format_card(decision.chosen),
        best=[format_card(card) for card in decision.best],
        expected={format_card(card): float(marks) for card, marks in decision.expected.items()},
        loss=float(decision.loss),
        double_dummy_loss=decision.double_dummy_loss,
        worlds=decision.worlds,
    )

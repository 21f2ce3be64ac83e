"""Find pending reviews, and claim them for one worker at a time.

A claim is a conditional UPDATE that sets a random token. It expires, so that another worker takes over the
rubber of a killed one. A worker that returns after its claim expired does not find its token and stores
nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from matches.common.claims import UNCLAIMED_UNTIL, is_unclaimed, shared_now
from matches.models import Depth, Review, Rubber
from scoring.record import Variant
from worker.review import OFFER_REVIEW_VERSION, REVIEW_VERSION
from worker.review.chances import checksum as checksum_of_chances
from worker.review.labels import LABELS_VERSION
from worker.review.policy_version import OFFER_POLICY_VERSION, POLICY_VERSION
from worker.solver import ENGINE_VERSION as SOLVER_VERSION

MOST_ATTEMPTS: Final = 3
"""The number of failed attempts after which a rubber is not reviewed until there is a new version of the engine."""
MOST_CLAIMS: Final = 10
"""The number of claims after which an unfinished review counts as failed, because it seems to kill its workers.

It is higher than ``MOST_ATTEMPTS``: a worker may be stopped for reasons unrelated to the rubber.
"""


def _engine(review: str, policy: str, variant: Variant) -> str:
    return (
        f"review {review}, policy {policy}, labels {LABELS_VERSION}, solver {SOLVER_VERSION}, "
        f"chances {checksum_of_chances(variant)[:12]}"
    )


CURRENT_ENGINE: Final = _engine(REVIEW_VERSION, POLICY_VERSION, "ecarte")
CURRENT_ENGINES: Final[Mapping[str, str]] = {
    "ecarte": CURRENT_ENGINE,
    "triomphe": _engine(f"{REVIEW_VERSION}.{OFFER_REVIEW_VERSION}", OFFER_POLICY_VERSION, "triomphe"),
}
"""The current version of the engine by variant, so that a change to one makes no reviews of others pending."""


def rubbers_pending_review() -> QuerySet[Rubber]:
    """Return the settled rubbers recorded card by card whose current cards the current engine has not reviewed.

    Rubbers without any review come first, then the oldest. A rubber is excluded while a worker has claimed
    its review, and if the review was claimed or failed too often.
    """
    is_pending = Q()
    unclaimed = is_unclaimed(_claim_length())
    for variant, engine in CURRENT_ENGINES.items():
        is_pending |= Q(~Exists(_finished(engine, unclaimed)), variant=variant)
    of_current_cards = Review.objects.filter(rubber=OuterRef("pk"), play_checksum=OuterRef("play_checksum"))
    has_earlier = Exists(of_current_cards.filter(state=Review.State.DONE))
    reviewable = Rubber.objects.filter(state__in=Rubber.SETTLED_STATES, depth=Depth.PLAY)
    return reviewable.filter(is_pending).order_by(has_earlier, "pk")


def _finished(engine: str, unclaimed: Q) -> QuerySet[Review]:
    """Return the reviews of the outer query's rubber that leave ``engine`` nothing to do now."""
    is_of_these_cards = Q(play_checksum=OuterRef("play_checksum"))
    return Review.objects.filter(rubber=OuterRef("pk"), engine_version=engine).filter(
        Q(~unclaimed, state=Review.State.CLAIMED)
        | is_of_these_cards & Q(state=Review.State.DONE)
        | is_of_these_cards & Q(state=Review.State.FAILED, attempts__gte=MOST_ATTEMPTS)
        | is_of_these_cards & Q(state=Review.State.CLAIMED, attempts__gte=MOST_CLAIMS)
    )


def give_up_reviews() -> int:
    """Mark as failed the reviews that were claimed too often and are not claimed now. Return how many."""
    abandoned = Review.objects.filter(
        is_unclaimed(_claim_length()),
        engine_version__in=CURRENT_ENGINES.values(),
        state=Review.State.CLAIMED,
        attempts__gte=MOST_CLAIMS,
    )
    problem = f"{MOST_CLAIMS} workers began this review, and none of them came to its end."
    return abandoned.update(state=Review.State.FAILED, problem=problem, claim="")


def reviews_given_up() -> QuerySet[Review]:
    """Return the failed reviews of current cards that the current engine will not try again."""
    return Review.objects.filter(
        engine_version__in=CURRENT_ENGINES.values(),
        state=Review.State.FAILED,
        attempts__gte=MOST_ATTEMPTS,
        play_checksum=F("rubber__play_checksum"),
    ).order_by("pk")


def open_reviews(rubbers: Iterable[Rubber]) -> None:
    """Create an unclaimed ``Review`` for each rubber that has none by the current engine."""
    Review.objects.bulk_create([_unclaimed_review(rubber) for rubber in rubbers], ignore_conflicts=True)


def _unclaimed_review(rubber: Rubber) -> Review:
    """Return a row to claim: its claim has ended already, so that the first worker may take it."""
    return Review(
        rubber=rubber,
        engine_version=CURRENT_ENGINES[rubber.variant],
        play_checksum=rubber.play_checksum,
        claimed_until=UNCLAIMED_UNTIL,
    )


def claim_review(rubber: Rubber, claim: str) -> bool:
    """Claim the review of ``rubber`` under the token ``claim``, and return whether the claim succeeded.

    It fails if another worker has claimed the review, if it is done or was claimed or failed too often, or if
    the rubber's cards were corrected after ``rubber`` was loaded.
    """
    unchanged = Rubber.objects.filter(pk=OuterRef("rubber_id"), play_checksum=rubber.play_checksum)
    unclaimed = is_unclaimed(_claim_length()) & Q(state=Review.State.CLAIMED)
    is_outdated = ~Q(play_checksum=rubber.play_checksum)
    claimable = (
        unclaimed & Q(attempts__lt=MOST_CLAIMS)
        | Q(state=Review.State.FAILED, attempts__lt=MOST_ATTEMPTS)
        | is_outdated & (unclaimed | ~Q(state=Review.State.CLAIMED))
    )
    rows = Review.objects.filter(
        claimable, Exists(unchanged), rubber=rubber, engine_version=CURRENT_ENGINES[rubber.variant]
    )
    claimed = rows.update(
        state=Review.State.CLAIMED,
        claim=claim,
        claimed_until=shared_now() + _claim_length(),
        done_at=None,
        attempts=Case(When(is_outdated, then=Value(1)), default=F("attempts") + 1),
        play_checksum=rubber.play_checksum,
    )
    return claimed == 1


def _claim_length() -> timedelta:
    return timedelta(seconds=settings.REVIEW_CLAIM_SECONDS)


def claimed_review(claim: str) -> QuerySet[Review]:
    """Return the review claimed under the token ``claim``, or none if another worker has taken it over."""
    return Review.objects.filter(claim=claim, state=Review.State.CLAIMED)

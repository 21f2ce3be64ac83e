"""Reviews that are owed, and whose they are to carry out.

A claim is a conditional UPDATE that carries a token. It runs out, so that a killed worker's rubber is taken
over; and a worker that comes back too late finds its token gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from matches.common.claims import NOBODYS, is_unclaimed, shared_now
from matches.models import Depth, Review, Rubber
from scoring.record import Variant
from worker.review import OFFER_REVIEW_VERSION, REVIEW_VERSION
from worker.review.chances import checksum as checksum_of_chances
from worker.review.labels import LABELS_VERSION
from worker.review.policy_version import OFFER_POLICY_VERSION, POLICY_VERSION
from worker.solver import ENGINE_VERSION as SOLVER_VERSION


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
"""By the game that was played, so that what is changed in the judging of one makes no review of the other owed."""
MOST_ATTEMPTS: Final = 3
"""A rubber on which the engine fails this often waits for a new engine, or for a person."""
MOST_CLAIMS: Final = 10
"""A rubber that is claimed this often and never finished kills its workers. More than the attempts above: a
worker may be stopped for reasons that are not the rubber's."""


def rubbers_owed_review() -> QuerySet[Rubber]:
    """Settled, fully recorded rubbers without a review of their cards as they are now by the current engine.

    Those that have none by any engine come first, then the oldest. One that is claimed, and one that failed or was
    claimed too often, is not owed.
    """
    is_owed = Q()
    is_left = is_unclaimed(_claim_length())
    for variant, engine in CURRENT_ENGINES.items():
        is_owed |= Q(~Exists(_finished(engine, is_left)), variant=variant)
    has_earlier = Exists(_of_these_cards().filter(state=Review.State.DONE))
    return _reviewable().filter(is_owed).order_by(has_earlier, "pk")


def _finished(engine: str, is_left: Q) -> QuerySet[Review]:
    """Reviews of the rubber of the outer query with which ``engine`` has nothing more to do now.

    ``is_left``: a claimed one is in nobody's hands.
    """
    is_of_these_cards = Q(play_checksum=OuterRef("play_checksum"))
    return Review.objects.filter(rubber=OuterRef("pk"), engine_version=engine).filter(
        Q(~is_left, state=Review.State.CLAIMED)
        | is_of_these_cards & Q(state=Review.State.DONE)
        | is_of_these_cards & Q(state=Review.State.FAILED, attempts__gte=MOST_ATTEMPTS)
        | is_of_these_cards & Q(state=Review.State.CLAIMED, attempts__gte=MOST_CLAIMS)
    )


def _of_these_cards() -> QuerySet[Review]:
    return Review.objects.filter(rubber=OuterRef("pk"), play_checksum=OuterRef("play_checksum"))


def _reviewable() -> QuerySet[Rubber]:
    return Rubber.objects.filter(state__in=Rubber.SETTLED_STATES, depth=Depth.PLAY)


def give_up_reviews() -> int:
    """Note as failed what was claimed too often and is in no worker's hands; how many there were."""
    left = Review.objects.filter(
        is_unclaimed(_claim_length()),
        engine_version__in=CURRENT_ENGINES.values(),
        state=Review.State.CLAIMED,
        attempts__gte=MOST_CLAIMS,
    )
    problem = f"{MOST_CLAIMS} workers began this review, and none of them came to its end."
    return left.update(state=Review.State.FAILED, problem=problem, claim="")


def reviews_given_up() -> QuerySet[Review]:
    """Reviews of rubbers with the cards of now that the current engine will not try again."""
    return Review.objects.filter(
        engine_version__in=CURRENT_ENGINES.values(),
        state=Review.State.FAILED,
        attempts__gte=MOST_ATTEMPTS,
        play_checksum=F("rubber__play_checksum"),
    ).order_by("pk")


def open_reviews(rubbers: Iterable[Rubber]) -> None:
    """A row to claim for each rubber that has none by the current engine, in nobody's hands."""
    Review.objects.bulk_create([_unclaimed_review(rubber) for rubber in rubbers], ignore_conflicts=True)


def _unclaimed_review(rubber: Rubber) -> Review:
    """A row to claim: its claim is of no time at all, so that whoever comes first may take it."""
    return Review(
        rubber=rubber,
        engine_version=CURRENT_ENGINES[rubber.variant],
        play_checksum=rubber.play_checksum,
        claimed_until=NOBODYS,
    )


def claim_review(rubber: Rubber, claim: str) -> bool:
    """Whether the review is this caller's now; never for a record whose cards were corrected meanwhile."""
    as_it_is = Rubber.objects.filter(pk=OuterRef("rubber_id"), play_checksum=rubber.play_checksum)
    is_left = is_unclaimed(_claim_length()) & Q(state=Review.State.CLAIMED)
    is_outdated = ~Q(play_checksum=rubber.play_checksum)
    free = (
        is_left & Q(attempts__lt=MOST_CLAIMS)
        | Q(state=Review.State.FAILED, attempts__lt=MOST_ATTEMPTS)
        | is_outdated & (is_left | ~Q(state=Review.State.CLAIMED))
    )
    rows = Review.objects.filter(
        free, Exists(as_it_is), rubber=rubber, engine_version=CURRENT_ENGINES[rubber.variant]
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


def held_by(claim: str) -> QuerySet[Review]:
    """The review that ``claim`` holds; none where somebody else took it over."""
    return Review.objects.filter(claim=claim, state=Review.State.CLAIMED)

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Review, Rubber
from matches.reviews.claims import (
    CURRENT_ENGINE,
    CURRENT_ENGINES,
    MOST_CLAIMS,
    claim_review,
    give_up_reviews,
    reviews_given_up,
    rubbers_pending_review,
)
from matches.reviews.review_rubbers import review_rubbers
from tests.factories.rubbers import stored_rubbers
from tests.matches.files import LATE_KING, TWO_DEALS, other_result, rubber_text, triomphe_text
from tests.matches.reviews.reviews import by_engine, claimed, corrected
from worker.review import LABELS_VERSION, REVIEW_VERSION
from worker.review.chances import checksum as checksum_of_chances
from worker.review.policy_version import POLICY_VERSION
from worker.solver import ENGINE_VERSION as SOLVER_VERSION

pytestmark = [pytest.mark.django_db, pytest.mark.core(differs=True)]


def test_versions_of_all_that_a_review_stands_on_are_in_its_engine() -> None:
    assert (
        f"review {REVIEW_VERSION}, policy {POLICY_VERSION}, labels {LABELS_VERSION}, "
        f"solver {SOLVER_VERSION}, chances {checksum_of_chances()[:12]}"
    ) == CURRENT_ENGINE


def test_la_triomphe_is_reviewed_by_an_engine_of_its_own() -> None:
    stored_rubbers(triomphe_text(), rubber_text())
    triomphe = Rubber.objects.get(variant="triomphe")
    assert set(rubbers_pending_review()) == set(Rubber.objects.all())
    # A review by the other game's engine does not count.
    by_engine(triomphe, CURRENT_ENGINE)
    assert triomphe in rubbers_pending_review()
    assert review_rubbers([triomphe.pk]) == 1
    done = Review.objects.get(rubber=triomphe, engine_version=CURRENT_ENGINES["triomphe"])
    assert {each.kind for each in done.decisions.all()} == {"proposal", "reply", "card"}
    assert triomphe not in rubbers_pending_review()
    assert CURRENT_ENGINES["ecarte"] == CURRENT_ENGINE != CURRENT_ENGINES["triomphe"]
    assert all(len(engine) <= 100 for engine in CURRENT_ENGINES.values())


@pytest.mark.parametrize(
    "text",
    [rubber_text(deals=[LATE_KING, TWO_DEALS[1]]), other_result(rubber_text())],
    ids=["draft", "result alone"],
)
def test_what_is_not_settled_or_not_recorded_in_full_is_not_owed(text: str) -> None:
    stored_rubbers(text)
    assert not rubbers_pending_review().exists()
    assert review_rubbers([Rubber.objects.get().pk]) == 0
    assert not Review.objects.exists()


def test_claimed_rubber_is_left_to_its_worker(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=10))
    assert not rubbers_pending_review().exists()
    assert review_rubbers([rubber.pk]) == 0


def test_claim_that_ran_out_is_taken_over(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=-1))
    assert rubbers_pending_review().exists()
    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.values_list("state", "attempts").get() == ("done", 2)


def test_rubbers_without_a_review_come_before_those_of_an_earlier_engine() -> None:
    stored_rubbers(*(rubber_text(name) for name in ("Orford", "Wheble", "Pole")))
    first, second, third = Rubber.objects.order_by("pk")
    by_engine(first, "0")
    # This review is of other cards, so it does not count.
    by_engine(second, "0", play_checksum="0" * 64)
    assert list(rubbers_pending_review()) == [second, third, first]


def test_of_two_workers_that_found_it_owed_one_gets_it(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=-1))
    assert claim_review(rubber, "the first worker's")
    assert not claim_review(rubber, "the second worker's")
    assert Review.objects.get().claim == "the first worker's"


def test_worker_with_an_earlier_record_leaves_the_review_of_the_later_one(rubber: Rubber) -> None:
    corrected(rubber)
    review_rubbers([rubber.pk])
    assert not claim_review(rubber, "a late worker's")
    assert Review.objects.get().state == "done"


def killed(rubber: Rubber, times: int) -> None:
    """Claim the rubber this number of times, for workers that never finish."""
    for number in range(times):
        claim_review(rubber, f"worker {number}'s")
        Review.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))


def test_rubber_that_every_worker_dies_of_is_given_up(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 1)
    assert not rubbers_pending_review().exists()
    assert not claim_review(rubber, "one worker's more")
    assert give_up_reviews() == 1
    assert give_up_reviews() == 0
    given_up = reviews_given_up().get()
    assert (given_up.state, given_up.attempts, given_up.claim) == ("failed", MOST_CLAIMS, "")
    assert given_up.problem == f"{MOST_CLAIMS} workers began this review, and none of them came to its end."
    assert review_rubbers([rubber.pk]) == 0


def test_worker_that_died_now_and_then_does_not_give_a_rubber_up(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 2)
    assert give_up_reviews() == 0
    assert review_rubbers([rubber.pk]) == 1
    assert not reviews_given_up().exists()


def test_last_worker_has_its_time(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 2)
    assert claim_review(rubber, "the last worker's")
    assert give_up_reviews() == 0
    assert Review.objects.get().state == "claimed"


def test_corrected_record_is_not_given_up_for_what_the_earlier_one_did(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 1)
    give_up_reviews()
    corrected(rubber)
    assert not reviews_given_up().exists()
    assert review_rubbers([rubber.pk]) == 1


def test_claim_of_a_clock_that_was_put_back_holds_nobody_off(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(hours=3))
    assert rubbers_pending_review().exists()
    assert review_rubbers([rubber.pk]) == 1

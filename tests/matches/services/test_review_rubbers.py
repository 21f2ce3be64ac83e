from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from matches.models import Decision, Review, Rubber
from matches.services.review_rubbers import (
    CURRENT_ENGINE,
    MOST_ATTEMPTS,
    MOST_CLAIMS,
    _claim,
    _finish,
    give_up_reviews,
    review_rubbers,
    reviews_given_up,
    rubbers_owed_review,
)
from scoring.check import check_rubber
from scoring.notation import read_one, write_rubber
from tests.matches.files import (
    EVENING,
    LATE_KING,
    TWO_DEALS,
    import_path,
    import_text,
    other_result,
    rubber_text,
)
from worker.review import review_rubber
from worker.solver import table_checksum

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def rubber() -> Rubber:
    import_text(rubber_text())
    return Rubber.objects.get()


def test_review_holds_every_decision_of_the_engine(rubber: Rubber) -> None:
    assert review_rubbers([rubber.pk]) == 1

    review = Review.objects.get()
    assert (review.state, review.engine_version, review.table_checksum) == (
        "done",
        CURRENT_ENGINE,
        table_checksum(),
    )
    judged = [decision.as_json() for decision in review_rubber(check_rubber(read_one(rubber.egn)))]
    assert judged
    columns = ("game", "deal", "kind", "trick", "player", "chosen", "best", "double_dummy_loss", "worlds")
    assert list(Decision.objects.order_by("number").values(*columns)) == [
        {column: decision[column] for column in columns} for decision in judged
    ]
    for stored, decision in zip(Decision.objects.order_by("number"), judged, strict=True):
        assert stored.loss == pytest.approx(decision["loss"], abs=1e-5)
        assert stored.expected == pytest.approx(decision["expected"], abs=1e-5)


def test_asked_twice_reviews_once(rubber: Rubber) -> None:
    assert review_rubbers([rubber.pk, rubber.pk]) == 1
    before = list(Decision.objects.values())

    assert review_rubbers([rubber.pk]) == 0

    assert list(Decision.objects.values()) == before
    assert Review.objects.get().attempts == 1


def test_whole_evening_is_owed_and_then_done() -> None:
    import_path(EVENING)
    owed = list(rubbers_owed_review().values_list("pk", flat=True))
    assert len(owed) == 12

    assert review_rubbers(owed) == 12

    assert not rubbers_owed_review().exists()


@pytest.mark.parametrize(
    "text",
    [rubber_text(deals=[LATE_KING, TWO_DEALS[1]]), other_result(rubber_text())],
    ids=["draft", "result alone"],
)
def test_what_is_not_settled_or_not_recorded_in_full_is_not_owed(text: str) -> None:
    import_text(text)

    assert not rubbers_owed_review().exists()
    assert review_rubbers([Rubber.objects.get().pk]) == 0
    assert not Review.objects.exists()


def claim(rubber: Rubber, *, ends_in: timedelta, **fields: object) -> Review:
    return Review.objects.create(
        rubber=rubber,
        engine_version=CURRENT_ENGINE,
        rubber_version=1,
        claim="another worker's",
        claimed_until=timezone.now() + ends_in,
        attempts=1,
        **fields,
    )


def test_claimed_rubber_is_left_to_its_worker(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(minutes=1))

    assert not rubbers_owed_review().exists()
    assert review_rubbers([rubber.pk]) == 0


def test_claim_that_ran_out_is_taken_over(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(seconds=-1))

    assert rubbers_owed_review().exists()
    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.values_list("state", "attempts").get() == ("done", 2)


def test_review_by_an_earlier_engine_stays_beside_the_new_one(rubber: Rubber) -> None:
    Review.objects.create(
        rubber=rubber, engine_version="0", rubber_version=1, state="done", done_at=timezone.now()
    )

    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.count() == 2


def test_of_two_workers_that_found_it_owed_one_gets_it(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(seconds=-1))

    assert _claim(rubber, "the first worker's")
    assert not _claim(rubber, "the second worker's")
    assert Review.objects.get().claim == "the first worker's"


def test_worker_that_lost_its_claim_writes_nothing(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(minutes=1))

    assert not _finish(rubber, "a claim that ran out", [])
    assert Review.objects.get().state == "claimed"


def test_review_of_a_record_that_was_corrected_meanwhile_is_dropped(rubber: Rubber) -> None:
    review = claim(rubber, ends_in=timedelta(minutes=1))
    Rubber.objects.update(version=F("version") + 1)

    assert not _finish(rubber, review.claim, [])
    assert rubbers_owed_review().exists()


def test_record_that_the_engine_fails_on_is_noted_and_given_up_in_the_end(rubber: Rubber) -> None:
    import_text(rubber_text("Wheble"))
    Rubber.objects.filter(pk=rubber.pk).update(egn="no record at all")
    both = list(Rubber.objects.order_by("pk").values_list("pk", flat=True))

    assert [review_rubbers(both) for _ in range(MOST_ATTEMPTS + 1)] == [1, 0, 0, 0]

    failed = Review.objects.get(rubber=rubber)
    assert (failed.state, failed.attempts) == ("failed", MOST_ATTEMPTS)
    assert failed.problem.startswith("NotationError: ")
    assert not rubbers_owed_review().exists()


def corrected(rubber: Rubber) -> None:
    """Its first deal is struck out, and so are that deal's decisions."""
    text = read_one(rubber_text(deals=[TWO_DEALS[0]]).partition("#0-5")[0] + "*\n")
    Rubber.objects.filter(pk=rubber.pk).update(version=F("version") + 1, egn=write_rubber(text))


def test_corrected_record_is_reviewed_anew(rubber: Rubber) -> None:
    review_rubbers([rubber.pk])
    before = Decision.objects.filter(deal=2).count()
    assert before
    corrected(rubber)

    assert list(rubbers_owed_review()) == [rubber]
    assert review_rubbers([rubber.pk]) == 1

    review = Review.objects.get()
    assert (review.state, review.rubber_version, review.attempts) == ("done", 2, 1)
    assert list(Decision.objects.values_list("deal", flat=True).distinct().order_by("deal")) == [1]
    assert not rubbers_owed_review().exists()


def test_corrected_record_gets_its_attempts_back(rubber: Rubber) -> None:
    record = rubber.egn
    Rubber.objects.update(egn="no record at all")
    for _ in range(MOST_ATTEMPTS):
        review_rubbers([rubber.pk])
    Rubber.objects.update(egn=record, version=2)

    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.values_list("state", "attempts", "problem").get() == ("done", 1, "")


def test_worker_with_an_earlier_record_leaves_the_review_of_the_later_one(rubber: Rubber) -> None:
    Rubber.objects.update(version=2)
    review_rubbers([rubber.pk])

    assert not _claim(rubber, "a late worker's")
    assert Review.objects.get().state == "done"


def killed(rubber: Rubber, times: int) -> None:
    """So many workers claimed the rubber, and none of them came to an end."""
    for number in range(times):
        _claim(rubber, f"worker {number}'s")
        Review.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))


def test_rubber_that_every_worker_dies_of_is_given_up(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 1)

    assert not rubbers_owed_review().exists()
    assert not _claim(rubber, "one worker's more")
    assert give_up_reviews() == 1
    assert give_up_reviews() == 0

    given_up = reviews_given_up().get()
    assert (given_up.state, given_up.attempts, given_up.claim) == ("failed", MOST_CLAIMS, "")
    assert given_up.problem == f"{MOST_CLAIMS} workers began this review, and none of them came to its end."
    assert review_rubbers([rubber.pk]) == 0


def test_worker_that_died_now_and_then_does_not_give_a_rubber_up(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 2)

    assert give_up_reviews() == 0
    assert review_rubbers([rubber.pk]) == 1
    assert not reviews_given_up().exists()


def test_last_worker_has_its_time(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 2)
    assert _claim(rubber, "the last worker's")

    assert give_up_reviews() == 0
    assert Review.objects.get().state == "claimed"


def test_corrected_record_is_not_given_up_for_what_the_earlier_one_did(rubber: Rubber) -> None:
    claim(rubber, ends_in=timedelta(seconds=-1))
    killed(rubber, MOST_CLAIMS - 1)
    give_up_reviews()
    corrected(rubber)

    assert not reviews_given_up().exists()
    assert review_rubbers([rubber.pk]) == 1

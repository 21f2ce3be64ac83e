from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from matches.models import Decision, Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE, MOST_ATTEMPTS, rubbers_owed_review
from matches.reviews.review_rubbers import copy_review, finish_review, review_rubbers
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.factories.rubbers import stored_rubbers, stored_sample
from tests.matches.files import EVENING, rubber_text
from tests.matches.helpers.reviews import by_engine, claimed, corrected, rewritten
from worker.review import review_rubber
from worker.solver import table_checksum

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_review_holds_every_decision_of_the_engine(rubber: Rubber) -> None:
    assert review_rubbers([rubber.pk]) == 1

    review = Review.objects.get()
    assert (review.state, review.engine_version, review.table_checksum) == (
        "done",
        CURRENT_ENGINE,
        table_checksum(),
    )
    judged = review_rubber(check_rubber(read_one(rubber.egn)))
    decisions = [decision for deal in judged for decision in deal.decisions]
    assert decisions
    columns = ("game", "deal", "kind", "token", "player", "chosen")
    assert list(review.decisions.order_by("number").values_list(*columns)) == [
        tuple(getattr(decision, column) for column in columns) for decision in decisions
    ]
    deals = review.deals.order_by("game", "deal").values_list("game", "deal")
    assert list(deals) == [(deal.game, deal.deal) for deal in judged]


def test_asked_twice_reviews_once(rubber: Rubber) -> None:
    assert review_rubbers([rubber.pk, rubber.pk]) == 1
    before = list(Decision.objects.values())

    assert review_rubbers([rubber.pk]) == 0

    assert list(Decision.objects.values()) == before
    assert Review.objects.get().attempts == 1


def test_whole_evening_is_owed_and_then_done() -> None:
    stored_sample(EVENING)
    owed = list(rubbers_owed_review().values_list("pk", flat=True))
    assert len(owed) == 12

    assert review_rubbers(owed) == 12

    assert not rubbers_owed_review().exists()


def test_review_by_an_earlier_engine_stays_beside_the_new_one(rubber: Rubber) -> None:
    by_engine(rubber, "0")

    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.count() == 2


def test_same_cards_and_rules_are_judged_once() -> None:
    stored_rubbers(rubber_text(), rubber_text("Wheble", "Pole"))
    first, second = Rubber.objects.order_by("pk")
    assert first.play_checksum == second.play_checksum
    review_rubbers([first.pk])
    mark = Decision.objects.filter(review__rubber=first, number=1)
    mark.update(reasons=[{"code": "of the first"}])
    # What could be judged again would not come out so.
    Rubber.objects.filter(pk=second.pk).update(egn="no record at all")

    assert review_rubbers([second.pk]) == 1

    copy = Review.objects.get(rubber=second)
    assert (copy.state, copy.attempts, copy.table_checksum) == ("done", 1, table_checksum())
    assert copy.decisions.earliest("number").reasons == [{"code": "of the first"}]
    assert copy.decisions.count() == Review.objects.get(rubber=first).decisions.count()
    assert copy.deals.count() == Review.objects.get(rubber=first).deals.count() == 2


@pytest.mark.parametrize(
    "other",
    [
        {"engine_version": "0"},
        {"play_checksum": "0" * 64},
        {"state": "failed", "attempts": MOST_ATTEMPTS},
    ],
)
def test_nothing_is_taken_over_from_another_engine_other_cards_or_a_failure(other: dict[str, object]) -> None:
    stored_rubbers(rubber_text(), rubber_text("Wheble", "Pole"))
    first, second = Rubber.objects.order_by("pk")
    review_rubbers([first.pk])
    Review.objects.update(**other)
    Decision.objects.update(reasons=[{"code": "of the first"}])

    assert review_rubbers([second.pk]) == 1

    judged = Decision.objects.filter(review__rubber=second)
    assert judged.exists()
    assert not judged.filter(reasons=[{"code": "of the first"}]).exists()


def test_worker_that_lost_its_claim_writes_nothing(rubber: Rubber) -> None:
    claimed(rubber, ends_in=timedelta(seconds=10))

    assert not finish_review(rubber, "a claim that ran out", [])
    assert not copy_review(rubber, "a claim that ran out")
    assert Review.objects.get().state == "claimed"


def test_review_of_cards_that_were_corrected_meanwhile_is_dropped(rubber: Rubber) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    Rubber.objects.update(play_checksum="0" * 64)

    assert not finish_review(rubber, review.claim, [])
    assert rubbers_owed_review().exists()


def test_review_stands_where_all_but_the_cards_was_corrected_meanwhile(rubber: Rubber) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    Rubber.objects.update(version=F("version") + 1, checksum="0" * 64)

    assert finish_review(rubber, review.claim, [])
    assert not rubbers_owed_review().exists()


def test_record_that_the_engine_fails_on_is_noted_and_given_up_in_the_end(rubber: Rubber) -> None:
    stored_rubbers(rubber_text("Wheble"))
    Rubber.objects.filter(pk=rubber.pk).update(egn="no record at all", play_checksum="0" * 64)
    both = list(Rubber.objects.order_by("pk").values_list("pk", flat=True))

    assert [review_rubbers(both) for _ in range(MOST_ATTEMPTS + 1)] == [1, 0, 0, 0]

    failed = Review.objects.get(rubber=rubber)
    assert (failed.state, failed.attempts) == ("failed", MOST_ATTEMPTS)
    assert failed.problem.startswith("NotationError: ")
    assert not rubbers_owed_review().exists()


def test_corrected_cards_are_reviewed_anew(rubber: Rubber) -> None:
    review_rubbers([rubber.pk])
    before = Decision.objects.filter(deal=2).count()
    assert before
    corrected(rubber)

    assert list(rubbers_owed_review()) == [rubber]
    assert review_rubbers([rubber.pk]) == 1

    review = Review.objects.get()
    rubber.refresh_from_db()
    assert (review.state, review.play_checksum, review.attempts) == ("done", rubber.play_checksum, 1)
    assert list(Decision.objects.values_list("deal", flat=True).distinct().order_by("deal")) == [1]
    assert not rubbers_owed_review().exists()


def test_corrected_cards_get_their_attempts_back(rubber: Rubber) -> None:
    record = rubber.egn
    Rubber.objects.update(egn="no record at all", play_checksum="0" * 64)
    for _ in range(MOST_ATTEMPTS):
        review_rubbers([rubber.pk])
    rewritten(rubber, record)

    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.values_list("state", "attempts", "problem").get() == ("done", 1, "")

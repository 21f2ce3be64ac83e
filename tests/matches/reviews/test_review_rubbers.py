from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import F
from django.forms import model_to_dict

from matches.common import hooks
from matches.models import DealReview, Decision, Review, Rubber
from matches.reviews.claims import CURRENT_ENGINE, MOST_ATTEMPTS, rubbers_pending_review
from matches.reviews.queries import is_outdated, latest_reviews
from matches.reviews.review_rubbers import (
    copy_review,
    copy_review_rows,
    finish_review,
    review_rubbers,
    write_review_rows,
)
from scoring.check import check_rubber
from scoring.notation import read_one
from tests.factories.rubbers import stored_rubbers
from tests.matches.files import EVENING, first_rubbers, import_text, rubber_text
from tests.matches.pages.records import review
from tests.matches.reviews.reviews import by_engine, claimed, corrected, rewritten
from worker.review import decision as judged
from worker.review import review_rubber
from worker.solver import table_checksum

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_review_holds_every_decision_of_the_engine(rubber: Rubber) -> None:
    assert review_rubbers([rubber.pk]) == 1
    review = Review.objects.get()
    assert (review.state, review.engine_version) == ("done", CURRENT_ENGINE)
    assert review.table_checksum == table_checksum()
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


def test_all_rubbers_of_a_table_are_owed_and_then_done() -> None:
    stored_rubbers(*first_rubbers(EVENING, 3))
    owed = list(rubbers_pending_review().values_list("pk", flat=True))
    assert len(owed) == 3
    assert review_rubbers(owed) == 3
    assert not rubbers_pending_review().exists()


def test_review_by_an_earlier_engine_stays_until_the_new_one_is_complete(rubber: Rubber) -> None:
    earlier = by_engine(rubber, "0")
    earlier.deals.create(game=1, deal=1)
    claim = claimed(rubber, ends_in=timedelta(seconds=10))
    assert latest_reviews().get() == earlier
    assert is_outdated(earlier)
    assert finish_review(rubber, claim.claim, [])
    assert Review.objects.get() == latest_reviews().get() == claim
    assert not DealReview.objects.exists()
    assert not is_outdated(claim)


def test_earlier_review_stays_where_the_new_one_fails(rubber: Rubber) -> None:
    earlier = by_engine(rubber, "0")
    Rubber.objects.filter(pk=rubber.pk).update(egn="no record at all")
    assert review_rubbers([rubber.pk]) == 0
    assert latest_reviews().get() == earlier


def test_another_worker_keeps_the_claim_of_its_engine(rubber: Rubber) -> None:
    elsewhere = claimed(rubber, ends_in=timedelta(seconds=10))
    Review.objects.update(engine_version="0")
    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.filter(pk=elsewhere.pk).exists()


@pytest.mark.parametrize(
    ("earlier", "published"),
    [
        (None, 1),
        ({}, 0),
        ({"play_checksum": "0" * 64}, 1),
        ({"state": "failed", "done_at": None}, 1),
    ],
)
@pytest.mark.parametrize("is_copied", [False, True])
def test_a_review_that_only_replaces_another_is_not_published(
    rubber: Rubber, earlier: dict[str, object] | None, published: int, *, is_copied: bool
) -> None:
    if earlier is not None:
        by_engine(rubber, "0", **earlier)
    if is_copied:
        stored_rubbers(rubber_text("Wheble", "Pole"))
        review_rubbers([Rubber.objects.exclude(pk=rubber.pk).get().pk])
    reviews: list[Review] = []
    before = hooks.review_written.functions
    hooks.review_written.register(reviews.append)
    try:
        assert review_rubbers([rubber.pk]) == 1
    finally:
        hooks.review_written.register(*before)
    assert [each.rubber_id for each in reviews] == [rubber.pk] * published


def test_same_cards_and_rules_are_judged_once() -> None:
    stored_rubbers(rubber_text(), rubber_text("Wheble", "Pole"))
    first, second = Rubber.objects.order_by("pk")
    assert first.play_checksum == second.play_checksum
    review_rubbers([first.pk])
    mark = Decision.objects.filter(review__rubber=first, number=1)
    mark.update(reasons=[{"code": "of the first"}])
    # A second review of this text would fail.
    Rubber.objects.filter(pk=second.pk).update(egn="no record at all")
    assert review_rubbers([second.pk]) == 1
    copy = Review.objects.get(rubber=second)
    assert (copy.state, copy.attempts, copy.table_checksum) == ("done", 1, table_checksum())
    assert copy.decisions.earliest("number").reasons == [{"code": "of the first"}]
    assert copy.decisions.count() == Review.objects.get(rubber=first).decisions.count()
    assert copy.deals.count() == Review.objects.get(rubber=first).deals.count() == 2


@pytest.mark.parametrize(
    "other",
    [{"engine_version": "0"}, {"play_checksum": "0" * 64}, {"state": "failed", "attempts": MOST_ATTEMPTS}],
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
    assert rubbers_pending_review().exists()


def test_review_of_a_rubber_that_was_removed_meanwhile_is_dropped(rubber: Rubber) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    removed = Rubber(pk=0, play_checksum=rubber.play_checksum, variant=rubber.variant)
    assert not finish_review(removed, review.claim, [])


def test_review_stands_where_all_but_the_cards_was_corrected_meanwhile(rubber: Rubber) -> None:
    review = claimed(rubber, ends_in=timedelta(seconds=10))
    Rubber.objects.update(version=F("version") + 1, checksum="0" * 64)
    assert finish_review(rubber, review.claim, [])
    assert not rubbers_pending_review().exists()


def test_record_that_the_engine_fails_on_is_noted_and_given_up_in_the_end(rubber: Rubber) -> None:
    stored_rubbers(rubber_text("Wheble"))
    Rubber.objects.filter(pk=rubber.pk).update(egn="no record at all", play_checksum="0" * 64)
    both = list(Rubber.objects.order_by("pk").values_list("pk", flat=True))
    assert [review_rubbers(both) for _ in range(MOST_ATTEMPTS + 1)] == [1, 0, 0, 0]
    failed = Review.objects.get(rubber=rubber)
    assert (failed.state, failed.attempts) == ("failed", MOST_ATTEMPTS)
    assert failed.problem.startswith("NotationError: ")
    assert not rubbers_pending_review().exists()


def test_corrected_cards_are_reviewed_anew(rubber: Rubber) -> None:
    review_rubbers([rubber.pk])
    before = Decision.objects.filter(deal=2).count()
    assert before
    corrected(rubber)
    assert list(rubbers_pending_review()) == [rubber]
    assert review_rubbers([rubber.pk]) == 1
    review = Review.objects.get()
    rubber.refresh_from_db()
    assert (review.state, review.play_checksum, review.attempts) == ("done", rubber.play_checksum, 1)
    assert list(Decision.objects.values_list("deal", flat=True).distinct().order_by("deal")) == [1]
    assert not rubbers_pending_review().exists()


def test_corrected_cards_get_their_attempts_back(rubber: Rubber) -> None:
    record = rubber.egn
    Rubber.objects.update(egn="no record at all", play_checksum="0" * 64)
    for _ in range(MOST_ATTEMPTS):
        review_rubbers([rubber.pk])
    rewritten(rubber, record)
    assert review_rubbers([rubber.pk]) == 1
    assert Review.objects.values_list("state", "attempts", "problem").get() == ("done", 1, "")


DISCARD = judged.Decision(
    rubber=1,
    game=1,
    deal=2,
    kind="discard",
    token=6,
    player="A",
    chosen="HT.D7",
    options=(judged.Option("HT.D7", -0.2, 0.41), judged.Option("D7", 0.3, 0.5)),
    best=("D7",),
    loss=0.5,
    method="sampled",
    se=0.04,
    equity_loss=0.09,
    equity_se=0.01,
    rubber_loss=0.06,
    stake_loss=0.2,
    book=judged.BookAdvice("one trump", ("D7",)),
    reasons=(judged.Reason("keeps", {"cards": ["HT"]}),),
)
CARD = judged.Decision(
    rubber=1,
    game=1,
    deal=2,
    kind="card",
    trick=3,
    token=13,
    player="B",
    chosen="CK",
    options=(judged.Option("CK", 1.0, None), judged.Option("CT", 1.0, None)),
    best=("CK", "CT"),
    loss=0.0,
    method="hands hidden",
    double_dummy_loss=1,
    worlds=253,
)
LUCK = judged.Luck(
    dealt=judged.Swing(0.31, 0.05, 0.03),
    turned=judged.Swing(-0.05, -0.01, 0.0018**0.5),
    drawn=judged.Swing(0.22, 0.04, 0.04),
    result=judged.Swing(1.0, 0.17),
)
MOMENT = judged.Moment("trick", 9, 1, 0.625)
DEAL = judged.DealReview(1, 1, 2, (DISCARD, CARD), LUCK, (MOMENT,))
UNKNOWN = judged.DealReview(1, 1, 3, (replace(CARD, deal=3),), None, ())


@pytest.fixture
def reviewed() -> Review:
    return review(stored_rubbers(rubber_text())[0], [{}, {"trick": 4}])


def rows(review: Review) -> list[dict[str, object]]:
    """Return all rows of the review, without the columns that identify a row."""
    stored = [*review.decisions.order_by("number"), *review.deals.order_by("game", "deal")]
    return [model_to_dict(row, exclude=["id", "review"]) for row in stored]


def test_decision_is_stored_as_it_was_judged(reviewed: Review) -> None:
    write_review_rows(reviewed, [DEAL, UNKNOWN])
    discard, card, another = Decision.objects.order_by("number")
    assert (discard.number, card.number, another.number) == (1, 2, 3)
    assert (discard.expected, discard.chances) == ({"HT.D7": -0.2, "D7": 0.3}, {"HT.D7": 0.41, "D7": 0.5})
    assert discard.book == {"rule": "one trump", "choices": ["D7"]}
    assert discard.reasons == [{"code": "keeps", "cards": ["HT"]}]
    for stored, decision in ((discard, DISCARD), (card, CARD)):
        for column in (
            *("game", "deal", "kind", "trick", "token", "player", "chosen", "loss", "method", "se"),
            *("double_dummy_loss", "worlds", "equity_loss", "equity_se", "rubber_loss", "stake_loss"),
        ):
            assert getattr(stored, column) == getattr(decision, column), column
        assert stored.best == list(decision.best)
    assert (discard.label, card.label) == ("mistake", "")


def test_where_the_score_is_not_known_no_chances_are(reviewed: Review) -> None:
    write_review_rows(reviewed, [DEAL])
    card = Decision.objects.get(kind="card")
    assert (card.chances, card.equity_loss, card.book) == ({}, None, None)


def test_luck_and_moments_of_a_deal(reviewed: Review) -> None:
    write_review_rows(reviewed, [DEAL, UNKNOWN])
    known, unknown = DealReview.objects.order_by("deal")
    marks = (known.dealt_marks, known.turned_marks, known.drawn_marks, known.result_marks)
    chances = (known.dealt_chance, known.turned_chance, known.drawn_chance, known.result_chance)
    assert marks == (0.31, -0.05, 0.22, 1.0)
    assert chances == (0.05, -0.01, 0.04, 0.17)
    assert known.luck_se == pytest.approx(0.05)
    assert known.moments == [{"step": "trick", "token": 9, "trick": 1, "chance": 0.625}]
    assert (unknown.dealt_marks, unknown.result_chance) == (None, None)
    assert (unknown.luck_se, unknown.moments) == (None, [])


def test_luck_that_was_counted_out_has_no_standard_error(reviewed: Review) -> None:
    exact = judged.Luck(*(judged.Swing(0.31, 0.05) for _ in range(4)))
    write_review_rows(reviewed, [replace(DEAL, luck=exact)])
    assert DealReview.objects.get().luck_se is None


def test_written_again_is_written_once(reviewed: Review) -> None:
    write_review_rows(reviewed, [DEAL, UNKNOWN])
    write_review_rows(reviewed, [UNKNOWN])
    assert list(Decision.objects.values_list("number", "deal")) == [(1, 3)]
    assert list(DealReview.objects.values_list("deal", flat=True)) == [3]


def test_copy_is_the_same_and_leaves_the_source(reviewed: Review) -> None:
    import_text(rubber_text("Wheble"))
    other = review(Rubber.objects.latest("pk"), [{}])
    write_review_rows(reviewed, [DEAL, UNKNOWN])
    before = rows(reviewed)
    copy_review_rows(other, reviewed)
    assert rows(other) == rows(reviewed) == before

from __future__ import annotations

from dataclasses import replace

import pytest
from django.forms import model_to_dict

from matches.models import DealReview, Decision, Review, Rubber
from matches.reviews.rows import copy_review_rows, write_review_rows
from tests.factories.rubbers import stored_rubbers
from tests.matches.files import import_text, rubber_text
from tests.matches.pages.records import review
from worker.review import decision as judged

pytestmark = [pytest.mark.django_db, pytest.mark.core]

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
    """All of its rows, but what belongs to the row alone."""
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
    assert (known.dealt_marks, known.turned_marks, known.drawn_marks, known.result_marks) == (
        *(0.31, -0.05, 0.22, 1.0),
    )
    assert (known.dealt_chance, known.turned_chance, known.drawn_chance, known.result_chance) == (
        *(0.05, -0.01, 0.04, 0.17),
    )
    assert known.luck_se == pytest.approx(0.05)
    assert known.moments == [{"step": "trick", "token": 9, "trick": 1, "chance": 0.625}]
    assert (unknown.dealt_marks, unknown.result_chance, unknown.luck_se, unknown.moments) == (
        None,
        None,
        None,
        [],
    )


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

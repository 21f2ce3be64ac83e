from __future__ import annotations

from typing import Any

import pytest

from matches.models import DealReview
from matches.pages.rubbers.deal_page import DealPage
from matches.pages.rubbers.deal_review import DealReviewPage, review_of
from tests.matches.pages.records import first_deal
from tests.matches.pages.rubbers.test_deal_page import FIRST, NAMES
from tests.matches.pages.rubbers.test_step_comments import lead

MADE = (lead(), lead(trick=2, token=14, chosen="HT", best=["H9"]))


def reviewed(deals: str = FIRST, review: DealReview | None = None, **given: Any) -> DealReviewPage | None:
    deal = first_deal(deals)
    page = DealPage(deal, names=NAMES, judgements=MADE)
    return review_of(deal, page, MADE, review, names=NAMES, **given)


def at(wanted: str, **given: Any) -> DealReviewPage:
    page = reviewed(wanted=wanted, **given)
    assert page is not None
    return page


@pytest.mark.parametrize(
    ("wanted", "now"),
    [("", 1), ("7", 7), ("0", 1), ("17", 16), ("trick-2-a", 10), ("trick-5-b", 1), ("٣", 1)],
)
def test_step_is_asked_for_by_number_or_by_its_decision(wanted: str, now: int) -> None:
    assert at(wanted).now == now


@pytest.mark.parametrize(("wanted", "next_mistake"), [("1", 7), ("7", 10), ("10", 0), ("16", 0)])
def test_next_mistake_is_one_after_this_step(wanted: str, next_mistake: int) -> None:
    assert at(wanted).next_mistake == next_mistake


def test_steps_before_the_play_and_tricks_are_listed_apart() -> None:
    page = at("1")
    assert [link.step.label or link.step.number for link in page.before_play] == [
        *("Dealt", "Proposed", "Gave", 3, 4, "Stood")
    ]
    lines = [(trick.number, trick.upper and trick.upper.comment.number) for trick in page.tricks]
    assert lines == [(1, 8), (2, 9), (3, 12), (4, 14), (5, 16)]


def test_view_stays_in_the_addresses() -> None:
    assert [at("1", view=view).query for view in ("both", "a", "b", "c")] == ["", "&as=a", "&as=b", ""]


def test_bar_has_b_above_a() -> None:
    moments = [{"step": "turned", "token": 3, "trick": None, "chance": 0.44}]
    odds = at("1", review=DealReview(moments=moments)).odds
    assert (odds.upper, odds.upper_text, odds.lower_text) == (56, "56", "44")
    assert not at("1").odds.is_known


def test_deal_without_every_card_has_no_review() -> None:
    assert reviewed("1. A ^C9 S =B3 (0-1)") is None

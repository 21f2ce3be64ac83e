"""A rubber's page in a browser: from the rubber to its worst mistake, and a rubber that is followed during play."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from matches.models import DealReview, Rubber
from matches.rubbers.change_rubbers import record_deal
from tests.browser.looking import OpenPage, axe_faults, excess_width
from tests.factories.clubs import make_club
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.common.test_live_updates import begin
from tests.matches.pages.records import LUCK, import_text, review, text

pytestmark = pytest.mark.e2e

REASON: Final = re.compile("4,123")
"""The number of hands against which the blunder loses, which the reason names."""
TAP: Final = 44
BLUNDER: Final[dict[str, Any]] = {
    "trick": 3,
    "token": 12,
    "player": "B",
    "equity_loss": 0.13,
    "chances": {"DQ": 0.4, "HA": 0.53, "D8": 0.35},
    "reasons": [{"code": "loses_against", "worlds": 12650, "loses": 4123, "gains": 31, "best": "HA"}],
}


@pytest.fixture
def reviewed(transactional_db: None) -> Rubber:
    """Return a rubber with a blunder in its first deal, and a mistake in each of its two deals."""
    (rubber,) = import_text(make_club(reviews_open=True), text())
    slip: dict[str, Any] = {"player": "A", "equity_loss": 0.06, "trick": 2}
    made = review(rubber, [BLUNDER, slip, {**slip, "deal": 2}])
    DealReview.objects.create(review=made, game=1, deal=1, moments=[], **LUCK)
    return rubber


@pytest.mark.parametrize("way", ["dot", "badge", "key moment"])
def test_newcomer_reaches_the_reason_of_the_worst_mistake_in_two_taps(
    open_page: OpenPage, reviewed: Rubber, way: str
) -> None:
    page = open_page(width=390, height=844).page
    page.goto(f"/rubbers/{reviewed.public_id}/")
    main = page.locator("main")
    {
        "dot": main.locator(".dot.blunder"),
        "badge": main.locator(".deal-rows .mark.blunder"),
        "key moment": main.get_by_role("link", name="Blunder: Game 1, deal 1"),
    }[way].click()
    expect(page).to_have_url(re.compile("/games/1/deals/1/.*step=trick-3-b$"))
    reason = main.get_by_text(REASON).first
    why = main.locator("summary", has_text="Why").first
    if not reason.is_visible():
        why.click()
    expect(reason).to_be_visible()


def test_dots_and_rows_answer_to_a_finger(open_page: OpenPage, reviewed: Rubber) -> None:
    page = open_page(width=320, height=640).page
    page.goto(f"/rubbers/{reviewed.public_id}/")
    assert excess_width(page) == 0
    for strip in page.locator(".dot rect").all():
        box = strip.bounding_box()
        assert box is not None
        assert box["height"] >= TAP
        assert box["width"] >= TAP / 2
    for row in page.locator(".deal-rows tr:not(.head-row):has(td)").all():
        box = row.bounding_box()
        assert box is not None
        assert box["height"] >= TAP
    row = page.locator(".deal-rows tr:not(.head-row):has(td)").nth(1)
    row.click(position={"x": 150, "y": 20})
    expect(page).to_have_url(re.compile("/games/1/deals/2/$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_accessible(open_page: OpenPage, reviewed: Rubber, scheme: str) -> None:
    page = open_page(width=390, height=844, color_scheme=scheme).page
    page.goto(f"/rubbers/{reviewed.public_id}/")
    assert axe_faults(page) == []


def test_calls_and_marks_come_while_the_rubber_is_played(transactional_db: None, open_page: OpenPage) -> None:
    event_hands: EventHands = playing("swiss", rounds=3)
    rubber = begin(event_hands)
    page: Page = open_page(width=390, height=844).page
    with page.expect_response("**/live/poll*"):
        page.goto(f"/rubbers/{rubber.public_id}/")
    rows = page.locator(".deal-rows tr:not(.head-row):has(td)")
    expect(rows).to_have_count(0)
    rubber = record_deal(rubber, "A P R Kb =B4 (0-3)", act=event_hands.act())
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("Refused")
    expect(rows.first).to_contain_text("0–3")
    expect(rows.first.locator("i.b")).to_have_count(3)

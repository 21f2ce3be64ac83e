"""The score pad as two players use it: a phone that followed the table's link, taps alone, nobody signed in."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext

from matches.models import Rubber
from matches.pages.common.rubber_context import checked_record
from scoring.cards import format_card
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one, write_deal
from scoring.record import Cut
from tests.browser.looking import axe_faults, excess_width, watch
from tests.browser.pads.tapping import CUT, DealTaps, PadOnPage, Phone, marks_of, taps_of

pytestmark = pytest.mark.e2e

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
MOST_TAPS = 6


def sample(index: int) -> CheckedRubber:
    """Return the rubber of the evening by its place in the file, from 1."""
    text = (SAMPLES / "evening.egn").read_text()
    return check_rubber(read_one('[EGN "' + text.split('[EGN "')[index]))


def expected(index: int) -> dict[str, Any]:
    lines = (SAMPLES / "evening.expected.jsonl").read_text().splitlines()
    answer: dict[str, Any] = json.loads(lines[index - 1])
    return answer


@pytest.fixture
def context(phone: Phone) -> BrowserContext:
    return phone(has_touch=True)


def cut_of(record: CheckedRubber, game: int) -> list[tuple[str, str]]:
    cuts = [part for part in record.games[game].game.opening if isinstance(part, Cut)]
    return [(format_card(a), format_card(b)) for cut in cuts for a, b in cut.pairs]


def without_tricks(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for game in games:
        for deal in game["deals"]:
            deal.pop("tricks")
    return games


@pytest.mark.e2e(first=True)
def test_newcomer_scores_a_whole_rubber_by_taps_alone(
    context: BrowserContext, token: str, rubber: Rubber
) -> None:
    record = sample(1)
    pad = PadOnPage.by_link(context, token)
    watched = watch(pad.page)
    pad.cut(cut_of(record, 0))
    taps = []
    for game in record.games:
        for deal in game.deals:
            taps.append(pad.write(taps_of(deal)))
            if deal.score is not None and 5 not in deal.score:
                pad.has_score(*deal.score)
    pad.is_at("end")
    pad.is_sent()
    assert marks_of(rubber) == without_tricks(expected(1)["games"])
    assert median(taps) <= 4
    assert max(taps) <= MOST_TAPS
    pad.confirm_passed_round("A")
    pad.page.get_by_text("Both sides agree").wait_for()
    rubber.refresh_from_db()
    assert rubber.state == Rubber.State.CONFIRMED
    assert rubber.is_agreed
    assert watched.complaints == []


def test_one_game_is_written_with_every_card(context: BrowserContext, token: str, rubber: Rubber) -> None:
    record = sample(1)
    pad = PadOnPage.by_link(context, token)
    pad.cut(cut_of(record, 0))
    for deal in record.games[0].deals:
        line = write_deal(deal.deal).split(maxsplit=2)[2]
        pad.write_cards(line)
        assert deal.score is not None
    pad.is_at("deal")
    pad.is_sent()
    rubber.refresh_from_db()
    stored = checked_record(rubber).games[0]
    assert [write_deal(deal.deal) for deal in stored.deals] == [
        write_deal(deal.deal) for deal in record.games[0].deals
    ]
    assert stored.points == record.games[0].points


def test_unlawful_card_names_its_law_and_can_be_taken_back(context: BrowserContext, token: str) -> None:
    pad = PadOnPage.begun(context, token)
    pad.tap("cards")
    for token in ["^C9", "B:HA.DQ8.CKT", "A:SQ8.DJ.C87", "S", "CT"]:
        pad.token(token)
    pad.answered()
    pad.tap("card", "SQ")
    pad.is_at("law")
    assert "law 43" in pad.page.locator("#pad").inner_text()
    pad.tap("back")
    pad.is_at("cards")
    assert pad.button("card", "SQ").get_attribute("aria-disabled") is None


def test_choice_tapped_again_is_taken_back(context: BrowserContext, token: str) -> None:
    pad = PadOnPage.begun(context, token)
    pad.choose(DealTaps("stood", king="A", winner="A"))
    for choice in (("said", "stood"), ("king", "A"), ("won", "A point")):
        pad.tap(*choice)
        assert pad.button(*choice).get_attribute("aria-pressed") == "false"
    assert pad.button("write").get_attribute("aria-disabled") == "true"


def test_last_deal_is_taken_back_and_written_anew(
    context: BrowserContext, token: str, rubber: Rubber
) -> None:
    pad = PadOnPage.begun(context, token)
    pad.write(DealTaps("stood", winner="B"))
    pad.has_score(0, 1)
    pad.is_sent()
    pad.fix()
    pad.tap("undo-anew")
    pad.is_at("deal")
    pad.has_score(0, 0)
    pad.tap("won", "B vole")
    pad.tap("write")
    pad.has_score(0, 2)
    pad.is_sent()
    (game,) = marks_of(rubber)
    assert [deal["score"] for deal in game["deals"]] == [[0, 2]]


def test_tie_is_cut_again_and_a_cut_may_be_left_out(
    context: BrowserContext, token: str, rubber: Rubber
) -> None:
    pad = PadOnPage.by_link(context, token)
    pad.cut([("CJ", "DJ"), ("C7", "D9")])
    pad.is_at("deal")
    assert pad.page.locator('[data-side="B"]').get_by_text("deals").is_visible()
    pad.is_sent()
    rubber.refresh_from_db()
    assert cut_of(checked_record(rubber), 0) == [("CJ", "DJ"), ("C7", "D9")]


def test_rubber_is_ended_early_and_the_other_side_disputes(
    context: BrowserContext, token: str, rubber: Rubber
) -> None:
    pad = PadOnPage.by_link(context, token)
    pad.tap("open", "menu")
    pad.tap("open", "early")
    pad.tap("early", "walkover")
    pad.tap("early-winner", "A")
    pad.tap("report-early", "A")
    pad.tap("disputing", "of B")
    pad.page.get_by_label("What is wrong?").fill("I was there at eight.")
    pad.tap("dispute", "B")
    pad.page.get_by_text("The result is disputed").wait_for()
    rubber.refresh_from_db()
    assert rubber.state == Rubber.State.DISPUTED


def test_rulings_are_one_tap_away(phone: Phone, token: str, rubber: Rubber) -> None:
    pad = PadOnPage.begun(phone(viewport={"width": 320, "height": 568}, has_touch=True), token)
    rulings = pad.page.get_by_role("link", name="Rulings")
    address = reverse("web:pad_book", args=[rubber.public_id])
    pad.page.locator(f'.pad-bar a[href="{address}"]').wait_for()
    assert excess_width(pad.page) <= 0
    rulings.tap()
    pad.page.wait_for_url(f"**{address}")
    assert pad.page.get_by_text("Game 1, deal 1").is_visible()
    assert pad.page.get_by_role("heading", level=1).inner_text() == "Ruling"


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((320, 568, "dark"), marks=pytest.mark.soak),
        (390, 844, "light"),
        pytest.param((1280, 900, "light"), marks=pytest.mark.soak),
    ],
)
def test_every_screen_fits_and_can_be_used_by_everybody(
    phone: Phone, token: str, size: tuple[int, int, str]
) -> None:
    width, height, scheme = size
    context = phone(viewport={"width": width, "height": height}, color_scheme=scheme)
    pad = PadOnPage.by_link(context, token)

    def look() -> None:
        assert excess_width(pad.page) <= 0
        assert axe_faults(pad.page) == []

    look()
    pad.cut(CUT)
    pad.choose(DealTaps("given_refused", king="A", winner="A"))
    look()
    if height > 800:
        box = pad.button("cards").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    pad.tap("write")
    for screen in ("menu", "right", "early"):
        pad.tap("open", "menu")
        if screen != "menu":
            pad.page.evaluate("screen => pad.go(screen)", screen)
        look()
        pad.tap("back")
    pad.tap("cards")
    pad.token("^H9")
    pad.answered()
    look()

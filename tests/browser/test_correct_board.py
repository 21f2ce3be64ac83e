"""A deal that was recorded card by card is corrected on the board of 32 cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from matches.models import Rubber
from tests.browser.looking import OpenPage, axe_faults, excess_width
from tests.matches.pages.records import import_text
from tests.matches.pages.rubbers.entry.people import People

pytestmark = pytest.mark.e2e

EVENING = Path(__file__).parents[1] / "data" / "samples" / "evening.egn"


@pytest.fixture
def rubber(people: People) -> Rubber:
    text = EVENING.read_text().partition('\n\n[EGN "1"]')[0]
    return import_text(people.club, text)[0]


def opened_at(open_page: OpenPage, people: People, rubber: Rubber, **options: object) -> Page:
    page = open_page(people.users["Director"], **options).page  # type: ignore[arg-type]
    page.goto(f"/rubbers/{rubber.public_id}/correct/")
    page.locator('a[href="?deal=1.1"]').click()
    page.get_by_role("heading", name="Game 1, deal 1").wait_for()
    return page


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_card_is_replaced_by_two_taps_and_stored(
    open_page: OpenPage, people: People, rubber: Rubber, scheme: str
) -> None:
    page = opened_at(open_page, people, rubber, width=320, height=568, color_scheme=scheme)
    board = page.locator("#correct-board")
    text = page.locator("textarea[name=line]")
    expect(text).not_to_be_visible()
    before = text.input_value()
    step = board.get_by_role("button", name="A♥")
    step.click()
    expect(step).to_have_attribute("aria-pressed", "true")
    board.locator(".board.answered").wait_for()
    assert axe_faults(page) == []
    assert excess_width(page) <= 0
    board.get_by_role("button", name="eight of diamonds", exact=True).click()
    expect(text).to_have_value(before.replace("HA SQ", "D8 SQ"))
    board.locator(".finding").first.wait_for()
    board.get_by_role("button", name="8♦").last.click()
    board.locator(".board.answered").wait_for()
    board.get_by_role("button", name="ace of hearts", exact=True).click()
    expect(text).to_have_value(before.replace("HA SQ D8 S8", "D8 SQ HA S8"))
    board.locator(".board.answered").wait_for()
    expect(board.locator(".finding")).to_have_count(0)
    page.get_by_label("Reason").fill("Seen again.")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_role("main")).to_contain_text("The rubber is corrected")
    rubber.refresh_from_db()
    assert "D8 SQ, HA S8" in rubber.egn


def test_step_is_removed_and_put_back_before_the_one_that_is_chosen(
    open_page: OpenPage, people: People, rubber: Rubber
) -> None:
    page = opened_at(open_page, people, rubber)
    board, text = page.locator("#correct-board"), page.locator("textarea[name=line]")
    before = text.input_value()
    board.get_by_role("button", name="Walker marks the king").click()
    board.get_by_role("button", name="Remove this step").click()
    expect(text).to_have_value(before.replace(" Kb", ""))
    board.get_by_role("button", name="10♣").click()
    board.locator(".board.answered").wait_for()
    board.get_by_role("button", name="King: Walker").click()
    expect(text).to_have_value(before)


def test_text_is_the_way_without_a_script(open_page: OpenPage, people: People, rubber: Rubber) -> None:
    page = opened_at(open_page, people, rubber, java_script_enabled=False)
    expect(page.locator("#correct-board")).not_to_be_visible()
    text = page.locator("textarea[name=line]")
    expect(text).to_be_visible()
    text.fill(text.input_value().replace("HA SQ D8 S8", "D8 S8 HA SQ"))
    page.get_by_label("Reason").fill("Seen again.")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_role("main")).to_contain_text("The rubber is corrected")
    rubber.refresh_from_db()
    assert "D8 S8, HA SQ" in rubber.egn


def test_what_is_written_as_text_is_on_the_board(open_page: OpenPage, people: People, rubber: Rubber) -> None:
    page = opened_at(open_page, people, rubber)
    page.get_by_text("Edit as text").click()
    page.locator("textarea[name=line]").fill("^HK S SQ")
    steps = page.locator("#correct-board .so-far li")
    expect(steps).to_have_count(3)
    expect(steps.first).to_contain_text("Trump: K♥")

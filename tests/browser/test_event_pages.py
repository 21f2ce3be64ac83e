"""Live updates on the pages of an event: incoming results, and the screen that cycles through its pages."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.looking import BOTH_WAYS, OpenPage, axe_faults, width_faults
from tests.matches.events.event_hands import EventHands, playing
from tests.matches.pages.events.scenes import drawn

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("transactional_db")]

TO_THE_NEXT_SLIDE = 12_600
TO_FRESH_SLIDES = 15_100
TO_A_FRESH_ROUND = 20_100


def address(event_hands: EventHands, name: str, *more: object) -> str:
    return reverse(f"web:{name}", args=[event_hands.event.club.slug, event_hands.event.public_id, *more])


def at_stopped_clock(open_page: OpenPage, path: str) -> Page:
    page = open_page(width=1280, height=720).page
    page.clock.install()
    page.goto(path)
    return page


def test_screen_turns_by_itself_and_by_key_and_stops(open_page: OpenPage) -> None:
    page = at_stopped_clock(open_page, address(drawn("swiss", size=26, rounds=3, played=1), "event_room"))
    count = page.locator("[data-count]")
    expect(count).to_have_text("1 / 6")
    page.clock.run_for(TO_THE_NEXT_SLIDE)
    expect(count).to_have_text("2 / 6")
    page.keyboard.press(" ")
    page.clock.run_for(2 * TO_THE_NEXT_SLIDE)
    expect(count).to_have_text("2 / 6")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(count).to_have_text("6 / 6")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("1 / 6")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".slide:not([hidden]) h2")).to_have_text("Standings")


def test_screen_puts_scores_in_the_middle_of_their_lines(open_page: OpenPage) -> None:
    page = at_stopped_clock(open_page, address(drawn("swiss", size=4, rounds=1), "event_room"))
    middles = page.eval_on_selector_all(
        ".slide:not([hidden]) li, .slide:not([hidden]) .score",
        "all => all.map(each => each.getBoundingClientRect()).map(box => Math.round(box.left + box.width / 2))",
    )
    assert len(middles) == 4
    assert max(middles) - min(middles) <= 1


def test_result_comes_onto_the_screen(open_page: OpenPage) -> None:
    event_hands = playing("swiss", size=2, rounds=1)
    page = at_stopped_clock(open_page, address(event_hands, "event_room"))
    score = page.locator(".slide:not([hidden]) .score")
    expect(score).to_have_text("–")
    page.keyboard.press(" ")
    event_hands.win((1, 1, 1))
    page.clock.run_for(TO_FRESH_SLIDES)
    expect(score).to_have_text("2–0")


@pytest.mark.parametrize("size", [4, 10])
def test_page_opens_at_its_top_with_the_current_round_in_the_rail(open_page: OpenPage, size: int) -> None:
    """The rail of nine rounds is wider than a phone, that of three is not."""
    page = open_page(width=390, height=420).page
    page.goto(address(drawn("round_robin", size=size, played=size - 2), "event"))
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight && scrollY") == 0
    rail = page.locator(".rail").bounding_box()
    current = page.locator(".rail [aria-current]").bounding_box()
    assert rail is not None
    assert current is not None
    assert rail["x"] <= current["x"] < rail["x"] + rail["width"]


def test_result_comes_onto_the_page_of_its_round(open_page: OpenPage) -> None:
    event_hands = playing("swiss", size=2, rounds=1)
    page = at_stopped_clock(open_page, address(event_hands, "event_round", 1, 1))
    event_hands.win((1, 1, 1))
    page.clock.run_for(TO_A_FRESH_ROUND)
    expect(page.locator(".pairings a .score")).to_contain_text("2–0")


def test_twelve_lines_fit_the_screen(open_page: OpenPage) -> None:
    page = at_stopped_clock(open_page, address(drawn("swiss", size=24, rounds=3), "event_room"))
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    letters = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.lines')).fontSize)")
    assert letters >= 720 / 24


@pytest.mark.parametrize(("width", "height", "scheme"), BOTH_WAYS)
def test_pages_of_every_format_are_accessible_and_fit(
    open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    knockout = drawn("knockout", size=20, third_place=True, consolation=True, played=1)
    paths = [
        address(knockout, "event"),
        address(knockout, "event_bracket", 1),
        address(knockout, "event_room") + "?slide=2",
    ]
    watched = open_page(width=width, height=height, color_scheme=scheme)
    faults = []
    for path in paths:
        watched.page.goto(path)
        faults += [f"{path}: {fault}" for fault in axe_faults(watched.page) + width_faults(watched.page)]
    assert faults + watched.complaints == []


def test_tap_on_a_row_of_the_standings_says_why_it_is_there(open_page: OpenPage) -> None:
    event_hands = drawn("swiss", size=4, rounds=3, played=1)
    page = open_page().page
    page.goto(address(event_hands, "event"))
    row = page.locator(".ranking tbody tr").nth(1)
    reason = row.locator(".why p")
    expect(reason).to_be_hidden()
    box = row.bounding_box()
    assert box is not None
    row.click(position={"x": box["width"] / 2, "y": 20})
    expect(reason).to_have_text(re.compile("Ahead of .*: 1 rubber to 0"))


def test_share_button_copies_the_address_where_there_is_no_dialogue(open_page: OpenPage) -> None:
    event_hands = drawn("swiss", size=4, rounds=3)
    page = open_page(permissions=["clipboard-read", "clipboard-write"]).page
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(address(event_hands, "event"))
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url

"""What goes on by itself on the pages of an event: results that come in, and the screen that turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import BOTH_WAYS, axe_faults, watch, width_faults
from tests.matches.helpers.event_hands import EventHands, playing
from tests.matches.pages.events.public.scenes import drawn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("transactional_db")]

TO_THE_NEXT_SLIDE = 12_600
TO_FRESH_SLIDES = 15_100
TO_A_FRESH_ROUND = 20_100


def address(told: EventHands, name: str, *more: object) -> str:
    return reverse(f"web:{name}", args=[told.event.club.slug, told.event.public_id, *more])


def opened(browser: Browser, server: LiveServer, path: str) -> Page:
    """The page at ``path``, on a clock that stands still until it is put forward."""
    page = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 720}).new_page()
    page.clock.install()
    page.goto(path)
    return page


def test_screen_turns_by_itself_and_by_key_and_stops(browser: Browser, live_server: LiveServer) -> None:
    page = opened(browser, live_server, address(drawn("swiss", size=26, rounds=3), "event_room"))
    count = page.locator("[data-count]")
    expect(count).to_have_text("1 / 5")
    page.clock.run_for(TO_THE_NEXT_SLIDE)
    expect(count).to_have_text("2 / 5")
    page.keyboard.press(" ")
    page.clock.run_for(2 * TO_THE_NEXT_SLIDE)
    expect(count).to_have_text("2 / 5")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("5 / 5")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("1 / 5")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".slide:not([hidden]) h2")).to_have_text("Standings")
    page.context.close()


def test_result_comes_onto_the_screen(browser: Browser, live_server: LiveServer) -> None:
    told = playing("swiss", size=2, rounds=1)
    page = opened(browser, live_server, address(told, "event_room"))
    score = page.locator(".slide:not([hidden]) .score")
    expect(score).to_have_text("–")
    page.keyboard.press(" ")
    told.win((1, 1, 1))
    page.clock.run_for(TO_FRESH_SLIDES)
    expect(score).to_have_text("2–0")
    page.context.close()


def test_result_comes_onto_the_page_of_its_round(browser: Browser, live_server: LiveServer) -> None:
    told = playing("swiss", size=2, rounds=1)
    page = opened(browser, live_server, address(told, "event_round", 1, 1))
    told.win((1, 1, 1))
    page.clock.run_for(TO_A_FRESH_ROUND)
    expect(page.locator(".pairings .score a")).to_contain_text("2–0")
    page.context.close()


def test_twelve_lines_fit_the_screen(browser: Browser, live_server: LiveServer) -> None:
    page = opened(browser, live_server, address(drawn("swiss", size=24, rounds=3), "event_room"))
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    letters = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.lines')).fontSize)")
    assert letters >= 720 / 24
    page.context.close()


@pytest.mark.parametrize(("width", "height", "scheme"), BOTH_WAYS)
def test_pages_of_every_format_are_accessible_and_fit(
    browser: Browser, live_server: LiveServer, width: int, height: int, scheme: str
) -> None:
    knockout = drawn("knockout", size=20, third_place=True, consolation=True, played=1)
    paths = [
        address(knockout, "event"),
        address(knockout, "event_bracket", 1),
        address(knockout, "event_room") + "?slide=2",
    ]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        base_url=live_server.url,
    )
    watched = watch(context.new_page())
    faults = []
    for path in paths:
        watched.page.goto(path)
        faults += [f"{path}: {fault}" for fault in axe_faults(watched.page) + width_faults(watched.page)]
    context.close()
    assert faults + watched.complaints == []

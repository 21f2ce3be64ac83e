"""A visitor on a phone: one tap on the home page, and the verdict is there."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club

pytestmark = pytest.mark.e2e


def test_first_verdict_takes_one_page_and_one_touch_without_a_script(
    club: Club, live_server: LiveServer, plain_context: BrowserContext
) -> None:
    page = plain_context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    loaded: list[str] = []
    page.on(
        "request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None
    )
    page.goto("/")
    answer = page.locator(".answer:visible")
    expect(answer).to_have_count(0)
    page.get_by_role("link", name="king of hearts", exact=True).click()
    expect(answer).to_have_count(1)
    expect(answer.locator("h3")).to_have_text("K♥ is a blunder")
    expect(page.get_by_role("link", name="Next hand")).to_be_in_viewport()
    expect(page.get_by_role("link", name="ace of diamonds", exact=True)).to_be_in_viewport()
    assert len(loaded) == 1

    page.get_by_role("link", name="ace of diamonds", exact=True).click()
    expect(answer.locator("h3")).to_have_text("A♦ is best")
    page.get_by_role("link", name="Next hand").click()
    expect(page.locator(".progress")).to_contain_text("Hand 2 of 12")

"""The site as the README's first command starts it, walked in a real browser."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.support.site import StartedSite

pytestmark = pytest.mark.e2e

PATIENCE_SECONDS = 240
"""The longest wait in seconds: the first review waits for its kernels to compile, slowly on a busy machine."""


def reload_until_shown(page: Page, text: str) -> None:
    """Reload until the worker, which reviews in the background, is done."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not page.get_by_text(text).first.is_visible():
        assert time.monotonic() < deadline, f"{text!r} never came up on {page.url}"
        page.wait_for_timeout(500)
        page.reload()


@pytest.mark.e2e(first=True)
def test_walk_from_club_to_event_to_rubber_to_flagged_card(started_site: StartedSite, page: Page) -> None:
    page.goto(started_site.url)
    page.get_by_role("link", name="See a club").click()
    page.get_by_role("link", name="Autumn Cup").first.click()
    reload_until_shown(page, "Tap a row to see why.")
    page.locator(".results a").first.click()
    reload_until_shown(page, "Key moments")
    page.locator(".deal-rows tr").filter(has=page.locator(".mark")).first.get_by_role("link").first.click()
    page.get_by_role("link", name="Next mistake").click()
    expect(page.locator("article:visible .verdict").first).to_contain_text(" cost ", use_inner_text=True)

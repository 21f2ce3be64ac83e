"""An owner without a club comes from the sign-in to the first rubber that counts in few pages and touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from matches.models import Club, Rubber
from tests.browser.looking import OpenPage
from tests.matches.clubs.people import make_user

pytestmark = pytest.mark.e2e
MOST_PAGES: Final = 4
MOST_TOUCHES: Final = 10


def test_from_the_sign_in_to_the_first_rubber_that_counts(open_page: OpenPage) -> None:
    watched = open_page(make_user("Clay"), timezone_id="Europe/Paris")
    page = watched.page
    page.goto("/")
    pages = [page.url]
    page.on("load", lambda loaded: pages.append(loaded.url))
    main = page.get_by_role("main")
    touches: list[Callable[[], None]] = [
        lambda: main.locator('a[href="/clubs/new/"]').first.click(),
        lambda: main.get_by_label("Name", exact=True).fill("Kew Gardens"),
        lambda: main.get_by_role("button", name="Create the club").click(),
        lambda: main.get_by_label("Player A").fill("Clay"),
        lambda: main.get_by_label("Player B").fill("Bell"),
        lambda: main.get_by_role("button", name="2–1").click(),
    ]
    for touch in touches:
        touch()
    expect(page.get_by_text("it counts")).to_be_visible()
    assert Rubber.objects.get().state == Rubber.State.CONFIRMED
    assert Club.objects.get().time_zone == "Europe/Paris"
    assert len(pages) <= MOST_PAGES, pages
    assert len(touches) <= MOST_TOUCHES
    assert watched.complaints == []

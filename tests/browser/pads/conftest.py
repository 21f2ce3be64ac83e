from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from matches.pads.table_links import make_link
from tests.browser.pads.scripted_site import Site, open_pad
from tests.browser.pads.tapping import Phone
from tests.matches.pages.rubbers.entry.people import People, opened


@pytest.fixture
def site(context: BrowserContext) -> Site:
    site = Site()
    site.serve(context)
    return site


@pytest.fixture
def pad(page: Page, site: Site) -> Page:
    """A page of that site with nothing on it but an open pad."""
    open_pad(page, site)
    return page


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people, reckoning="treble")


@pytest.fixture
def token(people: People, rubber: Rubber) -> str:
    return make_link(rubber, by=people.users["Owner"]).token


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Phone]:
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        options.setdefault("viewport", {"width": 390, "height": 844})
        contexts.append(browser.new_context(base_url=live_server.url, **options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()

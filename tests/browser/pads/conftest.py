from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from matches.pads.table_links import make_link
from tests.browser.pads.scripted_site import Site, open_pad
from tests.browser.pads.tapping import Phone
from tests.factories.clubs import make_club
from tests.matches.pages.rubbers.entry.people import People, make_people, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@pytest.fixture
def site(context: BrowserContext) -> Site:
    """A site that does as a test says, in place of the real one."""
    site = Site()
    site.serve(context)
    return site


@pytest.fixture
def pad(page: Page, site: Site) -> Page:
    """A page of that site with nothing on it but an open pad."""
    open_pad(page, site)
    return page


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club(time_zone="Europe/London"))


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people, reckoning="treble")


@pytest.fixture
def token(people: People, rubber: Rubber) -> str:
    """The code of a link to the rubber's pad."""
    return make_link(rubber, by=people.users["Owner"]).token


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Phone]:
    """Makes another phone each time."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        size: Any = {"width": 390, "height": 844}
        contexts.append(browser.new_context(viewport=size, base_url=live_server.url, **options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()

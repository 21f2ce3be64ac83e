from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pads.scripted_site import Site, open_pad

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


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

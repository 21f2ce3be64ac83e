"""Every page in French on the narrowest telephone: French says the same at greater length."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import excess_width
from tests.browser.sessions import sign_in
from tests.matches.pages.every_page import Scene, addresses, make_scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.e2e

LEAVES = {"account_logout", "account_reset_password_from_key"}
"""Pages after which the owner is no longer signed in, or whose address is used up."""
CUT_OFF = """
[...document.querySelectorAll("main button, main .button, main .tag, main th, main label, main summary")]
    .filter(it => it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1)
    .map(it => it.textContent.trim())
"""
"""Labels that are longer than the room they have."""


@pytest.fixture
def scene(transactional_db: None, live_server: LiveServer) -> Scene:
    return make_scene(2)


@pytest.mark.parametrize("apart", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_every_page_fits_in_french(
    scene: Scene, browser: Browser, live_server: LiveServer, apart: int
) -> None:
    """A short run opens one page in three."""
    context = browser.new_context(
        base_url=live_server.url, locale="fr-FR", viewport={"width": 320, "height": 740}
    )
    sign_in(context, live_server, scene.owner)
    page = context.new_page()
    faults = [
        f"{name}: {fault}"
        for name, address in list(addresses(scene).items())[::apart]
        if name not in LEAVES
        for fault in faults_of(page, address)
    ]
    context.close()
    assert faults == []


def faults_of(page: Page, address: str) -> list[str]:
    page.goto(address)
    assert page.locator("html").get_attribute("lang") == "fr"
    faults = [f"{text!r} is cut off" for text in page.evaluate(CUT_OFF)]
    excess = excess_width(page)
    return [*faults, f"{excess} px too wide"] if excess > 0 else faults

"""Every page in French on the narrowest phone, because French texts are longer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import OpenPage, excess_width
from tests.matches.pages.every_page import Scene, addresses, make_scene

pytestmark = pytest.mark.e2e

LEAVES = {"account_logout", "account_reset_password_from_key"}
CUT_OFF = """
[...document.querySelectorAll("main button, main .button, main .tag, main th, main label, main summary")]
    .filter(it => it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1)
    .map(it => it.textContent.trim())
"""


@pytest.fixture
def scene(transactional_db: None, live_server: LiveServer) -> Scene:
    return make_scene(2)


@pytest.mark.parametrize("apart", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_every_page_fits_in_french(scene: Scene, open_page: OpenPage, apart: int) -> None:
    page = open_page(scene.owner, width=320, height=740, locale="fr-FR").page
    faults = [
        f"{name}: {fault}"
        for name, address in list(addresses(scene).items())[::apart]
        if name not in LEAVES
        for fault in faults_of(page, address)
    ]
    assert faults == []


def faults_of(page: Page, address: str) -> list[str]:
    page.goto(address)
    assert page.locator("html").get_attribute("lang") == "fr"
    faults = [f"{text!r} is cut off" for text in page.evaluate(CUT_OFF)]
    excess = excess_width(page)
    return [*faults, f"{excess} px too wide"] if excess > 0 else faults

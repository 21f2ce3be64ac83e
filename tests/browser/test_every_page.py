"""Every page that the site has, as a club's owner opens it in a real browser."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.templatetags.static import static
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import (
    KILOBYTES_COLD,
    axe_faults,
    watch,
    width_faults,
)
from tests.browser.sessions import sign_in
from tests.matches.pages.every_page import Scene, addresses, make_scene

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.e2e

ROWS = 8
FACES = [
    static(f"vendor/eb-garamond/eb-garamond-{face}.woff2")
    for face in ("400-normal", "400-italic", "600-normal")
]
LEAVES = {"account_logout", "account_reset_password_from_key"}
"""Pages after which the owner is no longer signed in, or whose address is used up: opened last."""


@pytest.fixture
def scene(transactional_db: None, live_server: LiveServer) -> Scene:
    return make_scene(ROWS)


def owners_context(browser: Browser, server: LiveServer, scene: Scene, **look: Any) -> BrowserContext:
    """A session in which the owner is signed in already."""
    context = browser.new_context(base_url=server.url, **look)
    sign_in(context, server, scene.owner)
    return context


LONG_TEXTS: Final = {"web:reference_part", "web:reference_shapes"}
"""Text for the authors of programs, which is a sixth of its size on the way: these are weighed as they are sent."""


def pages(scene: Scene) -> dict[str, str]:
    return dict(sorted(addresses(scene).items(), key=lambda page: page[0] in LEAVES))


@pytest.mark.parametrize(
    ("width", "height", "scheme", "apart"),
    [
        (360, 740, "light", 6),
        pytest.param(360, 740, "light", 1, marks=pytest.mark.soak),
        pytest.param(1280, 900, "dark", 1, marks=pytest.mark.soak),
    ],
)
def test_every_page_is_accessible_and_fits_and_is_light(
    scene: Scene, browser: Browser, live_server: LiveServer, width: int, height: int, scheme: str, apart: int
) -> None:
    """Light even cold and uncompressed, with the styles that it asks for and every face that they may ask for.

    A short run opens one page in six, on a telephone; all of them, on both, are for the soak.
    """
    look = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    context = owners_context(browser, live_server, scene, **look)
    watched = watch(context.new_page())
    weights: dict[str, int] = {}

    def weight(address: str) -> int:
        if address not in weights:
            weights[address] = len(context.request.get(address).body())
        return weights[address]

    faults = []
    for name, address in list(pages(scene).items())[::apart]:
        answer = watched.page.goto(address)
        assert answer is not None
        found = axe_faults(watched.page) + width_faults(watched.page)
        text = answer.text()
        beside = re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]+)"', text)
        sent = gzip.compress(text.encode()) if name in LONG_TEXTS else text.encode()
        kilobytes = (len(sent) + sum(map(weight, [*beside, *FACES]))) / 1000
        if kilobytes >= KILOBYTES_COLD:
            found.append(f"{kilobytes:.1f} kB")
        faults += [f"{name}: {fault}" for fault in found]
    context.close()
    assert faults + watched.complaints == []

"""Every page that the site has, as a club's owner opens it in a real browser."""

from __future__ import annotations

import gzip
import re
from typing import Final

import pytest
from django.templatetags.static import static
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import KILOBYTES_COLD, OpenPage, axe_faults, excess_width, width_faults
from tests.matches.pages.every_page import Scene, addresses, make_scene

pytestmark = pytest.mark.e2e

ROWS = 8
FACES = [static(f"vendor/eb-garamond/eb-garamond-{face}.woff2") for face in ("400-normal", "600-normal")]
LEAVES = {"account_logout", "account_reset_password_from_key"}
"""Pages that sign the owner out or whose URL works once: they are opened last."""


@pytest.fixture
def scene(transactional_db: None, live_server: LiveServer) -> Scene:
    return make_scene(ROWS)


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
    scene: Scene, open_page: OpenPage, width: int, height: int, scheme: str, apart: int
) -> None:
    """Weigh each page without cache and compression, with the styles and every font that it may load."""
    watched = open_page(scene.owner, width=width, height=height, color_scheme=scheme)
    weights: dict[str, int] = {}

    def weight(address: str) -> int:
        if address not in weights:
            weights[address] = len(watched.page.request.get(address).body())
        return weights[address]

    faults = []
    for name, address in list(pages(scene).items())[::apart]:
        answer = watched.page.goto(address)
        assert answer is not None
        page_faults = axe_faults(watched.page) + width_faults(watched.page)
        text = answer.text()
        beside = re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]+)"', text)
        sent = gzip.compress(text.encode()) if name in LONG_TEXTS else text.encode()
        kilobytes = (len(sent) + sum(map(weight, [*beside, *FACES]))) / 1000
        if kilobytes >= KILOBYTES_COLD:
            page_faults.append(f"{kilobytes:.1f} kB")
        faults += [f"{name}: {fault}" for fault in page_faults]
    assert faults + watched.complaints == []


WIDTHS: Final = (320, 390, 768, 1024, 1440)


@pytest.mark.parametrize("apart", [9, pytest.param(1, marks=pytest.mark.long)])
def test_no_page_is_wider_than_its_window(scene: Scene, open_page: OpenPage, apart: int) -> None:
    page = open_page(scene.owner, width=WIDTHS[0], height=844).page
    faults = []
    for name, address in list(pages(scene).items())[::apart]:
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            if (excess := excess_width(page)) > 0:
                faults.append(f"{name} at {width}: {excess} px")
    assert faults == []


FIRST_LINE: Final = """() => {
    const tabs = [...document.querySelectorAll("nav.tabs")].pop() ?? document.querySelector("main header");
    const after = [...document.querySelectorAll("main *")].find((each) =>
        tabs.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING &&
        each.checkVisibility() && each.getBoundingClientRect().height > 1 && each.textContent.trim());
    return after.getBoundingClientRect().top;
}"""
"""The height at which the first line after a page's tabs, or without tabs after its heading, begins."""


@pytest.mark.parametrize("name", ["club", "event", "event_run", "members"])
def test_page_comes_to_its_point_in_the_top_third_of_a_telephone(
    scene: Scene, open_page: OpenPage, name: str
) -> None:
    page = open_page(scene.owner, width=390, height=844).page
    page.goto(pages(scene)[f"web:{name}"])
    page.wait_for_load_state()
    assert page.evaluate(FIRST_LINE) <= 844 / 3

"""The page guide in a real browser: what holds for every part of the pages, in each of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.pages.styleguide.samples import address
from matches.pages.styleguide.views import TITLES
from tests.browser.looking import SWEEPS, axe_faults, excess_width, faults_of_pages, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("transactional_db")]

NARROWEST = 320
TARGET_PIXELS = 24
SMALL = """(controls, least) => controls.flatMap((control, number) => {
    const { width, height } = control.getBoundingClientRect();
    return control.getClientRects().length && Math.min(width, height) < least ? [number] : [];
})"""
"""Which of the controls that are there to see are smaller, by their numbers."""


@pytest.mark.parametrize(("width", "height", "scheme", "apart"), SWEEPS)
def test_guide_is_accessible_and_light_in_every_look(
    browser: Browser, live_server: LiveServer, width: int, height: int, scheme: Any, apart: int
) -> None:
    """In each look its letters stand out in the other scheme's colours too."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, base_url=live_server.url
    )
    watched = watch(context.new_page())
    page = watched.page
    faint: list[str] = []

    def look_in_other_colours(part: str) -> None:
        page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
        faint.extend(f"{part}: {fault}" for fault in axe_faults(page, rules=("color-contrast",)))
        page.emulate_media(color_scheme=scheme)

    parts = {part: address(part) for part in TITLES}
    faults = faults_of_pages(page, parts, look_in_other_colours, apart=apart)
    context.close()
    assert faults + faint + watched.complaints == []


@pytest.mark.parametrize("root_size", ["100%", "200%"])
def test_guide_fits_the_narrowest_telephone_and_letters_twice_as_large(
    browser: Browser, live_server: LiveServer, root_size: str
) -> None:
    """Letters twice as large have a window twice as wide, as zooming leaves them."""
    width = NARROWEST * (2 if root_size == "200%" else 1)
    context = browser.new_context(viewport={"width": width, "height": 700}, base_url=live_server.url)
    page = context.new_page()
    too_wide = {}
    for part in TITLES:
        page.goto(address(part))
        page.evaluate(f"document.documentElement.style.fontSize = '{root_size}'")
        if excess_width(page) > 0:
            too_wide[part] = excess_width(page)
    context.close()
    assert too_wide == {}


def test_everything_to_press_is_large_enough(plain_context: BrowserContext) -> None:
    page = plain_context.new_page()
    small = {}
    for part in TITLES:
        page.goto(address(part))
        controls = page.locator("button, summary, input:not([type=hidden]), select, textarea, nav a")
        for control in map(controls.nth, controls.evaluate_all(SMALL, TARGET_PIXELS - 0.5)):
            box = control.bounding_box()
            if box is not None and min(box["height"], box["width"]) < TARGET_PIXELS - 0.5:
                # A box beside its words is pressed by pressing them.
                label = control.locator("xpath=ancestor::label")
                labelled = control.get_attribute("id") or ""
                beside = label if label.count() else page.locator(f'label[for="{labelled}"]')
                whole = beside.bounding_box() if beside.count() == 1 else None
                if whole is None or whole["height"] < TARGET_PIXELS:
                    small[control.evaluate("control => control.outerHTML")] = box
    assert small == {}


def test_summary_of_mistakes_is_where_the_reader_lands_and_leads_to_the_field(
    plain_context: BrowserContext,
) -> None:
    page = plain_context.new_page()
    page.goto(address("forms"))
    expect(page.locator(".summary:focus")).to_have_count(1)
    page.locator(".summary").get_by_role("link", name="Day").click()
    expect(page.locator("#id_wrong-held_on:target")).to_have_count(1)


def test_keyboard_shows_where_it_is_in_every_look(browser: Browser, live_server: LiveServer) -> None:
    """The outline of what has the focus stands out from what is behind it."""
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, base_url=live_server.url)
        page = context.new_page()
        page.goto(address("letters"))
        for _ in range(12):
            page.keyboard.press("Tab")
            style = page.evaluate(
                "() => { const of = getComputedStyle(document.activeElement);"
                " return [of.outlineStyle, parseFloat(of.outlineWidth)]; }"
            )
            assert style == ["solid", 3], page.evaluate("document.activeElement.outerHTML")
        context.close()

"""Properties of every theme of the pages: fonts, colours, narrow windows, touch targets and the keyboard."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import SWEEPS, OpenPage, axe_faults, excess_width, faults_of_pages
from tests.matches.pages.every_page import Scene, addresses, make_scene

pytestmark = pytest.mark.e2e

PAGES: Final = (
    "web:home",
    "web:club",
    "web:event",
    "web:event_tables",
    "web:event_crosstable",
    "web:event_bracket",
    "web:event_plan",
    "web:rubber",
    "web:correct_rubber",
    "web:deal",
    "web:laws",
    "web:enter_result",
    "web:enter_deal",
    "web:book",
    "web:old_hand",
    "web:player",
    "web:player_review",
    "web:player_figures",
    "web:player_rating",
    "web:records",
    "web:pad",
    "web:sitting",
)
"""A page for each part that pages share: forms, boards of cards, lists, deals, findings, charts, brackets, pads."""
NARROWEST: Final = 320
TARGET_PIXELS: Final = 24
SMALL: Final = """(controls, least) => controls.flatMap((control, number) => {
    const { width, height } = control.getBoundingClientRect();
    return control.getClientRects().length && Math.min(width, height) < least ? [number] : [];
})"""


@pytest.fixture
def scene(transactional_db: None, live_server: LiveServer) -> Scene:
    return make_scene(3)


@pytest.fixture
def pages(scene: Scene) -> dict[str, str]:
    every = addresses(scene)
    return {name: every[name] for name in PAGES}


@pytest.mark.parametrize(("width", "height", "scheme", "apart"), SWEEPS)
def test_pages_are_accessible_and_light_in_every_look(
    scene: Scene, pages: dict[str, str], open_page: OpenPage, width: int, height: int, scheme: Any, apart: int
) -> None:
    """In each theme the text has enough contrast in the other colour scheme, too."""
    watched = open_page(scene.owner, width=width, height=height, color_scheme=scheme)
    page = watched.page
    faint: list[str] = []

    def look_in_other_colours(name: str) -> None:
        page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
        faint.extend(f"{name}: {fault}" for fault in axe_faults(page, rules=("color-contrast",)))
        page.emulate_media(color_scheme=scheme)

    faults = faults_of_pages(page, pages, look_in_other_colours, apart=apart)
    assert faults + faint + watched.complaints == []


@pytest.mark.parametrize("root_size", ["100%", "200%"])
def test_pages_fit_the_narrowest_telephone_and_letters_twice_as_large(
    scene: Scene, pages: dict[str, str], open_page: OpenPage, root_size: str
) -> None:
    """Letters twice as large have a window twice as wide, as zooming leaves them."""
    width = NARROWEST * (2 if root_size == "200%" else 1)
    page = open_page(scene.owner, width=width, height=700).page
    too_wide = {}
    for name, address in pages.items():
        page.goto(address)
        page.evaluate(f"document.documentElement.style.fontSize = '{root_size}'")
        if excess_width(page) > 0:
            too_wide[name] = excess_width(page)
    assert too_wide == {}


def test_everything_to_press_is_large_enough(
    scene: Scene, pages: dict[str, str], open_page: OpenPage
) -> None:
    page = open_page(scene.owner, java_script_enabled=False).page
    small = {}
    for address in pages.values():
        page.goto(address)
        controls = page.locator(
            "button:not([aria-hidden]), summary, input:not([type=hidden]), select, textarea, nav a"
        )
        for control in map(controls.nth, controls.evaluate_all(SMALL, TARGET_PIXELS - 0.5)):
            box = control.bounding_box()
            if box is not None and min(box["height"], box["width"]) < TARGET_PIXELS - 0.5:
                # A box beside its words is pressed by pressing them.
                label = control.locator("xpath=ancestor::label")
                labelled = control.get_attribute("id") or ""
                beside = label if label.count() else page.locator(f'label[for="{labelled}"]')
                whole = beside.bounding_box() if beside.count() == 1 else None
                if whole is None or whole["height"] < TARGET_PIXELS:
                    small[f"{address} {control.evaluate('control => control.outerHTML')}"] = box
    assert small == {}


def test_summary_of_mistakes_has_the_focus_and_leads_to_the_field(scene: Scene, open_page: OpenPage) -> None:
    page = open_page(scene.owner, java_script_enabled=False).page
    page.goto(addresses(scene)["web:new_webhook"])
    address = page.locator("input[name=url]")
    address.fill("https://localhost/")
    page.get_by_role("main").locator("form").get_by_role("button").last.click()
    expect(page.locator(".summary:focus")).to_have_count(1)
    page.locator(".summary").get_by_role("link").first.click()
    expect(page.locator("input[name=url]:target")).to_have_count(1)


def test_keyboard_shows_where_it_is_in_every_look(scene: Scene, open_page: OpenPage) -> None:
    for scheme in ("light", "dark"):
        page = open_page(scene.owner, width=1280, height=720, color_scheme=scheme).page
        page.goto(addresses(scene)["web:club"])
        for _ in range(12):
            page.keyboard.press("Tab")
            style = page.evaluate(
                "() => { const of = getComputedStyle(document.activeElement);"
                " return [of.outlineStyle, parseFloat(of.outlineWidth)]; }"
            )
            assert style == ["solid", 3], page.evaluate("document.activeElement.outerHTML")

"""One decision fills one screen, and is answered on the hand, with a script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from matches.reviews.positions import offered_position
from tests.browser.looking import (
    ONE_SCREEN,
    OpenPage,
    axe_faults,
    cut_off_parts,
    excess_width,
    faults_of_pages,
)

pytestmark = pytest.mark.e2e

NUMBERS = range(1, 13)
SMALL = """() => [...document.querySelectorAll("main a, main button, main summary, label.pick")]
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.height && !each.closest("p:not(.actions)") && (box.height < 43.5 || box.width < 43.5))
  .map(([each, box]) => `${each.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`)"""


def addresses() -> dict[str, str]:
    """Return the addresses of each position and of the verdict on each of its choices."""
    made = {}
    for number in NUMBERS:
        offered = offered_position(number)
        assert offered is not None
        made[f"{number}"] = f"/try/{number}/"
        for verdict in offered.position.verdicts:
            made[f"{number} {verdict.choice}"] = f"/try/{number}/?choice={verdict.choice}"
    return made


@pytest.mark.parametrize(("width", "height"), ONE_SCREEN)
def test_decision_and_verdict_fit_one_screen(
    db: None, live_server: LiveServer, open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width=width, height=height).page
    faults = []
    for name, address in addresses().items():
        page.goto(address)
        faults += [f"{name}: {part}" for part in [*cut_off_parts(page), *page.evaluate(SMALL)]]
    assert faults == []


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640)])
def test_narrow_phone_scrolls_down_only(
    db: None, live_server: LiveServer, open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page(width=width, height=height).page
    faults = []
    for name, address in list(addresses().items())[::2]:
        page.goto(address)
        if (excess := excess_width(page)) > 0:
            faults.append(f"{name}: {excess} px too wide")
        faults += [f"{name}: {part}" for part in page.evaluate(SMALL)]
    assert faults == []


@pytest.mark.parametrize(
    ("width", "height", "scheme"), [(390, 844, "light"), pytest.param(1280, 800, "dark")]
)
def test_practice_is_accessible_and_light(
    db: None, live_server: LiveServer, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    watched = open_page(width=width, height=height, color_scheme=scheme)
    pages = {name: address for name, address in addresses().items() if name.split()[0] in ("1", "3", "9")}
    hand = "/review/book/hands/1/?question=3"
    pages |= {"hand": hand, "hand answered": f"{hand}&card=SJ"}

    def unfold(name: str) -> None:
        for summary in watched.page.locator("main summary").all():
            if not summary.evaluate("each => each.parentElement.open"):
                summary.click()

    faults = faults_of_pages(watched.page, pages, unfold, apart=3)
    assert faults + watched.complaints == []


def answer(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_answers_come_without_loading_a_page_and_back_leads_to_the_question(
    db: None, live_server: LiveServer, open_page: OpenPage
) -> None:
    watched = open_page()
    page = watched.page
    page.goto("/practice/?theme=endings")
    loaded: list[str] = []
    page.on(
        "request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None
    )
    answer(page, "nine of hearts")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("9♥ is just as good")
    expect(verdict).to_be_focused()
    expect(page).to_have_url(f"{live_server.url}/try/4/?choice=H9&theme=endings")
    expect(page.locator(".progress")).to_contain_text("1 right in a row")
    page.get_by_role("link", name="Next hand").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    answer(page, "seven of spades")
    expect(verdict).to_contain_text("7♠ is a blunder")
    assert loaded == []
    assert axe_faults(page) == []
    page.go_back()
    expect(page.get_by_role("button", name="seven of spades", exact=True)).to_be_visible()
    assert watched.complaints == []


def test_answers_come_without_a_script(db: None, live_server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False).page
    page.goto("/practice/?theme=calls")
    answer(page, "Play")
    expect(page.locator(".verdict")).to_contain_text("Playing at once is best")
    page.get_by_role("link", name="Next hand").click()
    answer(page, "Give cards")
    expect(page.locator(".verdict")).to_contain_text("Giving cards is a blunder")
    expect(page.locator(".progress")).to_contain_text("best 1")

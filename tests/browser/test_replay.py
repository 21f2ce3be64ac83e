"""Stepping through a deal: by buttons, keys and touch, with a hand hidden, and without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from tests.browser.looking import BOTH_WAYS, axe_faults, watch, width_faults
from tests.factories.clubs import make_club
from tests.matches.pages.records import EXCHANGED, import_text, review, text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.e2e

LAST = 16
SWIPE = """([from, to]) => {
    const board = document.querySelector(".board");
    const at = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
    for (const [kind, x] of [["touchstart", from], ["touchend", to]])
        board.dispatchEvent(new TouchEvent(kind, {bubbles: true, changedTouches: [at(x)]}));
}"""


@pytest.fixture
def rubber(transactional_db: None, live_server: LiveServer) -> Rubber:
    deals = EXCHANGED.replace("2. B", "1. B").replace("(1-1)", "(1-0)")
    lines = text(deals=deals, tags='[Termination "unfinished"]\n', final="", ending="*")
    stored = import_text(make_club(reviews_open=True), lines)[0]
    lead = {
        "trick": 1,
        "token": 11,
        "player": "A",
        "chosen": "CA",
        "best": ["HT"],
        "expected": {"CA": 0, "HT": 1},
        "book": {"rule": "play-plain-suit", "choices": ["HT"]},
    }
    reply = {
        **lead,
        "token": 12,
        "player": "B",
        "chosen": "CK",
        "best": ["CK"],
        "expected": {"CK": 1, "HT": 0},
    }
    flawless = {**reply, "loss": 0, "equity_loss": 0, "book": None}
    review(
        stored,
        [{**lead, "chances": {"CA": 0.4, "HT": 0.46}}, {**flawless, "chances": {"CK": 0.5, "HT": 0.4}}],
    )
    return stored


@pytest.fixture
def at_board(page: Page, live_server: LiveServer, rubber: Rubber) -> Page:
    """The deal's page with the board fetched into it."""
    page.goto(f"{live_server.url}{deal_of(rubber)}")
    page.get_by_role("link", name="Step through this deal").click()
    page.get_by_text(f"1 / {LAST}").wait_for()
    return page


def deal_of(rubber: Rubber) -> str:
    return f"/rubbers/{rubber.public_id}/games/1/deals/1/"


def step(page: Page) -> str:
    return page.locator("[data-count]").inner_text()


def lying(page: Page, list_: str) -> list[str]:
    """The cards that are seen in a list of the board, the elder's and the dealer's together."""
    return [
        str(card.get_attribute("aria-label"))
        for card in page.locator(f"{list_} .card").all()
        if card.is_visible()
    ]


def test_board_takes_the_place_of_the_hands_as_dealt(at_board: Page) -> None:
    assert at_board.evaluate("document.activeElement.id") == "board"
    expect(at_board.locator("#table")).to_have_count(0)
    assert not at_board.get_by_role("link", name="Step through this deal").is_visible()
    assert "ace of spades" in lying(at_board, "[data-hand]")
    assert len(lying(at_board, "[data-hand]")) == 10
    assert not at_board.locator("#steps").is_visible()


def test_buttons_go_to_the_first_the_last_and_the_next_step(at_board: Page) -> None:
    seen = []
    for name in ("Step on", "Last step", "Step on", "Step back", "First step", "Step back"):
        button = at_board.get_by_role("button", name=name)
        if button.get_attribute("aria-disabled") == "true":
            # It says that it does nothing, and a click waits for one that does.
            button.press("Enter")
        else:
            button.click()
        seen.append(step(at_board))
    assert seen == [f"{number} / {LAST}" for number in (2, 16, 16, 15, 1, 1)]


def test_keys_step_and_leave_fields_and_chords_alone(at_board: Page) -> None:
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "Shift+End", "Control+ArrowRight"):
        at_board.keyboard.press(key)
        seen.append(step(at_board))
    assert seen == [f"{number} / {LAST}" for number in (2, 3, 2, 16, 1, 1, 1)]


def test_swiping_steps_and_scrolling_does_not(at_board: Page) -> None:
    seen = []
    for ends in ([200, 100], [200, 90], [100, 200], [100, 110]):
        at_board.evaluate(SWIPE, ends)
        seen.append(step(at_board))
    assert seen == [f"{number} / {LAST}" for number in (2, 3, 2, 2)]


def test_cards_move_from_the_hands_to_the_table_and_what_happened_is_said(at_board: Page) -> None:
    said = at_board.locator("[aria-live]")
    for _ in range(7):
        at_board.keyboard.press("ArrowRight")
    assert lying(at_board, ".laid") == ["ace of clubs", "king of clubs"]
    assert len(lying(at_board, "[data-hand]")) == 8
    assert (
        "Walker plays the king of clubs and wins the trick. Tricks: Boiteau 0, Walker 1." in said.inner_text()
    )
    at_board.keyboard.press("ArrowLeft")
    assert lying(at_board, ".laid") == ["ace of clubs"]
    expect(said).to_contain_text("The ace of clubs cost Boiteau", use_inner_text=True)


def test_a_hand_is_turned_down_to_see_what_the_other_saw(at_board: Page) -> None:
    at_board.keyboard.press("End")
    for _ in range(4):
        at_board.keyboard.press("ArrowLeft")
    expect(at_board.locator("[data-count]")).to_have_text(f"{LAST - 4} / {LAST}")
    both = lying(at_board, "[data-hand]")
    at_board.get_by_role("button", name="As Boiteau saw it").click()
    expect(at_board.locator("[data-backs]:visible")).to_have_count(1)
    assert lying(at_board, "[data-hand]") == both[: len(both) // 2]
    expect(at_board.locator("[data-backs] .card:visible")).to_have_count(len(both) // 2)
    at_board.keyboard.press("ArrowLeft")
    at_board.keyboard.press("ArrowLeft")
    expect(at_board.locator("[data-backs] .card:visible")).to_have_count(len(both) // 2 + 1)
    at_board.get_by_role("button", name="Both hands").click()
    expect(at_board.locator("[data-backs]:visible")).to_have_count(0)


def test_page_of_steps_opens_at_the_step_it_is_asked_for(
    page: Page, live_server: LiveServer, rubber: Rubber
) -> None:
    page.goto(f"{live_server.url}{deal_of(rubber)}steps/#step-7")
    assert step(page) == f"8 / {LAST}"
    expect(page.locator("#steps")).to_be_visible()


def test_decision_is_found_by_its_address_among_the_steps(
    page: Page, live_server: LiveServer, rubber: Rubber
) -> None:
    page.goto(f"{live_server.url}{deal_of(rubber)}steps/#trick-1-a")
    expect(page.locator(".flag:target")).to_have_count(1)
    assert step(page) == f"7 / {LAST}"


def test_steps_are_read_without_a_script(plain_context: BrowserContext, rubber: Rubber) -> None:
    page = plain_context.new_page()
    page.goto(deal_of(rubber))
    page.get_by_role("link", name="Step through this deal").click()
    page.locator("#steps > li").last.wait_for()
    assert page.url.endswith("/steps/")
    expect(page.locator("#steps > li")).to_have_count(LAST)
    expect(page.get_by_text("The ace of clubs cost Boiteau")).to_be_visible()
    assert len(lying(page, "[data-hand]")) == 10
    assert not page.get_by_role("button", name="Step on").is_visible()
    assert page.locator("[data-said]").evaluate("said => said.offsetHeight") == 0


@pytest.mark.parametrize(("width", "height", "scheme"), BOTH_WAYS)
def test_board_is_accessible_and_fits(
    browser: Browser, live_server: LiveServer, rubber: Rubber, width: int, height: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]  # One of the schemes that there are.
        base_url=live_server.url,
    )
    watched = watch(context.new_page())
    page = watched.page
    page.goto(deal_of(rubber))
    page.get_by_role("link", name="Step through this deal").click()
    page.get_by_role("button", name="As Walker saw it").click()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert axe_faults(page) + width_faults(page) + watched.complaints == []
    # Letters on the baize itself are beyond what axe can tell: its colour runs.
    page.keyboard.press("ArrowRight")
    ground = page.locator("[data-said] .flag").evaluate("note => getComputedStyle(note).backgroundColor")
    assert ground != "rgba(0, 0, 0, 0)"
    context.close()


def test_hands_stay_where_they_are_however_long_a_note_is(at_board: Page) -> None:
    between = []
    for key in ("Home", *["ArrowRight"] * 6):
        at_board.keyboard.press(key)
        tops = [seat.evaluate("seat => seat.offsetTop") for seat in at_board.locator(".board .who").all()]
        between.append(tops[1] - tops[0])
    expect(at_board.locator("[data-said] .flag")).to_be_visible()
    assert between[0] == between[-1]

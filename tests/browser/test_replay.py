"""Walking through the review of a deal: by links, keys, taps and touch, from either side, and without a script."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, DealReview, Rubber
from tests.browser.looking import BOTH_WAYS, OpenPage, axe_faults, width_faults
from tests.factories.clubs import make_club
from tests.matches.pages.records import DEALS, EXCHANGED, import_text, review, text

pytestmark = pytest.mark.e2e

LAST: Final = 16
MOST_MILLISECONDS: Final = 50
SCREENS: Final = ((390, 844), (844, 390), (1280, 800))
SMALL_SCREENS: Final = ((320, 568), (360, 640))
SWIPE = """([from, to]) => {
    const board = document.querySelector(".board");
    const at = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
    for (const [kind, x] of [["touchstart", from], ["touchend", to]])
        board.dispatchEvent(new TouchEvent(kind, {bubbles: true, changedTouches: [at(x)]}));
}"""
HIDDEN_PARTS: Final = """() => [".board", ".say", ".walk", ".ctl"].flatMap((name) => {
    const part = document.querySelector(name);
    const box = part.getBoundingClientRect();
    const faults = [];
    if (box.top < 0 || box.bottom > innerHeight + 1) faults.push(`${name} ends at ${box.bottom}`);
    if (name === ".say" && part.scrollHeight > part.clientHeight + 1)
        faults.push(`${name} is ${part.scrollHeight - part.clientHeight} px too long`);
    return faults;
})"""
LEAD: Final[dict[str, object]] = {
    "trick": 1,
    "token": 11,
    "player": "A",
    "chosen": "CA",
    "best": ["HT"],
    "expected": {"CA": 0, "HT": 1, "H9": 0.5, "D9": 0.4, "D8": 0.3},
    "chances": {"CA": 0.4, "HT": 0.53, "H9": 0.5, "D9": 0.45, "D8": 0.44},
    "equity_loss": 0.13,
    "label": "blunder",
    "book": {"rule": "play-plain-suit", "choices": ["HT"]},
    "reasons": [{"code": "loses_against", "worlds": 12650, "loses": 4123, "gains": 31, "best": "HT"}],
}
CALL: Final[dict[str, object]] = {
    "kind": "reply",
    "trick": None,
    "token": 7,
    "player": "B",
    "chosen": "G",
    "best": ["R"],
    "expected": {"G": -0.1, "R": 0.1},
    "chances": {"G": 0.48, "R": 0.51},
    "equity_loss": 0.03,
    "label": "inaccuracy",
    "double_dummy_loss": None,
    "reasons": [{"code": "makes_point", "makes": 37310, "worlds": 65780}],
}
MOMENTS: Final = [
    {"step": "turned", "token": 3, "trick": None, "chance": 0.44},
    {"step": "called", "token": 7, "trick": None, "chance": 0.4},
    {"step": "drawn", "token": 9, "trick": None, "chance": 0.61},
    {"step": "led", "token": 11, "trick": 1, "chance": 0.3},
    {"step": "end", "token": 20, "trick": None, "chance": 0.3},
]


def stored(deals: str, club: Club) -> Rubber:
    lines = text(deals=deals, tags='[Termination "unfinished"]\n', final="", ending="*")
    return import_text(club, lines)[0]


@pytest.fixture
def rubber(transactional_db: None, live_server: LiveServer) -> Rubber:
    made = stored(EXCHANGED.replace("2. B", "1. B").replace("(1-1)", "(1-0)"), make_club(reviews_open=True))
    luck = dict.fromkeys(("dealt_marks", "turned_marks", "drawn_marks", "result_marks"), 0.4)
    DealReview.objects.create(review=review(made, [CALL, LEAD]), game=1, deal=1, moments=MOMENTS, **luck)
    return made


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page(width=1280, height=800).page


@pytest.fixture
def at_board(page: Page, rubber: Rubber) -> Page:
    page.goto(deal_of(rubber))
    wait_for_all_steps(page)
    return page


def deal_of(rubber: Rubber) -> str:
    return f"/rubbers/{rubber.public_id}/games/1/deals/1/"


def wait_for_all_steps(page: Page) -> None:
    page.locator(".board [data-at]").first.wait_for(state="attached")


def step(page: Page) -> str:
    return page.locator("[data-number]").inner_text()


def cards(page: Page, selector: str) -> list[str]:
    """Return the cards that are seen, B's before A's."""
    return [
        str(card.get_attribute("aria-label"))
        for card in page.locator(f"{selector} .card:not(.gone)").all()
        if card.is_visible()
    ]


def test_controls_go_to_the_first_the_last_and_the_next_step(at_board: Page) -> None:
    seen = []
    for name in ("Step on", "Last step", "Step on", "Step back", "First step", "Step back"):
        at_board.get_by_role("link", name=name, exact=True).click()
        seen.append(step(at_board))
    assert seen == [f"{number}/{LAST}" for number in (2, 16, 16, 15, 1, 1)]


def test_address_follows_and_no_step_asks_for_anything(at_board: Page) -> None:
    asked: list[str] = []
    at_board.on("request", lambda request: asked.append(request.url))
    at_board.get_by_role("link", name="Next mistake").click()
    assert at_board.url.endswith("?step=3")
    at_board.get_by_role("link", name="Next mistake").click()
    assert at_board.url.endswith("?step=7")
    assert asked == []
    expect(at_board.get_by_role("link", name="Next mistake")).to_have_count(0)


def test_step_answers_at_once(at_board: Page) -> None:
    """The page's own processor time from the key to the change, layout and all, however busy the machine is."""
    session = at_board.context.new_cdp_session(at_board)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def time_spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    before = time_spent()
    at_board.evaluate(
        """async () => {
            for (let count = 0; count < 15; count++) {
                document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
                await null; await null;
                document.querySelector(".board").offsetHeight;
            }
        }"""
    )
    assert step(at_board) == f"{LAST}/{LAST}"
    assert (time_spent() - before) / 15 < MOST_MILLISECONDS


def test_keys_step_and_leave_chords_alone(at_board: Page) -> None:
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "Shift+End", "Control+ArrowRight"):
        at_board.keyboard.press(key)
        seen.append(step(at_board))
    assert seen == [f"{number}/{LAST}" for number in (2, 3, 2, 16, 1, 1, 1)]


def test_a_tap_on_a_half_of_the_table_and_a_swipe_step(at_board: Page) -> None:
    seen = []
    board = at_board.locator(".board")
    for x in (600, 600, 100):
        board.click(position={"x": x, "y": 240})
        seen.append(step(at_board))
    for ends in ([200, 100], [200, 90], [100, 200], [100, 110]):
        at_board.evaluate(SWIPE, ends)
        seen.append(step(at_board))
    assert seen == [f"{number}/{LAST}" for number in (2, 3, 2, 3, 4, 3, 3)]


def test_list_of_steps_leads_to_each(at_board: Page) -> None:
    at_board.locator(".walk").get_by_role("link", name="king of clubs").click()
    assert step(at_board) == f"8/{LAST}"
    expect(at_board.locator(".walk [aria-current]")).to_have_count(1)
    assert cards(at_board, ".trick") == ["king of clubs", "ace of clubs"]
    assert len(cards(at_board, ".hand")) == 8


def test_what_happened_is_said_to_a_screen_reader(at_board: Page) -> None:
    said = at_board.locator("[aria-live]")
    for _ in range(6):
        at_board.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Boiteau leads the ace of clubs.")
    expect(said).to_contain_text(re.compile("Blunder. .*cost 13"))
    at_board.keyboard.press("ArrowRight")
    expect(said).to_have_text("Walker plays the king of clubs and wins the trick.")


def test_bar_of_chances_moves_with_the_step_that_moved_it(at_board: Page) -> None:
    seen = []
    for _ in range(7):
        seen.append(at_board.locator(".odds").inner_text().split())
        at_board.keyboard.press("ArrowRight")
    assert seen == [
        *[["56", "44"]] * 2,
        *[["60", "40"]] * 2,
        *[["39", "61"]] * 2,
        ["70", "30"],
    ]


def test_the_other_hand_is_turned_down_and_stays_so(at_board: Page, rubber: Rubber) -> None:
    at_board.locator("summary", has_text="⋯").click()
    at_board.get_by_role("link", name="As Boiteau saw it").click()
    wait_for_all_steps(at_board)
    expect(at_board.locator(".seat.down")).to_have_attribute("data-seat", "b")
    expect(at_board.locator(".odds")).to_be_hidden()
    at_board.keyboard.press("End")
    assert at_board.url.endswith(f"step={LAST}&as=a") or at_board.url.endswith(f"as=a&step={LAST}")
    expect(at_board.locator(".odds")).to_be_hidden()
    expect(at_board.locator(".seat.down .hand")).to_have_attribute("aria-hidden", "true")


@pytest.mark.parametrize(
    ("address", "number"), [("steps/#step-7", 8), ("#trick-1-a", 7), ("?step=trick-1-a", 7)]
)
def test_review_opens_at_the_step_it_is_asked_for(
    page: Page, rubber: Rubber, address: str, number: int
) -> None:
    page.goto(f"{deal_of(rubber)}{address}")
    expect(page.locator("[data-number]")).to_have_text(f"{number}/{LAST}")


def test_steps_are_pages_without_a_script(plain_context: BrowserContext, rubber: Rubber) -> None:
    page = plain_context.new_page()
    page.goto(deal_of(rubber))
    page.get_by_role("link", name="Next mistake").click()
    page.get_by_role("link", name="Next mistake").click()
    assert page.url.endswith("?step=7")
    expect(page.get_by_role("heading", name=re.compile("cost 13"))).to_be_visible()
    assert cards(page, ".trick") == ["ace of clubs"]
    page.get_by_text("Why").click()
    expect(page.get_by_text("12,650")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("has_exchange", [True, False])
def test_every_step_fits_one_screen(
    open_page: OpenPage, rubber: Rubber, width: int, height: int, has_exchange: bool
) -> None:
    played = rubber if has_exchange else stored(DEALS, make_club("other"))
    page = open_page(width=width, height=height).page
    page.goto(deal_of(played))
    wait_for_all_steps(page)
    faults = {}
    for number in range(1, page.locator(".walk [data-step]").count() + 1):
        if found := page.evaluate(HIDDEN_PARTS):
            faults[number] = found
        page.keyboard.press("ArrowRight")
    assert faults == {}


def test_row_of_steps_shows_the_step_of_the_page(open_page: OpenPage, rubber: Rubber) -> None:
    page = open_page(width=844, height=390).page
    page.goto(f"{deal_of(rubber)}?step=15")
    expect(page.locator(".walk [aria-current]")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Home")
    expect(page.locator(".walk [aria-current]")).to_have_text("Dealt")
    expect(page.locator(".walk [aria-current]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), SMALL_SCREENS)
def test_small_telephones_scroll_and_keep_the_controls(
    open_page: OpenPage, rubber: Rubber, width: int, height: int
) -> None:
    page = open_page(width=width, height=height).page
    page.goto(f"{deal_of(rubber)}?step=7")
    assert width_faults(page) == []
    box = page.get_by_role("link", name="Last step").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    expect(page.get_by_role("heading", name=re.compile("cost 13"))).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height", "scheme"), BOTH_WAYS)
def test_review_is_accessible_and_fits(
    open_page: OpenPage, rubber: Rubber, width: int, height: int, scheme: str
) -> None:
    watched = open_page(width=width, height=height, color_scheme=scheme)
    page = watched.page
    faults = []
    for query in ("?step=1", "?step=4", "?step=7", "?step=16&as=b"):
        page.goto(f"{deal_of(rubber)}{query}")
        wait_for_all_steps(page)
        faults += axe_faults(page) + width_faults(page)
    assert faults + watched.complaints == []

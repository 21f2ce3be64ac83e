"""Rubbers entered by hand in a real browser, without a script: on a phone, and on a desk."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, Rubber
from matches.rubbers.commands import Act, correct_rubber
from scoring.notation import read_one
from tests.browser import sessions
from tests.browser.looking import axe_faults, picture_keeper, width_faults
from tests.factories.clubs import make_club
from tests.matches.files import LATE_KING, rubber_text
from tests.matches.pages.rubbers.entry.people import People, make_people, opened, stored

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.e2e

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
SignIn = Callable[[str], "Page"]
Shots = Callable[["Page", str], None]

keep = picture_keeper("entry")


@pytest.fixture
def people(transactional_db: None) -> People:
    return make_people(make_club(time_zone="Europe/London"))


@pytest.fixture(params=["phone", pytest.param("desk", marks=pytest.mark.soak)])
def sign_in(
    request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer, people: People
) -> Iterator[SignIn]:
    """Opens a session of its own for a person, at one of the sizes."""
    width, height = SIZES[request.param]
    contexts: list[BrowserContext] = []

    def open_page(who: str) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=False,
            base_url=live_server.url,
        )
        contexts.append(context)
        sessions.sign_in(context, live_server, people.users[who])
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def shots() -> Shots:
    """Refuses a page that is too wide for a phone or a desk; a picture is kept where somebody wants pictures."""

    def look(page: Page, name: str) -> None:
        keep(page, name)
        assert width_faults(page) == []

    return look


def choose(page: Page, field: str, label: str) -> None:
    """Tick one answer of a question with several."""
    page.get_by_role("group", name=field, exact=True).get_by_label(label, exact=True).check()


def record(page: Page, *, said: str, winner: str, won: str, king: str = "", dealer: str = "") -> None:
    if dealer:
        choose(page, "Dealer", dealer)
    page.get_by_label(said).check()
    if king:
        page.get_by_role("group", name=re.compile("Who marked the king")).get_by_label(
            king, exact=True
        ).check()
    page.get_by_role("group", name=re.compile("Who won the deal")).get_by_label(winner, exact=True).check()
    page.get_by_label(won).check()
    page.get_by_role("button", name="Record the deal").click()


STOOD, REFUSED, GIVEN = (
    "the elder hand played without proposing",
    "the elder hand proposed, the dealer refused",
    "cards were given, then the elder hand played",
)
POINT, VOLE = "the point: three tricks or four", "the vole: all five tricks"


def test_rubber_is_scored_deal_by_deal(people: People, sign_in: SignIn, shots: Shots) -> None:
    page = sign_in("Owner")
    page.goto("/clubs/portland/enter/")
    shots(page, "choose")
    page.get_by_role("button", name="Deal by deal").click()
    page.get_by_label("Player A").fill("Orford")
    page.get_by_label("Player B").fill("Pole")
    page.get_by_label("Best of").select_option(label="a single game")
    shots(page, "deals-head")
    page.get_by_role("button", name="Go on to the first deal").click()
    expect(page.locator("main")).to_contain_text("Nobody of the club is called Pole", use_inner_text=True)
    shots(page, "deals-new-guest")
    page.get_by_label("Put Pole on the club's list as a new guest").check()
    page.get_by_role("button", name="Go on to the first deal").click()
    expect(page.get_by_role("heading", name="Game 1, deal 1")).to_be_visible()
    shots(page, "deal-first")
    record(page, dealer="Orford", said=REFUSED, winner="Pole", won=POINT, king="Orford")
    told = page.locator(".notice").first
    expect(told).to_contain_text("Orford marks one: the king (law 47).", use_inner_text=True)
    expect(told).to_contain_text("Pole marks two: the point, counting two (law 49).", use_inner_text=True)
    assert page.get_by_label("Pole", exact=True).first.is_checked()
    shots(page, "deal-second")
    record(page, said=GIVEN, winner="Orford", won=VOLE)
    page.get_by_role("button", name="Take back the last deal").click()
    expect(page.locator("main")).to_contain_text("The last deal is taken back.", use_inner_text=True)
    record(page, said=GIVEN, winner="Orford", won=VOLE)
    record(page, said=STOOD, winner="Orford", won=POINT)
    expect(page.locator("main")).to_contain_text("Orford wins the rubber, 1–0.", use_inner_text=True)
    shots(page, "deal-over")
    page.get_by_role("button", name="End the rubber").click()
    expect(page.locator("main")).to_contain_text("The rubber is stored, and it counts.", use_inner_text=True)
    shots(page, "rubber")
    assert Rubber.objects.get().games_won_a == 1


@pytest.mark.e2e(first=True)
def test_result_is_reported_disputed_and_settled(people: People, sign_in: SignIn, shots: Shots) -> None:
    page = sign_in("Orford")
    page.goto("/clubs/portland/enter/?how=result")
    page.get_by_role("combobox", name="Player B").fill("Baldwin")
    for number, (a, b) in enumerate(((5, 2), (4, 4), (5, 1)), start=1):
        group = page.get_by_role("group", name=re.compile(f"Points of game {number}"))
        group.get_by_role("spinbutton").nth(0).fill(str(a))
        group.get_by_role("spinbutton").nth(1).fill(str(b))
    page.get_by_role("button", name="Store the result").click()
    wrong = page.get_by_role("group", name=re.compile("Points of game 2"))
    expect(wrong).to_contain_text("The game stops at 4-4", use_inner_text=True)
    shots(page, "result-wrong")
    wrong.get_by_role("spinbutton").nth(1).fill("5")
    page.get_by_role("button", name="Store the result").click()
    expect(page.locator("main")).to_contain_text(
        "Reported by Orford; Baldwin or the director confirms it.", use_inner_text=True
    )
    shots(page, "reported")

    other = sign_in("Baldwin")
    other.goto("/")
    expect(other.get_by_role("heading", name="Waiting for you")).to_be_visible()
    shots(other, "waiting")
    other.locator(".results a").first.click()
    other.get_by_role("link", name="Dispute").click()
    other.get_by_label("Why").fill("The third game was mine.")
    shots(other, "dispute")
    other.get_by_role("button", name="Dispute").click()
    expect(other.locator("main")).to_contain_text("Baldwin disputes this result", use_inner_text=True)

    director = sign_in("Director")
    director.goto(other.url)
    director.get_by_role("link", name="Correct").click()
    third = director.get_by_role("group", name=re.compile("Points of game 3"))
    third.get_by_role("spinbutton").nth(0).fill("1")
    third.get_by_role("spinbutton").nth(1).fill("5")
    director.get_by_label("Why").fill("Both players agree on the third game.")
    shots(director, "correct")
    director.get_by_role("button", name="Store the correction").click()
    expect(director.locator("main")).to_contain_text("The rubber is corrected.", use_inner_text=True)
    shots(director, "corrected")
    director.get_by_role("link", name="History").click()
    told = director.locator("main")
    expect(told).to_contain_text("2–1 corrected to 1–2", use_inner_text=True)
    expect(told).to_contain_text("Both players agree on the third game.", use_inner_text=True)
    shots(director, "history")
    director.get_by_role("link", name="The record then (1)").click()
    expect(director.locator("main")).to_contain_text("it was changed since", use_inner_text=True)
    shots(director, "then")


def test_fault_of_a_text_stands_under_its_line(people: People, sign_in: SignIn, shots: Shots) -> None:
    page = sign_in("Owner")
    page.goto("/clubs/portland/enter/?how=egn")
    text = rubber_text(event="", club=None, deals=[LATE_KING, "2. B 2-3 ^S8 =B (0-5)"])
    page.get_by_label("Text").fill(text)
    page.get_by_role("button", name="Check").click()
    line = page.locator("#line-8")
    expect(line).to_contain_text("1. A 2-3 ^C9", use_inner_text=True)
    expect(line).to_contain_text("marks the king too late", use_inner_text=True)
    shots(page, "egn-checked")
    mended = page.get_by_label("Text").input_value().replace("S CT C8, CK Kb C7", "S Kb CT C8, CK C7")
    page.get_by_label("Text").fill(mended)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("main")).to_contain_text("Nothing wrong was found.", use_inner_text=True)
    page.get_by_role("button", name="Store").click()
    assert "/imports/" in page.url
    shots(page, "egn-report")
    assert Rubber.objects.get().state == "confirmed"


@pytest.mark.e2e(first=True)
def test_who_comes_too_late_keeps_what_he_wrote(people: People, sign_in: SignIn, shots: Shots) -> None:
    rubber = stored(people)
    pages = [sign_in(who) for who in ("Owner", "Director")]
    for page, points in zip(pages, ("3", "4"), strict=True):
        page.goto(f"/rubbers/{rubber.public_id}/correct/")
        group = page.get_by_role("group", name=re.compile("Points of game 3"))
        group.get_by_role("spinbutton").nth(1).fill(points)
        page.get_by_label("Why").fill(f"It was {points}.")
    for page in pages:
        page.get_by_role("button", name="Store the correction").click()
    told = pages[1].locator("main")
    expect(told).to_contain_text("Nothing of yours is lost", use_inner_text=True)
    expect(told).to_contain_text("It was 4.", use_inner_text=True)
    shots(pages[1], "too-late")
    assert Club.objects.get().rubbers.get().version == 2


@pytest.mark.parametrize(
    ("scheme", "apart"),
    [("light", 3), *(pytest.param(scheme, 1, marks=pytest.mark.soak) for scheme in ("light", "dark"))],
)
def test_pages_of_entry_are_accessible_in_every_state(
    people: People, browser: Browser, live_server: LiveServer, scheme: Any, apart: int
) -> None:
    """A deal to record, forms with mistakes, a text with findings, a correction that came too late.

    A short run looks at one of these in three.
    """
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=live_server.url, color_scheme=scheme
    )
    sessions.sign_in(context, live_server, people.users["Owner"])
    page = context.new_page()
    faults: list[str] = []

    states = itertools.count()

    def look(state: str) -> None:
        if next(states) % apart:
            return
        faults.extend(f"{state}: {fault}" for fault in axe_faults(page) + width_faults(page))

    live = opened(people)
    page.goto(f"/rubbers/{live.public_id}/enter/")
    look("first deal")
    page.get_by_role("button", name="Record the deal").click()
    look("deal with mistakes")
    record(page, dealer="Orford", said=STOOD, winner="Baldwin", won=POINT, king="Baldwin")
    record(page, dealer="Orford", said=STOOD, winner="Baldwin", won=POINT)
    look("deal with a finding")
    page.goto("/clubs/portland/enter/result/")
    page.get_by_role("combobox", name="Player A").fill("Pole")
    page.get_by_role("combobox", name="Player B").fill("Walker")
    page.get_by_role("combobox", name="Event").fill("Spring Cup")
    page.get_by_role("button", name="Store the result").click()
    look("result with mistakes")
    page.goto("/clubs/portland/enter/egn/")
    page.get_by_label("Text").fill(rubber_text(event="", club=None, deals=[LATE_KING]))
    page.get_by_role("button", name="Check").click()
    look("text with findings")
    rubber = stored(people, table="2")
    page.goto(f"/rubbers/{rubber.public_id}/correct/")
    page.get_by_role("spinbutton").nth(6).fill("5")
    page.get_by_role("spinbutton").nth(7).fill("4")
    page.get_by_label("Why").fill("It was closer.")
    record_now = read_one(rubber.egn.replace("#5-0", "#5-1"))
    correct_rubber(rubber, record_now, act=Act(by=people.users["Director"], key="", reason="So it was."))
    page.get_by_role("button", name="Store the correction").click()
    expect(page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    look("too late")
    context.close()
    assert faults == []

"""Rubbers entered by hand in a real browser, without a script: on a phone, and on a desk."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from matches.models import Club, Player, Rubber
from matches.rubbers.change_rubbers import CommandContext, correct_rubber
from scoring.notation import read_one
from tests.browser.looking import OpenPage, axe_faults, is_told, width_faults
from tests.matches.files import LATE_KING, rubber_text
from tests.matches.pages.rubbers.entry.people import People, opened, stored
from tests.matches.pages.rubbers.entry.test_text_check import SURPLUS

pytestmark = pytest.mark.e2e

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
SignIn = Callable[[str], Page]


@pytest.fixture(params=["phone", pytest.param("desk", marks=pytest.mark.soak)])
def sign_in(request: pytest.FixtureRequest, open_page: OpenPage, people: People) -> SignIn:
    width, height = SIZES[request.param]
    return lambda who: (
        open_page(people.users[who], width=width, height=height, java_script_enabled=False).page
    )


def fits(page: Page) -> None:
    assert width_faults(page) == []


def choose(page: Page, field: str, label: str) -> None:
    page.get_by_role("group", name=field, exact=True).get_by_label(label, exact=True).check()


def record(page: Page, *, calls: str, winner: str, won: str, king: str = "", dealer: str = "") -> None:
    if dealer:
        choose(page, "Dealer", dealer)
    page.get_by_label(calls).check()
    if king:
        page.get_by_role("group", name=re.compile("Who marked the king")).get_by_label(
            king, exact=True
        ).check()
    page.get_by_role("group", name=re.compile("Who won the deal")).get_by_label(winner, exact=True).check()
    page.get_by_label(won).check()
    page.get_by_role("button", name="Record the deal").click()


STOOD, REFUSED, GIVEN = (
    "the elder hand stood",
    "the elder hand proposed, the dealer refused",
    "cards were given, then the elder hand played",
)
POINT, VOLE = "the point: three tricks or four", "the vole: all five tricks"


def test_rubber_is_scored_deal_by_deal(people: People, sign_in: SignIn) -> None:
    page = sign_in("Owner")
    page.goto("/clubs/portland/enter/")
    fits(page)
    page.get_by_role("button", name="Deal by deal").click()
    page.get_by_label("Player A").fill("Orford")
    page.get_by_label("Player B").fill("Pole")
    page.get_by_label("Best of").select_option(label="a single game")
    fits(page)
    page.get_by_role("button", name="Go on to the first deal").click()
    is_told(page, "The club has no player called Pole")
    fits(page)
    page.get_by_label("Put Pole on the club’s list as a new guest").check()
    page.get_by_role("button", name="Go on to the first deal").click()
    expect(page.get_by_role("heading", name="Game 1, deal 1")).to_be_visible()
    fits(page)
    record(page, dealer="Orford", calls=REFUSED, winner="Pole", won=POINT, king="Orford")
    notice = page.locator(".notice").first
    expect(notice).to_contain_text("Orford marks one: the king (law 47).", use_inner_text=True)
    expect(notice).to_contain_text("Pole marks two: the point, counting two (law 49).", use_inner_text=True)
    assert page.get_by_label("Pole", exact=True).first.is_checked()
    fits(page)
    record(page, calls=GIVEN, winner="Orford", won=VOLE)
    page.get_by_role("button", name="Undo the last deal").click()
    is_told(page, "The last deal is undone.")
    record(page, calls=GIVEN, winner="Orford", won=VOLE)
    record(page, calls=STOOD, winner="Orford", won=POINT)
    is_told(page, "Orford wins the rubber, 1–0.")
    fits(page)
    page.get_by_role("button", name="End the rubber").click()
    is_told(page, "The rubber is stored, and it counts.")
    fits(page)
    assert Rubber.objects.get().games_won_a == 1


@pytest.mark.e2e(first=True)
def test_result_is_reported_disputed_and_settled(people: People, sign_in: SignIn) -> None:
    page = sign_in("Orford")
    page.goto("/clubs/portland/enter/?how=result")
    page.get_by_role("combobox", name="Player B").fill("Baldwin")
    for number, (a, b) in enumerate(((5, 2), (4, 4), (5, 1)), start=1):
        group = page.get_by_role("group", name=re.compile(f"Points of game {number}"))
        group.get_by_role("spinbutton").nth(0).fill(str(a))
        group.get_by_role("spinbutton").nth(1).fill(str(b))
    page.get_by_role("button", name="Save the result").click()
    wrong = page.get_by_role("group", name=re.compile("Points of game 2"))
    expect(wrong).to_contain_text("The game stops at 4-4", use_inner_text=True)
    fits(page)
    wrong.get_by_role("spinbutton").nth(1).fill("5")
    page.get_by_role("button", name="Save the result").click()
    is_told(page, "Reported by Orford; Baldwin or the director confirms it.")
    fits(page)
    other = sign_in("Baldwin")
    other.goto("/")
    expect(other.get_by_role("heading", name="Waiting for you")).to_be_visible()
    fits(other)
    other.get_by_role("main").get_by_role("link", name="Confirm", exact=True).click()
    other.get_by_role("link", name="Back to the rubber").click()
    other.get_by_role("link", name="No, it is wrong").click()
    other.get_by_label("Reason").fill("The third game was mine.")
    fits(other)
    other.get_by_role("button", name="Dispute").click()
    is_told(other, "Baldwin disputes this result")
    director = sign_in("Director")
    director.goto(other.url)
    director.get_by_role("link", name="Correct the result").click()
    third = director.get_by_role("group", name=re.compile("Points of game 3"))
    third.get_by_role("spinbutton").nth(0).fill("1")
    third.get_by_role("spinbutton").nth(1).fill("5")
    director.get_by_label("Reason").fill("Both players agree on the third game.")
    fits(director)
    director.get_by_role("button", name="Save the correction").click()
    is_told(director, "The rubber is corrected.")
    fits(director)
    director.get_by_role("link", name="History").click()
    main = director.locator("main")
    expect(main).to_contain_text("from 2–1 to 1–2", use_inner_text=True)
    expect(main).to_contain_text("Both players agree on the third game.", use_inner_text=True)
    fits(director)
    director.get_by_role("link", name="The record then (1)").click()
    is_told(director, "it was changed since")
    fits(director)


def test_findings_of_a_text_stand_in_view_and_one_tap_settles_each(people: People, sign_in: SignIn) -> None:
    Player.objects.create(club=people.club, name="Bell")
    page = sign_in("Owner")
    page.goto("/clubs/portland/enter/?how=egn")
    page.get_by_label("Text").fill(SURPLUS.replace("Orford", "Bel"))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#found .finding").first).to_be_in_viewport()
    expect(page.get_by_role("heading", name="2 things to settle")).to_be_focused()
    fits(page)
    page.get_by_role("button", name="Bell", exact=True).click()
    page.get_by_role("button", name="Write 2–2").click()
    expect(page.get_by_role("heading", name="Nothing to settle")).to_be_focused()
    assert "=B3 (2-4)" in page.get_by_label("Text").input_value()
    fits(page)
    page.get_by_role("button", name="Save").click()
    assert "/imports/" in page.url
    fits(page)
    assert Rubber.objects.get().state == "confirmed"


@pytest.mark.e2e(first=True)
def test_who_comes_too_late_keeps_what_he_wrote(people: People, sign_in: SignIn) -> None:
    rubber = stored(people)
    pages = [sign_in(who) for who in ("Owner", "Director")]
    for page, points in zip(pages, ("3", "4"), strict=True):
        page.goto(f"/rubbers/{rubber.public_id}/correct/")
        group = page.get_by_role("group", name=re.compile("Points of game 3"))
        group.get_by_role("spinbutton").nth(1).fill(points)
        page.get_by_label("Reason").fill(f"It was {points}.")
    for page in pages:
        page.get_by_role("button", name="Save the correction").click()
    main = pages[1].locator("main")
    expect(main).to_contain_text("Your version is kept", use_inner_text=True)
    expect(main).to_contain_text("It was 4.", use_inner_text=True)
    fits(pages[1])
    assert Club.objects.get().rubbers.get().version == 2


@pytest.mark.parametrize(
    ("scheme", "apart"),
    [("light", 3), *(pytest.param(scheme, 1, marks=pytest.mark.soak) for scheme in ("light", "dark"))],
)
def test_pages_of_entry_are_accessible_in_every_state(
    people: People, open_page: OpenPage, scheme: str, apart: int
) -> None:
    page = open_page(people.users["Owner"], color_scheme=scheme).page
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
    record(page, dealer="Orford", calls=STOOD, winner="Baldwin", won=POINT, king="Baldwin")
    record(page, dealer="Orford", calls=STOOD, winner="Baldwin", won=POINT)
    look("deal with a finding")
    page.goto("/clubs/portland/enter/result/")
    page.get_by_role("combobox", name="Player A").fill("Pole")
    page.get_by_role("combobox", name="Player B").fill("Walker")
    page.get_by_role("combobox", name="Event").fill("Spring Cup")
    page.get_by_role("button", name="Save the result").click()
    look("result with mistakes")
    page.goto("/clubs/portland/enter/egn/")
    page.get_by_label("Text").fill(rubber_text(event="", club=None, deals=[LATE_KING]))
    page.get_by_role("button", name="Check").click()
    look("text with findings")
    rubber = stored(people, table="2")
    page.goto(f"/rubbers/{rubber.public_id}/correct/")
    page.get_by_role("spinbutton").nth(6).fill("5")
    page.get_by_role("spinbutton").nth(7).fill("4")
    page.get_by_label("Reason").fill("It was closer.")
    record_now = read_one(rubber.egn.replace("#5-0", "#5-1"))
    correct_rubber(
        rubber, record_now, act=CommandContext(by=people.users["Director"], key="", reason="So it was.")
    )
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_role("heading", name="Someone else changed this first")).to_be_visible()
    look("too late")
    assert faults == []

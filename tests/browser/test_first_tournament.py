"""A director's way from sign-in to the first result of a tournament, counted in pages and touches on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from matches.models import Club, Event, Player, Rubber, User
from tests.browser.looking import OpenPage, axe_faults, is_told, width_faults
from tests.browser.walking import Walk
from tests.matches.pages.exchange.club import user

pytestmark = pytest.mark.e2e

GUESTS = ("Ann", "Ben", "Cay", "Dan", "Eve", "Fay", "Gus")
"""With the five of the staff the club has twelve players."""
PASSWORD = "a long way to Portland"
PAGES, TOUCHES = 7, 8


@pytest.fixture
def twelve(club: Club) -> Club:
    Player.objects.bulk_create(Player(club=club, name=name) for name in GUESTS)
    return club


def has_password(director: User) -> User:
    director.set_password(PASSWORD)
    director.save()
    return director


def test_first_result_of_a_swiss_of_twelve_in_few_pages_and_touches(
    twelve: Club, open_page: OpenPage
) -> None:
    watched = open_page()
    page = watched.page
    page.goto("/accounts/login/")
    page.locator("main input[type=email]").fill(has_password(user("director")).email)
    page.locator("main input[type=password]").fill(PASSWORD)
    walk = Walk(page)
    walk.tap(page.locator("main form.form button[type=submit]"))
    walk.tap(page.get_by_role("region", name="Your club").get_by_role("link", name=twelve.name))
    evening = page.get_by_role("listitem").filter(has_text="Start an evening")
    walk.tap(evening.get_by_role("link", name="Start", exact=True))
    walk.tap_link("Next: who")
    is_told(page, "Swiss, 12 players")
    is_told(page, "4 rounds, 24 rubbers, about 2 h 40")
    walk.tap_link("Next: when")
    walk.tap_button("Set up and draw")
    walk.tap_button("Release Round 1")
    # The first table's results are in view, and are stored without leaving the desk.
    walk.tap(page.get_by_role("main").get_by_role("button", name=re.compile("2.0")).first)
    is_told(page, "stored. To change a result")
    assert Rubber.objects.count() == 1
    assert (len(walk.paths), walk.touches) == (PAGES, TOUCHES)
    assert Event.objects.get().entrants.count() == 12
    assert watched.complaints == []


def says(page: Page, what: str) -> str:
    return " ".join((page.locator(f".next [data-says={what}]").text_content() or "").split())


def test_counts_follow_who_is_ticked(twelve: Club, open_page: OpenPage) -> None:
    watched = open_page(user("director"))
    page = watched.page
    page.goto(f"/clubs/{twelve.slug}/events/set-up/#who")
    page.get_by_label("Fay").uncheck()
    assert says(page, "players") == "11 players"
    is_told(page, "An odd number: one player has a bye each round.")
    page.get_by_label("Add others by name").fill("Hal\nIda\nAnn\n")
    assert says(page, "players") == "13 players"
    page.get_by_role("button", name="Nobody").click()
    page.get_by_label("Add others by name").fill("")
    assert (says(page, "players"), says(page, "size")) == ("0 players", "")
    page.get_by_role("button", name="Everybody, 12").click()
    page.goto(f"{page.url.partition('#')[0]}#what")
    page.get_by_label("Knockout", exact=False).first.check()
    page.get_by_label("5", exact=True).check()
    assert (says(page, "format"), says(page, "size")) == ("Knockout", "4 rounds, 11 rubbers, about 4 h 20")
    assert watched.complaints == []


def test_steps_work_without_a_script(twelve: Club, open_page: OpenPage) -> None:
    watched = open_page(user("director"), java_script_enabled=False)
    page = watched.page
    page.goto(f"/clubs/{twelve.slug}/events/set-up/")
    page.get_by_role("radio", name="League").check()
    page.get_by_role("link", name="Next: who").click()
    page.get_by_role("button", name="Nobody").click()
    expect(page.get_by_role("status")).to_contain_text("League, 0 players")
    for name in ("Ann", "Ben", "Cay"):
        page.get_by_label(name).check()
    page.get_by_role("button", name="Update").last.click()
    expect(page.get_by_role("status")).to_contain_text("League, 3 players")
    is_told(page, "An odd number: one player has a bye each round.")
    page.get_by_role("link", name="Next: when").click()
    expect(page.get_by_label("Last day of the first round")).not_to_have_value("")
    page.get_by_role("button", name="Set up and draw").click()
    expect(page.get_by_role("button", name="Release all rounds")).to_be_visible()
    assert watched.complaints == []


@pytest.mark.parametrize("step", ["what", "who", "when"])
def test_steps_are_accessible_and_fit(twelve: Club, open_page: OpenPage, step: str) -> None:
    watched = open_page(user("director"))
    page = watched.page
    page.goto(f"/clubs/{twelve.slug}/events/set-up/#{step}")
    page.locator("main details").evaluate_all("parts => parts.forEach(part => part.open = true)")
    assert axe_faults(page) + width_faults(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert watched.complaints == []

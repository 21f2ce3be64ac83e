"""A club's first evening as its owner sees it, from the printed password to a settled dispute.

On a phone by the address in the local network, over plain HTTP; and on a desktop, in French. Without scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.looking import is_told
from tests.support.site import StartedSite

pytestmark = pytest.mark.e2e

NAMES = ("Whist", "Pole", "Boiteau", "Walker", "Clay", "Orford", "Baldwin", "Moran")
DEALS = [
    # Dealer, what was called, who marked the king, who won, how; and the score after it.
    ("A", "stood", "", "A", "point", "2–0"),
    ("B", "refused", "B", "B", "3", "2–2"),
    ("A", "refused", "", "B", "point", "2–4"),
    ("B", "given_stood", "", "B", "vole", "2–5"),
]
"""A game of five up: laws 49 (a stand that failed counts two), 47 and 48, 48, and the vole capped at five."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The owner's page. ``say`` returns the site's text for an English sentence of its catalogue."""

    page: Page
    language: str

    def say(self, english: str, **values: object) -> str:
        with translation.override(self.language):
            return gettext(english) % values if values else gettext(english)

    def button(self, english: str) -> Locator:
        return self.page.get_by_role("main").get_by_role("button", name=self.say(english), exact=True)

    def choice(self, english: str) -> Locator:
        """Return the button of a way to enter, whose name goes on with what the way is for."""
        name = re.compile("^" + re.escape(self.say(english)))
        return self.page.get_by_role("main").get_by_role("button", name=name)

    def link(self, english: str) -> Locator:
        return self.page.get_by_role("main").get_by_role("link", name=self.say(english), exact=True)

    def field(self, english: str) -> Locator:
        return self.page.get_by_role("main").get_by_label(self.say(english)).first


@pytest.fixture(
    params=["phone on the local network", pytest.param("desk, in French", marks=pytest.mark.soak)]
)
def evening(request: pytest.FixtureRequest, empty_site: StartedSite, browser: Browser) -> Iterator[Evening]:
    on_phone = request.param.startswith("phone")
    lan = re.search(r"on the local network\s+(http://\S+?)/?$", empty_site.output, re.MULTILINE)
    language = "en" if on_phone else "fr"
    context = browser.new_context(
        viewport={"width": 390, "height": 844} if on_phone else {"width": 1280, "height": 900},
        java_script_enabled=False,
        locale="en-GB" if on_phone else "fr-FR",
        base_url=lan[1] if on_phone and lan else empty_site.url,
    )
    context.set_default_timeout(15_000)
    yield Evening(context.new_page(), language)
    context.close()


@pytest.mark.e2e(first=True)
def test_from_the_printed_password_to_a_settled_dispute(evening: Evening, empty_site: StartedSite) -> None:
    sign_in(evening, empty_site)
    make_club(evening)
    add_players(evening)
    open_event(evening)
    by_result = enter_result(evening)
    by_marks = enter_deals(evening)
    dispute(evening, by_result)
    settle(evening, by_result)
    standings_and_log(evening)
    evening.page.goto(by_marks)
    is_told(evening.page, "2–5")


def sign_in(evening: Evening, site: StartedSite) -> None:
    page = evening.page
    page.goto("/")
    sign_in_link = page.get_by_role("link", name=evening.say("Sign in"), exact=True)
    sign_in_link.and_(page.locator("[href^='/accounts/login/']")).click()
    page.locator("main input[type=email]").fill(site.email)
    page.locator("main input[type=password]").fill(site.password)
    page.locator("main form.form button[type=submit]").click()


def make_club(evening: Evening) -> None:
    evening.link("Create a club").click()
    evening.field("Name").fill(f"Cercle {evening.language}")
    evening.field("Time zone").select_option("Europe/Paris")
    evening.button("Create the club").click()
    is_told(evening.page, evening.say("The club is created."))


def add_players(evening: Evening) -> None:
    evening.link("Add").click()
    evening.field("Names").fill("\n".join(NAMES))
    evening.button("Add them").click()
    for name in NAMES:
        is_told(evening.page, name)


def open_event(evening: Evening) -> None:
    evening.link("Play").click()
    evening.link("Start").click()
    evening.link("New evening").click()
    evening.field("Name").fill("Autumn Cup")
    evening.button("Start the evening").click()
    expect(evening.page.get_by_role("heading", name="Autumn Cup")).to_be_visible()


def enter_result(evening: Evening) -> str:
    evening.page.locator(".title").get_by_role("link", name=evening.say("Enter a rubber")).click()
    evening.choice("Only the result").click()
    evening.field("Player A").fill("Whist")
    evening.field("Player B").fill("Pole")
    won = evening.page.locator("main input[name^=games_won]")
    won.nth(0).fill("2")
    won.nth(1).fill("1")
    evening.page.locator("main form.form button[type=submit]").click()
    expect(evening.page.locator(".score-board .total")).to_have_text(["2", "1"], use_inner_text=True)
    return evening.page.url


def enter_deals(evening: Evening) -> str:
    page = evening.page
    page.get_by_role("link", name="Autumn Cup").first.click()
    evening.page.locator(".title").get_by_role("link", name=evening.say("Enter a rubber")).click()
    evening.choice("Deal by deal").click()
    evening.field("Player A").fill("Boiteau")
    evening.field("Player B").fill("Walker")
    page.locator("main select[name=best_of]").select_option("1")
    page.locator("main form.form button[type=submit]").click()
    for dealer, calls, king, winner, won, score in DEALS:
        for name, value in (
            ("dealer", dealer),
            ("said", calls),
            ("king", king),
            ("winner", winner),
            ("won", won),
        ):
            if value:
                page.locator(f'main input[name={name}][value="{value}"]').check()
        page.locator("main form.form button[type=submit]").click()
        is_told(evening.page, score)
    evening.button("End the rubber").click()
    return page.url


def dispute(evening: Evening, rubber: str) -> None:
    evening.page.goto(rubber)
    evening.page.locator(".more > summary").click()
    evening.link("Dispute").click()
    evening.page.locator("main textarea").fill("Pole won the second game too.")
    evening.button("Dispute").click()
    is_told(evening.page, evening.say("The result is disputed; the director will settle it."))


def manage(evening: Evening) -> None:
    """Open Manage from a page of an event, by its club. The tab may carry a count."""
    evening.page.get_by_role("link", name=re.compile("^Cercle")).first.click()
    tab = re.compile("^" + re.escape(evening.say("Manage")))
    evening.page.get_by_role("main").get_by_role("link", name=tab).first.click()


def settle(evening: Evening, rubber: str) -> None:
    page = evening.page
    page.get_by_role("link", name="Autumn Cup").first.click()
    manage(evening)
    evening.link("Open").click()
    is_told(evening.page, "Pole won the second game too.")
    page.get_by_role("main").get_by_role("link", name=re.compile("Whist.*Pole")).first.click()
    evening.link("Correct the result").click()
    won = page.locator("main input[name^=games_won]")
    won.nth(0).fill("1")
    won.nth(1).fill("2")
    page.locator("main [name=reason]").fill("The sheet was read upside down.")
    evening.button("Save the correction").click()
    is_told(evening.page, evening.say("Corrected"))
    assert page.url == rubber


def standings_and_log(evening: Evening) -> None:
    page = evening.page
    page.get_by_role("link", name="Autumn Cup").first.click()
    deadline = 240
    while not page.get_by_role("row", name=re.compile("Pole")).is_visible():
        deadline -= 1
        assert deadline, "the standings never came"
        page.wait_for_timeout(500)
        page.reload()
    manage(evening)
    page.get_by_role("main").locator("a[href$='/log/']").first.click()
    for text in ("2–1", "1–2", "The sheet was read upside down.", "Boiteau"):
        is_told(evening.page, text)

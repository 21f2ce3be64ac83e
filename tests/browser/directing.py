"""A director at work on an event in a browser: the steps of an evening, page by page, and what each of them shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from playwright.sync_api import Locator, Page, expect

from matches.events.write_standings import write_standings
from matches.models import Event
from tests.browser.looking import excess_width, is_told

WIDTHS = ((390, 844), (1280, 900))
NAMES_OF_PAIRINGS = """lines => lines.map(line =>
    [...line.querySelectorAll(".who > span:not(.soft)")].map(name => name.textContent.trim()))"""
ADDRESSES = "links => links.map(link => new URL(link.getAttribute('href'), document.baseURI).href)"
CELLS = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"

Meeting = tuple[str, str]
"""Names of the two of a pairing; the second is empty for a bye."""


@dataclass
class Director:
    """``run`` is the URL of the director's desk, known once the event is set up."""

    page: Page
    run: str = ""

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    @property
    def event(self) -> str:
        return self.run.removesuffix("run/")

    def stored(self) -> Event:
        return Event.objects.get(public_id=self.run.rstrip("/").split("/")[-2])

    def open(self, place: str = "") -> None:
        self.page.goto(self.run + place)

    def press(self, name: str) -> None:
        self.main.get_by_role("button", name=name, exact=True).click()

    def follow(self, name: str) -> None:
        self.main.get_by_role("link", name=name, exact=True).click()

    def unfold(self, summary: str) -> Locator:
        part = self.main.locator("details", has=self.page.locator("summary", has_text=summary)).last
        part.locator("summary").first.click()
        return part

    def is_told(self, text: str | re.Pattern[str]) -> None:
        is_told(self.page, text)

    def look(self) -> None:
        """Check that the page fits on a phone and on a desktop."""
        fits(self.page)

    def leads_somewhere(self) -> None:
        links = self.main.locator("a[href]").evaluate_all(ADDRESSES)
        dead = [link for link in dict.fromkeys(links) if not self.page.request.get(link).ok]
        assert not dead, f"{self.page.url} leads to {dead}"

    def set_up(
        self, club: str, name: str, players: list[str], *, format_key: str = "", **settings: Any
    ) -> None:
        """Fill the form of a format (the key of its preset); ``settings`` are fields by name: a text, or a tick."""
        self.page.goto(f"/clubs/{club}/events/set-up/?format={format_key}")
        form = self.page.locator("form.plan")
        form.locator("[name=name]").fill(name)
        self.unfold("More options")
        for setting, value in settings.items():
            control = form.locator(f"[name={setting}]")
            if isinstance(value, bool):
                control.set_checked(value)
            elif control.evaluate("field => field.localName") == "select":
                control.select_option(value)
            else:
                control.fill(value)
        self.step("who")
        self.press("Nobody")
        form.locator("[name=names]").fill("\n".join(players))
        form.locator("#who button[value=look]").click()
        self.is_told(f"{len(players)} players")
        self.look()
        self.step("when")
        self.press("Set up, draw later")
        self.is_told("The event is set up.")
        # The address keeps the step from which the form was sent.
        self.run = re.sub(r"[?#].*", "", self.page.url)

    def step(self, name: str) -> None:
        """Go to a step of the form, on a phone by the rail; on a desktop all of them are there."""
        link = self.main.locator(f".rail a[href='#{name}']")
        if link.is_visible():
            link.click()

    def check_in(self, names: list[str]) -> None:
        self.open("check-in/")
        for name in names:
            self.main.get_by_label(name, exact=True).check()
        self.look()
        self.press("Check in")
        self.is_told(f"{len(names)} player")

    def draw(self, button: str, release: str, *, stage: int = 1) -> None:
        self.open()
        self.press(button)
        expect(self.page).to_have_url(re.compile(rf"/run/draw/{stage}/"))
        self.look()
        self.press(release)
        self.is_told(re.compile(r"Round \d+ is on\.|The bracket is released\."))

    def meetings(self, number: int, *, stage: int = 1) -> list[Meeting]:
        """Return the pairings of a round as its results page lists them. The page stays open."""
        self.open(f"results/{stage}/{number}/?text=1")
        pairs = self.page.locator("#pairings > li").evaluate_all(NAMES_OF_PAIRINGS)
        return [(names[0], names[1] if len(names) > 1 else "") for names in cast(list[list[str]], pairs)]

    def enter(self, results: Mapping[Meeting, str]) -> None:
        """Enter results on the open page, all saved at once: ``2-1``, or points of games: ``5-3 2-5 5-4``."""
        for (a, b), result in results.items():
            if " " in result:
                self.main.get_by_label(f"Points of {a} and {b}", exact=True).fill(result)
            else:
                self.main.get_by_label(f"Result of {a} and {b}", exact=True).select_option(result)
        self.press("Save the results")
        count = len(results)
        self.is_told("stored." if count == 1 else f"{count} results stored.")

    def correct(self, number: int, meeting: Meeting, games: tuple[int, int], *, stage: int = 1) -> None:
        """Correct a result, up to the page that previews what the correction would change."""
        self.open(f"results/{stage}/{number}/?text=1")
        self.follow(f"correct · {meeting[0]}, {meeting[1]}")
        self.main.get_by_text("Points of the games, or another ending").click()
        won = self.main.locator("input[name^=games_won]")
        for field, count in zip((won.nth(0), won.nth(1)), games, strict=True):
            field.fill(str(count))
        self.look()
        self.press("Preview the change")
        self.is_told("Nothing is stored yet.")
        self.look()

    def decide(self, reason: str, *choices: str) -> None:
        for choice in choices:
            self.main.get_by_label(choice).check()
        self.main.get_by_label("Reason").fill(reason)
        self.press("Save the correction")
        self.is_told("The result is corrected.")
        self.look()


def work_off(event: Event) -> None:
    write_standings(event.pk)


def fits(page: Page) -> None:
    """Check that the page is no wider than a phone or a desktop. The window's size is restored."""
    before = page.viewport_size
    # The current size comes first, because each change of size lays the page out again.
    for width, height in sorted(WIDTHS, key=lambda size: size[0] != (before or {"width": 0})["width"]):
        if before is None or (width, height) != (before["width"], before["height"]):
            page.set_viewport_size({"width": width, "height": height})
        assert excess_width(page) <= 0, f"{page.url} at {width}"
    if before is not None:
        page.set_viewport_size(before)


def table_rows(page: Page, selector: str = "table.ranking") -> list[list[str]]:
    return cast(list[list[str]], page.locator(f"{selector} tbody tr").evaluate_all(CELLS))

"""Takes the handbook's pictures anew, from a site with the demonstration club, in English and French:

    python3.11 manage.py start
    .venv/bin/python -m tests.browser.pictures http://localhost:8000 PASSWORD

Look at what it made before it is kept.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from ecarte_site.setup.environment import PROJECT
from tests.support import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FOLDER: Final = PROJECT / "matches" / "pages" / "static" / "web" / "handbook"
WIDTH, HEIGHT = 390, 560
LANGUAGES: Final = {"en": "English", "fr": "Français"}
QUALITY: Final = 42


def standings(page: Page, site: str) -> Locator | None:
    page.goto(f"{site}/clubs/portland/")
    page.get_by_role("link", name="Autumn Cup").first.click()
    return page.locator("h1")


def review(page: Page, site: str) -> Locator | None:
    standings(page, site)
    for address in [link.get_attribute("href") for link in page.locator(".results a").all()]:
        page.goto(f"{site}{address}")
        flagged = page.get_by_role("row").filter(has_text=re.compile("flagged|relevé|signalé"))
        if flagged.count():
            flagged.first.get_by_role("link").first.click()
            return page.locator(".flag").last
    raise LookupError("No deal of the event is flagged yet: wait until the worker has reviewed it.")


def entering(page: Page, site: str) -> Locator | None:
    page.goto(f"{site}/clubs/portland/enter/")
    return page.locator("h1")


def pad(page: Page, site: str) -> Locator | None:
    entering(page, site)
    page.locator("main button").nth(1).click()
    page.locator("[name=a]").fill("Orford")
    page.locator("[name=b]").fill("Clay")
    page.locator("[name=table]").fill("4" if page.locator("html").get_attribute("lang") == "en" else "5")
    page.locator("main form button[type=submit]").last.click()
    page.locator("main a", has_text=re.compile("pad|carnet")).first.click()
    page.wait_for_load_state("networkidle")
    return None


PICTURES: Final[Mapping[str, Callable[[Page, str], Locator | None]]] = {
    "standings": standings,
    "review": review,
    "entering": entering,
    "pad": pad,
}


def main(site: str, password: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium.find(may_install=False), args=["--no-sandbox"]
        )
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT},
            device_scale_factor=1.25,
            color_scheme="light",
            locale="en-GB",
        )
        page.goto(f"{site}/accounts/login/")
        page.locator("[name=login]").fill("owner@localhost")
        page.locator("[name=password]").fill(password)
        page.locator("main form button[type=submit]").first.click()
        page.wait_for_load_state()
        for name, shown in PICTURES.items():
            for language, called in LANGUAGES.items():
                page.goto(site)
                page.get_by_role("button", name=called).click()
                page.wait_for_load_state()
                if (top := shown(page, site)) is not None:
                    top.evaluate(
                        "each => window.scrollTo(0, each.getBoundingClientRect().top + scrollY - 12)"
                    )
                page.screenshot(path=FOLDER / f"{name}.{language}.jpg", type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), sys.argv[2])

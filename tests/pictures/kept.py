"""Renew the pictures that are part of the project: those of the documents, and those of the handbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from playwright.sync_api import Browser, Locator, Page

from ecarte_site.setup.environment import PROJECT
from tests.matches.pages.rubbers.entry.test_text_check import SURPLUS
from tests.pictures.camera import Viewer, open_context, take_picture

DOCS: Final = PROJECT / "docs" / "pictures"
HANDBOOK: Final = PROJECT / "matches" / "pages" / "handbook" / "static" / "web" / "handbook"
HANDBOOK_HEIGHT: Final = 640
LANGUAGES: Final = ("en", "fr")
QUALITY: Final = 60
PHONE_SCALE: Final = 1.5
ABOVE: Final = 12
"""The pixels above what a picture begins with."""

Pages: TypeAlias = Mapping[str, str]
"""The addresses of pages by URL name."""
OpenPage: TypeAlias = Callable[[Page, Pages], Locator | None]
"""Open a page and get it ready. The picture begins at what is returned, or at the top of the page if that is None."""


def page_of(name: str) -> OpenPage:
    def open_page(page: Page, pages: Pages) -> None:
        page.goto(pages[name])

    return open_page


def open_verdict(page: Page, pages: Pages) -> None:
    page.goto(pages["web:try_hand"])
    page.get_by_role("button", name="seven of diamonds").click()
    page.locator(".verdict").wait_for()


def open_pad(page: Page, pages: Pages) -> None:
    page.goto(pages["web:pad"])
    page.wait_for_load_state("networkidle")


def open_check(page: Page, pages: Pages) -> None:
    page.goto(pages["web:enter_egn"])
    page.locator("[name=text]").fill(SURPLUS)
    page.locator("button[name=check]").click()
    page.wait_for_load_state()


def open_event_in_play(page: Page, pages: Pages) -> None:
    page.goto(pages["web:event_run"].removesuffix("run/"))


def open_standings(page: Page, pages: Pages) -> Locator:
    page.goto(pages["web:event"])
    page.locator(".ranking summary").first.click()
    return page.locator("section:has(.ranking)").last


def open_mistake(page: Page, pages: Pages) -> None:
    page.goto(pages["web:deal"])
    page.locator("[data-go=mistake]").click()
    page.locator("article:not([hidden]) .verdict").first.wait_for()


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture of a document. ``name`` ends in the size of its window."""

    name: str
    viewer: str
    open_page: OpenPage

    @property
    def size(self) -> str:
        return self.name.rpartition("-")[2]

    @property
    def file(self) -> Path:
        return DOCS / f"{self.name}.webp"


KEPT: Final = (
    Kept("verdict-phone", "visitor", open_verdict),
    Kept("club-phone", "visitor", page_of("web:club")),
    Kept("club-desktop", "visitor", page_of("web:club")),
    Kept("event-desktop", "visitor", open_event_in_play),
    Kept("bracket-desktop", "visitor", page_of("web:event_bracket")),
    Kept("desk-desktop", "owner", page_of("web:event_run")),
    Kept("manage-phone", "owner", page_of("web:club_manage")),
    Kept("check-desktop", "owner", open_check),
    Kept("pad-phone", "owner", open_pad),
    Kept("deal-desktop", "visitor", open_mistake),
)
IN_README: Final = ("event-desktop", "pad-phone")
IN_HANDBOOK: Final[Mapping[str, tuple[str, OpenPage]]] = {
    "standings": ("visitor", open_standings),
    "review": ("visitor", open_mistake),
    "entering": ("owner", page_of("web:enter")),
    "pad": ("owner", open_pad),
}
"""The pictures of the handbook by chapter: who looks, and at what."""


def take_kept(launched: Browser, site: str, viewers: Mapping[str, Viewer], pages: Pages) -> list[Path]:
    """Write every picture of the documents and of the handbook. Return their files."""
    DOCS.mkdir(exist_ok=True)
    files = []
    for kept in KEPT:
        scale = PHONE_SCALE if kept.size == "phone" else 1
        context = open_context(launched, site, viewers[kept.viewer], kept.size, scale=scale)
        files.append(kept.file)
        _take(context.new_page(), kept.open_page, pages, kept.file)
        context.close()
    for name, (viewer, open_page) in IN_HANDBOOK.items():
        for language in LANGUAGES:
            context = open_context(
                launched, site, viewers[viewer], "phone", language=language, scale=PHONE_SCALE
            )
            files.append(HANDBOOK / f"{name}.{language}.webp")
            _take(context.new_page(), open_page, pages, files[-1], height=HANDBOOK_HEIGHT)
            context.close()
    return files


def _take(page: Page, open_page: OpenPage, pages: Pages, file: Path, *, height: int | None = None) -> None:
    if height is not None and page.viewport_size is not None:
        page.set_viewport_size({**page.viewport_size, "height": height})
    first = open_page(page, pages)
    if first is not None:
        first.evaluate(f"each => scrollTo(0, each.getBoundingClientRect().top + scrollY - {ABOVE})")
    take_picture(page, file, whole=False, quality=QUALITY)

"""Take pictures of pages as WebP files, in the sizes of a phone and of a desktop."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support import chromium

SIZES: Final = {"phone": (390, 844), "desktop": (1280, 900)}
LONGEST_PIXELS: Final = 6000
"""The height above which the rest of a page is cut off."""
QUALITY: Final = 70
PATIENCE_MS: Final = 180_000
SETTLED: Final = """async () => {
    await document.fonts.ready;
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.all(images.map((image) => image.decode().catch(() => 0)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        launched = play.chromium.launch(
            executable_path=chromium.find(may_install=False),
            args=["--no-sandbox", "--font-render-hinting=none"],
        )
        yield launched
        launched.close()


@dataclass(frozen=True, slots=True)
class Viewer:
    """The cookies of a person who is signed in, as (name, value). A visitor has none."""

    name: str
    cookies: tuple[tuple[str, str], ...] = ()

    def cookies_for(self, site: str) -> list[Any]:
        """Return the cookies as the browser takes them. They end with it, whatever its clock says."""
        return [{"name": name, "value": value, "url": site} for name, value in self.cookies]


def open_context(
    browser: Browser, site: str, viewer: Viewer, size: str, *, language: str = "en", scale: float = 1
) -> BrowserContext:
    """Return a context of the browser with a window of this size, in which ``viewer`` is signed in."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=site,
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
        locale={"en": "en-GB", "fr": "fr-FR"}[language],
        timezone_id="Europe/London",
        has_touch=size == "phone",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies(viewer.cookies_for(site))
    return context


def take_picture(page: Page, file: Path, *, whole: bool, quality: int = QUALITY) -> None:
    """Write a picture of what the window shows, or of the ``whole`` page as in a window of its height."""
    size = page.viewport_size
    assert size is not None
    if whole:
        height = int(page.evaluate("document.documentElement.scrollHeight"))
        page.set_viewport_size({**size, "height": max(size["height"], min(height, LONGEST_PIXELS))})
    page.evaluate(SETTLED)
    session = page.context.new_cdp_session(page)
    data = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})["data"]
    session.detach()
    page.set_viewport_size(size)
    file.write_bytes(base64.b64decode(data))

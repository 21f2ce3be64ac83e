"""Walk through pages as a person does, and count pages and touches.

A page is an address that is loaded, or a step with an address of its own (``#who``). A touch is a tap, or one field
that is filled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Frame, Locator, Page


@dataclass
class Walk:
    """The pages, by their paths, and the touches of a walk on ``page``, from now on."""

    page: Page
    paths: list[str] = field(default_factory=list)
    touches: int = 0

    def __post_init__(self) -> None:
        self.page.on("framenavigated", self._arrived)

    def _arrived(self, frame: Frame) -> None:
        if frame == self.page.main_frame and frame.url != "about:blank":
            self.paths.append(urlsplit(frame.url).path)

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    def tap(self, target: Locator) -> None:
        self.touches += 1
        target.click()
        # A click waits for the page that it opens to begin, not for it to arrive.
        self.page.wait_for_load_state()

    def fill(self, target: Locator, text: str) -> None:
        self.touches += 1
        target.fill(text)

    def tap_link(self, name: str) -> None:
        self.tap(self.main.get_by_role("link", name=name, exact=True))

    def tap_button(self, name: str) -> None:
        self.tap(self.main.get_by_role("button", name=name, exact=True))

"""Walk through pages as a person does, and count pages and touches.

A page is an address that is loaded, or a step with an address of its own (``#who``). A touch is a tap, or one field
that is filled.
"""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Frame, Locator, Page


@dataclass
class Walk:
    """The pages and touches of a walk on ``page``, from now on."""

    page: Page
    pages: int = 0
    touches: int = 0

    def __post_init__(self) -> None:
        self.page.on("framenavigated", self._arrived)

    def _arrived(self, frame: Frame) -> None:
        self.pages += frame == self.page.main_frame

    def tap(self, target: Locator) -> None:
        self.touches += 1
        target.click()
        # A click waits for the page that it opens to begin, not for it to arrive.
        self.page.wait_for_load_state()

    def tap_link(self, name: str) -> None:
        self.tap(self.page.get_by_role("main").get_by_role("link", name=name, exact=True))

    def tap_button(self, name: str) -> None:
        self.tap(self.page.get_by_role("main").get_by_role("button", name=name, exact=True))

"""What a browser test asks of any page: does it fit, can everybody use it, how heavy is it, did it complain."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page, Response

LOOKS = [
    (width, height, scheme) for width, height in ((360, 740), (1280, 900)) for scheme in ("light", "dark")
]
BOTH_WAYS = [(360, 740, "light"), (1280, 900, "dark")]
"""Each width and each scheme once, for tests of very many pages."""
KILOBYTES_COLD = 100
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@dataclass
class Watched:
    """A page and what it complained of: errors on its console, responses that failed."""

    page: Page
    complaints: list[str]


def watch(page: Page) -> Watched:
    watched = Watched(page, [])

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            watched.complaints.append(f"{page.url}: {message.text}")

    def on_response(response: Response) -> None:
        if response.status >= 400:
            watched.complaints.append(f"{response.status} {response.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: watched.complaints.append(f"{page.url}: {error}"))
    page.on("response", on_response)
    return watched


def axe_faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands, a line each."""
    result = Axe().run(page, options={"runOnly": AXE_TAGS})
    return [
        f"{violation['id']}: {violation['help']}: {[node['html'] for node in violation['nodes']][:3]}"
        for violation in result.response["violations"]
    ]


def picture_keeper(prefix: str) -> Callable[[Page, str], None]:
    """What takes a picture of a whole page, into the folder of ECARTE_PICTURES where somebody asked for pictures."""

    def keep(page: Page, name: str) -> None:
        if folder := os.environ.get("ECARTE_PICTURES"):
            size = page.viewport_size or {"width": 0}
            page.screenshot(path=Path(folder) / f"{prefix}-{name}-{size['width']}.png", full_page=True)

    return keep


def excess_width(page: Page) -> int:
    """How many pixels the page is wider than its window; none, or less than none, where it fits."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def answers_of_load(page: Page, address: str) -> list[Response]:
    """Everything that came in answer to opening a page."""
    answers: list[Response] = []

    def on_response(response: Response) -> None:
        answers.append(response)

    page.on("response", on_response)
    page.goto(address, wait_until="networkidle")
    return answers


def kilobytes_of_load(page: Page, address: str) -> float:
    """Of a first visit, with nothing compressed: a server in front makes it less. Letters and styles are in it."""
    answers = answers_of_load(page, address)
    assert {"document", "stylesheet", "font"} <= {answer.request.resource_type for answer in answers}
    return sum(len(answer.body()) for answer in answers if has_body(answer)) / 1000


def has_body(answer: Response) -> bool:
    """Not a way elsewhere, and not a page's question for news that found none."""
    return answer.status // 100 != 3 and answer.status != HTTPStatus.NO_CONTENT

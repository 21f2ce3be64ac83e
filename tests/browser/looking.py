"""What a browser test asks of any page: does it fit, can everybody use it, how heavy is it, did it complain."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page, Request, Response

WIDTHS = (360, 1280)
LOOKS = [
    pytest.param(width, height, scheme, marks=[] if (width, scheme) == (360, "light") else pytest.mark.soak)
    for width, height in ((360, 740), (1280, 900))
    for scheme in ("light", "dark")
]
"""The first in every run, the others in the soak: the pages are the same, and so is what they are made of."""
BOTH_WAYS = [LOOKS[0], LOOKS[-1]]
"""Each width and each scheme once, for tests of very many pages."""
SWEEPS, SWEEPS_BOTH_WAYS = (
    [
        pytest.param(360, 740, "light", 3),
        *(pytest.param(*look.values, 1, marks=pytest.mark.soak) for look in looks),
    ]
    for looks in (LOOKS, BOTH_WAYS)
)
"""The same for many pages of a kind: one page in three in every run, each of them in every look in the soak."""
SIZES = [(390, 844), pytest.param(1280, 900, marks=pytest.mark.soak)]
"""For what is done step by step: on a phone in every run, on a desk in the soak."""
KILOBYTES_COLD = 100
SHORT_MS, MOST_LOOKS = 20, 1000
"""How often it is looked whether a page still waits for something, and when that is given up."""
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_RUN = """async (options) => (await axe.run(document, options)).violations.map(({id, help, nodes}) =>
    `${id}: ${help}: ${JSON.stringify(nodes.slice(0, 3).map(({html}) => html))}`)"""
"""Told in lines: all that axe says of every element takes longer to hand over than to find out."""


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


def axe_faults(page: Page, *, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe finds on the page as it stands, a line each; by these rules alone where some are named."""
    page.wait_for_load_state()
    wanted = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": AXE_TAGS}
    page.evaluate(AXE_SCRIPT)
    return cast(list[str], page.evaluate(AXE_RUN, {"runOnly": wanted, "resultTypes": ["violations"]}))


def width_faults(page: Page) -> list[str]:
    """Whether the page is wider than a phone or a desk; its window is afterwards as it was."""
    before = page.viewport_size
    assert before is not None
    faults = []
    for width in sorted(WIDTHS, key=lambda width: width != before["width"]):
        if width != before["width"]:
            page.set_viewport_size({"width": width, "height": before["height"]})
        if (excess := excess_width(page)) > 0:
            faults.append(f"{excess} px too wide for {width}")
    page.set_viewport_size(before)
    return faults


def faults_of_pages(
    page: Page,
    pages: Mapping[str, str],
    prepare: Callable[[str], object] = lambda name: None,
    *,
    apart: int = 1,
) -> list[str]:
    """What is wrong with pages, opened one after another as if for the first time: use, width and weight.

    ``prepare`` is called with the name of each once it is open; ``apart`` leaves all out but one in so many.
    """
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    faults, known = [], dict[str, int]()
    for name, address in list(pages.items())[::apart]:
        # What the page before still asks for is none of this one's.
        page.goto("about:blank")
        with answers_of(page) as answers:
            page.goto(address)
            prepare(name)
            found = axe_faults(page) + width_faults(page)
            answers.settle()
        if (weight := kilobytes(answers, known)) >= KILOBYTES_COLD:
            found.append(f"{weight} kB")
        faults += [f"{name}: {fault}" for fault in found]
    return faults


def picture_keeper(prefix: str) -> Callable[[Page, str], None]:
    """What takes a picture of a whole page, into the folder of ECARTE_PICTURES where somebody asked for pictures."""

    def keep(page: Page, name: str) -> None:
        if folder := os.environ.get("ECARTE_PICTURES"):
            page.wait_for_load_state()
            size = page.viewport_size or {"width": 0}
            page.screenshot(path=Path(folder) / f"{prefix}-{name}-{size['width']}.png", full_page=True)

    return keep


def excess_width(page: Page) -> int:
    """How many pixels the page is wider than its window; none, or less than none, where it fits.

    A link has been followed once the page begins to arrive, which without its styles has another width.
    """
    page.wait_for_load_state()
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


class Answers(list["Response"]):
    """Everything that came in answer to what a page asked for, and what it still waits for."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self.waiting: set[Request] = set()

    def settle(self) -> None:
        """Wait until nothing is asked for any more and all letters are there."""
        self._page.evaluate("document.fonts.ready")
        for _ in range(MOST_LOOKS):
            if not self.waiting:
                return
            self._page.wait_for_timeout(SHORT_MS)
        raise AssertionError(f"still asked for: {[each.url for each in self.waiting]}")


@contextmanager
def answers_of(page: Page) -> Iterator[Answers]:
    """Everything that comes in answer to what the page asks for meanwhile."""
    answers = Answers(page)
    # Functions of their own: the browser's library can't hold on to methods of a set.
    heard: dict[Any, Callable[[Any], None]] = {
        "request": lambda request: answers.waiting.add(request),
        "requestfinished": lambda request: answers.waiting.discard(request),
        "requestfailed": lambda request: answers.waiting.discard(request),
        "response": lambda response: answers.append(response),
    }
    for event, listener in heard.items():
        page.on(event, listener)
    yield answers
    for event, listener in heard.items():
        page.remove_listener(event, listener)


def kilobytes(answers: list[Response], known: dict[str, int]) -> float:
    """Of a first visit, with nothing compressed: a server in front makes it less. Letters and styles are in it.

    ``known`` remembers what was weighed: a browser hands out letters that it had before without their bytes.
    """
    assert {"document", "stylesheet", "font"} <= {answer.request.resource_type for answer in answers}
    total = 0
    for answer in filter(has_body, answers):
        if answer.request.resource_type != "font":
            total += len(answer.body())
            continue
        if answer.url not in known:
            known[answer.url] = len(answer.body())
        total += known[answer.url]
    return total / 1000


def has_body(answer: Response) -> bool:
    """Not a way elsewhere, and not a page's question for news that found none."""
    return answer.status // 100 != 3 and answer.status != HTTPStatus.NO_CONTENT

"""Checks for any page in a browser: whether it fits, is accessible, how heavy it is, and whether it reports errors."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Protocol, cast

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import User
from tests.factories.browsers import client_of

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
"""The interval at which a page is checked for pending work, and the number of checks before giving up."""


AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_RUN = """async (options) => (await axe.run(document, options)).violations.map(({id, help, nodes}) =>
    `${id}: ${help}: ${JSON.stringify(nodes.slice(0, 3).map(({html}) => html))}`)"""
"""A script that reports axe's findings as lines, because its full results take longer to transfer than to find."""


@dataclass
class Watched:
    """A page and what it complained of: errors on its console, responses that failed."""

    page: Page
    complaints: list[str]


class OpenPage(Protocol):
    """Open a page in a new session on the live server, of ``user`` if given. The session ends with the test."""

    def __call__(
        self, user: User | None = None, *, width: int = 390, height: int = 844, **options: Any
    ) -> Watched: ...


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


def is_told(page: Page, text: str | re.Pattern[str]) -> None:
    """Check that the page shows this text, now or as soon as it has loaded."""
    expect(page.get_by_role("main")).to_contain_text(text, use_inner_text=True)


def axe_faults(page: Page, *, rules: tuple[str, ...] = ()) -> list[str]:
    """Return axe's findings on the page in its current state, one line each, by ``rules`` alone if any are named."""
    page.wait_for_load_state()
    wanted = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": AXE_TAGS}
    page.evaluate(AXE_SCRIPT)
    return cast(list[str], page.evaluate(AXE_RUN, {"runOnly": wanted, "resultTypes": ["violations"]}))


ONE_SCREEN = [(390, 844), (844, 390), (1280, 800)]
"""The windows in which a decision to practise needs no scrolling: a phone upright and on its side, a desktop."""
CUT_OFF = """() => {
  const bar = document.querySelector("nav.bar").getBoundingClientRect().top;
  const end = bar > innerHeight / 2 ? bar : innerHeight;
  const parts = ".felt, .before, .verdict, .bars, .under .actions";
  return [...document.querySelectorAll(parts)]
    .filter((part) => part.getBoundingClientRect().bottom > end + 0.5)
    .map((part) => `${part.className} to ${Math.round(part.getBoundingClientRect().bottom)} of ${Math.round(end)}`);
}"""


def cut_off_parts(page: Page) -> list[str]:
    """Return the parts of a decision to practise, or of its verdict, that end below the window."""
    return cast(list[str], page.evaluate(CUT_OFF))


def width_faults(page: Page) -> list[str]:
    """Return a fault for each width, phone or desktop, that the page exceeds. The window's size is restored."""
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
    """Return the faults of pages that are opened in turn as on a first visit: accessibility, width and weight.

    ``prepare`` is called with the name of each page once it is open. Only every ``apart``-th page is checked.
    """
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    faults, known = [], dict[str, int]()
    for name, address in list(pages.items())[::apart]:
        # What the page before still asks for is none of this one's.
        page.goto("about:blank")
        with answers_of(page) as answers:
            page.goto(address)
            prepare(name)
            page_faults = axe_faults(page) + width_faults(page)
            answers.settle()
        if (weight := kilobytes(answers, known)) >= KILOBYTES_COLD:
            page_faults.append(f"{weight} kB")
        faults += [f"{name}: {fault}" for fault in page_faults]
    return faults


def excess_width(page: Page) -> int:
    """Return by how many pixels the page is wider than its window. Without its styles it has another width:
    wait for it to load.
    """
    page.wait_for_load_state()
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


class Answers(list["Response"]):
    """All responses to a page's requests, and the requests that are still pending."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self.waiting: set[Request] = set()

    def settle(self) -> None:
        """Wait until no request is pending and all fonts are loaded."""
        self._page.evaluate("document.fonts.ready")
        for _ in range(MOST_LOOKS):
            if not self.waiting:
                return
            self._page.wait_for_timeout(SHORT_MS)
        raise AssertionError(f"still asked for: {[each.url for each in self.waiting]}")


@contextmanager
def answers_of(page: Page) -> Iterator[Answers]:
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
    """Return the weight of a first visit without compression, fonts and styles included.

    The other steps of a deal, which follow once the page can be used, are weighed as they are sent. ``known``
    remembers the weights, because a browser returns cached fonts without their bytes.
    """
    assert {"document", "stylesheet", "font"} <= {answer.request.resource_type for answer in answers}
    total = 0
    for answer in filter(has_body, answers):
        if answer.request.resource_type != "font":
            body = answer.body()
            total += len(gzip.compress(body) if "whole=1" in answer.url else body)
            continue
        if answer.url not in known:
            known[answer.url] = len(answer.body())
        total += known[answer.url]
    return total / 1000


def has_body(answer: Response) -> bool:
    """Return True unless the response is a redirect, or a page's poll for news that found none."""
    return answer.status // 100 != 3 and answer.status != HTTPStatus.NO_CONTENT


def sign_in(context: BrowserContext, server: LiveServer, user: User) -> None:
    """Sign ``user`` in: make ``context`` their browser on that server."""
    client = client_of(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": server.url}])

"""The score pad on a phone of a slow network: how soon it can be tapped, what it weighs, how soon a tap is
seen.

A headless Chromium is 150 ms and 1.6 Mbit/s away from gunicorn, with nothing in its cache, over HTTP/1.1;
Caddy speaks HTTP/2, by which all comes at once. Beside it: a page of the same site with one field. Then a
whole rubber is tapped off the network, at the machine's own pace and with the processor slowed to a quarter.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import services
from tests.support import chromium
from tests.support.processes import free_port, python_output, running_program, web_command

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

RUNS = 5
LATENCY_MS = 150
BYTES_PER_SECOND = 1_600_000 // 8
SLOWDOWNS = (1, 4)
PHONE: Any = {"width": 390, "height": 844}
PAUSE_MS = 150
BODIES = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !name.includes("/live/")).map(({ encodedBodySize }) => encodedBodySize)"""
TIMED_TAPS = """
const STILL_MS = 200;
window.tapped = [];
let tap = null;
const drawn = () => {
  const of = tap;
  // What moves after the page has stood still is no more of the tap.
  const isLate = of && of.until && performance.now() - of.until > STILL_MS;
  if (of && !isLate) requestAnimationFrame(() => setTimeout(() => { of.until = performance.now(); }));
};
addEventListener("click", (event) => {
  tap = { from: event.timeStamp, until: 0 };
  window.tapped.push(tap);
}, true);
addEventListener("DOMContentLoaded", () => {
  // What is said of the network and of entries on their way goes on after the tap is seen.
  const besides = "[data-part=bar], [data-part=troubles], details";
  const isSeen = ({ target }) => !(target.closest ? target : target.parentElement)?.closest(besides);
  const seen = new MutationObserver((changes) => changes.some(isSeen) && drawn());
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  seen.observe(document.getElementById("pad"), all);
});
"""


@dataclass(frozen=True, slots=True)
class Load:
    """``usable_ms``: until the first tap is possible; ``bytes``: all bodies as sent."""

    usable_ms: float
    bytes: int
    requests: int


@dataclass(frozen=True, slots=True)
class Tapping:
    delays_ms: list[float]
    taps_a_deal: list[int]


@dataclass(frozen=True, slots=True)
class Site:
    """A running site with one rubber that is about to be played, and the code of its table."""

    url: str
    rubber: str
    token: str


def main() -> list[Figure]:
    from playwright.sync_api import sync_playwright

    with services() as environment, sync_playwright() as playwright:
        program = chromium.find(may_install=False)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        with served(environment) as site:
            os.environ.update(environment)
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")
            django.setup()
            figures = list(_figures(browser, site))
        browser.close()
    return show(figures)


def _figures(browser: Browser, site: Site) -> Iterator[Figure]:
    bare = [load(browser, f"{site.url}/t/", []) for _ in range(RUNS)]
    cookies = authorize_pad(browser, site)
    address = f"{site.url}/pad/{site.rubber}/"
    for slowdown in SLOWDOWNS:
        loads = [load(browser, address, cookies, slowdown=slowdown) for _ in range(RUNS)]
        slowly = "" if slowdown == 1 else f", processor {slowdown} times as slow"
        if slowdown == 1:
            yield Figure("the pad, nothing in the cache", loads[0].bytes / 1000, "KB", budget=100.0)
            yield Figure("requests for it", loads[0].requests, "requests")
            bare_ms = statistics.median(each.usable_ms for each in bare)
            yield Figure("a page with one field on the same network, until loaded", bare_ms, "ms")
        usable = statistics.median(each.usable_ms for each in loads)
        yield Figure(f"until the pad can be tapped{slowly}", usable, "ms", budget=1000.0)
    for slowdown in SLOWDOWNS:
        tapping = tap_rubber(browser, site, cookies, slowdown=slowdown)
        slowly = "" if slowdown == 1 else f", processor {slowdown} times as slow"
        yield Figure(
            f"from the tap to the picture without network{slowly}",
            statistics.median(tapping.delays_ms),
            "ms",
            budget=100.0,
        )
        yield Figure(f"the slowest of {len(tapping.delays_ms)} taps{slowly}", max(tapping.delays_ms), "ms")
    yield Figure("taps a deal, half of them within", statistics.median(tapping.taps_a_deal), "taps")


@contextlib.contextmanager
def served(environment: Mapping[str, str]) -> Iterator[Site]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        variables = {
            **environment,
            "SITE_URL": f"http://localhost:{port}",
            "ALLOWED_HOSTS": "localhost",
            "STATIC_FOLDER": str(Path(folder) / "static"),
            "DJANGO_SETTINGS_MODULE": "tests.bench.collected_settings",
        }
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
        subprocess.run(collect, cwd=PROJECT, env=variables, check=True)
        rubber, token = python_output(variables, "-m", "tests.bench.bench_pad_page", "open").split()
        with running_program(
            [*web_command(port), "--log-level=warning"], variables, Path(folder) / "web", port=port
        ):
            yield Site(f"http://localhost:{port}", rubber, token)


def open_rubber_of_sample() -> None:
    django.setup()
    from matches.clubs.manage_club import make_club
    from matches.common.commands import CommandContext
    from matches.models import Player, User
    from matches.pads.table_links import make_link
    from matches.rubbers.enter import open_rubber
    from matches.rubbers.record_from_input import live_record, tags_of
    from scoring.record import Rules

    owner = User.objects.create_user("owner@example.org")
    club = make_club(owner, name="Portland", time_zone="UTC", currency="EUR", is_public=True)
    a, b = (Player.objects.create(club=club, name=name) for name in ("Orford", "Baldwin"))
    tags = tags_of((a.name, b.name), Rules(reckoning="treble"), event="Autumn Cup", date="2026.11.21")
    act = CommandContext(by=owner, key="open")
    rubber = open_rubber(club, live_record(tags), event_name="Autumn Cup", players=(a, b), act=act)
    print(rubber.public_id, make_link(rubber, by=owner).token)


def authorize_pad(browser: Browser, site: Site) -> list[Any]:
    """Return the cookies of a phone that has scanned the table's code."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site.url}/t/#{site.token}")
    page.wait_for_url("**/pad/*/")
    cookies = context.cookies(page.url)
    context.close()
    return cookies


def load(browser: Browser, address: str, cookies: list[Any], *, slowdown: int = 1) -> Load:
    """Open a page with nothing in the cache; one that sets no mark ``usable`` is so when it is loaded."""
    context = browser.new_context(viewport=PHONE, service_workers="block")
    context.add_cookies(cookies)
    page = context.new_page()
    _throttled(page, slowdown)
    page.goto(address, wait_until="load")
    usable = 0.0
    if "/pad/" in address:
        page.wait_for_function("() => performance.getEntriesByName('usable').length")
        usable = page.evaluate("performance.getEntriesByName('usable')[0].startTime")
    else:
        usable = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventStart")
    page.wait_for_timeout(1500)
    sizes = page.evaluate(BODIES)
    context.close()
    return Load(float(usable), sum(sizes), len(sizes))


def _throttled(page: Page, slowdown: int) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND // 2,
        },
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    return session


def tap_rubber(browser: Browser, site: Site, cookies: list[Any], *, slowdown: int) -> Tapping:
    """Tap a whole rubber of the sample without the network."""
    from tests.browser.pads.tapping import PadOnPage, taps_of

    context: BrowserContext = browser.new_context(viewport=PHONE, service_workers="block")
    context.add_cookies(cookies)
    context.add_init_script(TIMED_TAPS)
    pad = PadOnPage(context.new_page())
    pad.page.goto(f"{site.url}/pad/{site.rubber}/", wait_until="networkidle")
    pad.is_at("who")
    context.set_offline(True)
    session = context.new_cdp_session(pad.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    pad.tap("side", "both")
    pad.page.wait_for_timeout(PAUSE_MS)
    pad.cut([("CJ", "D9")])
    taps = []
    for deal in _sample():
        taps.append(pad.write(taps_of(deal)))
        pad.page.wait_for_timeout(PAUSE_MS * slowdown)
    delays = pad.page.evaluate("tapped.filter(({ until }) => until).map(({ from, until }) => until - from)")
    context.close()
    return Tapping(delays, taps)


def _sample() -> list[Any]:
    from scoring.check import check_rubber
    from scoring.notation import read_one

    text = (PROJECT / "tests" / "data" / "samples" / "evening.egn").read_text(encoding="utf-8")
    record = check_rubber(read_one('[EGN "' + text.split('[EGN "')[1]))
    return [deal for game in record.games for deal in game.deals]


if __name__ == "__main__":
    if sys.argv[1:2] == ["open"]:
        open_rubber_of_sample()
    else:
        main()

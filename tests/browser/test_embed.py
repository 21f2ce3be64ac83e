"""Standings in another site's page, as docs/howto/standings-on-your-site.md puts them there, from behind Caddy."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from ecarte_site.setup.environment import PROJECT
from matches.events.write_standings import write_standings
from matches.models import Club, Event
from tests.browser.looking import axe_faults, excess_width, watch
from tests.factories.clubs import make_club
from tests.matches.pages.records import import_text, text

pytestmark = pytest.mark.e2e

TEXT = (PROJECT / "docs" / "howto" / "standings-on-your-site.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```html\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def event(transactional_db: None, live_server: LiveServer) -> Event:
    club: Club = make_club()
    names = ("Wolfeschlegelsteinhausenbergerdorff the Younger", "Zoë 𝔄", "Walker", "Boiteau")
    for a, b in zip(names[::2], names[1::2], strict=True):
        head, rest = text(a, b).split("\n", 1)
        import_text(club, f'{head}\n[Event "Autumn Cup"]\n[Date "2026.11.14"]\n{rest}')
    cup = Event.objects.get(name="Autumn Cup")
    write_standings(cup.pk)
    return cup


class OwnSite(BaseHTTPRequestHandler):
    """The club's own web site: another server, of one page, ``server.html``."""

    def do_GET(self) -> None:
        is_page = self.path == "/"
        self.send_response(200 if is_page else 204)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if is_page:
            self.wfile.write(self.server.html)  # type: ignore[attr-defined]

    def log_message(self, *arguments: object) -> None: ...


@contextmanager
def own_site(snippet: str, front: str, event: Event) -> Iterator[str]:
    """Serve the club's own site, with a page that has the lines of ``snippet``, and yield its URL."""
    html = snippet.replace("https://club.example", front).replace("EVENT", event.public_id)
    server = ThreadingHTTPServer(("127.0.0.1", 0), OwnSite)
    server.html = html.encode()  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_frame_shows_the_standings_on_another_site(page: Page, front: str, event: Event) -> None:
    watched = watch(page)
    with own_site(SNIPPETS[0], front, event) as address:
        page.goto(address)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("link", name="Autumn Cup")).to_be_visible()
        expect(frame.get_by_role("row").nth(1)).to_contain_text("Zoë")
    assert page.context.cookies() == []
    assert watched.complaints == []


def test_script_of_another_site_reads_the_same(page: Page, front: str, event: Event) -> None:
    watched = watch(page)
    with own_site(SNIPPETS[1], front, event) as address:
        page.goto(address)
        expect(page.locator("#standings li")).to_have_count(4)
        expect(page.locator("#standings li").first).to_have_text("Zoë 𝔄: 1 of 1")
    assert watched.complaints == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_fits_and_can_be_used_by_everybody(
    browser: Browser, live_server: LiveServer, event: Event, width: int, theme: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 700})
    watched = watch(page)
    page.goto(f"{live_server.url}/embed/events/{event.public_id}/standings/?lang=fr&theme={theme}")
    assert axe_faults(page) == []
    assert excess_width(page) <= 0
    assert watched.complaints == []
    page.close()

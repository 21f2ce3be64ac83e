"""A pad that was opened once opens again without a network, with all that was entered on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from matches.models import PadEntry, Rubber
from matches.pages.pads import page as pads_page
from tests.browser.pads.tapping import Phone
from tests.matches.pages.rubbers.entry.people import People, opened

pytestmark = pytest.mark.e2e

OPENED = "window.pad = window.pad.pad ?? window.pad"
"""The model instead of the page that draws it."""
NOT_CACHED = ("/state/", "/entries/", "/board/", "/settle/", "/live/")
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
  }
  return kept;
}"""


@pytest.fixture
def rubber(people: People) -> Rubber:
    return opened(people)


@pytest.fixture
def pad(phone: Phone, token: str) -> Page:
    """The pad of a phone that followed the table's link, cached by its service worker."""
    page = phone().new_page()
    page.goto(f"/t/#{token}")
    page.wait_for_url("**/pad/*/")
    open_model(page)
    page.wait_for_function("() => pad.keepsPage")
    return page


def open_model(page: Page) -> None:
    page.wait_for_function("() => performance.getEntriesByName('usable').length")
    page.evaluate(OPENED)


def deal(number: int) -> dict[str, object]:
    dealer = "AB"[number % 2]
    marks = {"said": "refused", "times": 1, "king": "", "winner": dealer, "won": "point", "void": False}
    return {"dealer": dealer, **marks}


def test_worker_keeps_the_page_and_what_it_is_made_of_and_nothing_else(pad: Page, rubber: Rubber) -> None:
    pad.evaluate("pad.board('A 3-2')")
    kept = pad.evaluate(KEPT)
    assert f"/pad/{rubber.public_id}/" in kept
    sheets = pad.evaluate("[...document.styleSheets].map(({ href }) => new URL(href).pathname)")
    assert set(sheets) <= set(kept)
    assert {"/pad/tables.json", "/pad/pad.js"} <= set(kept)
    assert [path for path in kept if any(part in path for part in NOT_CACHED)] == []


def test_a_page_that_is_not_for_this_phone_any_more_is_not_kept(pad: Page, rubber: Rubber) -> None:
    pad.context.clear_cookies()
    answer = pad.reload()
    assert answer is not None
    assert answer.status == 401
    assert f"/pad/{rubber.public_id}/" not in pad.evaluate(KEPT)


def test_a_new_release_takes_over_at_the_next_load_and_loses_nothing(
    pad: Page, rubber: Rubber, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad.evaluate("pad.outbox.mustWait = true; pad.outbox.queue.claim = async () => []")
    pad.evaluate("(told) => pad.enter('deal', told)", deal(0))
    monkeypatch.setattr(pads_page, "build_mark", lambda *besides: "another")
    pad.reload()
    pad.wait_for_function("() => caches.has('ecarte-pad assets another')")
    open_model(pad)
    pad.wait_for_function("() => pad.waiting.length === 0")
    assert PadEntry.objects.get(rubber=rubber).outcome == "done"

"""What a phone keeps outlives a reload, whatever room its browser gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.pads.scripted_site import (
    Site,
    deal,
    enter,
    enter_all,
    not_arrived,
    open_pad,
    wait_until_sent,
)

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

pytestmark = pytest.mark.e2e

FULL = """
window.isFull = true;
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (area, mode, options) {
  if (area === "states" && mode === "readwrite" && window.dropping) window.isFull = false;
  if (window.isFull && area === "entries") throw new DOMException("full", "QuotaExceededError");
  return begin.call(this, area, mode, options);
};
"""
NO_DATABASE = (
    "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } });"
)
NO_ROOM = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"


def test_a_reload_forgets_nothing(pad: Page, site: Site) -> None:
    site.plan.extend([not_arrived] * 50)
    keys = enter_all(pad, 3)
    pad.evaluate("pad.draft = { line: 'A 3-2' }; pad.side = 'A'")
    pad.wait_for_timeout(100)
    open_pad(pad, site)
    assert pad.evaluate("pad.waiting.map((entry) => entry.key)") == keys
    assert pad.evaluate("[pad.draft, pad.side]") == [{"line": "A 3-2"}, "A"]
    site.plan.clear()
    pad.evaluate("pad.catchingUp.run()")
    wait_until_sent(pad)
    assert site.carried_out == keys


def test_a_page_kept_for_the_time_without_network_starts_from_the_last_state_seen(
    pad: Page, site: Site
) -> None:
    enter(pad, deal())
    wait_until_sent(pad)
    seen = pad.evaluate("pad.state")
    site.is_down = True
    pad.route("**/pad/Rubber1/", Site().answer)
    open_pad(pad, site)
    assert pad.evaluate("pad.state") == seen


def test_old_states_of_other_rubbers_make_room_on_a_full_disk(page: Page, site: Site) -> None:
    site.number = "Rubber0"
    open_pad(page, site)
    site.number = "Rubber1"
    page.add_init_script(FULL)
    open_pad(page, site)
    page.evaluate("window.dropping = true")
    enter(page, deal())
    assert page.evaluate("pad.kept") == "disk"
    assert page.evaluate("pad.store.list('states', '').then((all) => [...all.keys()])") == ["Rubber1"]


def test_a_full_disk_leaves_the_small_room(page: Page, site: Site) -> None:
    page.add_init_script(FULL)
    open_pad(page, site)
    site.plan.extend([not_arrived] * 50)
    key = enter(page, deal())
    assert page.evaluate("pad.kept") == "small"
    open_pad(page, site)
    assert page.evaluate("pad.waiting.map((entry) => entry.key)") == [key]
    page.evaluate("window.isFull = false")
    site.plan.clear()
    page.evaluate("pad.catchingUp.run()")
    wait_until_sent(page)
    assert site.carried_out == [key]
    open_pad(page, site)
    assert page.evaluate("pad.waiting") == []


def test_without_any_room_the_page_keeps_it_and_asks_before_it_goes(page: Page, site: Site) -> None:
    page.add_init_script(NO_DATABASE + NO_ROOM)
    open_pad(page, site)
    assert page.evaluate("pad.kept") == "memory"
    site.plan.append(not_arrived)
    page.get_by_role("button").click()
    key = enter(page, deal())
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    wait_until_sent(page)
    assert asked == ["beforeunload"]
    assert site.carried_out == [key]


def test_a_disk_that_lets_nothing_go_has_nothing_sent_for_ever(page: Page, site: Site) -> None:
    page.add_init_script("IDBObjectStore.prototype.delete = () => {}")
    open_pad(page, site)
    for number in range(2):
        enter(page, deal("AB"[number % 2]))
        wait_until_sent(page)
    assert [len(keys) for keys in site.requests] == [1, 1]


def test_without_a_database_a_reload_forgets_nothing_either(page: Page, site: Site) -> None:
    page.add_init_script(NO_DATABASE)
    open_pad(page, site)
    site.plan.extend([not_arrived] * 50)
    keys = enter_all(page, 2)
    assert page.evaluate("pad.kept") == "small"
    open_pad(page, site)
    site.plan.clear()
    page.evaluate("pad.catchingUp.run()")
    wait_until_sent(page)
    assert site.carried_out == keys

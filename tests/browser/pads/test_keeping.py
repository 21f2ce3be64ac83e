"""A pad keeps its entries through a reload, and receives the other phone's changes and the site's responses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Dialog, Page

from tests.browser.pads.scripted_site import (
    Site,
    deal,
    enter,
    enter_all,
    not_arrived,
    open_pad,
    wait_until_sent,
)

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
    dialogs: list[str] = []

    def stay(dialog: Dialog) -> None:
        dialogs.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    wait_until_sent(page)
    assert dialogs == ["beforeunload"]
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


def test_what_the_other_phone_writes_is_seen_without_asking(pad: Page, site: Site) -> None:
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")
    assert pad.evaluate("pad.shown().games") == site.state()["games"]


def test_a_conflict_of_the_other_phone_is_seen_though_it_makes_no_version(pad: Page, site: Site) -> None:
    site.conflicts = [{"id": "Conflict1"}]
    pad.wait_for_function("() => pad.state.conflicts.length === 1")
    assert pad.evaluate("pad.state.version") == 1


def test_live_news_go_on_when_their_ticket_has_run_out(pad: Page, site: Site) -> None:
    site.ticket = "y"
    with pad.expect_response("**/live/poll?ticket=y*"):
        pass
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")
    assert site.tickets_asked == 1


def test_pad_that_gets_no_ticket_looks_at_its_state_for_the_reason(pad: Page, site: Site) -> None:
    site.ticket, site.renews = "y", False
    pad.wait_for_function("() => pad.state.live.poll.includes('ticket=y')")
    site.write(deal())
    pad.wait_for_function("() => pad.state.version === 2")


def test_a_state_that_is_known_is_not_sent_again(pad: Page, site: Site) -> None:
    pad.evaluate("pad.catchingUp.run()")
    pad.wait_for_function("() => !pad.catchingUp.isRunning")
    assert set(site.states_told[1:]) == {304}
    assert pad.evaluate("[pad.online, pad.problem]") == [True, None]


def test_the_board_does_not_keep_anybody_waiting(pad: Page, site: Site) -> None:
    assert pad.evaluate("pad.board('A 3-2').then(({ phase }) => phase)") == "call"
    site.is_slow = True
    assert pad.evaluate("pad.board('A 3-2 ^S9')") is None
    assert site.request_bodies == [{"line": "A 3-2"}, {"line": "A 3-2 ^S9"}]


def test_a_choice_says_which_version_it_was_made_upon(pad: Page, site: Site) -> None:
    site.conflicts = [{"id": "Conflict1"}]
    pad.evaluate("pad.catchingUp.run()")
    site.conflicts = []
    answer = pad.evaluate("pad.settle('Conflict1', 'taken')")
    assert answer == {"ok": True, "code": "", "message": ""}
    key = "settle-Conflict1-taken-1"
    assert site.request_bodies == [{"key": key, "conflict": "Conflict1", "choice": "taken", "seen": 1}]
    assert pad.evaluate("pad.state.conflicts") == []

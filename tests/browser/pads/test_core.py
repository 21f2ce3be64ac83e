"""Entries on a pad arrive once and in order, whatever happens to the network."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.browser.pads.scripted_site import (
    Answer,
    Site,
    bare,
    cut_off,
    deal,
    enter,
    join_again,
    lost,
    not_arrived,
    open_pad,
    portal,
    problem,
    wait_until_sent,
)

pytestmark = pytest.mark.e2e

STATUSES = "() => pad.waiting.map((entry) => entry.status)"


# Arriving


def test_an_entry_is_sent_at_once_and_seen_in_the_site_s_own_words(pad: Page, site: Site) -> None:
    key = enter(pad, deal())
    wait_until_sent(pad)
    assert site.carried_out == [key]
    assert pad.evaluate("pad.shown().games") == site.state()["games"]
    assert pad.evaluate("pad.state.version") == 2


def test_what_a_phone_sends_has_the_shape_that_was_agreed(pad: Page, site: Site) -> None:
    pad.evaluate("pad.side = 'B'")
    key = enter(pad, deal())
    wait_until_sent(pad)
    (body,) = site.bodies
    assert len(key) == 22
    assert len(body.pop("device")) == 22
    assert body == {
        "side": "B",
        "entries": [{"key": key, "seen": 1, "after": "", "kind": "deal", "told": deal()}],
    }


@pytest.mark.parametrize("failures", [[lost], [not_arrived], [portal], [bare(502), lost]])
def test_an_entry_whose_answer_was_lost_is_sent_again_under_its_key(
    pad: Page, site: Site, failures: Sequence[Answer]
) -> None:
    site.plan.extend(failures)
    key = enter(pad, deal())
    wait_until_sent(pad)
    assert site.requests == [[key]] * (1 + len(failures))
    assert site.carried_out == [key]


def test_entries_arrive_in_order_one_request_at_a_time(pad: Page, site: Site) -> None:
    site.plan.append(lost)
    keys = pad.evaluate(
        "(deals) => Promise.all(deals.map((told) => pad.enter('deal', told).then(({ key }) => key)))",
        [deal("AB"[number % 2], "AB"[number % 2]) for number in range(6)],
    )
    wait_until_sent(pad)
    assert site.carried_out == keys
    sent = [entry for body in site.bodies for entry in body["entries"]]
    assert {entry["key"]: entry["after"] for entry in sent} == dict(zip(keys, ["", *keys], strict=False))


def test_two_tabs_send_an_entry_once(pad: Page, site: Site) -> None:
    other = pad.context.new_page()
    site.plan.extend([not_arrived] * 2)
    keys = [enter(pad, deal())]
    open_pad(other, site)
    for page in (pad, other):
        page.evaluate("pad.catchingUp.run()")
        wait_until_sent(page)
    assert site.carried_out == keys
    assert pad.evaluate("pad.phone.device") == other.evaluate("pad.phone.device")


def test_keys_are_made_without_a_secure_connection(pad: Page) -> None:
    keys = pad.evaluate(
        """() => import("/static/web/pads/keys.js").then(({ newKey }) => Array.from({ length: 500 }, newKey))"""
    )
    assert len(set(keys)) == 500
    assert {len(key) for key in keys} == {22}


# Not arriving


def test_one_entry_that_can_not_be_read_is_kept_aside_and_the_others_go_on(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    enter(pad, deal("A", "A"))
    bad = enter(pad, deal("B", "B", times=99))
    enter(pad, deal("B", "B"))
    site.unreadable = {99}
    join_again(pad, site)
    pad.wait_for_function("() => pad.waiting.length === 1 && pad.waiting[0].status === 'refused'")
    (refused,) = pad.evaluate("pad.waiting")
    assert refused["key"] == bad
    assert (refused["code"], refused["message"]) == ("not_understood", "No: not_understood")
    assert len(site.carried_out) == 2
    pad.evaluate("(key) => pad.dismiss(key)", bad)
    assert pad.evaluate("pad.waiting") == []


def test_a_phone_that_is_not_let_in_keeps_everything_and_sends_it_once_it_is(pad: Page, site: Site) -> None:
    site.plan.append(problem("link_expired", 403))
    key = enter(pad, deal())
    pad.wait_for_function("() => pad.problem !== null")
    assert pad.evaluate("pad.problem") == {"code": "link_expired", "message": "No: link_expired"}
    assert pad.evaluate(STATUSES) == ["waiting"]
    assert site.requests == [[key]]
    pad.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_until_sent(pad)
    assert site.carried_out == [key]
    assert pad.evaluate("pad.problem") is None


def test_an_old_page_s_token_is_renewed(pad: Page, site: Site) -> None:
    site.csrf = "fresh"
    site.plan.append(bare(403))
    key = enter(pad, deal())
    wait_until_sent(pad)
    assert site.tokens == ["token", "fresh"]
    assert site.carried_out == [key]


def test_a_site_that_asks_for_time_gets_it(pad: Page, site: Site) -> None:
    site.plan.append(problem("too_many", 429, retry_after="1"))
    enter(pad, deal())
    pad.wait_for_function("() => pad.outbox.mustWait")
    enter(pad, deal("B"))
    pad.wait_for_timeout(300)
    assert len(site.requests) == 1
    wait_until_sent(pad)
    assert len(site.carried_out) == 2


def test_what_contradicts_the_other_phone_is_kept_until_it_is_settled(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    enter(pad, deal())
    enter(pad, deal("B"))
    site.write(deal("A", "A"))
    site.conflicts = [{"id": "Conflict1"}]
    join_again(pad, site)
    pad.wait_for_function("() => pad.waiting.every((entry) => entry.status === 'kept')")
    assert pad.evaluate("pad.shown().games") == site.state()["games"]
    site.conflicts = []
    pad.evaluate("pad.catchingUp.run()")
    wait_until_sent(pad)


def test_an_older_state_is_not_applied(pad: Page, site: Site) -> None:
    old = site.state()
    enter(pad, deal())
    wait_until_sent(pad)
    pad.evaluate("(old) => pad.site.take(old)", old)
    assert pad.evaluate("pad.state.version") == 2


# Taking back


def test_an_entry_that_was_not_sent_is_simply_withdrawn(pad: Page, site: Site) -> None:
    cut_off(pad, site)
    pad.evaluate("pad.outbox.mustWait = true")
    first = enter(pad, deal())
    enter(pad, deal("B"))
    # Tapped so soon that the entry that is taken back is still the last when this one is made.
    third = pad.evaluate(
        "(told) => { pad.undo(); return pad.enter('deal', told).then(({ key }) => key); }", deal("B")
    )
    pad.evaluate("pad.outbox.mustWait = false")
    join_again(pad, site)
    wait_until_sent(pad)
    assert site.carried_out == [first, third]
    assert site.bodies[-1]["entries"][-1]["after"] == first


def test_an_entry_that_may_have_arrived_is_taken_back_by_another(pad: Page, site: Site) -> None:
    site.plan.append(lost)
    enter(pad, deal())
    pad.wait_for_function("() => pad.waiting.every((entry) => entry.tried && entry.status === 'waiting')")
    pad.evaluate("pad.undo()")
    wait_until_sent(pad)
    assert [entry["kind"] for entry in site.bodies[-1]["entries"]] == ["deal", "undo"]
    assert site.bodies[-1]["entries"][-1]["told"] == {"game": 1, "deal": 1}
    assert pad.evaluate("pad.shown().games") == []
    assert pad.evaluate("pad.canUndo()") is False


def test_an_entry_that_another_tab_has_sent_is_not_withdrawn(pad: Page, site: Site) -> None:
    pad.evaluate("pad.outbox.mustWait = true")
    key = enter(pad, deal())
    other = pad.context.new_page()
    site.plan.extend([not_arrived] * 50)
    open_pad(other, site)
    assert pad.evaluate("(key) => pad.queue.withdraw(key)", key) is False
    assert pad.evaluate(STATUSES) == ["waiting"]


def test_deals_that_are_taken_back_and_written_anew_arrive_as_they_were_seen(pad: Page, site: Site) -> None:
    enter(pad, deal())
    wait_until_sent(pad)
    cut_off(pad, site)
    enter(pad, deal("B"))
    pad.wait_for_function("() => pad.waiting.every((entry) => entry.tried)")
    for _again in range(2):
        pad.evaluate("pad.undo()")
    enter(pad, deal("A", "A"))
    seen = pad.evaluate("pad.shown().now")
    join_again(pad, site)
    wait_until_sent(pad)
    assert pad.evaluate("pad.state.now") == seen
    assert [len(game.deals) for game in site.record.games] == [1]

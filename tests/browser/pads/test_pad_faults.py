"""The score pad against the real site under faults: network, storage, clock, and a lost response.

Each test checks what is stored in the end: one record, its marks as the engine makes them, and a log from which it
follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Rubber
from tests.browser.pads.tapping import FOUR_DEALS, SCORES, DealTaps, PadOnPage, Phone, is_stored, outcomes

pytestmark = pytest.mark.e2e

OFF_BY = """
const RealDate = Date, now = Date.now;
window.Date = class extends RealDate {
  constructor(...given) { given.length ? super(...given) : super(now() + %(by)d); }
  static now() { return now() + %(by)d; }
};
"""
FULL = """
const full = () => { throw new DOMException("full", "QuotaExceededError"); };
IDBObjectStore.prototype.put = full;
IDBObjectStore.prototype.add = full;
Storage.prototype.setItem = full;
"""
A_DAY = 86_400_000


# The network


@pytest.mark.e2e(first=True)
def test_four_deals_without_network_arrive_once_and_in_order(
    phone: Phone, token: str, rubber: Rubber
) -> None:
    pad = PadOnPage.begun(phone(), token)
    with pad.offline():
        pad.write(*FOUR_DEALS)
        pad.has_score(*SCORES[-1])
        expect(pad.page.locator('[data-net="away"]')).to_contain_text("4 kept here")
    pad.has_score(*SCORES[-1])
    is_stored(rubber, SCORES)
    assert outcomes(rubber) == ["done"] * 5


def test_what_waits_outlives_a_reload_and_a_new_page_without_network(
    phone: Phone, token: str, rubber: Rubber
) -> None:
    context = phone()
    pad = PadOnPage.begun(context, token)
    pad.page.wait_for_function("() => pad.pad.keepsPage")
    context.set_offline(True)
    pad.write(*FOUR_DEALS[:2])
    pad.choose(FOUR_DEALS[2])
    pad.page.wait_for_timeout(200)
    pad.page.reload()
    pad.is_at("deal")
    pad.has_score(*SCORES[1])
    assert pad.button("said", "refused").get_attribute("aria-pressed") == "true"
    address = pad.page.url
    pad.page.close()
    pad = PadOnPage(context.new_page())
    pad.open(address)
    pad.has_score(*SCORES[1])
    pad.tap("write")
    pad.has_score(*SCORES[2])
    context.set_offline(False)
    pad.is_sent()
    is_stored(rubber, SCORES[:3])


def test_reload_on_the_network_while_entries_wait_sends_each_once(
    phone: Phone, token: str, rubber: Rubber
) -> None:
    context = phone(service_workers="block")
    pad = PadOnPage.begun(context, token)
    context.route("**/entries/", lambda route: route.abort())
    pad.write(*FOUR_DEALS[:3])
    pad.has_score(*SCORES[2])
    pad.page.reload()
    pad.has_score(*SCORES[2])
    context.unroute("**/entries/")
    pad.write(FOUR_DEALS[3])
    pad.is_sent()
    is_stored(rubber, SCORES)
    assert outcomes(rubber) == ["done"] * 5


def test_plain_http_in_the_club_s_network_keeps_entries_but_not_the_page(
    launch_browser: Callable[..., Browser], live_server: LiveServer, settings: Any, token: str, rubber: Rubber
) -> None:
    settings.ALLOWED_HOSTS = ["pad.test"]
    name = "--host-resolver-rules=MAP pad.test 127.0.0.1"
    browser = launch_browser(args=["--no-sandbox", name])
    context = browser.new_context(base_url=live_server.url.replace("localhost", "pad.test"))
    pad = PadOnPage.begun(context, token)
    assert pad.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    context.set_offline(True)
    pad.write(*FOUR_DEALS[:2])
    words = pad.page.evaluate("pad.words.menu.needs_network")
    expect(pad.page.locator(".troubles")).to_contain_text(words)
    context.set_offline(False)
    pad.page.reload()
    pad.is_sent()
    is_stored(rubber, SCORES[:2])
    browser.close()


@pytest.mark.parametrize(
    "what", ["the answer is lost", pytest.param("sent five times", marks=pytest.mark.soak)]
)
def test_one_tap_is_one_deal_however_often_it_is_sent(
    phone: Phone, token: str, rubber: Rubber, what: str
) -> None:
    context = phone(service_workers="block")
    pad = PadOnPage.begun(context, token)
    sent: list[str] = []

    def deliver(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if what == "the answer is lost":
            route.fetch()
            if len(sent) == 1:
                route.abort()
                return
            route.fulfill(response=route.fetch())
        else:
            for _ in range(4):
                route.fetch()
            route.fulfill(response=route.fetch())

    context.route("**/entries/", deliver)
    pad.write(FOUR_DEALS[0])
    pad.is_sent()
    pad.write(FOUR_DEALS[1])
    pad.is_sent()
    is_stored(rubber, SCORES[:2])
    assert outcomes(rubber) == ["done"] * 3


# The phone


@pytest.mark.parametrize("by", [pytest.param(A_DAY, marks=pytest.mark.soak), -A_DAY])
def test_clock_a_day_wrong_changes_nothing(phone: Phone, token: str, rubber: Rubber, by: int) -> None:
    context = phone()
    context.add_init_script(OFF_BY % {"by": by})
    pad = PadOnPage.begun(context, token)
    with pad.offline():
        pad.write(*FOUR_DEALS[:3])
    is_stored(rubber, SCORES[:3])


def test_full_phone_sends_at_once_and_says_what_it_can_not_keep(
    phone: Phone, token: str, rubber: Rubber
) -> None:
    context = phone()
    context.add_init_script(FULL)
    pad = PadOnPage.begun(context, token)
    pad.write(FOUR_DEALS[0])
    pad.is_sent()
    warning = pad.page.locator(".troubles").get_by_text(pad.page.evaluate("pad.words.trouble.memory"))
    is_stored(rubber, SCORES[:1])
    with pad.offline():
        pad.write(*FOUR_DEALS[1:3])
        expect(warning).to_be_visible()
        pad.has_score(*SCORES[2])
    is_stored(rubber, SCORES[:3])
    expect(warning).to_have_count(0)


# Two phones


@pytest.mark.e2e(first=True)
def test_same_deal_of_two_phones_is_one_deal(phone: Phone, token: str, rubber: Rubber) -> None:
    one = PadOnPage.begun(phone(), token, "A")
    two = PadOnPage.by_link(phone(), token, "B", screen="deal")
    with two.offline():
        for pad in (one, two):
            pad.write(*FOUR_DEALS[:2])
        one.is_sent()
    for pad in (one, two):
        pad.has_score(*SCORES[1])
        expect(pad.page.locator("[data-conflict]")).to_have_count(0)
    is_stored(rubber, SCORES[:2])
    assert outcomes(rubber) == ["done", "done", "done", "same", "same"]


@pytest.mark.parametrize(
    ("choice", "scores"),
    [
        pytest.param("2–1, Orford’s point", SCORES[:2], marks=pytest.mark.soak),
        ("0–5, Baldwin’s point", [(0, 2), (0, 3), (0, 5)]),
    ],
)
def test_three_deals_against_two_are_shown_on_both_phones_and_settled_on_one(
    phone: Phone, token: str, rubber: Rubber, choice: str, scores: list[tuple[int, int]]
) -> None:
    first, second = phone(), phone()
    one = PadOnPage.begun(first, token, "A")
    two = PadOnPage.by_link(second, token, "B", screen="deal")
    second.set_offline(True)
    two.write(
        DealTaps("stood", winner="B", won="vole"),
        DealTaps("given_stood", winner="B"),
        DealTaps("stood", king="B", winner="B"),
    )
    one.write(*FOUR_DEALS[:2])
    one.is_sent()
    second.set_offline(False)
    for pad in (one, two):
        expect(pad.page.locator("[data-conflict]")).to_have_count(1)
    one.page.get_by_role("button", name=choice).click()
    for pad in (one, two):
        expect(pad.page.locator("[data-conflict]")).to_have_count(0)
        pad.is_sent()
    is_stored(rubber, scores)
    assert outcomes(rubber)[3:] == ["kept"] * 3

"""Evenings at a pool and at a French table, on a phone of 390 px: tapped, scored on the pad, corrected, closed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from matches.models import Club, Rubber, Sitting, User
from matches.pads.table_links import make_sitting_link
from matches.rubbers.change_rubbers import CommandContext, record_deal
from tests.browser import looking
from tests.browser.looking import OpenPage, axe_faults, excess_width, watch
from tests.factories.clubs import make_club
from tests.matches.pages.records import make_member
from tests.matches.rubbers.hands import DEALS, Hands
from tests.matches.sittings.sitting_hands import SittingHands, table
from tests.support.variables import LONG_RUN

pytestmark = pytest.mark.e2e


@pytest.fixture
def club(transactional_db: None, live_server: LiveServer) -> Iterator[Club]:
    cache.clear()
    with override_settings(SITE_URL=live_server.url):
        yield make_club(currency="GBP", is_public=False)
    cache.clear()


@pytest.fixture
def secretary(club: Club) -> User:
    return make_member(club, "secretary@example.org", role="scorer")


@pytest.fixture
def phone(open_page: OpenPage) -> BrowserContext:
    return open_page().page.context


@pytest.fixture
def page(phone: BrowserContext, live_server: LiveServer, secretary: User) -> Page:
    looking.sign_in(phone, live_server, secretary)
    return phone.new_page()


@pytest.fixture
def sitting_hands(club: Club, secretary: User) -> SittingHands:
    """A French table of five, of which Ann and Bea play next."""
    player = club.players.get(user=secretary)
    return table("french", "Ann", "Bea", "Cat", "Dan", "Eve", hands=Hands(club, secretary, player, player))


@pytest.fixture
def guest(phone: BrowserContext, sitting_hands: SittingHands, secretary: User) -> Page:
    """Return the page of a phone without an account that has joined the table by its code."""
    page = phone.new_page()
    page.goto(f"/t/#{make_sitting_link(sitting_hands.sitting, by=secretary).token}")
    page.wait_for_url("**/tables/*/")
    return page


IN_EVERY_RUN = (
    "pool-game",
    "pool-closed",
    "french-staked",
    "french-chouette",
    "pool-open",
)


def is_fine(page: Page, name: str) -> None:
    assert excess_width(page) <= 0
    if name in IN_EVERY_RUN or os.environ.get(LONG_RUN):
        assert axe_faults(page) == []


def tap(page: Page, text: str) -> None:
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name=text, exact=True).click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def unfold(page: Page, text: str) -> None:
    page.get_by_text(text, exact=True).click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=text)).to_be_visible()


def open_table(
    page: Page, *, kind: str, custom: str | re.Pattern[str] = "", stake: str = "1", names: str
) -> Sitting:
    page.goto("/clubs/portland/tables/")
    page.get_by_role("link", name="Open a table").click()
    page.get_by_label(re.compile(kind)).check()
    page.get_by_label("Name of the table").fill("Corner")
    page.get_by_label("Stake", exact=True).fill(stake)
    if custom:
        page.get_by_label(custom).check()
    page.get_by_label("Who is at the table").fill(names)
    is_fine(page, f"{kind.split()[-1]}-open")
    page.get_by_role("button", name="Open the table").click()
    new_names = page.get_by_label("Add them to the club’s list")
    new_names.or_(page.locator("#fresh")).first.wait_for()
    if new_names.count():
        is_fine(page, f"{kind.split()[-1]}-new-names")
        new_names.check()
        page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new/)[^/]+/$"))
    return Sitting.objects.get()


@pytest.mark.parametrize(
    ("custom", "owed"),
    [
        ("the loser of each game adds a stake", ["Ann pays Bea£2.00", "Cat pays Bea£2.00"]),
        pytest.param(
            "Only the two who play stake", ["Ann pays Bea£1.00", "Cat pays Bea£1.00"], marks=pytest.mark.soak
        ),
        pytest.param(
            re.compile("All three stake, and the player who is out"),
            ["Ann pays Bea£1.00", "Cat pays Bea£2.00"],
            marks=pytest.mark.soak,
        ),
    ],
    ids=["loser", "engaged", "entrant"],
)
def test_pool_evening(page: Page, custom: str | re.Pattern[str], owed: list[str]) -> None:
    watched = watch(page)
    sitting = open_table(page, kind="a pool", custom=custom, stake="1.00", names="Ann\nBea\nCat")
    heading(page, "Cut: the lowest stays out")
    is_fine(page, "pool-cut")
    tap(page, "Cat")
    heading(page, "Ann and Bea play next")
    tap(page, "Start the game")
    heading(page, "Game 1 is being played")
    is_fine(page, "pool-game")
    # Scored deal by deal, and ended, on the pad.
    page.get_by_role("link", name="Score on the pad").click()
    page.wait_for_url("**/pad/**")
    rubber = Rubber.objects.get()
    act = CommandContext(by=User.objects.get(email="secretary@example.org"), key="")
    for deal in DEALS:
        record_deal(rubber, deal, act=act)
    page.get_by_role("button", name="Report it").click()
    expect(page.get_by_role("link", name="Back to the table: the next game")).to_be_visible()
    page.get_by_role("link", name="Back to the table: the next game").click()
    page.wait_for_url(f"**/tables/{sitting.public_id}/")
    expect(page.get_by_text("Game 1: Bea beats Ann.")).to_be_visible()
    tap(page, "Start the game")
    tap(page, "Cat won")
    expect(page.get_by_text("Game 2: Cat beats Bea.")).to_be_visible()
    # It was Bea, and by that the pool is hers.
    page.get_by_role("link", name="Correct the last result").click()
    heading(page, "Correct the result")
    is_fine(page, "pool-correct")
    tap(page, "Bea won")
    page.wait_for_url(f"**/tables/{sitting.public_id}/")
    heading(page, "Cut: the lowest stays out")
    expect(page.get_by_text("Bea wins pool 1", exact=False)).to_be_visible()
    is_fine(page, "pool-taken")
    unfold(page, "Close the table for the evening")
    tap(page, "Close the table")
    heading(page, "The table is closed")
    lines = page.locator(".owed li").all_text_contents()
    # Each line has a button to mark it as paid.
    assert sorted(line.replace("Paid", "").strip() for line in lines) == owed
    is_fine(page, "pool-closed")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Print the ledger").click()
    heading(page, "Who owes whom")
    is_fine(page, "pool-ledger")
    assert [complaint for complaint in watched.complaints if "400" not in complaint] == []


def test_only_a_pool_is_asked_how_it_grows(page: Page) -> None:
    page.goto("/clubs/portland/tables/new/")
    growing = page.get_by_role("group", name="How a pool grows")
    expect(growing).to_be_visible()
    page.get_by_label(re.compile("a French table")).check()
    expect(growing).to_have_count(0)


def bet(page: Page, who: str, on: str, amount: str) -> None:
    form = page.locator("form").filter(has=page.get_by_role("button", name="Place the stake"))
    form.get_by_label("Who").select_option(label=who)
    form.get_by_role("radio", name=on).check()
    form.get_by_label("Stake", exact=True).fill(amount)
    tap(page, "Place the stake")


def test_french_evening_by_the_tables_code(guest: Page, sitting_hands: SittingHands) -> None:
    watched = watch(guest)
    heading(guest, "Ann and Bea play next")
    is_fine(guest, "french-ready")
    bet(guest, "Ann", "Ann", "two")
    expect(guest.get_by_text("is not an amount", exact=False).first).to_be_visible()
    bet(guest, "Ann", "Ann", "2")
    bet(guest, "Bea", "Bea", "4.00")
    bet(guest, "Cat", "Ann", "3")
    bet(guest, "Dan", "Ann", "2,00")
    bet(guest, "Eve", "Bea", "1")
    expect(guest.get_by_text("£2.00 is not covered.")).to_be_visible()
    is_fine(guest, "french-staked")
    tap(guest, "Return uncovered bets")
    expect(guest.get_by_text("is not covered.")).to_have_count(0)
    tap(guest, "Start the game")
    tap(guest, "Bea won")
    expect(guest.get_by_text("Game 1: Bea beats Ann.")).to_be_visible()
    assert sitting_hands.balances() == {"Ann": -200, "Bea": 400, "Cat": -300, "Dan": 0, "Eve": 100}
    # Cat comes in, the first of the players who have not played; Bea covers every bet against her, and loses.
    assert set(sitting_hands.seated()) == {"Bea", "Cat"}
    unfold(guest, "La chouette: cover all bets alone")
    tap(guest, "Bea covers all bets")
    expect(guest.get_by_text("Bea plays la chouette", exact=False).first).to_be_visible()
    bet(guest, "Cat", "Cat", "1")
    bet(guest, "Dan", "Cat", "2")
    is_fine(guest, "french-chouette")
    tap(guest, "Start the game")
    tap(guest, "Cat won")
    expect(guest.get_by_text("Bea played la chouette and keeps the seat.")).to_be_visible()
    assert set(sitting_hands.seated()) == {"Bea", "Cat"}
    is_fine(guest, "french-kept-seat")
    unfold(guest, "Close the table for the evening")
    tap(guest, "Close the table")
    heading(guest, "The table is closed")
    is_fine(guest, "french-closed")
    assert sum(sitting_hands.balances().values()) == 0
    assert [complaint for complaint in watched.complaints if "400" not in complaint] == []


def test_what_is_said_without_a_network_goes_out_once_there_is_one(
    phone: BrowserContext, guest: Page, sitting_hands: SittingHands
) -> None:
    phone.set_offline(True)
    guest.get_by_label("Who").first.select_option(label="Ann")
    guest.get_by_role("radio", name="Ann").check()
    guest.get_by_label("Stake", exact=True).fill("2")
    guest.get_by_role("button", name="Place the stake").click()
    expect(guest.get_by_text("No network", exact=False)).to_be_visible()
    assert sitting_hands.state.on_table == 0
    assert "bet" not in {line.why[0] for line in sitting_hands.state.history}
    phone.set_offline(False)
    guest.evaluate("dispatchEvent(new Event('online'))")
    expect(guest.get_by_text("Ann stakes £2.00 on Ann.")).to_be_visible()
    expect(guest.get_by_text("No network", exact=False)).to_be_hidden()
    assert [each.amount for each in sitting_hands.state.bets] == [200]


def test_what_is_said_while_signed_out_goes_out_after_signing_in(
    phone: BrowserContext, page: Page, live_server: LiveServer, secretary: User, sitting_hands: SittingHands
) -> None:
    address = f"{live_server.url}/tables/{sitting_hands.sitting.public_id}/"
    page.goto(address)
    phone.clear_cookies()
    page.get_by_role("button", name="Place the stake").click()
    expect(page).to_have_url(re.compile("/accounts/"))
    assert not sitting_hands.state.bets
    looking.sign_in(phone, live_server, secretary)
    page.goto(address)
    expect(page.get_by_text("Ann stakes £1.00 on Ann.")).to_be_visible()
    assert [each.amount for each in sitting_hands.state.bets] == [100]


def test_what_waits_for_the_network_may_be_dropped(phone: BrowserContext, guest: Page) -> None:
    phone.set_offline(True)
    guest.get_by_role("button", name="Place the stake").click()
    expect(guest.get_by_text("No network", exact=False)).to_be_visible()
    phone.set_offline(False)
    guest.get_by_role("button", name="Discard it").click()
    expect(guest.get_by_text("No network", exact=False)).to_be_hidden()
    expect(guest.get_by_role("button", name="Place the stake")).to_be_enabled()
    assert guest.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sitting:'))") == []


def test_site_that_fails_is_not_called_the_network(guest: Page) -> None:
    guest.route("**/tables/**", lambda route: route.fulfill(status=500, body=""), times=1)
    guest.get_by_role("button", name="Place the stake").click()
    expect(guest.get_by_text("The site could not store", exact=False)).to_be_visible()
    # It is tried again by itself.
    expect(guest.get_by_text("Ann stakes £1.00 on Ann.")).to_be_visible(timeout=15_000)


def test_score_of_a_game_begun_on_this_page_is_followed(page: Page, sitting_hands: SittingHands) -> None:
    sitting_hands.bet("Ann", "Ann", 100)
    sitting_hands.bet("Bea", "Bea", 100)
    page.goto(f"/tables/{sitting_hands.sitting.public_id}/")
    tap(page, "Start the game")
    score = page.locator("[data-live-text=score]")
    expect(score).to_have_text("0–0")
    record_deal(Rubber.objects.get(), "A S =B5 (0-2)", act=sitting_hands.act())
    expect(score).to_have_text("0–2")


def test_what_is_half_filled_in_stays_when_another_phone_says_something(
    page: Page, sitting_hands: SittingHands
) -> None:
    page.goto(f"/tables/{sitting_hands.sitting.public_id}/")
    stake = page.get_by_label("Stake", exact=True)
    stake.fill("7.50")
    stake.blur()
    version = page.locator("#fresh").get_attribute("data-version")
    sitting_hands.bet("Bea", "Bea", 100)
    # Longer than it takes to hear of it, and to look.
    page.wait_for_timeout(4_000)
    expect(stake).to_have_value("7.50")
    assert page.locator("#fresh").get_attribute("data-version") == version
    stake.fill(stake.get_attribute("value") or "")
    stake.blur()
    expect(page.get_by_text("Bea stakes £1.00 on Bea.")).to_be_visible(timeout=15_000)

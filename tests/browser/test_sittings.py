"""Evenings at a pool and at a French table, on a phone of 390 px: tapped, scored on the pad, corrected, closed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import override_settings
from playwright.sync_api import expect

from matches.models import Club, Rubber, Sitting, User
from matches.pads.table_links import make_sitting_link
from matches.rubbers.commands import Act, record_deal
from tests.browser import sessions
from tests.browser.looking import axe_faults, excess_width, picture_keeper, watch
from tests.factories.clubs import make_club
from tests.matches.helpers.hands import DEALS, Hands
from tests.matches.helpers.sitting_hands import SittingHands, table
from tests.matches.pages.records import make_member
from tests.support.variables import LONG_RUN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.e2e

keep = picture_keeper("sittings")


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
def phone(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=live_server.url)
    yield context
    context.close()


@pytest.fixture
def page(phone: BrowserContext, live_server: LiveServer, secretary: User) -> Page:
    sessions.sign_in(phone, live_server, secretary)
    return phone.new_page()


IN_EVERY_RUN = (
    "pool-game",
    "pool-closed",
    "french-staked",
    "french-chouette",
    "french-ledger",
    "french-take",
    "pool-open",
)
"""States of a table in which it is asked whether everybody can use it; in the soak that is asked in all."""


def is_fine(page: Page, name: str) -> None:
    """It fits the phone, everybody can use it, and a picture is kept."""
    keep(page, name)
    assert excess_width(page) <= 0
    if name in IN_EVERY_RUN or os.environ.get(LONG_RUN):
        assert axe_faults(page) == []


def tap(page: Page, text: str) -> None:
    """Tap a button, and wait until the table is shown as it is after that."""
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
    new_names = page.get_by_label("Put them on the club's list")
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
            "Only the two who play stake",
            ["Ann pays Bea£1.00", "Cat pays Bea£1.00"],
            marks=pytest.mark.soak,
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
    tap(page, "The game begins")
    heading(page, "Game 1 is being played")
    is_fine(page, "pool-game")

    # Scored deal by deal, and ended, on the pad.
    page.get_by_role("link", name="Score it deal by deal on the pad").click()
    page.wait_for_url("**/pad/**")
    rubber = Rubber.objects.get()
    act = Act(by=User.objects.get(email="secretary@example.org"), key="")
    for deal in DEALS:
        record_deal(rubber, deal, act=act)
    page.get_by_role("button", name="Report it").click()
    expect(page.get_by_role("link", name="Back to the table: the next game")).to_be_visible()
    keep(page, "pool-pad-over")
    page.get_by_role("link", name="Back to the table: the next game").click()
    page.wait_for_url(f"**/tables/{sitting.public_id}/")

    expect(page.get_by_text("Game 1: Bea beats Ann.")).to_be_visible()
    tap(page, "The game begins")
    tap(page, "Cat won")
    expect(page.get_by_text("Game 2: Cat beats Bea.")).to_be_visible()
    # It was Bea, and by that the pool is hers.
    page.get_by_role("link", name="Correct the last result").click()
    heading(page, "Correct the result")
    is_fine(page, "pool-correct")
    tap(page, "Bea won")
    page.wait_for_url(f"**/tables/{sitting.public_id}/")
    heading(page, "Cut: the lowest stays out")
    expect(page.get_by_text("Bea takes pool 1", exact=False)).to_be_visible()
    is_fine(page, "pool-taken")

    unfold(page, "Close the table for the evening")
    tap(page, "Close the table")
    heading(page, "The table is closed")
    told = page.locator(".owed li").all_text_contents()
    # Beside each stands a button for who has paid.
    assert sorted(line.replace("Paid", "").strip() for line in told) == owed
    is_fine(page, "pool-closed")
    page.set_viewport_size({"width": 1280, "height": 900})
    keep(page, "pool-closed")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="The ledger, to print").click()
    heading(page, "Who owes whom")
    is_fine(page, "pool-ledger")
    assert [told for told in watched.complaints if "400" not in told] == []


def test_only_a_pool_is_asked_how_it_grows(page: Page) -> None:
    page.goto("/clubs/portland/tables/new/")
    growing = page.get_by_role("group", name="How a pool grows")
    expect(growing).to_be_visible()
    page.get_by_label(re.compile("a French table")).check()
    expect(growing).to_have_count(0)


def at_the_code(phone: BrowserContext, told: SittingHands, secretary: User) -> Page:
    """The table's phone, which has no account: in by the code."""
    made = make_sitting_link(told.sitting, by=secretary)
    page = phone.new_page()
    page.goto(f"/t/#{made.token}")
    page.wait_for_url("**/tables/*/")
    return page


def bet(page: Page, who: str, on: str, amount: str) -> None:
    form = page.locator("form").filter(has=page.get_by_role("button", name="Stake it"))
    form.get_by_label("Who").select_option(label=who)
    form.get_by_role("radio", name=on).check()
    form.get_by_label("Stake", exact=True).fill(amount)
    tap(page, "Stake it")


@pytest.mark.parametrize("run", ["every", pytest.param("long", marks=pytest.mark.soak)])
def test_french_evening_by_the_tables_code(
    run: str, phone: BrowserContext, club: Club, secretary: User
) -> None:
    told = french(club, secretary)
    page = at_the_code(phone, told, secretary)
    watched = watch(page)
    heading(page, "Ann and Bea play next")
    is_fine(page, "french-ready")
    bet(page, "Ann", "Ann", "two")
    expect(page.get_by_text("is no amount", exact=False).first).to_be_visible()
    bet(page, "Ann", "Ann", "2")
    bet(page, "Bea", "Bea", "4.00")
    bet(page, "Cat", "Ann", "3")
    bet(page, "Dan", "Ann", "2,00")
    bet(page, "Eve", "Bea", "1")
    expect(page.get_by_text("£2.00 is not covered.")).to_be_visible()
    is_fine(page, "french-staked")
    tap(page, "What is not covered goes back, the latest bets first")
    expect(page.get_by_text("is not covered.")).to_have_count(0)
    tap(page, "The game begins")
    tap(page, "Bea won")
    expect(page.get_by_text("Game 1: Bea beats Ann.")).to_be_visible()
    assert told.balances() == {"Ann": -200, "Bea": 400, "Cat": -300, "Dan": 0, "Eve": 100}

    # Cat comes in, the first of those who have not played; Bea covers whatever is bet against her, and loses.
    assert set(told.seated()) == {"Bea", "Cat"}
    unfold(page, "La chouette: cover all bets alone")
    tap(page, "Bea covers all")
    expect(page.get_by_text("Bea plays la chouette", exact=False).first).to_be_visible()
    bet(page, "Cat", "Cat", "1")
    bet(page, "Dan", "Cat", "2")
    is_fine(page, "french-chouette")
    tap(page, "The game begins")
    tap(page, "Cat won")
    expect(page.get_by_text("Bea played la chouette and keeps his seat.")).to_be_visible()
    assert set(told.seated()) == {"Bea", "Cat"}
    is_fine(page, "french-kept-seat")

    unfold(page, "Close the table for the evening")
    tap(page, "Close the table")
    heading(page, "The table is closed")
    is_fine(page, "french-closed")
    assert sum(told.balances().values()) == 0
    assert [told for told in watched.complaints if "400" not in told] == []


def test_player_takes_bets_ahead_of_a_bystander(phone: BrowserContext, club: Club, secretary: User) -> None:
    told = french(club, secretary)
    for who, on, amount in (
        ("Ann", "Ann", 200),
        ("Bea", "Bea", 200),
        ("Cat", "Ann", 500),
        ("Eve", "Bea", 500),
    ):
        told.bet(who, on, amount)
    page = at_the_code(phone, told, secretary)
    unfold(page, "A player takes the bets first")
    form = page.locator("form").filter(has=page.get_by_role("button", name="Bea takes them"))
    form.get_by_label("How much").fill("3")
    is_fine(page, "french-take")
    tap(page, "Bea takes them: £5.00 is offered")
    expect(page.get_by_text("Bea takes £3.00 of the bets, ahead of the bystanders.")).to_be_visible()
    expect(page.get_by_text("Eve gives way and takes £3.00 back.")).to_be_visible()
    assert [side.total for side in told.state.sides] == [700, 700]


def test_game_begun_short_is_paid_pro_rata(page: Page, club: Club, secretary: User) -> None:
    told = french(club, secretary)
    for who, on, amount in (
        ("Ann", "Ann", 200),
        ("Bea", "Bea", 400),
        ("Cat", "Ann", 300),
        ("Dan", "Ann", 200),
    ):
        told.bet(who, on, amount)
    told.bet("Eve", "Bea", 100)
    page.goto(f"/tables/{told.sitting.public_id}/")
    tap(page, "The game begins")
    tap(page, "Ann won")
    expect(page.get_by_text("Game 1: Ann beats Bea.")).to_be_visible()
    page.get_by_role("link", name="Ledger").click()
    heading(page, "Who would owe whom now")
    rows = page.locator(".balances tbody tr").all_text_contents()
    assert rows == ["Ann+£2.00", "Bea−£4.00", "Cat+£1.80", "Dan+£1.20", "Eve−£1.00"]
    is_fine(page, "french-ledger")


def test_what_is_said_without_a_network_goes_out_once_there_is_one(
    phone: BrowserContext, club: Club, secretary: User
) -> None:
    told = french(club, secretary)
    page = at_the_code(phone, told, secretary)
    phone.set_offline(True)
    page.get_by_label("Who").first.select_option(label="Ann")
    page.get_by_role("radio", name="Ann").check()
    page.get_by_label("Stake", exact=True).fill("2")
    page.get_by_role("button", name="Stake it").click()
    expect(page.get_by_text("No network", exact=False)).to_be_visible()
    keep(page, "offline")
    assert told.state.on_table == 0
    assert "bet" not in {line.why[0] for line in told.state.history}
    phone.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Ann stakes £2.00 on Ann.")).to_be_visible()
    expect(page.get_by_text("No network", exact=False)).to_be_hidden()
    assert [each.amount for each in told.state.bets] == [200]


def test_what_is_said_while_signed_out_goes_out_after_signing_in(
    phone: BrowserContext, page: Page, live_server: LiveServer, club: Club, secretary: User
) -> None:
    told = french(club, secretary)
    address = f"{live_server.url}/tables/{told.sitting.public_id}/"
    page.goto(address)
    phone.clear_cookies()
    page.get_by_role("button", name="Stake it").click()
    expect(page).to_have_url(re.compile("/accounts/"))
    assert not told.state.bets
    sessions.sign_in(phone, live_server, secretary)
    page.goto(address)
    expect(page.get_by_text("Ann stakes £1.00 on Ann.")).to_be_visible()
    assert [each.amount for each in told.state.bets] == [100]


def test_what_waits_for_the_network_may_be_dropped(
    phone: BrowserContext, club: Club, secretary: User
) -> None:
    told = french(club, secretary)
    page = at_the_code(phone, told, secretary)
    phone.set_offline(True)
    page.get_by_role("button", name="Stake it").click()
    expect(page.get_by_text("No network", exact=False)).to_be_visible()
    phone.set_offline(False)
    page.get_by_role("button", name="Do not send it").click()
    expect(page.get_by_text("No network", exact=False)).to_be_hidden()
    expect(page.get_by_role("button", name="Stake it")).to_be_enabled()
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sitting:'))") == []


def test_site_that_fails_is_not_called_the_network(
    phone: BrowserContext, club: Club, secretary: User
) -> None:
    told = french(club, secretary)
    page = at_the_code(phone, told, secretary)
    page.route("**/tables/**", lambda route: route.fulfill(status=500, body=""), times=1)
    page.get_by_role("button", name="Stake it").click()
    expect(page.get_by_text("The site could not take", exact=False)).to_be_visible()
    keep(page, "failing")
    # It is tried again by itself.
    expect(page.get_by_text("Ann stakes £1.00 on Ann.")).to_be_visible(timeout=15_000)


def test_score_of_a_game_begun_on_this_page_is_followed(page: Page, club: Club, secretary: User) -> None:
    told = french(club, secretary)
    told.bet("Ann", "Ann", 100)
    told.bet("Bea", "Bea", 100)
    page.goto(f"/tables/{told.sitting.public_id}/")
    tap(page, "The game begins")
    score = page.locator("[data-live-text=score]")
    expect(score).to_have_text("0–0")
    record_deal(Rubber.objects.get(), "A S =B5 (0-2)", act=told.act())
    expect(score).to_have_text("0–2")


def test_what_is_half_filled_in_stays_when_another_phone_says_something(
    page: Page, club: Club, secretary: User
) -> None:
    told = french(club, secretary)
    page.goto(f"/tables/{told.sitting.public_id}/")
    stake = page.get_by_label("Stake", exact=True)
    stake.fill("7.50")
    stake.blur()
    version = page.locator("#fresh").get_attribute("data-version")
    told.bet("Bea", "Bea", 100)
    # Longer than it takes to hear of it, and to look.
    page.wait_for_timeout(4_000)
    expect(stake).to_have_value("7.50")
    assert page.locator("#fresh").get_attribute("data-version") == version
    stake.fill(stake.get_attribute("value") or "")
    stake.blur()
    expect(page.get_by_text("Bea stakes £1.00 on Bea.")).to_be_visible(timeout=15_000)


def french(club: Club, secretary: User) -> SittingHands:
    player = club.players.get(user=secretary)
    return table("french", "Ann", "Bea", "Cat", "Dan", "Eve", hands=Hands(club, secretary, player, player))

"""Joining a club and turning the second step on, in a real browser on a phone, without JavaScript."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from playwright.sync_api import BrowserContext, Page, expect

from matches.clubs.invitations import invite
from matches.models import User
from tests.browser.looking import OpenPage, watch
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, make_user, roles, user_of

pytestmark = pytest.mark.e2e
PASSWORD = "a very long secret"


def sign_in(page: Page, email: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def code_of(secret: str) -> str:
    _before, now, _after = yield_hotp_counters_from_time()
    return str(format_hotp_value(hotp_value(secret, now)))


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def test_owner_invites_and_a_stranger_joins_by_the_link(
    plain_context: BrowserContext, open_page: OpenPage
) -> None:
    club = make_club()
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    watched = watch(plain_context.new_page())
    page = watched.page
    sign_in(page, owner.email)
    page.goto("/clubs/portland/members/")
    page.get_by_role("radio", name=re.compile("^scorer", re.IGNORECASE)).last.check()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#made-link").inner_text()
    guest = open_page(java_script_enabled=False)
    guest.page.goto(urlsplit(link).path)
    assert guest.page.url.endswith("/invitations/")
    expect(guest.page.get_by_text("scorer")).to_be_visible()
    guest.page.get_by_role("link", name="Create an account and accept").click()
    guest.page.get_by_label("Name").fill("Clay")
    guest.page.get_by_label("E-mail address").fill("clay@example.org")
    guest.page.get_by_label("Password").fill(PASSWORD)
    guest.page.get_by_role("button", name="Create the account").click()
    expect(guest.page.get_by_text("Welcome to Portland.")).to_be_visible()
    guest.page.goto("/clubs/portland/members/")
    expect(guest.page.get_by_role("link", name="Clay")).to_be_visible()
    assert roles(club) == {("Orford", "owner"), ("Clay", "scorer")}
    assert watched.complaints + guest.complaints == []


def test_who_is_signed_in_accepts_an_invitation(plain_context: BrowserContext) -> None:
    club = make_club()
    owner = user_of(make_member(club, "Orford", Role.OWNER))
    guest = make_user("Clay")
    made = invite(club, by=owner, role=Role.HELPER)
    page = plain_context.new_page()
    sign_in(page, guest.email)
    page.goto(f"/invitations/{made.token}/")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Welcome to Portland.")).to_be_visible()
    assert roles(club) == {("Orford", "owner"), ("Clay", "helper")}


def test_second_step_is_turned_on_and_asked_for(plain_context: BrowserContext) -> None:
    User.objects.create_user("clay@example.org", PASSWORD, name="Clay")
    watched = watch(plain_context.new_page())
    page = watched.page
    sign_in(page, "clay@example.org")
    page.goto("/accounts/")
    page.get_by_role("link", name="Change two-step sign-in").click()
    page.get_by_role("link", name="Turn on").click()
    picture = page.get_by_role("img", name=re.compile("QR code"))
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    secret = page.locator("#totp-key").inner_text()
    page.get_by_label("Code").fill(code_of(secret))
    page.get_by_role("button", name="Turn on").click()
    page.get_by_role("heading", name="Recovery codes").wait_for()
    recovery = page.locator("main li code").first.inner_text()
    page.context.clear_cookies()
    sign_in(page, "clay@example.org")
    page.get_by_role("heading", name="Two-step sign-in").wait_for()
    page.get_by_label("Code").fill(recovery)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.goto("/accounts/")
    expect(page.get_by_role("main").get_by_text("clay@example.org")).to_be_visible()
    assert watched.complaints == []

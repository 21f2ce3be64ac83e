"""A cookie recognizes an account's browser: its recipients, its content and its expiry."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.core.management import call_command
from django.test import Client, RequestFactory, override_settings

from matches.clubs.accounts import change_address, make_password_link
from matches.models import Player, User
from matches.pages.accounts.password_tries import COOKIE, COOKIE_SALT, KEPT_FOR, MOST_ACCOUNTS, browser_id
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, make_user, user_of
from tests.matches.pages.accounts.test_accounts import activate_second_step, code_of
from tests.matches.pages.accounts.test_adapter import ANOTHER, NOW, PASSWORD, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def clay() -> User:
    return make_user("Clay")


def known_client(user: User) -> Client:
    """Return a browser in which ``user`` signed in and out again."""
    client = Client()
    sign_in(client, user)
    client.post("/accounts/logout/")
    return client


def cookie_of(client: Client) -> str:
    return client.cookies[COOKIE].value if COOKIE in client.cookies else ""


def is_known(client: Client, user: User, email: str = "") -> bool:
    request = RequestFactory().get("/accounts/login/")
    request.COOKIES[COOKIE] = cookie_of(client)
    return browser_id(request, email or user.email) != ""


def test_is_set_by_signing_in(clay: User) -> None:
    client = known_client(clay)
    assert is_known(client, clay)
    assert is_known(client, clay, f" {clay.email.upper()}")
    other = Client()
    sign_in(other, clay, "wrong")
    assert COOKIE not in other.cookies


def test_waits_for_the_second_step(client: Client, clay: User) -> None:
    secret = activate_second_step(clay)
    sign_in(client, clay)
    assert COOKIE not in client.cookies
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert is_known(client, clay)


@pytest.mark.parametrize("has_tls", [True, False])
def test_scripts_and_other_sites_do_not_get_it(client: Client, clay: User, has_tls: bool) -> None:
    with override_settings(SESSION_COOKIE_SECURE=has_tls):
        sign_in(client, clay)
    cookie: Any = client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/accounts/")
    assert bool(cookie["secure"]) is has_tls
    assert cookie["max-age"] == KEPT_FOR.total_seconds()


def test_names_nobody(clay: User) -> None:
    client = known_client(clay)
    content = json.dumps(signing.loads(cookie_of(client), salt=COOKIE_SALT))
    for name in (clay.email, "clay", clay.name, clay.public_id, clay.password):
        assert name not in content
        assert name not in cookie_of(client)


def test_that_was_not_signed_here_is_none(clay: User) -> None:
    client = known_client(clay)
    content, _dot, rest = cookie_of(client).partition(":")
    entries = signing.loads(cookie_of(client), salt=COOKIE_SALT)
    for forged in (f"{content}x:{rest}", signing.dumps(entries, salt="another"), "nonsense", ""):
        client.cookies[COOKIE] = forged
        assert not is_known(client, clay)
        assert client.post("/accounts/login/", {"login": clay.email, "password": "wrong"}).status_code == 200


def test_ends_after_a_year(clay: User) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        client = known_client(clay)
        clock.shift(KEPT_FOR - timedelta(seconds=1))
        assert is_known(client, clay)
        clock.shift(timedelta(seconds=2))
        assert not is_known(client, clay)


class TestNewPassword:
    def test_ends_it_but_for_the_browser_where_it_was_set(self, client: Client, clay: User) -> None:
        others = known_client(clay)
        sign_in(client, clay)
        new = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
        assert client.post("/accounts/password/change/", new).status_code == 302
        clay.refresh_from_db()
        assert is_known(client, clay)
        assert not is_known(others, clay)

    def test_by_a_link_makes_that_browser_known(self) -> None:
        club = make_club()
        owner, player = make_member(club, "Pole", Role.OWNER), make_member(club, "Clay")
        others = known_client(user_of(player))
        client = Client()
        token = make_password_link(Player.objects.get(pk=player.pk), club=club, by=user_of(owner))
        client.get(f"/accounts/password/link/{token}/")
        assert COOKIE not in client.cookies
        client.post("/accounts/password/link/", {"password1": ANOTHER, "password2": ANOTHER})
        clay = User.objects.get(email="clay@example.org")
        assert is_known(client, clay)
        assert not is_known(others, clay)

    def test_by_the_host_ends_it(self, clay: User, monkeypatch: pytest.MonkeyPatch) -> None:
        client = known_client(clay)
        monkeypatch.setattr("getpass.getpass", lambda prompt: ANOTHER)
        call_command("changepassword", clay.email, verbosity=0)
        assert not is_known(client, clay)


def test_stays_with_a_new_address(clay: User) -> None:
    client = known_client(clay)
    change_address(clay, "henry@example.org")
    assert is_known(client, clay, "henry@example.org")
    assert not is_known(client, clay, "clay@example.org")


def test_one_browser_is_known_for_the_last_accounts(client: Client) -> None:
    users = [make_user(f"Member{number}") for number in range(MOST_ACCOUNTS + 1)]
    for user in [users[0], *users, users[-1]]:
        sign_in(client, user)
        client.post("/accounts/logout/")
    assert [is_known(client, user) for user in users] == [False] + [True] * MOST_ACCOUNTS
    assert len(cookie_of(client)) < 1500

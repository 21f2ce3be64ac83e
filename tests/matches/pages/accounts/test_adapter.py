"""Signing in proves identity, for the minutes that the settings name and no longer."""

from __future__ import annotations

import pytest
import time_machine
from allauth.account import app_settings
from django.test import Client

from matches.clubs.accounts import make_password_link
from matches.clubs.invitations import invite
from matches.models import Club, Player, User
from tests.matches.clubs.people import Role, make_member, user_of
from tests.matches.pages.accounts.test_accounts import activate_second_step, code_of

pytestmark = pytest.mark.django_db

PASSWORD = "a very long secret"
ANOTHER = "another long secret"
NOW = 1_800_000_000
GUARDED = (
    "/accounts/export/",
    "/accounts/erase/",
    "/accounts/email/",
    "/accounts/tokens/new/",
    "/accounts/2fa/totp/activate/",
    "/api/v1/me/person/",
)
"""The pages and a call that only the owner of an account may use."""


@pytest.fixture
def clay(club: Club) -> User:
    return user_of(make_member(club, "Clay"))


def sign_in(client: Client, user: User, password: str = PASSWORD) -> None:
    client.post("/accounts/login/", {"login": user.email, "password": password})


def is_asked_again(client: Client, path: str = "/accounts/email/") -> bool:
    response = client.get(path)
    assert response.status_code in (200, 302, 403), path
    if response.status_code == 302:
        assert "reauthenticate" in response["Location"], response["Location"]
    return response.status_code != 200


@pytest.mark.parametrize("path", GUARDED)
def test_password_given_at_signing_in_is_not_asked_again(client: Client, clay: User, path: str) -> None:
    sign_in(client, clay)
    assert not is_asked_again(client, path)


@pytest.mark.parametrize(("later", "is_asked"), [(-1, False), (1, True)])
def test_proof_lasts_as_the_settings_say(client: Client, clay: User, later: int, is_asked: bool) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        sign_in(client, clay)
        clock.shift(app_settings.REAUTHENTICATION_TIMEOUT + later)
        assert is_asked_again(client) is is_asked


def test_password_given_again_counts_from_then(client: Client, clay: User) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        sign_in(client, clay)
        clock.shift(app_settings.REAUTHENTICATION_TIMEOUT + 1)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        assert not is_asked_again(client)


def test_signing_in_anew_is_needed_after_signing_out(client: Client, clay: User) -> None:
    sign_in(client, clay)
    client.post("/accounts/logout/")
    client.force_login(clay)
    assert is_asked_again(client)


def test_second_step_ends_the_signing_in(client: Client, clay: User) -> None:
    secret = activate_second_step(clay)
    with time_machine.travel(NOW, tick=False) as clock:
        sign_in(client, clay)
        assert client.get("/accounts/email/")["Location"].startswith("/accounts/login/")
        clock.shift(60)
        client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
        assert not is_asked_again(client)
        assert not is_asked_again(client, "/accounts/2fa/totp/deactivate/")
        clock.shift(app_settings.REAUTHENTICATION_TIMEOUT - 1)
        assert not is_asked_again(client)
        clock.shift(2)
        assert is_asked_again(client)


def test_new_member_is_not_asked_for_the_password_just_chosen(client: Client, club: Club) -> None:
    owner = user_of(make_member(club, "Pole", Role.OWNER))
    client.get(f"/invitations/{invite(club, by=owner, role=Role.MEMBER).token}/")
    answer = client.post(
        "/accounts/signup/", {"name": "Baldwin", "email": "baldwin@example.org", "password1": PASSWORD}
    )
    assert answer.status_code == 302
    assert not is_asked_again(client)


def test_password_of_an_owners_link_signs_in_once(client: Client, club: Club, clay: User) -> None:
    owner = user_of(make_member(club, "Pole", Role.OWNER))
    token = make_password_link(Player.objects.get(user=clay), club=club, by=owner)
    client.get(f"/accounts/password/link/{token}/")
    client.post("/accounts/password/link/", {"password1": ANOTHER, "password2": ANOTHER})
    assert client.get("/accounts/email/")["Location"].startswith("/accounts/login/")
    sign_in(client, clay, ANOTHER)
    assert not is_asked_again(client)

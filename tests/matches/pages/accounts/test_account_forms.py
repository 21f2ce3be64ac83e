"""Password and second-step changes list the valid API tokens, and revoke them with one tick."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from matches.clubs.accounts import make_password_link, trust_address
from matches.clubs.api_tokens import TOKENS_A_PERSON, find_token, make_token, note_use, revoke_token
from matches.models import ApiToken, Player, User
from tests.factories.clubs import make_club
from tests.matches.clubs.people import Role, make_member, make_user, user_of
from tests.matches.pages.accounts.test_accounts import activate_second_step, code_of
from tests.matches.pages.reading import page, tags, words

pytestmark = pytest.mark.django_db

PASSWORD = "a very long secret"
ANOTHER = "another long secret"
BOTH = {"password1": ANOTHER, "password2": ANOTHER}
TICK = "revoke_tokens"


@dataclass(frozen=True, slots=True)
class Way:
    """One of the pages, opened by the owner of the account."""

    path: str
    fields: dict[str, str]
    client: Client
    user: User
    is_done: Callable[[], bool]

    def page(self) -> str:
        return page(self.client, self.path)

    def send(self, **more: str) -> Any:
        return self.client.post(self.path, {**self.fields, **more})


@pytest.fixture(params=["change", "first", "second step"])
def way(request: pytest.FixtureRequest) -> Way:
    user = make_user("Clay")
    client = Client()
    fields = dict(BOTH)

    def has_new_password() -> bool:
        user.refresh_from_db()
        return user.check_password(ANOTHER)

    if request.param == "first":
        user.set_unusable_password()
        user.save()
        client.force_login(user)
        return Way("/accounts/password/set/", fields, client, user, has_new_password)
    if request.param == "change":
        client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
        fields["oldpassword"] = PASSWORD
        return Way("/accounts/password/change/", fields, client, user, has_new_password)
    secret = activate_second_step(user)
    RecoveryCodes.activate(user)
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})

    def has_no_second_step() -> bool:
        return not Authenticator.objects.filter(user=user).exists()

    return Way("/accounts/2fa/totp/deactivate/", {"sent": "yes"}, client, user, has_no_second_step)


def tokens_of(user: User, *names: str) -> list[str]:
    return [make_token(user, name=name, scopes=["read"])[1] for name in names]


def hold(secrets: list[str]) -> list[bool]:
    return [find_token(secret) is not None for secret in secrets]


def is_ticked(html: str) -> bool | None:
    ticks = [each.attributes for each in tags(html) if each.attributes.get("name") == TICK]
    return "checked" in ticks[0] if ticks else None


def test_names_the_valid_tokens(way: Way) -> None:
    with time_machine.travel("2027-03-03T12:00Z", tick=False):
        used, _secret = make_token(way.user, name="Display <hall>", scopes=["read"])
        note_use(used)
    tokens_of(way.user, "Spreadsheet")
    gone, _secret = make_token(way.user, name="Revoked", scopes=["read"])
    revoke_token(way.user, gone.public_id)
    ended, _secret = make_token(
        way.user, name="Run out", scopes=["read"], expires_at=timezone.now() + timedelta(days=1)
    )
    ApiToken.objects.filter(pk=ended.pk).update(
        created_at=timezone.now() - timedelta(days=2), expires_at=timezone.now() - timedelta(days=1)
    )
    tokens_of(make_user("Pole"), "Of somebody else")
    html = way.page()
    assert is_ticked(html) is True
    text = words(html)
    assert "Display &lt;hall&gt; · last used on 3 March 2027" in text
    assert "Spreadsheet · never used" in text
    for name in ("Revoked", "Run out", "Of somebody else"):
        assert name not in text


def test_has_no_tick_where_there_are_no_tokens(way: Way) -> None:
    html = way.page()
    assert is_ticked(html) is None
    assert "token" not in words(html)
    assert way.send(**{TICK: "on"}).status_code == 302
    assert way.is_done()


def test_tick_revokes_them_all(way: Way) -> None:
    secrets = tokens_of(way.user, "Display", "Spreadsheet")
    others = tokens_of(make_user("Pole"), "Of somebody else")
    way.page()
    answer = way.send(**{TICK: "on"})
    assert answer.status_code == 302
    assert way.is_done()
    assert hold(secrets) == [False, False]
    assert hold(others) == [True]
    assert "2 API tokens are revoked" in words(page(way.client, "/accounts/"))
    assert ApiToken.objects.filter(user=way.user, revoked_at__isnull=True).count() == 0


def test_without_the_tick_they_go_on(way: Way) -> None:
    secrets = tokens_of(way.user, "Display")
    assert way.send().status_code == 302
    assert way.is_done()
    assert hold(secrets) == [True]
    assert "revoked" not in words(page(way.client, "/accounts/"))


@pytest.mark.parametrize("fails", ["matches_apitoken", "matches_user|mfa_authenticator"])
def test_both_or_neither(way: Way, fails: str) -> None:
    secrets = tokens_of(way.user, "Display")
    way.client.raise_request_exception = False
    statement = re.compile(rf'(UPDATE|DELETE FROM) "({fails})"')

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if statement.match(sql):
            raise DatabaseError(sql)
        return run(sql, *rest)

    with connection.execute_wrapper(execute):
        assert way.send(**{TICK: "on"}).status_code == 500
    assert hold(secrets) == [True]
    assert not way.is_done()


def test_mistake_in_the_form_keeps_tokens_and_what_was_ticked() -> None:
    user = make_user("Clay")
    secrets = tokens_of(user, "Display")
    client = Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    wrong = {**BOTH, "oldpassword": "wrong"}
    for ticked in ({}, {TICK: "on"}):
        html = client.post("/accounts/password/change/", {**wrong, **ticked}).content.decode()
        assert is_ticked(html) is bool(ticked)
    assert hold(secrets) == [True]


def test_all_that_a_person_may_have_are_named(way: Way) -> None:
    tokens_of(way.user, *(f"Program {number}." for number in range(TOKENS_A_PERSON)))
    text = words(way.page())
    assert [f"Program {number}." in text for number in range(TOKENS_A_PERSON)] == [True] * TOKENS_A_PERSON


def test_owner_of_the_account_has_a_mail_about_it(way: Way, request: pytest.FixtureRequest) -> None:
    trust_address(way.user)
    # Only now: who signs in on a site with mail has to prove the address first.
    request.getfixturevalue("with_mail")
    way.send(**{TICK: "on"})
    subjects = {
        "/accounts/password/change/": "Your password was changed",
        "/accounts/password/set/": "Your password was set",
        "/accounts/2fa/totp/deactivate/": "Two-step sign-in is off",
    }
    assert [sent.subject for sent in mail.outbox] == [subjects[way.path]]


def test_password_by_a_link_revokes_all_tokens() -> None:
    """An owner who lost a password may have lost control of tokens as well."""
    club = make_club()
    owner, player = make_member(club, "Pole", Role.OWNER), make_member(club, "Clay")
    token = make_password_link(Player.objects.get(pk=player.pk), club=club, by=user_of(owner))
    client = Client()
    client.get(f"/accounts/password/link/{token}/")
    assert "API token" not in words(page(client, "/accounts/password/link/"))
    secrets = tokens_of(user_of(player), "Display", "Spreadsheet")
    html = page(client, "/accounts/password/link/")
    assert "This also revokes your 2 API tokens" in words(html)
    assert is_ticked(html) is None
    # The page reveals no more than that to a person with the link.
    assert "Display" not in html
    client.post("/accounts/password/link/", BOTH)
    assert hold(secrets) == [False, False]


def test_password_set_by_the_host_keeps_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The behaviour is the one that docs/hosting.md describes."""
    user = make_user("Clay")
    secrets = tokens_of(user, "Display")
    client = Client()
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    monkeypatch.setattr("getpass.getpass", lambda prompt: ANOTHER)
    call_command("changepassword", user.email, verbosity=0)
    assert client.get("/accounts/").status_code == 302
    assert hold(secrets) == [True]


@pytest.mark.parametrize("method", ["get", "post"])
def test_hosts_pages_lead_to_this_one_for_ones_own_password(admin_client: Client, method: str) -> None:
    fields = {"old_password": "password", "new_password1": ANOTHER, "new_password2": ANOTHER}
    answer = getattr(admin_client, method)("/admin/password_change/", fields)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/password/change/")
    assert User.objects.get(is_superuser=True).check_password("password")


def test_second_step_deleted_by_the_host_keeps_tokens(admin_client: Client) -> None:
    """The behaviour is the one that docs/hosting.md describes."""
    user = make_user("Clay")
    secrets = tokens_of(user, "Display")
    step = TOTP.activate(user, generate_totp_secret()).instance
    admin_client.post(f"/admin/mfa/authenticator/{step.pk}/delete/", {"post": "yes"})
    assert not Authenticator.objects.filter(pk=step.pk).exists()
    assert hold(secrets) == [True]


@pytest.mark.parametrize("path", ["/accounts/password/change/", "/accounts/password/set/"])
def test_new_password_ends_the_sessions_of_other_browsers(path: str) -> None:
    user = make_user("Clay")
    if "set" in path:
        user.set_unusable_password()
        user.save()
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.force_login(user)
    here.post(path, {**BOTH, "oldpassword": PASSWORD})
    assert [client.get("/accounts/").status_code for client in (here, elsewhere)] == [200, 302]

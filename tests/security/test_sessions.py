"""Sessions and single-use links cannot be predicted, planted, used again or derived from another's."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.conf import settings as django_settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from matches.clubs.accounts import make_password_link
from matches.clubs.invitations import invite
from matches.models import Club, Membership, Player, User
from tests.security.conftest import PASSWORD

pytestmark = pytest.mark.django_db

ANOTHER: Final = "another long secret"
COOKIE: Final = django_settings.SESSION_COOKIE_NAME


def signed_in(user: User, client: Client | None = None) -> Client:
    browser = client or Client()
    browser.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    return browser


class TestSessions:
    def test_signing_in_begins_a_new_one(self, clay: User, owner: User, club: Club) -> None:
        client = Client()
        token = invite(club, by=owner, role=Membership.Role.HELPER).token
        client.get(f"/invitations/{token}/")
        planted = client.cookies[COOKIE].value
        signed_in(clay, client)
        assert client.cookies[COOKIE].value != planted
        assert not Session.objects.filter(session_key=planted).exists()

    def test_key_that_somebody_made_up_is_none(self, clay: User) -> None:
        client = Client()
        client.cookies[COOKIE] = "a" * 32
        signed_in(clay, client)
        assert client.cookies[COOKIE].value != "a" * 32
        assert not Session.objects.filter(session_key="a" * 32).exists()

    def test_is_over_once_signed_out(self, clay: User) -> None:
        client = signed_in(clay)
        kept = client.cookies[COOKIE].value
        client.post("/accounts/logout/")
        thief = Client()
        thief.cookies[COOKIE] = kept
        assert thief.get("/accounts/").status_code == 302

    def test_is_over_once_the_account_is_closed(self, clay: User) -> None:
        client = signed_in(clay)
        User.objects.filter(pk=clay.pk).update(is_active=False)
        assert client.get("/accounts/").status_code == 302


class TestLinksThatAreGoodOnce:
    @pytest.fixture
    def link(self, club: Club, owner: User, clay: User) -> str:
        return make_password_link(Player.objects.get(user=clay), club=club, by=owner)

    def set_by(self, link: str, password: str = ANOTHER) -> Any:
        client = Client()
        client.get(f"/accounts/password/link/{link}/")
        return client.post("/accounts/password/link/", {"password1": password, "password2": password})

    def test_password_is_set_once(self, clay: User, link: str) -> None:
        assert self.set_by(link).status_code == 302
        self.set_by(link, "a third one, not set")
        clay.refresh_from_db()
        assert clay.check_password(ANOTHER)

    def test_who_opened_it_before_sets_none_after(self, clay: User, link: str) -> None:
        early = Client()
        early.get(f"/accounts/password/link/{link}/")
        self.set_by(link)
        early.post(
            "/accounts/password/link/", {"password1": "not mine at all", "password2": "not mine at all"}
        )
        clay.refresh_from_db()
        assert clay.check_password(ANOTHER)

    @pytest.mark.parametrize("spoil", ["signs in", "owner leaves", "owner is closed", "altered"])
    def test_password_link_that_is_good_no_more(self, clay: User, owner: User, link: str, spoil: str) -> None:
        if spoil == "signs in":
            signed_in(clay)
        elif spoil == "owner leaves":
            Membership.objects.filter(player__user=owner).update(role=Membership.Role.MEMBER)
        elif spoil == "owner is closed":
            User.objects.filter(pk=owner.pk).update(is_active=False)
        else:
            link = f"x{link[1:]}"
        self.set_by(link)
        clay.refresh_from_db()
        assert clay.check_password(PASSWORD)

    def test_invitation_takes_in_one(self, club: Club, owner: User) -> None:
        token = invite(club, by=owner, role=Membership.Role.DIRECTOR).token
        joined = []
        for name in ("first", "second"):
            user = User.objects.create_user(f"{name}@example.org", PASSWORD, name=name)
            client = signed_in(user)
            client.get(f"/invitations/{token}/")
            client.post("/invitations/")
            joined.append(Membership.objects.filter(club=club, player__user=user).exists())
        assert joined == [True, False]


def visible_parts(answer: Any, email: str) -> tuple[object, ...]:
    """Return a response without the parts that always differ: the address that was typed, and random tokens."""
    page = answer.content.decode().replace(email, "ADDRESS")
    page = re.sub(r'(name="csrfmiddlewaretoken" value=")[^"]*', r"\1", page)
    headers = {name for name in answer.headers if name != "X-Request-ID"}
    return answer.status_code, answer.headers.get("Location", ""), page, headers, set(answer.cookies)


class TestWhoHasAnAccount:
    def test_at_signing_in(self, clay: User) -> None:
        fields = {"password": "wrong " + PASSWORD}
        answers = [
            visible_parts(Client().post("/accounts/login/", {"login": email, **fields}), email)
            for email in (clay.email, "nobody@example.org")
        ]
        assert answers[0] == answers[1]

    @pytest.mark.usefixtures("with_mail")
    @pytest.mark.parametrize(
        ("path", "fields"),
        [
            ("/accounts/password/reset/", {}),
            ("/accounts/signup/", {"name": "New", "password1": ANOTHER, "password2": ANOTHER}),
        ],
    )
    def test_where_a_mail_is_sent(self, clay: User, path: str, fields: dict[str, str]) -> None:
        answers = [
            visible_parts(Client().post(path, {"email": email, **fields}), email)
            for email in (clay.email, "nobody@example.org")
        ]
        assert answers[0] == answers[1]
        assert [sent.to for sent in mail.outbox] == [[clay.email], ["nobody@example.org"]]

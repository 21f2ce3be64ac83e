"""Requests that would mislead people: foreign hosts, cross-site forms, redirect targets and cached responses."""

from __future__ import annotations

import re
from typing import Final

import pytest
from django.core import mail
from django.test import Client

from matches.models import Club, User
from tests.factories.browsers import client_of
from tests.security.conftest import PASSWORD

pytestmark = pytest.mark.django_db

EVIL: Final = (
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "https:///evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "\thttps://evil.example/",
    "/\t/evil.example",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "http://localhost:9/",
    "//127.0.0.1/",
    "ftp://testserver/",
)


def leads_within(location: str) -> bool:
    return re.match(r"/(?![/\\])", location) is not None and not re.search(r"[\t\r\n]", location)


@pytest.mark.parametrize("address", EVIL)
class TestWhereOneGoesOn:
    def test_after_signing_in(self, clay: User, address: str) -> None:
        fields = {"login": clay.email, "password": PASSWORD, "next": address}
        answer = Client().post("/accounts/login/", fields)
        assert answer.status_code == 302
        assert leads_within(answer.headers["Location"]), answer.headers["Location"]

    def test_signed_in_already(self, clay: User, address: str) -> None:
        answer = client_of(clay).get("/accounts/login/", {"next": address})
        assert leads_within(answer.headers["Location"]), answer.headers["Location"]

    def test_after_signing_out(self, clay: User, address: str) -> None:
        answer = client_of(clay).post("/accounts/logout/", {"next": address})
        assert leads_within(answer.headers["Location"]), answer.headers["Location"]

    def test_after_choosing_a_language(self, clay: User, address: str) -> None:
        fields = {"language": "fr", "next": address}
        answer = Client().post("/i18n/setlang/", fields, headers={"Referer": address})
        assert leads_within(answer.headers["Location"]), answer.headers["Location"]


def test_page_that_is_no_ones_is_no_address_to_go_on_to(club: Club) -> None:
    answer = Client().get("//evil.example/clubs/portland/settings")
    assert answer.status_code == 404 or leads_within(answer.headers["Location"])


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "evil.example:80", "testserver@evil", ""]
)
def test_other_hosts_are_not_answered(club: Club, host: str) -> None:
    for path in ("/", "/api/v1/clubs/", "/accounts/password/reset/"):
        assert Client(headers={"Host": host or "[]"}).get(path).status_code == 400
    # A header in which a proxy might name another host is ignored.
    assert "evil" not in Client(headers={"X-Forwarded-Host": "evil.example"}).get("/").content.decode()


@pytest.mark.usefixtures("with_mail")
class TestMails:
    """A sender who has mail sent to another person cannot choose its contents."""

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost:9", "testserver:81"])
    def test_links_lead_to_the_site_itself(self, clay: User, host: str) -> None:
        odd = Client(headers={"Host": host})
        odd.post("/accounts/password/reset/", {"email": clay.email})
        odd.post("/accounts/password/reset/", {"email": "nobody@example.org"})
        both = {"password1": "another long secret", "password2": "another long secret"}
        odd.post("/accounts/signup/", {"email": "new@example.org", "name": "New", **both})
        odd.post("/accounts/signup/", {"email": clay.email, "name": "New", **both})
        assert len(mail.outbox) == 4
        for sent in mail.outbox:
            links = re.findall(r"https?://[^\s/]+", str(sent.body))
            assert links == ["http://localhost:8000"], sent.body
            assert host not in str(sent.body)

    def test_browser_that_tells_tales_is_cut_short(self, clay: User) -> None:
        client = client_of(clay, headers={"User-Agent": "Call this number at once: 0123. " * 50 + "\u202e"})
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        both = {"password1": "another long secret", "password2": "another long secret"}
        client.post("/accounts/password/change/", {"oldpassword": PASSWORD, **both})
        (sent,) = mail.outbox
        assert str(sent.body).count("0123") <= 7
        assert "\u202e" not in str(sent.body)


class TestFormsOfOtherSites:
    @pytest.mark.parametrize(
        "path",
        [
            "/accounts/login/",
            "/accounts/logout/",
            "/accounts/password/change/",
            "/accounts/erase/",
            "/clubs/portland/settings/",
            "/clubs/portland/imports/",
            "/clubs/new/",
            "/i18n/setlang/",
            "/t/",
            "/api/v1/clubs/",
            "/admin/login/",
        ],
    )
    def test_is_refused_without_it(self, clay: User, path: str) -> None:
        client = client_of(clay, enforce_csrf_checks=True, raise_request_exception=False)
        assert client.post(path, {"name": "x"}, headers={"Origin": "https://evil.example"}).status_code == 403
        assert client.post(path, {"name": "x"}).status_code == 403

    def test_proof_of_somebody_else_is_none(self, clay: User) -> None:
        others = Client()
        others.get("/accounts/login/")
        stolen = others.cookies["csrftoken"].value
        client = client_of(clay, enforce_csrf_checks=True)
        client.get("/accounts/")
        answer = client.post("/clubs/new/", {"name": "x", "csrfmiddlewaretoken": stolen})
        assert answer.status_code == 403


def test_what_is_one_readers_is_kept_for_no_other(clay: User) -> None:
    """A shared cache that follows the rules gives no reader a page of another's."""
    client = client_of(clay)
    for path in ("/", "/clubs/portland/", "/clubs/portland/members/", "/accounts/", "/api/v1/me/"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        kept = answer.headers.get("Cache-Control", "")
        assert not re.search("public|s-maxage", kept), path
        assert "private" in kept or "no-store" in kept or "Cookie" in answer.headers["Vary"], path

"""Security headers of every response: pages, error pages, the API, files, health checks and frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client, override_settings

from ecarte_site.middleware import PERMISSIONS
from matches.models import Club, Event, User
from matches.pages.accounts import password_tries
from tests.matches.pages.records import import_text, text

pytestmark = pytest.mark.django_db

FROM_ANYWHERE = ("/healthz", "/readyz", "/live/poll", "/live/stream", "/api/v1/clubs/", "/api/v1/nowhere/")
PAGES = ("/", "/nowhere/", "/accounts/login/", "/admin/login/", "/t/", "/clubs/portland/log/", "/accounts/")
FILES = ("/static/web/style.css", "/static/admin/css/base.css", "/pad/sw.js")


@pytest.mark.parametrize("path", [*FROM_ANYWHERE, *PAGES, *FILES])
def test_every_answer_lends_nothing_and_is_what_it_says(club: Club, path: str) -> None:
    answer = Client(raise_request_exception=False).get(path)
    assert answer.headers["Permissions-Policy"] == PERMISSIONS
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
def test_refused_host_and_broken_form_get_them_too(host: str) -> None:
    answer = Client(headers={"Host": host}, enforce_csrf_checks=True).post("/accounts/login/", {"login": "x"})
    assert answer.status_code in (400, 403)
    assert answer.headers["Permissions-Policy"] == PERMISSIONS
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_can_be_framed_or_load_from_elsewhere(club: Club, path: str) -> None:
    answer = Client().get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_frames_are_for_embedded_standings_alone(club: Club) -> None:
    import_text(club, text().replace("\n", '\n[Event "Cup"]\n', 1))
    answer = Client().get(f"/embed/events/{Event.objects.get(name='Cup').public_id}/standings/")
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert "X-Frame-Options" not in answer.headers
    assert not answer.cookies


BEHIND_TLS: dict[str, Any] = {
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31_536_000,
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "LANGUAGE_COOKIE_SECURE": True,
    "ALLAUTH_TRUSTED_PROXY_COUNT": 1,
}
"""The settings in effect if SITE_URL has https, as tests/ecarte_site/test_settings.py asserts."""


class TestOverTls:
    @pytest.fixture(autouse=True)
    def _behind_tls(self) -> Iterator[None]:
        with override_settings(**BEHIND_TLS):
            yield

    @pytest.fixture
    def tls(self, owner: User) -> Client:
        owner.set_password("a long pass phrase")
        owner.save()
        return Client(headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"})

    def test_plain_requests_are_sent_on(self, club: Club) -> None:
        answer = Client().get("/clubs/portland/?year=2026")
        assert (answer.status_code, answer.headers["Location"]) == (
            301,
            "https://testserver/clubs/portland/?year=2026",
        )

    def test_browsers_keep_to_it_for_a_year(self, tls: Client, club: Club) -> None:
        assert tls.get("/").headers["Strict-Transport-Security"] == "max-age=31536000"

    def test_every_cookie_is_for_tls_and_for_this_site(self, tls: Client, owner: User) -> None:
        tls.get("/accounts/login/")
        tls.post("/i18n/setlang/", {"language": "fr"})
        tls.post("/accounts/login/", {"login": owner.email, "password": "a long pass phrase"})
        cookies: dict[str, Any] = dict(tls.cookies)
        assert set(cookies) == {
            django_settings.SESSION_COOKIE_NAME,
            django_settings.CSRF_COOKIE_NAME,
            django_settings.LANGUAGE_COOKIE_NAME,
            password_tries.COOKIE,
        } | ({"messages"} & set(cookies))
        for name, cookie in cookies.items():
            assert cookie["secure"], name
            assert cookie["samesite"] == "Lax", name
            assert cookie["httponly"], name
            assert not cookie["domain"], name

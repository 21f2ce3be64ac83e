"""Browsers in which somebody signed in before: other people's wrong passwords do not lock them out.

Such a browser keeps one signed cookie, with an entry for each account. An entry is a random id, by which the browser's
own wrong passwords are counted, and a digest of the account and its password: it names nobody, and a new password ends
it. It lets nobody in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from matches.models import User

COOKIE: Final = "known_browser"
PATH: Final = "/accounts/"
"""The cookie is sent to the pages of accounts alone."""
SALT: Final = "matches.known_browsers"
KEPT_FOR: Final = timedelta(days=365)
MOST_ACCOUNTS: Final = 10
"""Accounts that one browser is known for: a club's laptop may have many, and a cookie has only so much room."""
_MARKED: Final = "_known_browser_of"

Entry = tuple[str, str]
"""The browser's id and the account's mark."""


def browser_id(request: HttpRequest, email: str) -> str:
    """Return the id under which the browser is known for the account with ``email``; empty where it is not known."""
    entries = _entries(request)
    user = User.objects.filter(email=email.strip().lower()).first() if entries else None
    if user is None:
        return ""
    mark = _mark_of(user)
    return next((entry_id for entry_id, entry_mark in entries if entry_mark == mark), "")


def remember_browser(request: HttpRequest, user: User) -> None:
    """Have the answer to ``request`` make the browser known for ``user``, who proved to be that person."""
    setattr(request, _MARKED, user)


class KnownBrowserMiddleware:
    """Sets the cookie on the answer to a request that ``remember_browser`` marked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        user: User | None = getattr(request, _MARKED, None)
        if user is not None:
            _set_cookie(response, request, user)
        return response


def _set_cookie(response: HttpResponseBase, request: HttpRequest, user: User) -> None:
    mark = _mark_of(user)
    others = [entry for entry in _entries(request) if entry[1] != mark]
    entries = [(secrets.token_urlsafe(9), mark), *others][:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps(entries, salt=SALT),
        max_age=KEPT_FOR,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _entries(request: HttpRequest) -> list[Entry]:
    """Return the cookie's entries, the latest first; none where it is missing, too old or not signed here."""
    try:
        entries = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return []
    return [(entry_id, mark) for entry_id, mark in entries]


def _mark_of(user: User) -> str:
    return salted_hmac(SALT, f"{user.pk} {user.password}", algorithm="sha256").hexdigest()[:32]

"""Limit how often passwords may be tried, at sign-in and when the password is asked for again.

Wrong passwords are counted by account and network first, so that a stranger elsewhere locks nobody out. Two
wider limits stop a network that tries many accounts, and many networks that try one account. A browser in
which the person signed in before has limits of its own instead. The account is the e-mail address as typed,
whether or not it exists.

A known browser has one signed cookie, with an entry for each account. An entry is a random id, by which the
wrong passwords from this browser are counted, and a digest of the account and its password. It names no
person, and becomes invalid when the password changes. The cookie signs nobody in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from ecarte_site.limits import Limit, sender_network
from matches.models import User

COOKIE: Final = "known_browser"
COOKIE_SALT: Final = "matches.known_browsers"
KEPT_FOR: Final = timedelta(days=365)
MOST_ACCOUNTS: Final = 10
"""The largest number of accounts in one browser's cookie: a club's laptop may have many, but a cookie is small."""
_MARKED: Final = "_known_browser_of"
TRIES: Final = Limit("password_tries", most=30)
"""The limit of all attempts, right or wrong, by network or by known browser: each costs the server a slow hash."""
WRONG_HERE: Final = Limit("wrong_passwords_here", most=5, seconds=300)
"""The limit of wrong passwords for one account from one network."""
WRONG_OF_NETWORK: Final = Limit("wrong_passwords_network", most=10)
"""The limit of wrong passwords from one network, for all accounts together."""
WRONG_FOR_ACCOUNT: Final = Limit("wrong_passwords_account", most=150, seconds=3600)
"""The limit of wrong passwords for one account, from all networks together.

One network can make 60 attempts an hour, a machine with IPv4 and IPv6 120.
"""
WRONG_IN_BROWSER: Final = Limit("wrong_passwords_browser", most=5, seconds=300)
"""The limit of wrong passwords for one account from a browser that is known for it."""
SALT: Final = "matches.password_tries"
Entry = tuple[str, str]
"""One entry of the cookie: the browser's random id, and the digest of the account and its password."""


def browser_id(request: HttpRequest, email: str) -> str:
    """Return the browser's random id for the account with ``email``, or "" if it is not known for the account."""
    entries = _entries(request)
    user = User.objects.filter(email=email.strip().lower()).first() if entries else None
    if user is None:
        return ""
    mark = _mark_of(user)
    return next((entry_id for entry_id, entry_mark in entries if entry_mark == mark), "")


def remember_browser(request: HttpRequest, user: User) -> None:
    """Have ``KnownBrowserMiddleware`` mark this browser as known for ``user``, who was just authenticated."""
    setattr(request, _MARKED, user)


class KnownBrowserMiddleware:
    """Middleware that sets the cookie of known browsers if ``remember_browser`` was called during the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        user: User | None = getattr(request, _MARKED, None)
        if user is not None:
            mark = _mark_of(user)
            others = [entry for entry in _entries(request) if entry[1] != mark]
            entries = [(secrets.token_urlsafe(9), mark), *others][:MOST_ACCOUNTS]
            response.set_cookie(
                COOKIE,
                signing.dumps(entries, salt=COOKIE_SALT),
                max_age=KEPT_FOR,
                # Browsers send it only to the pages of accounts.
                path="/accounts/",
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def _entries(request: HttpRequest) -> list[Entry]:
    """Return the cookie's entries, the latest first; none if it is missing, too old or not signed here."""
    try:
        entries = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE_SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return []
    return [(entry_id, mark) for entry_id, mark in entries]


def _mark_of(user: User) -> str:
    return salted_hmac(COOKIE_SALT, f"{user.pk} {user.password}", algorithm="sha256").hexdigest()[:32]


class TooManyTriesError(Exception):
    """Too many passwords were tried; the next attempt is allowed after ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class PasswordTry:
    """An attempt to enter a password, counted by each of ``limits`` with its key."""

    limits: tuple[tuple[Limit, str], ...]

    def record_success(self) -> None:
        """Uncount the attempt, whose password was right, in all limits but ``TRIES``, which counts those as well."""
        for limit, key in self.limits:
            if limit is not TRIES:
                limit.give_back(key)


def count_try(request: HttpRequest, email: str) -> PasswordTry:
    """Count an attempt to enter the password of the account with ``email``, and return the attempt.

    Raises TooManyTriesError if a limit is reached. An attempt over the limit is not counted, so that one
    network can't use up the attempts of others.
    """
    limits = _limits(request, email)
    for place, (limit, key) in enumerate(limits):
        if seconds := limit.take(key):
            PasswordTry(limits[:place]).record_success()
            raise TooManyTriesError(max(seconds, *(limit.wait(key) for limit, key in limits)))
    return PasswordTry(limits)


def _limits(request: HttpRequest, email: str) -> tuple[tuple[Limit, str], ...]:
    if browser := browser_id(request, email):
        return ((WRONG_IN_BROWSER, browser), (TRIES, f"browser:{browser}"))
    account = salted_hmac(SALT, email.strip().lower(), algorithm="sha256").hexdigest()
    network = sender_network(request)
    return (
        (WRONG_HERE, f"{account}:{network}"),
        (WRONG_OF_NETWORK, network),
        (WRONG_FOR_ACCOUNT, account),
        (TRIES, network),
    )

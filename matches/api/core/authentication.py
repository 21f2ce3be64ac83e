"""Who is asking: the bearer of a token, or whoever is signed in to the site in this browser."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from ecarte_site.limits import Limit, sender_network
from matches.api.core.errors import ApiError
from matches.clubs.api_tokens import find_token, hash_of, note_use
from matches.models import ApiToken, User

CHALLENGE: Final = 'Bearer realm="ecarte"'
WRONG_TOKENS: Final = Limit("wrong_tokens", most=20)
"""Wrong ones that differ, by network: who tries so many is guessing, and until the minute is over no token is looked up
for that network.
"""
SAME_WRONG_TOKEN: Final = Limit("same_wrong_token", most=60)
"""A program that goes on with a token which has run out: it alone is stopped, whoever else is behind its address."""


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer ecarte_...``. A token that does not hold is refused, for what is public as well."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer":
            raise self._refusal(str(_("Tokens are shown as Authorization: Bearer, a space and the token.")))
        network = sender_network(request._request)
        if seconds := WRONG_TOKENS.wait(network):
            raise _too_many(seconds)
        token = find_token(secret.strip())
        if token is None:
            raise self._wrong_token(network, secret.strip())
        note_use(token)
        return token.user, token

    def _wrong_token(self, network: str, secret: str) -> ApiError:
        """Count a token that does not hold, and refuse it."""
        key = f"{network}:{hash_of(secret)}"
        times = SAME_WRONG_TOKEN.count(key)
        if times == 1:
            WRONG_TOKENS.count(network)
        if times > SAME_WRONG_TOKEN.most:
            return _too_many(SAME_WRONG_TOKEN.wait(key))
        return self._refusal("")

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def _refusal(self, detail: str) -> ApiError:
        headers = {"WWW-Authenticate": f'{CHALLENGE}, error="invalid_token"'}
        return ApiError("invalid_token", detail, headers=headers)


def _too_many(seconds: int) -> ApiError:
    return ApiError("too_many_requests", headers={"Retry-After": str(max(1, seconds))})


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session; what changes something needs its CSRF token in ``X-CSRFToken``."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise ApiError("csrf_failed") from None

"""Authenticate the API's callers, check what their tokens allow, and limit how often they may call.

A caller is authenticated by a bearer token or by the browser session of the site. A scope restricts a token
to a part of the user's role and never adds to the role. An anonymous caller may read public data. A browser
session has every scope. Rate limits per caller and minute stop runaway programs and are far above the needs
of a club.

Each response has two rate limit headers (draft-ietf-httpapi-ratelimit-headers). ``RateLimit-Policy`` has the
limit that applies to the call. ``RateLimit`` has the number of calls left in the current minute.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from time import time
from typing import Any, Final, Literal, TypeAlias
from zlib import crc32

from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from ecarte_site.limits import Limit, count_under, sender_network
from matches.api.core.errors import ApiError
from matches.clubs.api_tokens import Scope, find_token, hash_of, note_use
from matches.models import ApiToken, User

CHALLENGE: Final = 'Bearer realm="ecarte"'
WRONG_TOKENS: Final = Limit("wrong_tokens", most=20)
"""The number of distinct invalid tokens allowed per network and minute.

A sender above it is guessing: no token from that network is looked up until the minute is over.
"""


SAME_WRONG_TOKEN: Final = Limit("same_wrong_token", most=60)
"""The number of times per minute that one invalid token may be sent from a network.

It stops a program that keeps sending an expired token without blocking other callers behind the same IP address.
"""


class TokenAuthentication(authentication.BaseAuthentication):
    """Authenticate by ``Authorization: Bearer ecarte_...``. An invalid token is refused everywhere."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer":
            raise self._refusal(str(_("Send the header Authorization: Bearer, a space and the token.")))
        network = sender_network(request._request)
        if seconds := WRONG_TOKENS.wait(network):
            raise _too_many(seconds)
        token = find_token(secret.strip())
        if token is None:
            raise self._wrong_token(network, secret.strip())
        note_use(token)
        return token.user, token

    def _wrong_token(self, network: str, secret: str) -> ApiError:
        """Count an invalid token and return the ``ApiError`` that refuses the request."""
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
    """Authenticate by the browser session, with the CSRF token in ``X-CSRFToken`` for unsafe methods."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise ApiError("csrf_failed") from None


def scope_of(view: Any, method: str) -> Scope | None:
    """Return the scope that a token needs to call ``method`` of ``view``; None if it needs none."""
    operation = view.operations.get("GET" if method == "HEAD" else method)
    return None if operation is None else operation.scope


class WithinScope(BasePermission):
    """Allow a token the operations within its scopes, and an anonymous caller the read operations."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        scope = scope_of(view, request.method or "")
        if scope is None:
            return True
        if not request.user.is_authenticated:
            # Returning False gives 401 with a challenge that names the authentication scheme.
            return scope == "read"
        token = request.auth
        if isinstance(token, ApiToken) and scope not in token.scopes:
            challenge = f'{CHALLENGE}, error="insufficient_scope", scope="{scope}"'
            raise ApiError("scope_missing", more={"scope": scope}, headers={"WWW-Authenticate": challenge})
        return True


LimitName: TypeAlias = Literal["anonymous", "read", "enter", "manage", "bulk"]
RATES: Final[Mapping[LimitName, int]] = {
    "anonymous": 120,
    "read": 1200,
    "enter": 240,
    "manage": 240,
    "bulk": 30,
}
"""Calls per minute: by network for anonymous callers, otherwise by user across all their tokens.

``bulk`` applies to calls that transfer whole files.
"""


SECONDS: Final = 60


def limit_of(request: Request, view: Any) -> LimitName:
    if not request.user.is_authenticated:
        return "anonymous"
    method = "GET" if request.method == "HEAD" else request.method or ""
    operation = view.operations.get(method)
    return "bulk" if operation is not None and operation.bulk else scope_of(view, method) or "read"


class ScopeThrottle(BaseThrottle):
    """Count a call against the rate limit of its scope, and store the number of calls left on the request.

    The minute starts at a different second for each caller, so that the limits do not all reset at once.
    """

    _frees_in: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        limit = limit_of(request, view)
        who = request.user.pk if request.user.is_authenticated else sender_network(request._request)
        name = f"throttle:api:{limit}:{who}"
        passed = time() + crc32(name.encode()) % SECONDS
        self._frees_in = SECONDS - passed % SECONDS
        # The counter lives for two minutes to allow for clocks that differ.
        calls = count_under(f"{name}:{int(passed // SECONDS)}", 2 * SECONDS)
        left = RATES[limit] - calls
        noted = (limit, max(0, left), max(1, math.ceil(self._frees_in)))
        request._request.rate_limit = noted  # type: ignore[attr-defined]
        return left >= 0

    def wait(self) -> float | None:
        return self._frees_in


def headers_of_limit(request: Request) -> dict[str, str]:
    """Return the rate limit headers of the request, or {} if the request was not counted."""
    noted = getattr(request._request, "rate_limit", None)
    if noted is None:
        return {}
    limit, left, frees = noted
    return {
        "RateLimit-Policy": f'"{limit}";q={RATES[limit]};w={SECONDS}',
        "RateLimit": f'"{limit}";r={left};t={frees}',
    }

"""How much one caller may ask in a minute. Bounds for programs gone astray, far above what a club needs.

Each answer says by how much: ``RateLimit-Policy`` has the limit that the call falls under, ``RateLimit`` what is left
of it (draft-ietf-httpapi-ratelimit-headers).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from matches.api.scopes import scope_of

Limit: TypeAlias = Literal["anonymous", "read", "enter", "manage", "bulk"]
RATES: Final[Mapping[Limit, int]] = {"anonymous": 120, "read": 1200, "enter": 240, "manage": 240, "bulk": 30}
"""Calls a minute: by address for who shows no authority, else by user, whatever tokens he uses; ``bulk`` are the calls
that move whole files.
"""
SECONDS: Final = 60


def limit_of(request: Request, view: Any) -> Limit:
    if not request.user.is_authenticated:
        return "anonymous"
    method = "GET" if request.method == "HEAD" else request.method or ""
    return "bulk" if method in view.bulk else scope_of(view, method) or "read"


class ScopeThrottle(SimpleRateThrottle):
    """Counts a call under the limit of its scope, and notes on the request what is left."""

    def __init__(self) -> None:
        # The library wants its one rate here; which one it is, the request says.
        self.duration = SECONDS

    def allow_request(self, request: Request, view: Any) -> bool:
        limit = limit_of(request, view)
        self.rate, self.num_requests = f"{RATES[limit]}/min", RATES[limit]
        who = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        self._key = f"throttle:api:{limit}:{who}"
        allowed: bool = super().allow_request(request, view)
        left = max(0, self.num_requests - len(self.history))
        oldest = self.history[-1] if self.history else self.now
        frees = max(1, math.ceil(SECONDS - (self.now - oldest)))
        request._request.rate_limit = (limit, left, frees)  # type: ignore[attr-defined]
        return allowed

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self._key


def headers_of_limit(request: Request) -> dict[str, str]:
    """What the answer says of the limit that the call was counted under; nothing where it came to none."""
    noted = getattr(request._request, "rate_limit", None)
    if noted is None:
        return {}
    limit, left, frees = noted
    return {
        "RateLimit-Policy": f'"{limit}";q={RATES[limit]};w={SECONDS}',
        "RateLimit": f'"{limit}";r={left};t={frees}',
    }

"""How much one caller may ask in a minute. Bounds for programs gone astray, far above what a club needs.

Each answer says by how much: ``RateLimit-Policy`` has the limit that the call falls under, ``RateLimit`` what is left
of it (draft-ietf-httpapi-ratelimit-headers).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from time import time
from typing import Any, Final, Literal, TypeAlias
from zlib import crc32

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from ecarte_site.limits import counted, sender_network
from matches.api.core.scopes import scope_of

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


class ScopeThrottle(BaseThrottle):
    """Counts a call under the limit of its scope, and notes on the request what is left.

    A minute begins at another second for each caller, so that not all of them begin anew at once.
    """

    _frees_in: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        limit = limit_of(request, view)
        who = request.user.pk if request.user.is_authenticated else sender_network(request._request)
        name = f"throttle:api:{limit}:{who}"
        passed = time() + crc32(name.encode()) % SECONDS
        self._frees_in = SECONDS - passed % SECONDS
        # The second minute is for clocks that differ.
        asked = counted(f"{name}:{int(passed // SECONDS)}", 2 * SECONDS)
        left = RATES[limit] - asked
        noted = (limit, max(0, left), max(1, math.ceil(self._frees_in)))
        request._request.rate_limit = noted  # type: ignore[attr-defined]
        return left >= 0

    def wait(self) -> float | None:
        return self._frees_in


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

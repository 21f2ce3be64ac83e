"""How much one caller may ask in a minute. Bounds for programs gone astray, far above what a club needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

RATES: Final[Mapping[str, str]] = {"anonymous": "120/min", "reading": "1200/min", "writing": "240/min"}


class _Throttle(SimpleRateThrottle):
    def get_rate(self) -> str:
        return RATES[self.scope or ""]

    def key_for(self, ident: str) -> str:
        return f"throttle:api:{self.scope}:{ident}"


class AnonymousThrottle(_Throttle):
    """By address, for who shows no authority."""

    scope = "anonymous"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return None if request.user.is_authenticated else self.key_for(self.get_ident(request))


class ReadingThrottle(_Throttle):
    """By user, whatever tokens he uses."""

    scope = "reading"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        applies = request.user.is_authenticated and request.method in SAFE_METHODS
        return self.key_for(str(request.user.pk)) if applies else None


class WritingThrottle(_Throttle):
    """By user, whatever tokens he uses."""

    scope = "writing"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        applies = request.user.is_authenticated and request.method not in SAFE_METHODS
        return self.key_for(str(request.user.pk)) if applies else None

"""What a request was for, in words that hold nothing of its own: the pattern that its address fits."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest

STATIC: Final = "static"
UNKNOWN: Final = "unknown"
"""An address that leads nowhere, or a request that was refused before anybody looked."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def route_of(request: HttpRequest) -> str:
    """``/clubs/<slug:slug>/``, or one of the words above."""
    match = request.resolver_match
    return _elsewhere(request) if match is None else f"/{match.route}"


def view_of(request: HttpRequest) -> str:
    """The name of the address, as ``web:club``; one of the words above where it has none."""
    match = request.resolver_match
    return _elsewhere(request) if match is None else match.view_name


def method_of(request: HttpRequest) -> str:
    """``other`` for what a client thought of: each one would be kept count of for ever."""
    return str(request.method) if request.method in METHODS else "other"


def _elsewhere(request: HttpRequest) -> str:
    return STATIC if request.path_info.startswith(settings.STATIC_URL) else UNKNOWN

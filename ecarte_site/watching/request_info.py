"""Describe a request in log lines and metrics: by its user, if loaded already, and the URL pattern that it
matches.

The pattern contains no data of people, unlike the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import LazyObject, empty
from structlog.typing import EventDict

_REQUEST: Final[ContextVar[HttpRequest | None]] = ContextVar("request", default=None)
STATIC: Final = "static"
UNKNOWN: Final = "unknown"
"""The class of a request whose path matches no pattern, or that was refused before routing."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


@contextmanager
def request_context(request: HttpRequest) -> Iterator[None]:
    """Add the user of ``request`` to all log lines inside the ``with`` block."""
    token = _REQUEST.set(request)
    try:
        yield
    finally:
        _REQUEST.reset(token)


def current_request() -> HttpRequest | None:
    return _REQUEST.get()


def known_user() -> str:
    """Return the public id of the current request's user, "" if there is none or it has not been loaded yet.

    It never loads the user: a log line must not cost a query, and a page that does not depend on its reader
    must stay so.
    """
    request = _REQUEST.get()
    user: Any = None if request is None else request.__dict__.get("user")
    if isinstance(user, LazyObject):
        user = user.__dict__.get("_wrapped", empty)
        if user is empty:
            user = getattr(request, "_cached_user", None)
    return str(user.public_id) if getattr(user, "is_authenticated", False) else ""


def add_user(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Add the user's public id to a log line, as a structlog processor.

    In a task, the line already has that of the user whose request caused the task.
    """
    if user := known_user():
        line["user"] = user
    return line


def route_of(request: HttpRequest) -> str:
    """Return the URL pattern of the request, such as ``/clubs/<slug:slug>/``; "static" or "unknown" if it has none."""
    match = request.resolver_match
    return _static_or_unknown(request) if match is None else f"/{match.route}"


def view_of(request: HttpRequest) -> str:
    """Return the URL name of the request, such as ``web:club``; "static" or "unknown" if it has none."""
    match = request.resolver_match
    return _static_or_unknown(request) if match is None else match.view_name


def method_of(request: HttpRequest) -> str:
    """Return the HTTP method, or "other" for an unknown one, since each would be a metric of its own for ever."""
    return str(request.method) if request.method in METHODS else "other"


def _static_or_unknown(request: HttpRequest) -> str:
    return STATIC if request.path_info.startswith(settings.STATIC_URL) else UNKNOWN

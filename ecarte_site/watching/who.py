"""The request that is being answered here, and who sent it, as far as anybody has asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.http import HttpRequest
from django.utils.functional import LazyObject, empty
from structlog.typing import EventDict

_REQUEST: Final[ContextVar[HttpRequest | None]] = ContextVar("request", default=None)


@contextmanager
def answering(request: HttpRequest) -> Iterator[None]:
    """Within, lines of the log say who sent ``request``."""
    token = _REQUEST.set(request)
    try:
        yield
    finally:
        _REQUEST.reset(token)


def current_request() -> HttpRequest | None:
    return _REQUEST.get()


def known_user() -> str:
    """The public id of who sent the request that is being answered; empty where nobody did, or nobody asked.

    It asks nothing itself: a line of the log costs no query, and a page that does not hang on its reader stays so.
    """
    request = _REQUEST.get()
    user: Any = None if request is None else request.__dict__.get("user")
    if isinstance(user, LazyObject):
        user = user.__dict__.get("_wrapped", empty)
        if user is empty:
            user = getattr(request, "_cached_user", None)
    return str(user.public_id) if getattr(user, "is_authenticated", False) else ""


def add_user(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """A task has its own: who sent the request that caused it."""
    if user := known_user():
        line["user"] = user
    return line

"""What a page needs to follow what it shows: where to hear of it, and its own part that is fetched anew."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language

from matches.models import Event
from matches.rubbers.live_news import RENEW, LiveAddresses, event_topic, live_addresses, live_mark

KEPT_SECONDS: Final = 20
"""Names and who may see them may change without news; nobody is to see the old ones for longer."""
PART: Final = "part"
FRESH: Final = "fresh"

_RENDERING: Final = tuple(threading.Lock() for _ in range(64))
"""Whoever asks for what another thread is just rendering waits for it: of hundreds one renders."""


@dataclass(frozen=True, slots=True)
class Live:
    """Where a page hears of its topics.

    ``fresh``: the address of the part that is fetched again, empty where that is the page's own. ``topics`` tell a
    script that a page fetched later shows something else.
    """

    addresses: LiveAddresses
    fresh: str = ""
    topics: str = ""


def live(topics: Sequence[str], mark: int | None, *, fresh: str = "", renew: str = RENEW) -> Live:
    """``mark`` was read (``live_mark``) before what the page shows; ``renew`` as in ``live_addresses``."""
    return Live(live_addresses(topics, mark, renew=renew), fresh, " ".join(topics))


def live_event(request: HttpRequest, event: Event, mark: int | None) -> Live:
    """Of a page of ``event`` whose fresh part has an address of its own (``wants_part``)."""
    query = request.GET.copy()
    query[PART] = FRESH
    return live([event_topic(event)], mark, fresh=f"{request.path}?{query.urlencode()}")


def event_mark(event: Event) -> int | None:
    return live_mark([event_topic(event)])


def wants_part(request: HttpRequest) -> bool:
    """Whether the fresh part alone is asked for. That is forgotten then: links in it are the page's own."""
    query = request.GET.copy()
    wants = query.pop(PART, [""])[-1] == FRESH
    request.GET = query  # type: ignore[assignment]
    return wants


def part(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, object]],
    *,
    event: Event,
    mark: int | None,
    pages: Sequence[str] = (),
    is_same_for_all: bool = False,
) -> HttpResponse:
    """A part of a page of an event, rendered once for all who ask until something changes.

    ``event`` was read for this viewer, who sees it, and ``mark`` before what ``context`` reads. ``pages`` are the
    parameters of the address that it depends on. It is kept for people without an account alone, to whom all see the
    same links, unless it ``is_same_for_all``.
    """

    def render() -> str:
        return render_to_string(template, context(), request)

    if mark is None or (request.user.is_authenticated and not is_same_for_all):
        return HttpResponse(render())
    asked = [f"{name}={request.GET[name]}" for name in pages if name in request.GET]
    state = (event.pk, event.version, event.log_position, event.standings_position, event.rows_key, mark)
    return HttpResponse(_kept(repr((template, request.path, get_language(), state, asked)), render))


def _kept(name: str, render: Callable[[], str]) -> str:
    key = f"part:{hashlib.sha256(name.encode()).hexdigest()}"
    if (found := _recalled(key)) is not None:
        return found
    with _RENDERING[hash(key) % len(_RENDERING)]:
        found = _recalled(key)
        if found is None:
            found = render()
            cache.set(key, found, KEPT_SECONDS)
        return found


def _recalled(key: str) -> str | None:
    found: str | None = cache.get(key)
    return found

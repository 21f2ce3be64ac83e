"""Prepare a page's live updates: its event stream, and the part of the page that is fetched again after a change."""

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

CACHE_SECONDS: Final = 20
"""The seconds for which a part is cached: names and their visibility can change without a published event."""
PART: Final = "part"
FRESH: Final = "fresh"

_RENDERING: Final = tuple(threading.Lock() for _ in range(64))
"""Locks by hash of the cache key: of many threads that need the same part, one renders it and the others wait."""


@dataclass(frozen=True, slots=True)
class Live:
    """The event stream that updates a page.

    ``fresh`` is the URL that a script fetches; "" means the page's own. A script compares ``topics`` to
    detect that the updated page needs another stream.
    """

    addresses: LiveAddresses
    fresh: str = ""
    topics: str = ""


def live(topics: Sequence[str], mark: int | None, *, fresh: str = "", renew: str = RENEW) -> Live:
    """Return the event stream for a page that shows ``topics``.

    ``mark`` is the id of the last event (``live_mark``), read before the rows that the page shows. ``renew``
    is the URL that renews the stream's ticket.
    """
    return Live(live_addresses(topics, mark, renew=renew), fresh, " ".join(topics))


def live_event(request: HttpRequest, event: Event, mark: int | None) -> Live:
    """Return the stream for a page of ``event``. ``mark`` is the last event's id, read before the rows of the page."""
    query = request.GET.copy()
    query[PART] = FRESH
    return live([event_topic(event)], mark, fresh=f"{request.path}?{query.urlencode()}")


def event_mark(event: Event) -> int | None:
    return live_mark([event_topic(event)])


def wants_part(request: HttpRequest) -> bool:
    """Return whether only the changing part is requested, and drop that parameter, so that links stay the same."""
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
    """Return the fragment of an event's page that changes during play, cached at most until the event changes.

    ``event`` must be loaded for this viewer; ``mark`` must be read before the rows that ``context`` reads.
    ``pages`` are the URL parameters on which the fragment depends. All anonymous readers, who see the same
    links, share it, and all readers if ``is_same_for_all``.
    """

    def render() -> str:
        return render_to_string(template, context(), request)

    if mark is None or (request.user.is_authenticated and not is_same_for_all):
        return HttpResponse(render())
    parameters = [f"{name}={request.GET[name]}" for name in pages if name in request.GET]
    state = (event.pk, event.version, event.log_position, event.standings_position, event.rows_key, mark)
    return HttpResponse(
        _render_once(repr((template, request.path, get_language(), state, parameters)), render)
    )


def _render_once(name: str, render: Callable[[], str]) -> str:
    key = f"part:{hashlib.sha256(name.encode()).hexdigest()}"
    html: str | None = cache.get(key)
    if html is not None:
        return html
    with _RENDERING[hash(key) % len(_RENDERING)]:
        html = cache.get(key)
        if html is None:
            html = render()
            cache.set(key, html, CACHE_SECONDS)
        return html

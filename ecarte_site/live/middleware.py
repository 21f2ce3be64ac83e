"""Respond to pages that poll for news, with neither session nor database.

If the streaming process runs (``ecarte_site.live.app``), the reverse proxy routes ``/live/stream`` to it.
Otherwise that path returns 204 here, at which a browser gives up the stream for good, and the page polls
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_site.live.news import Item
from ecarte_site.live.store import the_news
from ecarte_site.live.tickets import TicketError, read_ticket

MOST_DIGITS: Final = 15


class LiveMiddleware:
    """Answers the addresses in ``VIEWS`` itself, and passes all other requests on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = VIEWS.get(request.path_info, self._get_response)
        return view(request)


@require_safe
@never_cache
def poll(request: HttpRequest) -> HttpResponse:
    """Return the news on some topics as JSON, with the number of the latest item.

    The parameter ``ticket`` names the topics. Only items after the number ``since`` are returned. Responds
    with 403 if the ticket has expired or is invalid; the page then has to renew it.
    """
    try:
        topics = read_ticket(request.GET.get("ticket", ""))
    except TicketError:
        return _json_response({"code": "ticket", "message": "This ticket is not valid any more."}, status=403)
    cursor, items = the_news().since(topics, read_number(request.GET.get("since", "")))
    return _json_response({"cursor": cursor, "messages": [_format_message(item) for item in items]})


@require_safe
@never_cache
def no_stream(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def read_number(text: str) -> int:
    """Return the sequence number in ``text``, or 0 if ``text`` is not a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0


def _format_message(item: Item) -> dict[str, object]:
    return {"id": item.number, "event": item.kind, "data": orjson.Fragment(item.data)}


def _json_response(body: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    return HttpResponse(orjson.dumps(body), content_type="application/json", status=status)


VIEWS: Final[Mapping[str, Callable[[HttpRequest], HttpResponse]]] = {
    "/live/poll": poll,
    "/live/stream": no_stream,
}

"""Answers pages that ask for news by themselves, with neither session nor database.

Where the small process runs (``ecarte_site.live.app``), whatever stands in front leads ``/live/stream`` to it. Here
that address answers 204, at which a browser gives the stream up for good, and the page asks instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_site.live.news import Item, the_news
from ecarte_site.live.tickets import TicketError, read_ticket

MOST_DIGITS: Final = 15


class LiveMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = ANSWERS.get(request.path_info, self._get_response)
        return answer(request)


@require_safe
@never_cache
def poll(request: HttpRequest) -> HttpResponse:
    """Return what was published on the topics of ``?ticket=`` since the cursor ``?since=``, and the new cursor.

    403 for a ticket that is no good any more: the page has to renew it.
    """
    try:
        topics = read_ticket(request.GET.get("ticket", ""))
    except TicketError:
        return _json({"code": "ticket", "message": "This ticket is not valid any more."}, status=403)
    cursor, items = the_news().since(topics, read_number(request.GET.get("since", "")))
    return _json({"cursor": cursor, "messages": [_message(item) for item in items]})


@require_safe
@never_cache
def no_stream(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def read_number(text: str) -> int:
    """A number of the sequence; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else 0


def _message(item: Item) -> dict[str, object]:
    return {"id": item.number, "event": item.kind, "data": orjson.Fragment(item.data)}


def _json(body: Mapping[str, object], *, status: int = 200) -> HttpResponse:
    return HttpResponse(orjson.dumps(body), content_type="application/json", status=status)


ANSWERS: Final[Mapping[str, Callable[[HttpRequest], HttpResponse]]] = {
    "/live/poll": poll,
    "/live/stream": no_stream,
}

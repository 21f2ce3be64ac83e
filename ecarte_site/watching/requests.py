"""Each request has an id, a line in the log and a place in the figures."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, Final, cast

import structlog
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, get_contextvars

from ecarte_site.watching.metrics import REQUESTS, SECONDS_OF_REQUESTS
from ecarte_site.watching.routes import STATIC, method_of, route_of, view_of
from ecarte_site.watching.who import answering

HEADER: Final = "X-Request-ID"
SANE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

logger = structlog.get_logger(__name__)


class RequestMiddleware:
    """To stand before all that may refuse a request, so that a refusal has an id, too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        clear_contextvars()
        bind_contextvars(request_id=request_id_of(request))
        try:
            with answering(request):
                response = self._get_response(request)
                response.headers[HEADER] = get_contextvars()["request_id"]
                _note(request, response, perf_counter() - began)
                if isinstance(response, StreamingHttpResponse):
                    _go_on_under_its_id(response)
                return response
        finally:
            clear_contextvars()


def request_id_of(request: HttpRequest) -> str:
    """The one that it brings, as whoever stands in front gives them; a new one where there is none, or it is no id."""
    told = request.headers.get(HEADER, "")
    return told if SANE.fullmatch(told) else uuid.uuid4().hex


def _note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    view, method, status = view_of(request), method_of(request), response.status_code
    REQUESTS.labels(view, method, str(status)).inc()
    SECONDS_OF_REQUESTS.labels(view, method).observe(seconds)
    if view == STATIC:
        return
    logger.log(
        logging.ERROR if status >= 500 else logging.INFO,
        "request",
        method=method,
        route=route_of(request),
        **_club(request),
        status=status,
        duration_ms=round(1000 * seconds, 1),
    )


def _club(request: HttpRequest) -> dict[str, str]:
    match = request.resolver_match
    slug = match.kwargs.get("slug", "") if match is not None else ""
    return {"club": slug} if slug else {}


def _go_on_under_its_id(response: StreamingHttpResponse) -> None:
    """What is logged while the file is on its way has the id of the request for it."""
    if not response.is_async:
        pieces = cast("Iterator[Any]", response.streaming_content)
        response.streaming_content = _under(get_contextvars(), pieces)


def _under(context: dict[str, Any], pieces: Iterator[Any]) -> Iterator[Any]:
    # Piece by piece: between two of them the thread may be doing something else.
    while True:
        with bound_contextvars(**context):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece

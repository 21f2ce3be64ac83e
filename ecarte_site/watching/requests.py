"""Give each request an id, log it, and count it in the metrics."""

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
from ecarte_site.watching.request_info import STATIC, method_of, request_context, route_of, view_of

HEADER: Final = "X-Request-ID"
VALID_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

logger = structlog.get_logger(__name__)


class RequestMiddleware:
    """Middleware that gives each request an id, logs it and counts it.

    It must come before Django's middleware that may refuse a request, so that a refusal has an id too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        clear_contextvars()
        bind_contextvars(request_id=request_id_of(request))
        try:
            with request_context(request):
                response = self._get_response(request)
                response.headers[HEADER] = get_contextvars()["request_id"]
                _log_request(request, response, perf_counter() - began)
                if isinstance(response, StreamingHttpResponse):
                    _keep_id_while_streaming(response)
                return response
        finally:
            clear_contextvars()


def request_id_of(request: HttpRequest) -> str:
    """Return the request id that the reverse proxy sent, or a new one if it is missing or invalid."""
    given = request.headers.get(HEADER, "")
    return given if VALID_ID.fullmatch(given) else uuid.uuid4().hex


def _log_request(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
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
        **_club_field(request),
        status=status,
        duration_ms=round(1000 * seconds, 1),
    )


def _club_field(request: HttpRequest) -> dict[str, str]:
    match = request.resolver_match
    slug = match.kwargs.get("slug", "") if match is not None else ""
    return {"club": slug} if slug else {}


def _keep_id_while_streaming(response: StreamingHttpResponse) -> None:
    """Log everything that happens while the file is sent under the id of its request."""
    if not response.is_async:
        pieces = cast("Iterator[Any]", response.streaming_content)
        response.streaming_content = _with_context(get_contextvars(), pieces)


def _with_context(context: dict[str, Any], pieces: Iterator[Any]) -> Iterator[Any]:
    # Piece by piece: between two of them the thread may serve another request.
    while True:
        with bound_contextvars(**context):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece

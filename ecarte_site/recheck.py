"""End a response that is still being sent once its reader has lost the right to it.

A file may take hours to send to a slow reader. Meanwhile its token may be revoked, the reader's membership may
end, or the club may become members-only. So the same request is made again as a HEAD every ``RECHECK_SECONDS``,
inside the process: it passes authentication, and the view's own checks, as the first one did, and sends nothing.

Live streams have a process without database or sessions. Their tickets end after ``RIGHTS_LAST`` instead, and
are renewed by a request that makes the same checks (``ecarte_site.live.tickets``).
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Final, cast

import structlog
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

RIGHTS_LAST: Final = timedelta(minutes=1)
"""The longest time for which a response or a stream goes on after its reader has lost the right to it."""
RECHECK_SECONDS: Final = 20
"""The interval between checks. A reader has 30 seconds for a piece (``ecarte_site.downloads.PATIENCE_SECONDS``),
and is checked before the next: both together are less than ``RIGHTS_LAST``.
"""
IS_RECHECK: Final = "ecarte.is_recheck"
"""A key of the WSGI environment, which no client can set."""
STILL_ALLOWED: Final = frozenset({409, 429})
"""Statuses besides 2xx that say nothing about rights: there are too many rubbers by now, or too many calls."""

logger = structlog.get_logger(__name__)


class RightLostError(ConnectionResetError):
    """The reader may not read the rest of a response.

    Its ``errno`` makes gunicorn close the connection without a traceback, as if the client had gone.
    """

    def __init__(self) -> None:
        super().__init__(errno.ECONNRESET, "The reader has lost the right to this response.")


class RecheckMiddleware:
    """Check again and again, while a response is streamed, that its reader may still read it.

    List it before all middleware that decides who makes a request, and after those that count requests.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method == "GET" and isinstance(response, StreamingHttpResponse) and not response.is_async:
            pieces = cast("Iterator[bytes]", response.streaming_content)
            response.streaming_content = self._checked(request, pieces)
        return response

    def _checked(self, request: HttpRequest, pieces: Iterator[bytes]) -> Iterator[bytes]:
        checked_at = time.monotonic()
        for piece in pieces:
            if time.monotonic() - checked_at >= RECHECK_SECONDS:
                self._check(request)
                checked_at = time.monotonic()
            yield piece

    def _check(self, request: HttpRequest) -> None:
        """Raise RightLostError if the same request would be refused now."""
        again = WSGIRequest({**request.META, "REQUEST_METHOD": "HEAD", IS_RECHECK: True})
        # Closing this response would tell Django that the request is finished, which may close the connection to
        # the database under the file. The response to a HEAD keeps nothing open.
        response = self._get_response(again)
        if not (200 <= response.status_code < 300 or response.status_code in STILL_ALLOWED):
            logger.info("the reader of a response has lost the right to it", status=response.status_code)
            raise RightLostError


def is_recheck(request: HttpRequest) -> bool:
    """Return whether the request asks again for a response that is being sent."""
    return IS_RECHECK in request.META

"""Middleware for every request and response: ETags that come back, security headers, and compression.

The security headers include health checks, refusals and files. Only pages and the score pad's responses are
compressed: a long list shrinks to a fifth of its size. Files are streamed as they are, and the server in front
compresses the API's responses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

BODILESS: Final = frozenset({204, 304})
EMBEDDABLE: Final = "/embed/"
"""The prefix of paths that other sites may show in a frame."""


UNUSED_FEATURES: Final = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""Browser features that no page uses, for the header ``Permissions-Policy``.

Only names that every browser knows: an unknown one is reported on the console of every page. The camera is
not needed either: the phone's own camera app scans QR codes.
"""


PERMISSIONS: Final = ", ".join(f"{name}=()" for name in UNUSED_FEATURES)
TAG_HEADERS: Final = ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH", "HTTP_IF_RANGE")
_MARKED_TAG: Final = re.compile(r'(?:W/)?"([^",]*?)(?:-gzip|-zstd|-br)?"')
PAD: Final = "/pad/"
COMPRESSED: Final = ("text/html", "text/css", "text/javascript")


class HeadersMiddleware:
    """Middleware that adds the security headers. It comes first, so that no response lacks them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        is_for_others = request.path_info.startswith(EMBEDDABLE)
        response.headers["Permissions-Policy"] = PERMISSIONS
        response.headers["X-Content-Type-Options"] = "nosniff"
        if not is_for_others:
            response.headers.setdefault("X-Frame-Options", "DENY")
        response.headers.setdefault(
            "Cross-Origin-Resource-Policy", "cross-origin" if is_for_others else "same-origin"
        )
        if isinstance(response, HttpResponse) and response.status_code not in BODILESS:
            # Django adds it to pages, but not to responses of middleware. Without it servers may close the
            # connection.
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response


class EntityTagMiddleware:
    """Middleware that restores the ETags of a request to what the site gave.

    A server in front that compresses a response marks its ETag: Caddy with ``-gzip`` or ``-zstd`` before the
    closing quotation mark, nginx with ``W/``. The client sends the marked ETag back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        for name in TAG_HEADERS:
            if name in request.META:
                request.META[name] = without_marks(request.META[name])
        return self._get_response(request)


def without_marks(header: str) -> str:
    """Return a header's ETags without what a server in front adds; anything else is returned unchanged.

    >>> without_marks('W/"a", "b-gzip"'), without_marks('*'), without_marks('"a-gz"')
    ('"a", "b"', '*', '"a-gz"')
    """
    tags = [tag.strip(" \t") for tag in header.split(",")]
    matches = [_MARKED_TAG.fullmatch(tag) for tag in tags]
    if not any(matches):
        return header
    return ", ".join(
        tag if match is None else f'"{match[1]}"' for tag, match in zip(tags, matches, strict=True)
    )


class CompressPagesMiddleware(GZipMiddleware):
    """Django's gzip middleware for pages, styles and scripts.

    It adds random padding, so that a response's length reveals no secret. Collected static files are compressed
    already; those of the one-process site are not.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        is_for_pad = kind.startswith("application/json") and request.path_info.startswith(PAD)
        if kind.startswith(COMPRESSED) or is_for_pad:
            return super().process_response(request, response)
        return response

"""Middleware for every response: security headers, including health checks, refusals and files, and compression.

Only pages and the score pad's responses are compressed: a long list shrinks to a fifth of its size. Files are
streamed as they are, and API responses keep the strong ``ETag`` that ``If-Match`` requires.
"""

from __future__ import annotations

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


PAD: Final = "/pad/"
COMPRESSED: Final = ("text/html", "text/css", "text/javascript")


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

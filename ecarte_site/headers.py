"""What every answer tells browsers to keep to, whoever made it: health checks, refusals and files as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

BODILESS: Final = frozenset({204, 304})
FOR_OTHER_SITES: Final = "/embed/"
"""What the addresses start with that other sites may show."""
NEVER_ASKED_FOR: Final = (
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
"""What a browser could lend a page and none of ours wants: a code is scanned by the phone's own camera.

Names that every browser knows: one that it does not is told on the console of every page.
"""
PERMISSIONS: Final = ", ".join(f"{name}=()" for name in NEVER_ASKED_FOR)


class HeadersMiddleware:
    """Stands before all else, so that no answer goes out without them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        is_for_others = request.path_info.startswith(FOR_OTHER_SITES)
        response.headers["Permissions-Policy"] = PERMISSIONS
        response.headers["X-Content-Type-Options"] = "nosniff"
        if not is_for_others:
            response.headers.setdefault("X-Frame-Options", "DENY")
        response.headers.setdefault(
            "Cross-Origin-Resource-Policy", "cross-origin" if is_for_others else "same-origin"
        )
        if isinstance(response, HttpResponse) and response.status_code not in BODILESS:
            # Django adds it to pages, and not to what middleware answers. Without it servers may end the connection.
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

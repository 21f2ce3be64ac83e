"""Make requests for embedded pages anonymous.

Browsers send no cookies to a page in another site's frame, and shared caches may store the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

EMBEDDED: Final = "/embed/"
"""The prefix of the paths of embedded pages."""
IDENTIFYING_HEADERS: Final = frozenset({"cookie", "authorization"})


class EmbedMiddleware:
    """Middleware that removes cookies from requests for embedded pages, and from the responses.

    List it before the session middleware, so that embedded pages are served without the visitor's session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(EMBEDDED):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = self.get_response(request)
        response.cookies.clear()
        varies = [each.strip() for each in response.headers.get("Vary", "").split(",")]
        kept = [each for each in varies if each.lower() not in IDENTIFYING_HEADERS]
        response.headers["Vary"] = ", ".join(kept)
        return response

"""Pages for other sites' frames know nobody: a frame's cookies say nothing there, and a shared cache may keep them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

EMBEDDED: Final = "/embed/"
"""What their addresses start with."""
FOLLOWED: Final = frozenset({"cookie", "authorization"})


class EmbedMiddleware:
    """Stands before sessions: what a visitor is to this site never reaches those pages, and they set no cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(EMBEDDED):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = self.get_response(request)
        response.cookies.clear()
        varies = [each.strip() for each in response.headers.get("Vary", "").split(",")]
        response.headers["Vary"] = ", ".join(each for each in varies if each.lower() not in FOLLOWED)
        return response

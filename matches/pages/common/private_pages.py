"""Pages about one person, or that hold a secret, are kept by no browser and no proxy.

No secret stands in an address under which a form is shown, and so they keep the site's referrer policy: under
``no-referrer`` browsers send ``Origin: null`` along with a form, which the check of its origin refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

PRIVATE: Final = ("/accounts/", "/invitations/", "/t/", "/pad/")
"""What their addresses start with."""
FOR_EVERYBODY: Final = frozenset({"/pad/tables.json", "/pad/sw.js", "/pad/pad.js", "/pad/pad.css"})
"""Among them, but the same whoever asks."""


class PrivatePagesMiddleware:
    """Who comes after somebody at the same machine finds nothing of his by going back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path_info.startswith(PRIVATE) and request.path_info not in FOR_EVERYBODY:
            response["Cache-Control"] = "private, no-store"
        return response

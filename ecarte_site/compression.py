"""Pages go compressed: a long list is a fifth of its size on the way to a telephone. So does what a score pad is told.

Nothing else. A file is streamed as it is, and an answer of the API keeps the strong ``ETag`` that ``If-Match`` wants.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PAD: Final = "/pad/"


class CompressPagesMiddleware(GZipMiddleware):
    """Django's own, which pads each answer at random so that its length tells nothing of the secrets in it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        is_for_pad = kind.startswith("application/json") and request.path_info.startswith(PAD)
        if kind.startswith("text/html") or is_for_pad:
            return super().process_response(request, response)
        return response

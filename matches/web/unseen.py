"""Characters that can't be seen, and those that turn a line around, are shown on pages as a mark in their place.

Records keep what their writers wrote, byte for byte, so that a name from a file may have some. On a page one name would
look like another by them, or the words behind it would stand in another order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

MARK: Final = "\ufffd".encode()
_FROM_E2: Final = rb"\xe2(?:\x80[\x8b\x8e\x8f\xaa-\xae]|\x81(?:(?<!\xe2\x80\x93\xe2\x81)\xa0|[\xa1-\xaf]))"
"""Of general punctuation: the blank of no width, the marks and turns of direction, isolates, and what joins unseen; but
not what keeps figures together behind a dash, which pages of our own have.
"""
_OTHERS: Final = (b"\xd8\x9c", b"\xef\xbb\xbf", b"\xf3\xa0\x80", b"\xf3\xa0\x81")
"""The Arabic letter mark, the mark of byte order, and tags."""
_COMMON: Final = re.compile(_FROM_E2)
UNSEEN: Final = re.compile(_FROM_E2 + rb"|\xd8\x9c|\xef\xbb\xbf|\xf3\xa0[\x80\x81][\x80-\xbf]")
_PARTS: Final = re.compile(rb"(<textarea\b.*?</textarea>|<[^>]*>)", re.DOTALL)
_TYPED_OR_UNSEEN: Final = re.compile(rb'\bvalue="[^"]*"|' + UNSEEN.pattern)


class UnseenMiddleware:
    """Stands behind what compresses pages. What somebody typed stays as it is in its field, or he would send marks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if not isinstance(response, HttpResponse) or not _is_page(response):
            return response
        # Looked for by their first bytes: nearly every page has none.
        if _COMMON.search(response.content) or any(each in response.content for each in _OTHERS):
            response.content = with_marks(response.content)
            if "Content-Length" in response.headers:
                response.headers["Content-Length"] = str(len(response.content))
        return response


def with_marks(html: bytes) -> bytes:
    """``html`` with a mark for each unseen character, in texts and in attributes, but not in what a form holds.

    >>> with_marks("<b title='\\u202ea'>\\u202ea</b><textarea>\\u202ea</textarea>".encode()).decode()
    "<b title='�a'>�a</b><textarea>\\u202ea</textarea>"
    """
    return b"".join(_marked(part) for part in _PARTS.split(html))


def _marked(part: bytes) -> bytes:
    if part.startswith(b"<textarea"):
        return part
    if part.startswith(b"<"):
        return _TYPED_OR_UNSEEN.sub(lambda found: found[0] if found[0].startswith(b"value=") else MARK, part)
    return UNSEEN.sub(MARK, part)


def _is_page(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")

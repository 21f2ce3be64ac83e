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
_MAY_JOIN: Final = (
    rb"(?<![\xd6-\xdf][\x80-\xbf])"
    rb"(?<!\xe0[\x80-\xbf]{2})(?<!\xe1[\x80-\xb7][\x80-\xbf])(?<!\xea[\xa0-\xaf][\x80-\xbf])"
    rb"(?<!\xef[\xac-\xba][\x80-\xbf])(?<!\xe2[\x8c-\x9e\xac\xad][\x80-\xbf])(?<![\xf0][\x80-\xbf]{3})"
)
"""Not behind these: scripts from Hebrew and Arabic to those of India and its neighbours, and pictures, which are
written with joiners and non-joiners. Behind all else, letters of Latin, Greek and Cyrillic first, nobody would see one.
"""
_FROM_E2: Final = (
    rb"\xe2(?:\x80[\x8b\x8e\x8f\xa8-\xae]|\x81(?:(?<!\xe2\x80\x93\xe2\x81)\xa0|[\xa1-\xaf]))"
    rb"|" + _MAY_JOIN + rb"\xe2\x80[\x8c\x8d]"
)
"""Of general punctuation: the blank of no width, joiners, the marks and turns of direction, ends of lines, isolates,
and what joins unseen; but not what keeps figures together behind a dash, which pages of our own have.
"""
_OTHERS: Final = {
    b"\xc2\xad": rb"",
    b"\xd8\x9c": rb"",
    b"\xe1\xa0\x8e": rb"",
    b"\xef\xbb\xbf": rb"",
    b"\xef\xbf": rb"[\xb9-\xbb]",
    b"\xf3\xa0\x80": rb"[\x80-\xbf]",
    b"\xf3\xa0\x81": rb"[\x80-\xbf]",
}
"""How they begin and go on: the soft hyphen, the Arabic letter mark, the Mongolian vowel separator, the mark of byte
order, anchors of notes between lines, and tags.
"""
_COMMON: Final = re.compile(_FROM_E2)
UNSEEN: Final = re.compile(
    b"|".join([_FROM_E2, *(re.escape(start) + rest for start, rest in _OTHERS.items())])
)
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

"""Characters that can't be seen, and those that turn a line around, are shown on pages as a mark in their place.

Records keep what their writers wrote, byte for byte, so that a name from a file may have some. On a page one name would
look like another by them, or the words behind it would stand in another order. They are those that names lose which are
typed (``matches.common.clean_names``); whatever such a name keeps has no mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from matches.common.clean_names import EMOJI_STYLE, FLAG, KEYCAP, KEYS

MARK: Final = "\ufffd".encode()
_MAY_JOIN: Final = (
    rb"(?<![\xd6-\xdf][\x80-\xbf])"
    rb"(?<!\xe0[\x80-\xbf]{2})(?<!\xe1[\x80-\xb7][\x80-\xbf])(?<!\xea[\xa0-\xaf][\x80-\xbf])"
    rb"(?<!\xef[\xac-\xba][\x80-\xbf])(?<!\xe2[\x86-\x9e\xa4\xac\xad][\x80-\xbf])(?<![\xf0][\x80-\xbf]{3})"
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
_IDEOGRAPHS: Final = (rb"[\xe3-\xe9][\x80-\xbf]{2}", rb"\xef[\xa4-\xab][\x80-\xbf]", rb"\xf0[\x80-\xbf]{3}")
_DOTTABLE: Final = (rb"\xe1[\x80-\x82][\x80-\xbf]", rb"\xea[\xa1\xa9][\x80-\xbf]")
_MONGOLIAN: Final = (rb"\xe1[\xa0-\xa2][\x80-\xbf]",)
_PICTURES: Final = (
    rb"\xc2[\xa9\xae]",
    rb"\xe2[\x84-\x9e\xa4\xac\xad][\x80-\xbf]",
    rb"\xe2(?:\x80\xbc|\x81\x89)",
    rb"\xe3(?:\x80[\xb0\xbd]|\x8a[\x97\x99])",
    rb"\xf0\x9f[\x80-\xbf]{2}",
)
"""What has variation selectors, each kind its own: they are no marks behind it."""


def _not_behind(*characters: bytes) -> bytes:
    return b"".join(rb"(?<!" + each + rb")" for each in characters)


_OTHERS: Final = {
    b"\xc2\xad": rb"\xc2\xad",
    b"\xcd\x8f": rb"\xcd\x8f",
    b"\xd8\x9c": rb"\xd8\x9c",
    b"\xe1\x85": rb"\xe1\x85[\x9f\xa0]",
    b"\xe1\x9e": rb"\xe1\x9e[\xb4\xb5]",
    b"\xe1\xa0": rb"\xe1\xa0\x8e|" + _not_behind(*_MONGOLIAN) + rb"\xe1\xa0[\x8b-\x8d\x8f]",
    b"\xe2\xa0\x80": rb"\xe2\xa0\x80",
    b"\xe3\x85": rb"\xe3\x85\xa4",
    b"\xef\xb8": rb"\xef\xb8[\x83-\x8d]"
    + (rb"|" + _not_behind(*_IDEOGRAPHS, *_DOTTABLE) + rb"\xef\xb8[\x80-\x82]")
    + (rb"|" + _not_behind(*_PICTURES) + rb"\xef\xb8[\x8e\x8f]"),
    b"\xef\xbb": rb"\xef\xbb\xbf",
    b"\xef\xbe": rb"\xef\xbe\xa0",
    b"\xef\xbf": rb"\xef\xbf[\xb0-\xbb\xbe\xbf]",
    b"\xf0\x93\x91": rb"\xf0\x93\x91[\x81\x82]",
    b"\xf0\x96\xbf": rb"\xf0\x96\xbf\xa4",
    b"\xf0\x9b\xb2": rb"\xf0\x9b\xb2[\xa0-\xa3]",
    b"\xf0\x9d\x85": rb"\xf0\x9d\x85[\x99\xb3-\xba]",
    b"\xf3\xa0": rb"\xf3\xa0(?:[\x80-\x83\x88-\xbf][\x80-\xbf]|\x87[\xb0-\xbf])"
    + (rb"|" + _not_behind(*_IDEOGRAPHS) + rb"\xf3\xa0(?:[\x84-\x86][\x80-\xbf]|\x87[\x80-\xaf])"),
}
"""The others, by how they begin: hyphens, fillers and vowels that stand unseen, selectors, the mark of byte order,
anchors of notes between lines, what steers shorthand and music, blank signs, and tags.
"""
_WHOLE: Final = "|".join([FLAG.pattern, f"[{KEYS}]{EMOJI_STYLE}{KEYCAP}"]).encode()
"""Emoji in which some of these stand and are no mark: flags written with tags, and keys."""
_COMMON: Final = re.compile(_FROM_E2)
UNSEEN: Final = re.compile(b"|".join([_FROM_E2, *_OTHERS.values()]))
_MARKED: Final = re.compile(rb"(?P<whole>" + _WHOLE + rb")|" + UNSEEN.pattern)
_PARTS: Final = re.compile(rb"(<textarea\b.*?</textarea>|<[^>]*>)", re.DOTALL)
_MARKED_OUTSIDE_FIELDS: Final = re.compile(rb'(?P<typed>\bvalue="[^"]*")|' + _MARKED.pattern)


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
        return _MARKED_OUTSIDE_FIELDS.sub(_mark, part)
    return _MARKED.sub(_mark, part)


def _mark(found: re.Match[bytes]) -> bytes:
    return found[0] if found.lastgroup else MARK


def _is_page(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")

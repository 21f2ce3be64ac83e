"""Replace invisible characters on pages by a visible mark, and those that reverse the direction of a line.

Records keep every byte of their text, so a name from a file may contain such characters. On a page they would
make one name look like another, or reorder the words behind it. The same characters are removed from typed
names (``matches.common.names``); characters that a typed name keeps get no mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from matches.rules.names import EMOJI_STYLE, FLAG, KEYCAP, KEYS

MARK: Final = "\ufffd".encode()
_MAY_JOIN: Final = (
    rb"(?<![\xd6-\xdf][\x80-\xbf])"
    rb"(?<!\xe0[\x80-\xbf]{2})(?<!\xe1[\x80-\xb7][\x80-\xbf])(?<!\xea[\xa0-\xaf][\x80-\xbf])"
    rb"(?<!\xef[\xac-\xba][\x80-\xbf])(?<!\xe2[\x86-\x9e\xa4\xac\xad][\x80-\xbf])(?<![\xf0][\x80-\xbf]{3})"
)
"""Matches only if the character before does not belong to scripts from Hebrew and Arabic to those of India
and its neighbours, or to pictures: these are written with joiners and non-joiners. After any other character,
above all Latin, Greek and Cyrillic letters, a joiner is invisible.
"""
_FROM_E2: Final = (
    rb"\xe2(?:\x80[\x8b\x8e\x8f\xa8-\xae]|\x81(?:(?<!\xe2\x80\x93\xe2\x81)\xa0|[\xa1-\xaf]))"
    rb"|" + _MAY_JOIN + rb"\xe2\x80[\x8c\x8d]"
)
"""Invisible general punctuation: the zero-width space, joiners, direction marks and overrides, line ends,
isolates and invisible operators. The word joiner after a dash is left out, because our own pages use it to
keep figures together.
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
"""Characters that take variation selectors, one kind of them each: the selector is not marked after these."""


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
"""Other invisible characters, by their first bytes: soft hyphens, fillers, invisible vowels, variation
selectors, the byte order mark, interlinear anchors, format controls of shorthand and music, blank signs, and
tags.
"""
_WHOLE: Final = "|".join([FLAG.pattern, f"[{KEYS}]{EMOJI_STYLE}{KEYCAP}"]).encode()
"""Emoji that contain such characters and are not marked: flags written with tags, and keycaps."""
_COMMON: Final = re.compile(_FROM_E2)
INVISIBLE: Final = re.compile(b"|".join([_FROM_E2, *_OTHERS.values()]))
_MARKED: Final = re.compile(rb"(?P<whole>" + _WHOLE + rb")|" + INVISIBLE.pattern)
_PARTS: Final = re.compile(rb"(<textarea\b.*?</textarea>|<[^>]*>)", re.DOTALL)
_MARKED_OUTSIDE_FIELDS: Final = re.compile(rb'(?P<typed>\bvalue="[^"]*")|' + _MARKED.pattern)


class InvisibleCharactersMiddleware:
    """Mark invisible characters in every HTML page that is not streamed.

    List it after the compression middleware, because it reads uncompressed HTML. Values of form fields are
    not changed, because the browser would submit the marks.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if not isinstance(response, HttpResponse) or not is_page:
            return response
        # A search by first bytes is enough for nearly every page, which has none.
        if _COMMON.search(response.content) or any(each in response.content for each in _OTHERS):
            response.content = with_marks(response.content)
            if "Content-Length" in response.headers:
                response.headers["Content-Length"] = str(len(response.content))
        return response


def with_marks(html: bytes) -> bytes:
    """Return ``html`` with a mark for each invisible character in texts and attributes, but not in form fields.

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


def _mark(match: re.Match[bytes]) -> bytes:
    return match[0] if match.lastgroup else MARK

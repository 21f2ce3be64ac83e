"""Recognize where a rubber begins: the one rule that the reader and the writer share.

- A line that begins with ``[EGN "`` begins a rubber, even inside a comment.
- So does a line that begins in a looser form, but not inside a comment that is closed: behind white space, marks
  without width and ``>``, there is ``[EGN`` in upper or lower case, then a quotation mark of any kind or a digit.
  Blanks may stand between these parts.
- Inside a line, a rubber begins only behind the ending of another and outside a comment: two files were joined there
  without a line end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

EXACT: Final = '[EGN "'
EXACT_STARTS: Final = (EXACT, "\ufeff" + EXACT)
"""The texts at the front of a line that begin a rubber even inside a comment.

Joined files keep their byte order marks, so any rubber may have one.
"""

NO_WIDTH: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
)
"""Characters that show nothing and are not white space, for a character class of a pattern."""
DASHES: Final = "\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d"
"""Dashes and hyphens other than ``-``, for a character class of a pattern."""
TYPOGRAPHIC_QUOTES: Final = (
    "'`\u00ab\u00b4\u00bb\u02ba-\u02bd\u02ee\u2018-\u201f\u2032-\u2037\u2039\u203a\u275b-\u275e\u276e\u276f"
    "\u2e42\u300c-\u300f\u301d-\u301f\uff02\uff07\uff62\uff63"
)
"""Quotation marks other than ``"``, for a character class of a pattern."""

_BLANK: Final = rf"[\s{NO_WIDTH}]*"
_QUOTE: Final = f'["{TYPOGRAPHIC_QUOTES}]'
_TAG_START: Final = rf"\[{_BLANK}[Ee][Gg][Nn]{_BLANK}(?:{_QUOTE}|[0-9])"
_LINE_START: Final = re.compile(rf"[\s>{NO_WIDTH}]*{_TAG_START}")
_JOINED_START: Final = re.compile(_TAG_START)
_BLANK_LINE: Final = re.compile(rf"[\s,>{NO_WIDTH}]*")
_LINE_MARKS: Final = re.compile(rf"^[^\S\n]*(?:[>{NO_WIDTH}][^\S\n]*)+", re.MULTILINE)
_FIRST_MARKS: Final = re.compile(rf"\s*[>{NO_WIDTH}]")

_EXACT_BYTES: Final = tuple(start.encode() for start in EXACT_STARTS)
MAYBE_BEGINNING: Final = re.compile(rb"\[[^A-Za-z\[]*EGN", re.IGNORECASE)
"""Every beginning of a rubber matches this pattern, so that a search for it is a quick first check."""
_CANONICAL_LINES: Final = 12
"""The number of first lines among which a rubber in canonical form has its tag B."""
_NAMED_ALIKE: Final = re.compile(rb'\[(?!EGN)[Ee][Gg][Nn] "(?![0-9])')

TAG: Final = re.compile(r'\[\s*([^\s"\[\]{};,]+)\s*"([^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*)"\s*\]')
"""A tag: a name, and a value that ends on its own line. ``\\`` keeps the character behind it from ending the value."""
_OTHER: Final = f"(?:''|``|[{TYPOGRAPHIC_QUOTES}])"
_END: Final = r"\s*\]"
_CLOSE: Final = rf"(?:''|``|{_QUOTE}){_END}"
_CHARACTER: Final = rf"(?!{_CLOSE})[^\r\n]"
_NO_STRAIGHT: Final = rf'(?!{_CLOSE})[^"\r\n]'
TYPOGRAPHIC_TAG: Final = re.compile(
    rf'\[\s*([^\s"\[\]{{}};,{TYPOGRAPHIC_QUOTES}]+)\s*'
    rf"(?:{_OTHER}((?:{_CHARACTER})*){_OTHER}"
    rf'|{_OTHER}((?:{_NO_STRAIGHT})*)"'
    rf'|"((?:{_NO_STRAIGHT})*){_OTHER}){_END}'
)
"""A tag in which at least one quotation mark around the value is not ``"``.

Its value is the last group that matched, and ends at the first quotation mark before a ``]``.
"""
FIRST_TAG: Final = re.compile(
    rf"[\s>{NO_WIDTH}]*\[{_BLANK}[Ee][Gg][Nn]{_BLANK}"
    rf"(?:{_QUOTE}+{_BLANK}([^\]\r\n]*?){_BLANK}{_QUOTE}+|([0-9]+)){_BLANK}\]"
)
"""The tag EGN in any form that leaves no doubt of its value, with what may stand before it in its line."""

_DASHED: Final = re.compile(rf"(?<=[0-9])\s*[{DASHES}]\s*(?=[0-9])")
_PIECE: Final = re.compile(
    rf"""
      [\s,]+
    | \{{(?P<comment>[^}}]*)\}}
    | (?P<open>\{{)
    | ;(?P<line_comment>[^\n]*)
    | (?P<tag>{TAG.pattern} | {TYPOGRAPHIC_TAG.pattern})
    | (?P<bracket>\[)
    | (?P<ending>(?:\#\#\s*[0-9]+\s*[-{DASHES}]\s*[0-9]+ | \*)(?=[\s,{{\[]|\Z))
    | (?P<token>[^\s,{{\[]+)
    """,
    re.VERBOSE,
)


def is_blank(line: bytes) -> bool:
    """Return whether a line has nothing but white space, commas, and the marks that may stand before a rubber."""
    return _BLANK_LINE.fullmatch(line.decode("utf-8", "surrogateescape")) is not None


def begins_rubber(line: bytes) -> bool:
    """Return whether a line begins a rubber, outside a comment."""
    return (
        MAYBE_BEGINNING.search(line) is not None
        and _LINE_START.match(line.decode("utf-8", "surrogateescape")) is not None
    )


def begins_rubber_exactly(line: bytes) -> bool:
    """Return whether a line begins a rubber even inside a comment."""
    return line.startswith(_EXACT_BYTES)


def is_beginning_tag(tag: str) -> bool:
    """Return whether a tag other than EGN would begin a rubber, if canonical form had it among the tags."""
    line = tag.encode("utf-8", "surrogatepass")
    return not tag.startswith(EXACT) and begins_rubber(line) and _NAMED_ALIKE.match(line) is None


def holds_beginning(comment: str) -> bool:
    """Return whether a rubber would begin inside a comment with this text."""
    return any("\n" + start in comment for start in EXACT_STARTS)


def is_tag_named_alike(line: bytes, tags: list[bytes]) -> bool:
    """Return whether a line is a tag of the rubber before it, named like EGN, whose value is no version.

    ``tags`` are the lines of the rubber so far. Records may have a tag such as ``egn``, which canonical form writes
    directly below the others.
    """
    return (
        _NAMED_ALIKE.match(line) is not None
        and tags[-1].startswith(b"[")
        and any(tag.startswith(b'[B "') for tag in tags[:_CANONICAL_LINES])
    )


def straighten_dashes(text: str) -> str:
    """Return ``text`` with ``-`` for each other dash between two figures, without blanks around it."""
    return _DASHED.sub("-", text)


def without_line_marks(text: str) -> str:
    """Return a rubber's text with blanks in place of the marks at the front of its lines, if its first line has some.

    Such marks are the ``>`` of a mail and characters without width. Columns stay the same.
    """
    if _FIRST_MARKS.match(text) is None:
        return text
    return _LINE_MARKS.sub(lambda marks: " " * len(marks[0]), text)


@dataclass(slots=True)
class Scan:
    """The state of a rubber's text, line by line: whether it ends in a comment that is not closed yet.

    - ``is_open``: the text ends inside a comment that was not closed.
    - ``has_closed``: the last ``feed`` closed a comment that was open before it.
    - ``is_broken``: a tag can't be read, so the reader stops, and nothing after it is a comment.
    """

    is_open: bool = False
    has_closed: bool = False
    is_broken: bool = False
    _is_fresh: bool = True
    _is_quoted: bool = False
    _in_body: bool = False
    _behind_ending: bool = False

    def feed(self, text: str) -> list[int]:
        """Read on to the end of ``text``, which consists of whole lines.

        Return the offsets at which rubbers begin inside lines, behind an ending. After the last of them, the state is
        that of its rubber.
        """
        offsets: list[int] = []
        at = 0
        self.has_closed = False
        if self.is_open:
            end = text.find("}")
            if end < 0:
                return offsets
            self.is_open, self.has_closed = False, True
            at = end + 1
        if self._is_fresh:
            at = self._begin(text, at)
        if self._is_quoted:
            text = _LINE_MARKS.sub(lambda marks: " " * len(marks[0]), text)
        while piece := _PIECE.match(text, at):
            kind = piece.lastgroup
            at = piece.end()
            if (
                kind in ("tag", "bracket")
                and self._behind_ending
                and _JOINED_START.match(text, piece.start())
            ):
                offsets.append(piece.start())
                at = self._begin(text, piece.start())
            elif kind == "open":
                if not self.is_broken:
                    self.is_open = True
                    break
            elif kind in ("tag", "bracket"):
                self.is_broken = self.is_broken or kind == "bracket" or self._in_body
            elif kind in ("ending", "token"):
                self._in_body = True
                self._behind_ending = kind == "ending"
        return offsets

    def _begin(self, text: str, start: int) -> int:
        """Start with a rubber at ``start``. Return the offset behind its first tag, or of the tag if it is broken."""
        self._is_fresh = self._in_body = self._behind_ending = self.is_broken = False
        self._is_quoted = _FIRST_MARKS.match(text, start) is not None
        if first := (TAG.match(text, start) or FIRST_TAG.match(text, start)):
            return first.end()
        beginning = _LINE_START.match(text, start)
        return text.index("[", start) if beginning else start

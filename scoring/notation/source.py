"""Split a stream of bytes into the texts of its rubbers, without parsing them.

A line that begins with ``[EGN "`` always starts a rubber, so a fault in one rubber can't affect the next.
Only one rubber's text is in memory: a text longer than the limit is cut, and the rest is skipped.

Line ends are interpreted only here. LF ends a line, with or without CR before it. A lone CR ends a line only
in a file whose first line end is a lone CR; such a file may use all three. In any other file a lone CR is
white space.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import BinaryIO, Final, Literal, TypeAlias

from scoring.errors import NotEgnError
from scoring.findings import Finding
from scoring.notation.faults import clip, fault
from scoring.notation.limits import LINE_CHUNK_BYTES, RUBBER_BYTES

RUBBER_START: Final = b'[EGN "'
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
RUBBER_STARTS: Final = (RUBBER_START, BYTE_ORDER_MARK + RUBBER_START)
"""The possible beginnings of a line that starts a rubber.

Joined files keep their byte order marks, so any rubber may have one.
"""
BLANK_BYTES: Final = b" \t\r\n\f\v,"

_FIRST_LINE_END: Final = re.compile(rb"\r*\n|\r")
"""Several CRs before an LF are one line end: they come from programs that convert line ends twice."""

StopReason: TypeAlias = Literal["not_utf8", "nul", "rubber_too_long"]


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one rubber.

    - ``text``: the text of the file, in which a lone CR that ends a line is replaced by LF. Bytes that are
      not UTF-8, and NUL, which databases can't store, are escaped with a backslash. The text is cut at the
      size limit.
    - ``stop``: the offset of the first character that can't be read, or None if all can be read.
    - ``stop_reason``: the reason why reading must end at ``stop``, or None.
    - ``preceding``: the finding that other text comes before the first rubber, or None.
    """

    index: int
    line: int
    text: str
    stop: int | None = None
    stop_reason: StopReason | None = None
    preceding: Finding | None = None

    @property
    def readable(self) -> str:
        """The text before the offset ``stop``. A token that reaches ``stop`` is omitted, because it may be
        incomplete.
        """
        if self.stop is None:
            return self.text
        cut = self.stop
        while cut and not self.text[cut - 1].isspace():
            cut -= 1
        return self.text[:cut]

    @property
    def text_alone(self) -> str:
        """The text in a form that can be stored alone and read again with the same lines.

        A lone CR in the first line was white space in the file, but would become the first line end of the
        text alone. It is replaced by a blank.
        """
        end = self.text.find("\n")
        first = self.text if end < 0 else self.text[:end].rstrip("\r")
        if "\r" not in first:
            return self.text
        return first.replace("\r", " ") + self.text[len(first) :]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column in the file, both from 1, of the character at ``offset`` in ``text``."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return self.line + self.text.count("\n", 0, line_start), offset - line_start + 1


def split_stream(stream: BinaryIO) -> Iterator[Source]:
    """Yield the text of each rubber in a stream, one at a time. Raises ``NotEgnError`` at the end if there is none."""
    preceding: Finding | None = None
    lines: list[bytes] = []
    size = 0
    line = start_line = 1
    index = 0
    column = 0
    chunks = _split_lines(stream)
    first = next(chunks, b"").removeprefix(BYTE_ORDER_MARK)
    for chunk in chain([first], chunks):
        if not column and chunk.startswith(RUBBER_STARTS):
            if index:
                yield _build_source(index, start_line, lines, preceding if index == 1 else None)
            index += 1
            start_line = line
            lines = [chunk.removeprefix(BYTE_ORDER_MARK)]
            size = len(chunk)
        elif not index:
            if preceding is None:
                preceding = _find_preceding(chunk, line, column)
        elif size <= RUBBER_BYTES:
            lines.append(chunk)
            size += len(chunk)
        if chunk.endswith(b"\n"):
            line += 1
            column = 0
        else:
            column += len(chunk)
    if not index:
        raise NotEgnError('no line starts with [EGN ", so this is no EGN file')
    yield _build_source(index, start_line, lines, preceding if index == 1 else None)


def has_rubber(stream: BinaryIO) -> bool:
    """Return whether any line of the file ``stream`` starts a rubber. Reading stops after the first such
    line.
    """
    is_at_start = True
    for chunk in _split_lines(stream):
        if is_at_start and chunk.startswith(RUBBER_STARTS):
            return True
        is_at_start = chunk.endswith(b"\n")
    return False


def with_line_feeds(data: bytes) -> bytes:
    """Return the bytes of a file with each lone CR that ends a line replaced by LF.

    A file in which no lone CR ends a line is returned unchanged.
    """
    return b"".join(_split_lines(io.BytesIO(data)))


def _split_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; a line longer than a chunk comes in pieces. Each line but the last ends in LF."""
    chunks = iter(partial(stream.readline, LINE_CHUNK_BYTES), b"")
    for chunk in chunks:
        if b"\r" in chunk:
            # Only the next chunk shows whether LF follows a CR at a chunk's end.
            start = chunk + next(chunks, b"") if chunk.endswith(b"\r") else chunk
            end = _FIRST_LINE_END.search(start)
            if end is not None and end[0] == b"\r":
                yield from _split_at_cr(chain([start], chunks))
            else:
                yield start
            break
        yield chunk
        if chunk.endswith(b"\n"):
            break
    yield from chunks


def _split_at_cr(chunks: Iterable[bytes]) -> Iterator[bytes]:
    after_cr = False
    for chunk in chunks:
        # CR and LF may be on two sides of a cut; the CR has ended the line.
        piece = chunk.removeprefix(b"\n") if after_cr else chunk
        after_cr = chunk.endswith(b"\r")
        yield from piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").splitlines(keepends=True)


def _build_source(index: int, line: int, lines: list[bytes], preceding: Finding | None) -> Source:
    data = b"".join(lines)
    stop: int | None = None
    reason: StopReason | None = None
    if len(data) > RUBBER_BYTES:
        data = _cut_text(data)
        reason = "rubber_too_long"
    try:
        text = data.decode("utf-8")
        if reason:
            stop = len(text)
    except UnicodeDecodeError as error:
        stop = len(data[: error.start].decode("utf-8"))
        reason = "not_utf8"
        text = data.decode("utf-8", "backslashreplace")
    if "\0" in text:
        nul = text.index("\0")
        if stop is None or nul < stop:
            stop, reason = nul, "nul"
        text = text.replace("\0", "\\x00")
    return Source(index, line, text, stop, reason, preceding)


def _cut_text(data: bytes) -> bytes:
    """Return the first ``RUBBER_BYTES`` of a text that is too long, without a part of a character at its end."""
    end = RUBBER_BYTES
    while end > RUBBER_BYTES - 4 and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]


def _find_preceding(chunk: bytes, line: int, column: int) -> Finding | None:
    """Return the finding that there is text before the first rubber, at its first visible character, or None.

    ``column`` is the number of bytes in the line before ``chunk``. They are all blank until a finding is
    made, so bytes and characters are the same.
    """
    visible = chunk.lstrip(BLANK_BYTES)
    if not visible:
        return None
    column += len(chunk) - len(visible) + 1
    excerpt = visible.splitlines()[0].decode("utf-8", "backslashreplace")
    return fault("E01", "preceding", place=(line, column), params={"found": clip(excerpt)})

"""Cuts a stream of bytes into the texts of its rubbers; knows nothing of what stands in them.

A line that starts ``[EGN "`` always starts a rubber, so no fault in one rubber can reach the next, and no
more than one rubber's text is held at a time: a longer one is cut at its limit and the rest passed over.

Line ends are read here alone. LF ends a line, with CR before it or without. A lone CR ends one in a file whose
first line end is a lone CR: there all three do. In any other file a lone CR is white space.
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
"""Files that were joined keep their marks, so one may stand before any rubber."""
BLANK_BYTES: Final = b" \t\r\n\f\v,"

_FIRST_LINE_END: Final = re.compile(rb"\r*\n|\r")
"""Several CRs before an LF are what a program leaves that ends lines twice over; they are one line end."""

StopReason: TypeAlias = Literal["not_utf8", "nul", "rubber_too_long"]


@dataclass(frozen=True, slots=True)
class Source:
    """One rubber's text, and where its reading has to stop before the end, if it has to.

    ``text`` is as it stood in the file, with LF where a lone CR ended its lines, with the bytes that are no text
    (not UTF-8, or NUL, which databases can't keep) as ``\\xff`` escapes, and cut at the limit of a rubber. ``stop``
    is the offset of the first code point that can't be read.
    """

    index: int
    line: int
    text: str
    stop: int | None = None
    stop_reason: StopReason | None = None
    preceding: Finding | None = None

    @property
    def readable(self) -> str:
        """The text up to ``stop``, without the token that touches it."""
        if self.stop is None:
            return self.text
        cut = self.stop
        while cut and not self.text[cut - 1].isspace():
            cut -= 1
        return self.text[:cut]

    @property
    def text_alone(self) -> str:
        """``text`` as it can be kept by itself: read again, its lines end where they end now.

        A lone CR in the first line, which was white space in the file, would be this text's first line end. A blank
        stands for it.
        """
        end = self.text.find("\n")
        first = self.text if end < 0 else self.text[:end].rstrip("\r")
        if "\r" not in first:
            return self.text
        return first.replace("\r", " ") + self.text[len(first) :]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of an offset into ``text``."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return self.line + self.text.count("\n", 0, line_start), offset - line_start + 1


def split_stream(stream: BinaryIO) -> Iterator[Source]:
    """The rubbers of a stream, one at a time; raises ``NotEgnError`` at the end of one that has none."""
    preceding: Finding | None = None
    lines: list[bytes] = []
    size = 0
    line = start_line = 1
    index = 0
    column = 0
    chunks = _lines(stream)
    first = next(chunks, b"").removeprefix(BYTE_ORDER_MARK)
    for chunk in chain([first], chunks):
        if not column and chunk.startswith(RUBBER_STARTS):
            if index:
                yield _source(index, start_line, lines, preceding if index == 1 else None)
            index += 1
            start_line = line
            lines = [chunk.removeprefix(BYTE_ORDER_MARK)]
            size = len(chunk)
        elif not index:
            if preceding is None:
                preceding = _preceding(chunk, line, column)
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
    yield _source(index, start_line, lines, preceding if index == 1 else None)


def has_rubber(stream: BinaryIO) -> bool:
    """Return whether some line of a stream starts a rubber; reads no further than that line."""
    is_at_start = True
    for chunk in _lines(stream):
        if is_at_start and chunk.startswith(RUBBER_STARTS):
            return True
        is_at_start = chunk.endswith(b"\n")
    return False


def with_line_feeds(data: bytes) -> bytes:
    """Return a file's bytes with LF where CR ends its lines; those of any other file as they are."""
    return b"".join(_lines(io.BytesIO(data)))


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, those longer than a chunk in pieces; each ends in LF, but the last may not."""
    chunks = iter(partial(stream.readline, LINE_CHUNK_BYTES), b"")
    for chunk in chunks:
        if b"\r" in chunk:
            # Whether LF follows a CR at a chunk's end is for the next chunk to say.
            start = chunk + next(chunks, b"") if chunk.endswith(b"\r") else chunk
            end = _FIRST_LINE_END.search(start)
            if end is not None and end[0] == b"\r":
                yield from _lines_ending_in_cr(chain([start], chunks))
            else:
                yield start
            break
        yield chunk
        if chunk.endswith(b"\n"):
            break
    yield from chunks


def _lines_ending_in_cr(chunks: Iterable[bytes]) -> Iterator[bytes]:
    after_cr = False
    for chunk in chunks:
        # CR and LF may stand on two sides of a cut; the CR has ended the line.
        piece = chunk.removeprefix(b"\n") if after_cr else chunk
        after_cr = chunk.endswith(b"\r")
        yield from piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").splitlines(keepends=True)


def _source(index: int, line: int, lines: list[bytes], preceding: Finding | None) -> Source:
    data = b"".join(lines)
    stop: int | None = None
    reason: StopReason | None = None
    if len(data) > RUBBER_BYTES:
        data = _cut(data)
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


def _cut(data: bytes) -> bytes:
    """The first bytes of an overlong text, not ending inside a code point."""
    end = RUBBER_BYTES
    while end > RUBBER_BYTES - 4 and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]


def _preceding(chunk: bytes, line: int, column: int) -> Finding | None:
    """The fault of text that stands before the first rubber, at its first visible character.

    ``column`` counts the bytes of the line before ``chunk``; until something is found they are all blank, so
    bytes and code points are the same.
    """
    visible = chunk.lstrip(BLANK_BYTES)
    if not visible:
        return None
    column += len(chunk) - len(visible) + 1
    found = visible.splitlines()[0].decode("utf-8", "backslashreplace")
    return fault("E01", "preceding", place=(line, column), params={"found": clip(found)})

"""Cuts a stream of bytes into the texts of its rubbers; knows nothing of what stands in them.

A line that starts ``[EGN "`` always starts a rubber, so no fault in one rubber can reach the next, and no
more than one rubber's text is held at a time: a longer one is cut at its limit and the rest passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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

StopReason: TypeAlias = Literal["not_utf8", "nul", "rubber_too_long"]


@dataclass(frozen=True, slots=True)
class Source:
    """One rubber's text, and where its reading has to stop before the end, if it has to.

    ``text`` is as it stood in the file, with the bytes that are no text (not UTF-8, or NUL, which databases
    can't keep) as ``\\xff`` escapes, and cut at the limit of a rubber. ``stop`` is the offset of the first
    code point that can't be read.
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
    chunk = stream.readline(LINE_CHUNK_BYTES).removeprefix(BYTE_ORDER_MARK)
    while chunk:
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
        chunk = stream.readline(LINE_CHUNK_BYTES)
    if not index:
        raise NotEgnError('no line starts with [EGN ", so this is no EGN file')
    yield _source(index, start_line, lines, preceding if index == 1 else None)


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

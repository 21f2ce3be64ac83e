"""Split a stream of bytes into the texts of its rubbers, without parsing them.

``scoring.notation.beginnings`` says where a rubber begins; a fault in one rubber can't affect the next. Only one
rubber's text is in memory: a text longer than the limit is cut, and the rest is skipped.

Line ends are interpreted only here. LF ends a line, with or without CR before it. A lone CR ends a line only
in a file whose first line end is a lone CR; such a file may use all three. In any other file a lone CR is
white space.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, pairwise
from typing import BinaryIO, Final, Literal, TypeAlias

from scoring.errors import NotEgnError
from scoring.findings import Finding
from scoring.notation.beginnings import (
    MAYBE_BEGINNING,
    Scan,
    begins_rubber,
    begins_rubber_exactly,
    is_blank,
    is_tag_named_alike,
    without_line_marks,
)
from scoring.notation.faults import clip, fault
from scoring.notation.limits import LINE_CHUNK_BYTES, RUBBER_BYTES

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
BLANK_BYTES: Final = b" \t\r\n\f\v,"

_BRACKET: Final = ord("[")
_LINE_FEED: Final = ord("\n")
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
    - ``column``: the number of characters before the text in its first line.
    """

    index: int
    line: int
    text: str
    stop: int | None = None
    stop_reason: StopReason | None = None
    preceding: Finding | None = None
    column: int = 0

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
        before = 0 if line_start else self.column
        return self.line + self.text.count("\n", 0, line_start), before + offset - line_start + 1


@dataclass(slots=True)
class _Block:
    """The lines of a rubber that is being read, up to the size limit.

    - ``line`` and ``column``: the line in which it begins, from 1, and the number of characters before it there.
    - ``doubtful``: lines that begin rubbers unless the comment that they are in is closed: for each, the number of its
      chunk and its line.
    - ``scan``: the state of the first ``scanned`` chunks. The others begin in line ``scanned_line``.
    """

    line: int
    column: int = 0
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0
    doubtful: list[tuple[int, int]] = field(default_factory=list)
    scan: Scan = field(default_factory=Scan)
    scanned: int = 0
    scanned_line: int = 0

    def __post_init__(self) -> None:
        self.size = sum(map(len, self.chunks))
        self.scanned_line = self.scanned_line or self.line

    @property
    def is_full(self) -> bool:
        return self.size > RUBBER_BYTES

    def split_joined(self) -> list[_Block]:
        """Return this block and the rubbers that begin inside the lines that were not scanned yet."""
        scanned, line = self.scanned, self.scanned_line
        text, starts = self._scan_rest()
        if not starts:
            return [self]
        blocks = [_Block(self.line, self.column, [*self.chunks[:scanned], _encode(text[: starts[0]])])]
        for start, end in pairwise([*starts, len(text)]):
            column = start - text.rfind("\n", 0, start) - 1
            chunk = _encode(text[start:end])
            blocks.append(_Block(line + text.count("\n", 0, start), column, [chunk]))
        last = blocks[-1]
        last.scan, last.scanned, last.scanned_line = self.scan, 1, self.scanned_line
        return blocks

    def split_doubtful(self) -> list[_Block]:
        """Return the rubbers in this block, which ends here: a doubtful line begins one if its comment is open."""
        if self.doubtful:
            self._scan_rest()
        starts = [(0, self.line), *self.doubtful, (len(self.chunks), 0)]
        if len(starts) == 2:
            return [self]
        return [
            _Block(line, 0 if start else self.column, self.chunks[start:end])
            for (start, line), (end, _) in pairwise(starts)
        ]

    def is_in_comment(self, line: int) -> bool:
        """Return whether the line after this block, which begins a rubber outside comments, is in a comment.

        If so, the line is noted as doubtful, because the comment may never be closed. Behind the size limit nothing is
        a comment.
        """
        if self.is_full:
            return False
        self._scan_rest()
        if self.scan.is_open:
            self.doubtful.append((len(self.chunks), line))
        return self.scan.is_open

    def _scan_rest(self) -> tuple[str, list[int]]:
        """Scan what was not scanned yet; return it, and the offsets at which rubbers begin inside its lines."""
        text = b"".join(self.chunks[self.scanned :]).decode("utf-8", "surrogateescape")
        starts = self.scan.feed(text)
        if self.scan.has_closed:
            self.doubtful.clear()
        self.scanned = len(self.chunks)
        self.scanned_line += text.count("\n")
        return text, starts


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def split_stream(stream: BinaryIO) -> Iterator[Source]:
    """Yield the text of each rubber in a stream, one at a time. Raises ``NotEgnError`` at the end if there is none."""
    preceding: Finding | None = None
    index = 0
    for block in _split_blocks(stream):
        if isinstance(block, Finding):
            preceding = block
            continue
        index += 1
        yield _build_source(index, block, preceding if index == 1 else None)
    if not index:
        raise NotEgnError('no line starts with [EGN ", so this is no EGN file')


def _split_blocks(stream: BinaryIO) -> Iterator[_Block | Finding]:
    """Yield the lines of each rubber, and before them the finding that other text comes before the first, if any."""
    has_preceding = False
    block: _Block | None = None
    line, column = 1, 0
    # Whether a rubber may begin inside the current line, behind the ending of another.
    may_hold_beginning = False
    chunks = _split_lines(stream)
    first = next(chunks, b"").removeprefix(BYTE_ORDER_MARK)
    for chunk in chain([first] if first else [], chunks):
        begins = False
        # Most lines have no bracket, so they are not searched. Of all ways to ask, this is by far the quickest.
        if _BRACKET in chunk and MAYBE_BEGINNING.search(chunk):
            begins = not column and _is_beginning(chunk, block, line)
            # If the line itself begins a rubber, its first bracket is that beginning.
            behind = chunk.index(_BRACKET) + 1
            may_hold_beginning = (
                may_hold_beginning or not begins or MAYBE_BEGINNING.search(chunk, behind) is not None
            )
        if begins:
            if block is not None:
                yield from block.split_doubtful()
            block = _Block(line, 0, [_without_mark(chunk)])
        elif block is not None:
            # A text beyond the size limit is not kept.
            if block.size <= RUBBER_BYTES:
                block.chunks.append(chunk)
                block.size += len(chunk)
            if block.doubtful and block.is_full:
                *finished, block = block.split_doubtful()
                yield from finished
        elif not has_preceding and (preceding := _find_preceding(chunk, line, column)):
            has_preceding = True
            yield preceding
        is_end = chunk[-1] == _LINE_FEED
        if may_hold_beginning and block is not None and (is_end or block.is_full):
            *finished, block = block.split_joined()
            yield from finished
            may_hold_beginning = False
        if is_end:
            line += 1
            column = 0
        else:
            column += len(chunk)
    if block is not None:
        *finished, block = block.split_joined() if may_hold_beginning else [block]
        yield from finished
        yield from block.split_doubtful()


def _without_mark(line: bytes) -> bytes:
    """Return the first line of a rubber without a byte order mark in front of its tag.

    In a line that begins in a looser form the mark stays: ``without_line_marks`` replaces it later.
    """
    return line.removeprefix(BYTE_ORDER_MARK) if begins_rubber_exactly(line) else line


def _is_beginning(line: bytes, block: _Block | None, number: int) -> bool:
    """Return whether the line with this number begins a rubber. ``block`` is the rubber before it, if there is one."""
    if begins_rubber_exactly(line):
        return True
    if not begins_rubber(line):
        return False
    return block is None or not (is_tag_named_alike(line, block.chunks) or block.is_in_comment(number))


def has_rubber(stream: BinaryIO) -> bool:
    """Return whether any line of the file ``stream`` starts a rubber. Reading stops after the first such
    line.
    """
    is_at_start = True
    for chunk in _split_lines(stream):
        if is_at_start and begins_rubber(chunk):
            return True
        is_at_start = chunk.endswith(b"\n")
    return False


def with_line_feeds(data: bytes) -> bytes:
    """Return the bytes of a file with each lone CR that ends a line replaced by LF.

    A file in which no lone CR ends a line is returned unchanged.
    """
    return b"".join(_split_lines(io.BytesIO(data)))


def _split_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Return the lines of a stream; a line longer than a chunk comes in pieces. Each line but the last ends in LF."""
    chunks = iter(partial(stream.readline, LINE_CHUNK_BYTES), b"")
    return chain(_split_first_line(chunks), chunks)


def _split_first_line(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the chunks to the first line end, which decides whether a lone CR ends a line. If so, yield all lines."""
    for chunk in chunks:
        if b"\r" in chunk:
            # Only the next chunk shows whether LF follows a CR at a chunk's end.
            start = chunk + next(chunks, b"") if chunk.endswith(b"\r") else chunk
            end = _FIRST_LINE_END.search(start)
            if end is not None and end[0] == b"\r":
                # Also split the rest at lone CRs, which exhausts ``chunks``.
                yield from _split_at_cr(chain([start], chunks))
            else:
                yield start
            return
        yield chunk
        if chunk.endswith(b"\n"):
            return


def _split_at_cr(chunks: Iterable[bytes]) -> Iterator[bytes]:
    after_cr = False
    for chunk in chunks:
        # CR and LF may be on two sides of a cut; the CR has ended the line.
        piece = chunk.removeprefix(b"\n") if after_cr else chunk
        after_cr = chunk.endswith(b"\r")
        yield from piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").splitlines(keepends=True)


def _build_source(index: int, block: _Block, preceding: Finding | None) -> Source:
    """Return a rubber's text, up to the first place that can't be read, and why it stops there."""
    data = b"".join(block.chunks)
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
    text = without_line_marks(text)
    return Source(index, block.line, text, stop, reason, preceding, block.column)


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
    if not visible or is_blank(visible):
        return None
    column += len(chunk) - len(visible) + 1
    excerpt = visible.splitlines()[0].decode("utf-8", "backslashreplace")
    return fault("E01", "preceding", place=(line, column), params={"found": clip(excerpt)})

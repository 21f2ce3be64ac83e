"""Splitting a stream into rubbers: where each begins, bytes that can't be text, and how little is buffered."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import pytest

from scoring.errors import NotEgnError
from scoring.notation import ReadRubber, read_file
from scoring.notation.limits import LINE_CHUNK_BYTES, RUBBER_BYTES
from scoring.notation.source import has_rubber, split_stream, with_line_feeds
from tests.support.rows import each_row

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Piece = TypeVar("Piece")
RUBBER = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n\nGame 1\n1. A S =A3 (2-0)\n*\n'


class Repeating(io.RawIOBase):
    """A stream of ``head``, then ``pattern`` over and over up to ``size`` bytes, made as it is read."""

    def __init__(self, pattern: bytes, size: int, head: bytes = b"", tail: bytes = b"") -> None:
        self.pattern = pattern * max(1, (1 << 16) // len(pattern))
        self.left = size
        self.parts = [head, tail]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        if self.left and not self.parts[0]:
            wanted = min(self.left, len(self.pattern))
            self.parts[0] = self.pattern[:wanted]
            self.left -= wanted
        if not self.parts[0] and len(self.parts) == 2:
            del self.parts[0]
        given = self.parts[0][: len(view)]
        view[: len(given)] = given
        self.parts[0] = self.parts[0][len(given) :]
        return len(given)


def last_and_peak(pieces: Iterable[Piece]) -> tuple[Piece, int]:
    """Return the last piece of a stream, and the most memory that reading them all took, in bytes."""
    tracemalloc.start()
    *_, last = pieces
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return last, peak


def read_bytes(data: bytes) -> list[ReadRubber]:
    return list(read_file(io.BytesIO(data)))


def fault_place(read: ReadRubber) -> tuple[str, str, int | None, int | None] | None:
    fault = read.fault
    return (fault.code, fault.variant, fault.line, fault.column) if fault else None


def faults(reads: list[ReadRubber]) -> list[tuple[str, str, int | None, int | None] | None]:
    return [fault_place(read) for read in reads]


@each_row(
    "data",
    [b"", b"\n\n", b"Game 1\n", b"[EGN]\n", b'x [EGN "1"]\n', RUBBER.encode("utf-16"), bytes(range(256)) * 9],
)
def test_a_stream_without_a_rubber_is_not_egn(data: bytes) -> None:
    with pytest.raises(NotEgnError, match="EGN"):
        read_bytes(data)


@each_row(
    ("data", "expected"),
    [
        (b"", False),
        (b'\xef\xbb\xbf[EGN "', True),
        (b'notes\n[EGN "1"]', True),
        (b'notes\r[EGN "1"]', True),
        (b'notes\n\r[EGN "1"]', True),
        (b'\n [EGN "1"]', True),
        (b'notes [EGN "1"]', False),
        (b"[EGN is a notation", False),
        (b'[EGNX "1"]', False),
        (b" " * LINE_CHUNK_BYTES + b'[EGN "1"]', False),
    ],
)
def test_a_stream_has_a_rubber_where_a_line_starts_one(data: bytes, expected: bool) -> None:
    assert has_rubber(io.BytesIO(data)) is expected
    try:
        assert bool(read_bytes(data)) is expected
    except NotEgnError:
        assert not expected


@each_row("start", ["", "\n \n", ", ,\r\n", "\ufeff\n", "\ufeff"])
def test_blank_text_before_the_first_rubber_is_nothing(start: str) -> None:
    (read,) = read_bytes((start + RUBBER).encode())
    assert read.preceding is None
    assert read.fault is None
    assert read.line == 1 + start.count("\n")


def test_other_text_before_the_first_rubber_is_reported_once_and_loses_nothing() -> None:
    first, second = read_bytes(("\n\té, my notes\nmore\n" + RUBBER + "\n" + RUBBER).encode())
    assert first.preceding is not None
    assert (first.preceding.code, first.preceding.line, first.preceding.column) == ("E01", 2, 2)
    assert "é, my notes" in first.preceding.message
    assert second.preceding is None
    assert (first.fault, second.fault) == (None, None)
    assert (first.line, second.line) == (4, 12)


def test_a_long_blank_line_before_the_text_is_counted_in_its_column() -> None:
    (read,) = read_bytes(b" " * 200_000 + b"x\n" + RUBBER.encode())
    assert read.preceding is not None
    assert (read.preceding.line, read.preceding.column) == (1, 200_001)


@each_row("line_end", ["\n", "\r\n", "\r"])
@each_row("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_mean_nothing(line_end: str, mark: str) -> None:
    text = RUBBER.replace("\n", line_end)
    reads = read_bytes((mark + text + mark + text).encode())
    assert faults(reads) == [None, None]
    assert reads[0].rubber == reads[1].rubber
    assert [read.line for read in reads] == [1, 8]


class TestLinesThatEndInCr:
    """A lone CR ends lines throughout a file whose first line ends in one, and is white space in any other."""

    @each_row(
        ("data", "lines"),
        [
            (b"", b""),
            (b"a", b"a"),
            (b"a\rb", b"a\nb"),
            (b"a\rb\r", b"a\nb\n"),
            (b"\ra\rb", b"\na\nb"),
            (b"a\r\rb\r", b"a\n\nb\n"),
            (b"\xef\xbb\xbfa\rb\xff\0\r", b"\xef\xbb\xbfa\nb\xff\0\n"),
            # Other line ends behind the first end lines as well, CR and LF together one line.
            (b"a\rb\r\nc\nd\re", b"a\nb\nc\nd\ne"),
            (b"a\rb\r\r\nc", b"a\nb\n\nc"),
            (b"a\rb\n\rc", b"a\nb\n\nc"),
            # The first line end is LF, alone or behind CR.
            (b"a\nb\rc\r", b"a\nb\rc\r"),
            (b"\n\ra\r", b"\n\ra\r"),
            (b"a\r\nb\rc\n", b"a\r\nb\rc\n"),
            (b"a\r\r\nb\rc\n", b"a\r\r\nb\rc\n"),
        ],
    )
    def test_the_first_line_end_says_what_ends_a_line(self, data: bytes, lines: bytes) -> None:
        assert with_line_feeds(data) == lines

    @each_row("position", [-2, -1, 0, 1])
    @each_row(
        ("end", "unified"), [(b"\r", b"\n"), (b"\r\n", b"\r\n"), (b"\n", b"\n"), (b"\r\r\n", b"\r\r\n")]
    )
    def test_the_first_line_end_may_lie_across_two_chunks(
        self, end: bytes, unified: bytes, position: int
    ) -> None:
        line = b"x" * (LINE_CHUNK_BYTES + position)
        assert with_line_feeds(line + end + b"[E") == line + unified + b"[E"

    @each_row("position", range(-3, 3))
    def test_a_later_line_end_may_lie_across_two_chunks(self, position: int) -> None:
        line = b"\r" + b"x" * (LINE_CHUNK_BYTES + position)
        for end in (b"\r\n", b"\r", b"\n"):
            assert with_line_feeds(line + end + b"y") == line.replace(b"\r", b"\n") + b"\ny"
        assert with_line_feeds(line + b"\r\r\ny") == line.replace(b"\r", b"\n") + b"\n\ny"

    def test_its_findings_stand_at_line_and_column_as_with_any_other_line_end(self) -> None:
        broken = '[EGN "1"]\n[A "é"]\n[B "y"] {two\nlines} ; a comment\nGame 1\n1. A S HK HQ H5 =A3\n*\n'
        text = f"my notes\n{RUBBER}{broken}{RUBBER}"
        with_lf = read_bytes(text.encode())
        with_cr = read_bytes(text.replace("\n", "\r").encode())
        assert [read.line for read in with_cr] == [read.line for read in with_lf] == [2, 9, 16]
        assert faults(with_cr) == faults(with_lf) == [None, ("E02", "card", 14, 14), None]
        assert [read.rubber for read in with_cr] == [read.rubber for read in with_lf]
        assert [read.preceding for read in with_cr] == [read.preceding for read in with_lf]
        assert [read.text for read in with_cr] == [read.text for read in with_lf]

    @each_row("line_end", ["\n", "\r\n"])
    @each_row(
        ("written", "fault"),
        [
            ("Game 1\r1. A\rS =A3\r(2-0)", None),
            ('{a\r[EGN "1"]\rb}', None),
            ("; one\rcomment", None),
            ("HK\r?\rH5", ("E01", "game_or_ending", 4, 1)),
            ("Game 1 1. A\rS\rHK H5", ("E02", "card", 4, 18)),
            ('[Event "a\rb"]', ("E03", "open_quote", 4, 1)),
        ],
    )
    def test_a_lone_cr_in_any_other_file_is_white_space(
        self, line_end: str, written: str, fault: tuple[str, str, int, int] | None
    ) -> None:
        text = f'[EGN "1"]\n[A "x"]\n[B "y"]\n{written}\n*\n'.replace("\n", line_end)
        (read,) = read_bytes(text.encode())
        assert fault_place(read) == fault
        assert read.text == text

    def test_a_text_cut_from_a_file_is_read_again_as_it_was(self) -> None:
        """A lone CR in the first line of the second rubber would else end the lines of its text alone."""
        second = '[EGN "1"]\r[A "x"]\r[EGN "1"]\n[B "y"]\n{a\rb} ; c\rd\nGame 1 #5-x\n'
        (_first, read) = read_bytes((RUBBER + second).encode())
        assert fault_place(read) == ("E03", "tag_twice", 8, 19)
        (alone,) = read_bytes(read.text.encode())
        assert fault_place(alone) == ("E03", "tag_twice", 1, 19)
        assert alone.text == read.text == second.replace("\r[", " [")

    @pytest.mark.long
    def test_a_file_of_empty_lines_takes_little_memory(self) -> None:
        lines = 6 * LINE_CHUNK_BYTES
        tail = b"\n" + RUBBER.replace("\n", "\r").encode()
        stream = io.BufferedReader(Repeating(b"\r", lines, b"x", tail))
        read, peak = last_and_peak(read_file(stream))
        assert (read.line, read.fault) == (lines + 1, None)
        assert peak < 2 * RUBBER_BYTES

    def test_rubbers_come_as_they_are_read(self) -> None:
        stream = io.BufferedReader(Repeating(RUBBER.replace("\n", "\r").encode(), 1 << 60))
        reads = list(islice(read_file(stream), 200))
        assert all(read.fault is None for read in reads)


@each_row("opening", ["{a comment", '[Event "a quote', "1. A S HK {", "HK\n{ {"])
def test_a_line_that_starts_a_rubber_does_so_inside_anything(opening: str) -> None:
    broken = f'[EGN "1"]\n[A "x"]\n[B "y"]\n{opening}\n'
    first, second = read_bytes((broken + RUBBER).encode())
    assert first.fault is not None
    assert second.fault is None
    assert second.rubber.tag("A") == "Orford"
    assert second.line == broken.count("\n") + 1


def test_only_a_line_that_starts_so_starts_a_rubber() -> None:
    (read,) = read_bytes((RUBBER + '{ [EGN "1"] }\n{\n [EGN "2"]}\n').encode())
    assert read.fault is None
    assert read.rubber.ending is not None
    assert read.rubber.ending.comments == (' [EGN "1"] ', '\n [EGN "2"]')


@each_row(
    ("bad", "variant"),
    [
        (b"\xff", "not_utf8"),
        (b"\xc3(", "not_utf8"),
        (b"\xed\xa0\x80", "not_utf8"),
        (b"\0", "nul"),
        (b"\0\xff", "nul"),
    ],
)
@each_row(
    ("before", "after"),
    [
        ('[A "é', ' x"]'),
        ('[A "x"] {é', "}"),
        ('[A "x"] [B "y"] Game 1 1. A S {é', "} HK"),
        ('[A "x"] [B "y"] Game 1 1. A S é', ""),
        ('[A "x"] [B "y"] Game 1 1. A S HK', "!"),
        ('[A "x"] [B "y"] Game 1 1. A S HK ;é', ""),
        ('[A "x"] [B "y"] * ', ""),
        ('[A "x"] [B "y"] ', ""),
        ('[A "x"] ', ""),
        ("", ""),
    ],
)
def test_bytes_that_are_no_text_are_a_fault_at_their_place(
    bad: bytes, variant: str, before: str, after: str
) -> None:
    broken = b'[EGN "1"]\n' + before.encode() + bad + after.encode() + b"\n"
    reads = read_bytes(RUBBER.encode() + broken + RUBBER.encode())
    assert faults(reads) == [None, ("E01", variant, 9, len(before) + 1), None]
    assert reads[0].rubber == reads[2].rubber
    assert "\0" not in reads[1].text


def test_what_stands_before_bytes_that_are_no_text_is_kept() -> None:
    (read,) = read_bytes(b'[EGN "1"] [A "x"] [B "y"] Game 1 1. A S HK H\xff HQ\n')
    assert read.fault is not None
    assert (read.fault.game, read.fault.deal) == (1, 1)
    assert len(read.rubber.games[0].deals[0].items) == 2
    assert read.text.endswith("H\\xff HQ\n")


def test_a_rubber_as_long_as_the_limit_is_read() -> None:
    padding = b" " * (RUBBER_BYTES - len(RUBBER) - 1) + b"\n"
    assert faults(read_bytes(RUBBER.encode() + padding + RUBBER.encode())) == [None, None]
    first, second = read_bytes(RUBBER.encode() + b" " + padding + RUBBER.encode())
    assert first.fault is not None
    assert first.fault.variant == "rubber_too_long"
    assert second.fault is None


@pytest.mark.parametrize(
    "pattern",
    [
        "é".encode(),
        *(
            pytest.param(pattern, marks=pytest.mark.long)
            for pattern in (b"\xff", b"S ", b"{x}\n", b"1.A ", b"S" * 99, b"{\n", b'[Event "x"]\n', b"\0")
        ),
    ],
)
def test_a_rubber_beyond_the_limit_is_a_fault_and_loses_no_other(pattern: bytes) -> None:
    head = RUBBER.encode() + b'[EGN "1"]\n[A "x"]\n[B "y"]\nGame 1\n1. A '
    tail = b"\n" + RUBBER.encode()
    stream = io.BufferedReader(Repeating(pattern, 2 * RUBBER_BYTES, head, tail))
    reads = list(read_file(stream))
    assert [read.index for read in reads] == [1, 2, 3]
    assert [read.fault is None for read in reads] == [True, False, True]
    assert reads[1].fault is not None
    assert reads[1].fault.code in ("E01", "E03")
    escaped = 4 if pattern in (b"\0", b"\xff") else 1
    assert len(reads[1].text.encode()) <= escaped * RUBBER_BYTES
    assert reads[2].rubber == reads[0].rubber


def test_the_limit_is_named_where_nothing_else_is_wrong() -> None:
    line = b" " * 99 + b"\n"
    stream = io.BufferedReader(Repeating(line, 2 * RUBBER_BYTES, RUBBER.partition("=A3")[0].encode()))
    (read,) = read_file(stream)
    assert read.fault is not None
    assert read.fault.variant == "rubber_too_long"
    assert read.fault.line == read.text.count("\n") + 1
    assert str(RUBBER_BYTES) in read.fault.message


@each_row("offset", range(4))
def test_the_limit_never_falls_within_a_character(offset: int) -> None:
    head = RUBBER.partition("=A3")[0].encode() + b" " * offset
    stream = io.BufferedReader(Repeating("{é}".encode(), 2 * RUBBER_BYTES, head))
    (source,) = split_stream(stream)
    assert source.stop_reason == "rubber_too_long"
    assert RUBBER_BYTES - 1 <= len(source.text.encode()) <= RUBBER_BYTES


@each_row(
    ("head", "pattern"),
    [(b"", b"x"), (b"", b" "), (RUBBER.partition("=A3")[0].encode(), b"HK "), (b'[EGN "1"]\n[A "', b"x")],
)
def test_a_line_of_any_length_takes_little_memory(head: bytes, pattern: bytes) -> None:
    stream = io.BufferedReader(Repeating(pattern, 16 * RUBBER_BYTES, head, b"\n" + RUBBER.encode()))
    last, peak = last_and_peak(split_stream(stream))
    assert last.stop is None
    assert peak < 12 * RUBBER_BYTES


@pytest.mark.long
def test_a_line_of_a_hundred_megabytes_is_read_in_little_memory() -> None:
    head = RUBBER.partition("=A3")[0].encode()
    stream = io.BufferedReader(Repeating(b"HK ", 100 << 20, head, b"\n" + RUBBER.encode()))
    last, peak = last_and_peak(read_file(stream))
    assert last.fault is None
    assert peak < 64 * RUBBER_BYTES


def test_rubbers_come_as_they_are_read_from_a_stream_without_an_end() -> None:
    stream = io.BufferedReader(Repeating(RUBBER.encode(), 1 << 60))
    reads = list(islice(read_file(stream), 200))
    assert [read.index for read in reads] == list(range(1, 201))
    assert all(read.fault is None for read in reads)

r"""A row as a line of text: the form in which PostgreSQL's COPY writes and reads.

Values are parted by tabs and end with a line feed; null is ``\N``; a backslash, tab, line feed or carriage return
within a value is written ``\\``, ``\t``, ``\n`` or ``\r``. Truth is ``t`` or ``f``, a moment is in UTC and has ``+00``
behind it, bytes are ``\x`` and hexadecimal digits. PostgreSQL speaks all that by itself; here is the same for SQLite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from matches.operations.backup.tables import Column, Kind

CHUNK_BYTES: Final = 256 * 1024
NULL: Final = "\\N"
ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
MICROSECOND_DIGITS: Final = 6


def lines_of_rows(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """Rows as SQLite holds them, in chunks of whole lines."""
    writers = [WRITERS[column.kind] for column in columns]
    lines: list[str] = []
    size = 0
    for row in rows:
        line = "\t".join(
            [NULL if value is None else write(value) for write, value in zip(writers, row, strict=True)]
        )
        lines.append(line)
        size += len(line)
        if size >= CHUNK_BYTES:
            yield ("\n".join(lines) + "\n").encode()
            lines, size = [], 0
    if lines:
        yield ("\n".join(lines) + "\n").encode()


def rows_of_lines(columns: Sequence[Column], chunks: Iterable[bytes]) -> Iterator[list[Any]]:
    """Rows as SQLite holds them. Raises ValueError for a line that is none."""
    readers = [READERS[column.kind] for column in columns]
    for line in _whole_lines(chunks):
        yield [
            None if text == NULL else read(text)
            for read, text in zip(readers, line.decode().split("\t"), strict=True)
        ]


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        yield from lines
    if rest:
        raise ValueError("the last line has no end")


def _write_text(value: object) -> str:
    text = str(value)
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    return text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def _read_text(text: str) -> str:
    if "\\" not in text:
        return text
    return ESCAPE.sub(lambda found: ESCAPED.get(found[1], found[1]), text)


def _write_moment(value: object) -> str:
    # What SQLite keeps is in UTC, and does not say so.
    return f"{value}+00"


def _read_moment(text: str) -> str:
    """With all six digits of a fraction or none, as Django writes them: they are compared as text."""
    whole, _, fraction = text.removesuffix("+00").partition(".")
    return f"{whole}.{fraction:0<{MICROSECOND_DIGITS}}" if fraction else whole


def _write_bytes(value: bytes) -> str:
    return f"\\\\x{value.hex()}"


def _read_bytes(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("\\\\x"))


WRITERS: Final[Mapping[Kind, Callable[[Any], str]]] = {
    "integer": str,
    "boolean": lambda value: "t" if value else "f",
    "float": repr,
    "text": _write_text,
    "json": _write_text,
    "date": str,
    "moment": _write_moment,
    "bytes": _write_bytes,
}
READERS: Final[Mapping[Kind, Callable[[str], Any]]] = {
    "integer": int,
    "boolean": lambda text: int(text == "t"),
    "float": float,
    "text": _read_text,
    "json": _read_text,
    "date": str,
    "moment": _read_moment,
    "bytes": _read_bytes,
}

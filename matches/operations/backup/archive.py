"""The archive: a ZIP file with a member of lines for each table, and a manifest as the last.

Written and read in pieces, so that memory does not grow with it. A ZIP file has its directory at its end: one that was
cut off is told from a whole one at once.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from matches.operations.backup.copy_format import CHUNK_BYTES
from matches.operations.backup.errors import ArchiveError
from matches.operations.backup.manifest import (
    Manifest,
    TableContent,
    format_manifest,
    parse_manifest,
)
from matches.operations.backup.tables import Table

MANIFEST: Final = "manifest.json"
COMPRESSION_LEVEL: Final = 3
"""Half the time of the usual 6, for a file that is a tenth larger."""
LARGEST_MANIFEST_BYTES: Final = 16 * 1024 * 1024
DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    IndexError,
    KeyError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""All that a ZIP file with a wrong byte somewhere was seen to raise."""


class ArchiveWriter:
    """Writes to a file that is open, and is closed before it; without `finish` there is no archive."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(
            file, "w", compression=zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL
        )

    def add(self, table: Table, lines: Iterable[bytes], *, next_number: int | None) -> TableContent:
        """The table's lines, in chunks."""
        summed, rows = hashlib.sha256(), 0
        with self._zip.open(_member(table.name), "w", force_zip64=True) as member:
            for chunk in lines:
                member.write(chunk)
                summed.update(chunk)
                # Within a value a line feed is written otherwise.
                rows += chunk.count(b"\n")
        columns = tuple(column.name for column in table.columns)
        return TableContent(table.name, columns, rows, summed.hexdigest(), next_number)

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, format_manifest(manifest))
        self._zip.close()

    def close(self) -> None:
        """Whatever became of it, while the file is still open: later it would be closed unasked, with a complaint."""
        with suppress(OSError, ValueError):
            self._zip.close()


class Archive:
    """An archive that is open to be read."""

    def __init__(self, file: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = file
        self.manifest = manifest

    def lines(self, table: TableContent) -> Iterator[bytes]:
        """The table's lines, in chunks that need not end with a line.

        Raises ArchiveError, at the end at the latest, where they are not those that were written.
        """
        summed, rows = hashlib.sha256(), 0
        with _told_as_damage(table.name), self._zip.open(_member(table.name)) as member:
            while chunk := member.read(CHUNK_BYTES):
                summed.update(chunk)
                rows += chunk.count(b"\n")
                yield chunk
        if (rows, summed.hexdigest()) != (table.rows, table.sha256):
            raise ArchiveError(f"the rows of {table.name} are not those that were written")

    def check(self) -> None:
        """Read everything once. Raises ArchiveError where a byte is not as it was written."""
        for table in self.manifest.tables:
            for _ in self.lines(table):
                pass


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Raises ArchiveError for what is no archive, OSError where the file can't be opened."""
    with path.open("rb") as stream:
        with _told_as_damage(MANIFEST):
            file = zipfile.ZipFile(stream)
            with file.open(MANIFEST) as member:
                manifest = parse_manifest(member.read(LARGEST_MANIFEST_BYTES))
        yield Archive(file, manifest)


@contextmanager
def _told_as_damage(what: str) -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        raise ArchiveError(f"{what} can't be read ({error})") from error


def _member(table: str) -> str:
    return f"tables/{table}.copy"

"""Write and read a back-up's archive: a ZIP file with a text file for each table, and the manifest as the last member.

Both work in pieces, so that memory does not grow with the archive. A ZIP file has its directory at its end,
so a truncated one is recognized at once. The manifest has the migrations, the tables with their checksums,
and a slow, salted hash of the site's secret key. It shows whether the archive was made under this site's key,
without which encrypted values in it cannot be read. No archive contains the key itself.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import secrets
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.conf import settings
from django.utils.crypto import pbkdf2

from matches.operations.backup.errors import ArchiveError
from matches.operations.backup.tables import CHUNK_BYTES, Migration, Table

FORMAT: Final = 1
"""The version of the archive's format. Each change increments it; restore can read all earlier versions."""


ROUNDS: Final = 200_000
SALT_BYTES: Final = 16
MANIFEST: Final = "manifest.json"
COMPRESSION_LEVEL: Final = 3
"""Level 3 takes half the time of the default 6, and makes the file a tenth larger."""
LARGEST_MANIFEST_BYTES: Final = 16 * 1024 * 1024
DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, IndexError, KeyError),
    *(NotImplementedError, OverflowError, RuntimeError, ValueError),
)
"""The exceptions that Python may raise while it reads a damaged ZIP file."""


@dataclass(frozen=True, slots=True)
class TableContent:
    """A table in an archive, with the SHA-256 of its lines. ``next_number`` is its counter's next value, or None."""

    name: str
    columns: tuple[str, ...]
    rows: int
    sha256: str
    next_number: int | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """An archive's manifest. ``database`` is the kind of database, ``key_mark`` a result of ``make_key_mark``."""

    made_at: datetime.datetime
    database: str
    key_mark: str
    migrations: tuple[Migration, ...]
    tables: tuple[TableContent, ...]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


def format_manifest(manifest: Manifest) -> bytes:
    members = {
        "format": FORMAT,
        "made_at": manifest.made_at.isoformat(),
        "database": manifest.database,
        "key_mark": manifest.key_mark,
        "migrations": [list(migration) for migration in manifest.migrations],
        "tables": [asdict(table) for table in manifest.tables],
    }
    return (json.dumps(members, indent=1) + "\n").encode()


def parse_manifest(content: bytes) -> Manifest:
    """Parse a manifest. Raises ArchiveError if it cannot be read, or its format is later than ``FORMAT``."""
    try:
        members: Any = json.loads(content)
        form = int(members["format"])
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveError("its manifest can't be read") from error
    if form > FORMAT:
        raise ArchiveError(
            f"it has form {form}, and this version of the service reads up to {FORMAT}: use a newer version"
        )
    try:
        return Manifest(
            made_at=datetime.datetime.fromisoformat(members["made_at"]),
            database=str(members["database"]),
            key_mark=str(members["key_mark"]),
            migrations=tuple((str(app), str(name)) for app, name in members["migrations"]),
            tables=tuple(_table(each) for each in members["tables"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveError("its manifest can't be read") from error


def _table(members: Any) -> TableContent:
    number = members["next_number"]
    return TableContent(
        name=str(members["name"]),
        columns=tuple(map(str, members["columns"])),
        rows=int(members["rows"]),
        sha256=str(members["sha256"]),
        next_number=None if number is None else int(number),
    )


def make_key_mark() -> str:
    """Return a salted hash of the site's secret key, as ``<salt>:<hash>``."""
    salt = secrets.token_hex(SALT_BYTES)
    return f"{salt}:{_hash_key(salt)}"


def is_of_this_key(mark: str) -> bool:
    """Return whether ``mark``, a result of ``make_key_mark``, was made from this site's secret key."""
    salt, _, hashed = mark.partition(":")
    return hmac.compare_digest(hashed, _hash_key(salt))


def _hash_key(salt: str) -> str:
    return pbkdf2(settings.SECRET_KEY, salt, ROUNDS).hex()


class ArchiveWriter:
    """Writes an archive to an open file. Call ``finish`` at the end, or it is invalid; then ``close``."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(
            file, "w", compression=zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL
        )

    def add(self, table: Table, lines: Iterable[bytes], *, next_number: int | None) -> TableContent:
        """Write a table's rows (chunks of lines), with its counter's next value or None; return its manifest
        entry.
        """
        summed, rows = hashlib.sha256(), 0
        with self._zip.open(_member(table.name), "w", force_zip64=True) as member:
            for chunk in lines:
                member.write(chunk)
                summed.update(chunk)
                # A line feed within a value is escaped, so each one ends a row.
                rows += chunk.count(b"\n")
        columns = tuple(column.name for column in table.columns)
        return TableContent(table.name, columns, rows, summed.hexdigest(), next_number)

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, format_manifest(manifest))
        self._zip.close()

    def close(self) -> None:
        """Close the ZIP file, complete or not, before the underlying file, or Python warns."""
        with suppress(OSError, ValueError):
            self._zip.close()


class Archive:
    """An archive that is open for reading."""

    def __init__(self, file: zipfile.ZipFile, manifest: Manifest) -> None:
        self._zip = file
        self.manifest = manifest

    def lines(self, table: TableContent) -> Iterator[bytes]:
        """Yield the lines of a table's rows, in chunks that may end in the middle of a line.

        Raises ArchiveError if they do not match the manifest's checksum, possibly only after the last chunk.
        """
        summed, rows = hashlib.sha256(), 0
        with _reported_as_damage(table.name), self._zip.open(_member(table.name)) as member:
            while chunk := member.read(CHUNK_BYTES):
                summed.update(chunk)
                rows += chunk.count(b"\n")
                yield chunk
        if (rows, summed.hexdigest()) != (table.rows, table.sha256):
            raise ArchiveError(f"the rows of {table.name} are not those that were written")

    def check(self) -> None:
        """Read the whole archive once to check it. Raises ArchiveError if a checksum does not match."""
        for table in self.manifest.tables:
            for _ in self.lines(table):
                pass


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open the archive. Raises ArchiveError if it is none, and OSError if it cannot be opened."""
    with path.open("rb") as stream:
        with _reported_as_damage(MANIFEST):
            file = zipfile.ZipFile(stream)
            with file.open(MANIFEST) as member:
                manifest = parse_manifest(member.read(LARGEST_MANIFEST_BYTES))
        yield Archive(file, manifest)


@contextmanager
def _reported_as_damage(what: str) -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        raise ArchiveError(f"{what} can't be read ({error})") from error


def _member(table: str) -> str:
    return f"tables/{table}.copy"

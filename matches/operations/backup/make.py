"""Make a back-up: write one consistent state of the whole database to a file, while other connections go on writing."""

from __future__ import annotations

import datetime
import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from django.db import Error, connection
from django.utils import timezone
from psycopg import sql

from matches.models import Backup, Mail
from matches.operations.backup.archive import ArchiveWriter, Manifest, make_key_mark
from matches.operations.backup.errors import BackupError
from matches.operations.backup.files import note_backup, write_whole_file
from matches.operations.backup.postgres import open_session
from matches.operations.backup.tables import CHUNK_BYTES, Migration, Table, lines_of_rows, tables_after

MIGRATIONS: Final = "SELECT app, name FROM django_migrations ORDER BY app, name"
HAS_MIGRATIONS: Final = "SELECT name FROM sqlite_master WHERE name = 'django_migrations'"
NOTHING: Final = "There is nothing to back up: the database has no tables yet."
READ_ONLY: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WITHOUT_ROWS: Final = frozenset({Mail._meta.db_table})
"""The tables whose rows are left out: mail that waits is sent or expires, and a restored one would be sent again."""
LAST_NUMBER: Final = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
PLAIN_VALUES: Final = (
    "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL bytea_output = 'hex'"
)


class Snapshot(Protocol):
    """A consistent state of the database: all reads return the data as of one point in time."""

    def migrations(self) -> list[Migration]:
        """Return the migrations applied to the database. Raises BackupError if it has no tables yet."""

    def lock_tables(self, tables: Sequence[Table]) -> None:
        """Lock the tables against migrations while the snapshot is open."""

    def lines(self, table: Table) -> Iterator[bytes]:
        """Yield the rows of a table as lines of an archive, in chunks of whole lines."""

    def next_number(self, table: Table) -> int | None:
        """Return the primary key of the table's next new row, or None if the table has no counter."""


@contextmanager
def open_snapshot() -> Iterator[Snapshot]:
    """Open a snapshot of the configured database on a new connection.

    Raises BackupError if the database does not exist. Database errors inside the block are raised as
    Django's.
    """
    with SNAPSHOTS[connection.vendor]() as snapshot:
        yield snapshot


class PostgresSnapshot:
    """A snapshot of PostgreSQL, in a read-only transaction of ``session``."""

    def __init__(self, session: psycopg.Connection[Any]) -> None:
        self._session = session

    def migrations(self) -> list[Migration]:
        try:
            return [(app, name) for app, name in self._session.execute(MIGRATIONS)]
        except psycopg.errors.UndefinedTable as error:
            raise BackupError(NOTHING) from error

    def lock_tables(self, tables: Sequence[Table]) -> None:
        names = sql.SQL(", ").join(sql.Identifier(table.name) for table in tables)
        self._session.execute(sql.SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(names))

    def lines(self, table: Table) -> Iterator[bytes]:
        copying = sql.SQL("COPY {} ({}) TO STDOUT").format(
            sql.Identifier(table.name),
            sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns),
        )
        gathered = bytearray()
        with self._session.cursor().copy(copying) as copy:
            for line in copy:
                gathered += line
                if len(gathered) >= CHUNK_BYTES:
                    yield bytes(gathered)
                    gathered.clear()
        if gathered:
            yield bytes(gathered)

    def next_number(self, table: Table) -> int | None:
        if table.counter_column is None:
            return None
        row = self._session.execute(LAST_NUMBER, [f'"{table.name}"', table.counter_column]).fetchone()
        return 1 if row is None else int(row[0] or 0) + 1


class SqliteSnapshot:
    """A snapshot of SQLite, in a transaction of ``session``; in write-ahead mode, others can write meanwhile."""

    def __init__(self, session: sqlite3.Connection) -> None:
        self._session = session

    def migrations(self) -> list[Migration]:
        if self._session.execute(HAS_MIGRATIONS).fetchone() is None:
            raise BackupError(NOTHING)
        return list(self._session.execute(MIGRATIONS))

    def lock_tables(self, tables: Sequence[Table]) -> None:
        """Do nothing, because migrations by other connections do not affect a snapshot of SQLite."""

    def lines(self, table: Table) -> Iterator[bytes]:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        # The names are those of our own tables.
        rows = self._session.execute(f'SELECT {columns} FROM "{table.name}"')  # noqa: S608
        return lines_of_rows(table.columns, rows)

    def next_number(self, table: Table) -> int | None:
        if table.counter_column is None:
            return None
        counted = self._session.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table.name])
        row = counted.fetchone()
        return 1 if row is None else int(row[0]) + 1


@contextmanager
def _postgres() -> Iterator[Snapshot]:
    with open_session() as session:
        session.execute(READ_ONLY)
        session.execute(PLAIN_VALUES)
        yield PostgresSnapshot(session)


@contextmanager
def _sqlite() -> Iterator[Snapshot]:
    place = Path(connection.settings_dict["NAME"])
    if not place.exists():
        raise BackupError(
            f"There is no database at {place}: start the site once, or name another --data-dir."
        )
    address = f"{place.absolute().as_uri()}?mode=ro"
    with (
        connection.wrap_database_errors,
        closing(sqlite3.connect(address, uri=True, isolation_level=None)) as session,
    ):
        session.execute("BEGIN")
        yield SqliteSnapshot(session)


SNAPSHOTS: Final[Mapping[str, Callable[[], Any]]] = {"postgresql": _postgres, "sqlite": _sqlite}


@dataclass(frozen=True, slots=True)
class MadeBackup:
    """A back-up that was just made. ``recording_error`` is the error if the database could not record it, else None."""

    place: Path
    made_at: datetime.datetime
    rows: int
    size: int
    sha256: str
    recording_error: Error | None = None


def make_backup(place: Path) -> MadeBackup:
    """Write an archive to the path ``place``, while the service goes on, and record it in the database.

    The database may have been migrated by an earlier version. Raises BackupError if the file exists, if a
    newer version migrated the database, or if a migration is running, OSError if the file cannot be written,
    and Django's database errors if the database cannot be read. After an error, no file is left.
    """
    with open_snapshot() as before:
        applied = before.migrations()
    with write_whole_file(place) as stream, closing(ArchiveWriter(stream)) as writer:
        with open_snapshot() as snapshot:
            tables = tables_after(applied)
            snapshot.lock_tables(tables)
            made_at = timezone.now()
            if snapshot.migrations() != applied:
                raise BackupError("A migration is running: make the back-up when it has finished.")
            contents = [
                writer.add(
                    table,
                    iter(()) if table.name in WITHOUT_ROWS else snapshot.lines(table),
                    next_number=snapshot.next_number(table),
                )
                for table in tables
            ]
        manifest = Manifest(made_at, connection.vendor, make_key_mark(), tuple(applied), tuple(contents))
        writer.finish(manifest)
        size = stream.tell()
        stream.seek(0)
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    recording_error = None
    # The database of an earlier version may have no table of back-ups.
    if any(table.name == Backup._meta.db_table for table in tables):
        try:
            note_backup(place.absolute(), made_at=made_at, size=size, sha256=sha256)
        except Error as error:
            # A standby is read-only, and a database file may be locked.
            recording_error = error
    return MadeBackup(place, made_at, manifest.rows, size, sha256, recording_error)

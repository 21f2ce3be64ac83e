"""The database as it is at one moment, read while others go on writing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from django.db import connection
from psycopg import sql

from matches.operations.backup.copy_format import CHUNK_BYTES, lines_of_rows
from matches.operations.backup.errors import BackupError
from matches.operations.backup.postgres import connected
from matches.operations.backup.tables import Migration, Table

MIGRATIONS: Final = "SELECT app, name FROM django_migrations ORDER BY app, name"
HAS_MIGRATIONS: Final = "SELECT name FROM sqlite_master WHERE name = 'django_migrations'"
NOTHING: Final = "There is nothing to back up: the database has no tables yet."
READ_ONLY: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
LAST_NUMBER: Final = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
PLAIN_VALUES: Final = (
    "SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL bytea_output = 'hex'"
)


class Snapshot(Protocol):
    """All that it is asked for is of the same moment."""

    def migrations(self) -> list[Migration]:
        """Raises BackupError where nothing was ever migrated, and there are no tables."""

    def hold(self, tables: Sequence[Table]) -> None:
        """Let nobody change what columns these have, for as long as the snapshot lasts."""

    def lines(self, table: Table) -> Iterator[bytes]:
        """In chunks of whole lines."""

    def next_number(self, table: Table) -> int | None:
        """The number that the table's next row gets; None where the database counts none."""


@contextmanager
def open_snapshot() -> Iterator[Snapshot]:
    """Of the database that the settings name, over a connection of its own.

    Raises BackupError where there is none. Whatever goes wrong in the block, errors of the database are Django's.
    """
    with SNAPSHOTS[connection.vendor]() as snapshot:
        yield snapshot


class PostgresSnapshot:
    """``session`` is in a transaction that may only read."""

    def __init__(self, session: psycopg.Connection[Any]) -> None:
        self._session = session

    def migrations(self) -> list[Migration]:
        try:
            return [(app, name) for app, name in self._session.execute(MIGRATIONS)]
        except psycopg.errors.UndefinedTable as error:
            raise BackupError(NOTHING) from error

    def hold(self, tables: Sequence[Table]) -> None:
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
        if table.numbered is None:
            return None
        row = self._session.execute(LAST_NUMBER, [f'"{table.name}"', table.numbered]).fetchone()
        return 1 if row is None else int(row[0] or 0) + 1


class SqliteSnapshot:
    """``session`` is in a transaction; in write-ahead mode writers go on beside it."""

    def __init__(self, session: sqlite3.Connection) -> None:
        self._session = session

    def migrations(self) -> list[Migration]:
        if self._session.execute(HAS_MIGRATIONS).fetchone() is None:
            raise BackupError(NOTHING)
        return list(self._session.execute(MIGRATIONS))

    def hold(self, tables: Sequence[Table]) -> None:
        """The snapshot itself is enough: what others change is not in it."""

    def lines(self, table: Table) -> Iterator[bytes]:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        # The names are those of our own tables.
        rows = self._session.execute(f'SELECT {columns} FROM "{table.name}"')  # noqa: S608
        return lines_of_rows(table.columns, rows)

    def next_number(self, table: Table) -> int | None:
        if table.numbered is None:
            return None
        counted = self._session.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table.name])
        row = counted.fetchone()
        return 1 if row is None else int(row[0]) + 1


@contextmanager
def _postgres() -> Iterator[Snapshot]:
    with connected() as session:
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

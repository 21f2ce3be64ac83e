"""Restore a back-up: either the archive becomes the database, migrated to this version, or nothing is changed."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from psycopg import sql

from matches.operations.backup.archive import Archive, is_of_this_key, open_archive
from matches.operations.backup.errors import ArchiveError
from matches.operations.backup.postgres import SCHEMA
from matches.operations.backup.staging import existing_tables, open_staging_area, refuse_unless_empty
from matches.operations.backup.tables import (
    Table,
    last_of_each_app,
    newest_migrations,
    rows_of_lines,
    tables_after,
)

CONSTRAINTS: Final = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = %s::regnamespace AND contype IN ('p', 'u', 'f') ORDER BY contype = 'f' DESC, conname
"""
INDEXES: Final = """
SELECT relname, pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE relnamespace = %s::regnamespace
AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
"""


class Filler:
    """Inserts rows of an archive through Django's connection, with a subclass for each kind of database."""

    def fill(self, table: Table, lines: Iterable[bytes]) -> None:
        """Insert a table's rows. Raises ``ArchiveError``, or a database error, for lines that are none."""
        raise NotImplementedError

    def count_on(self, table: Table, next_number: int) -> None:
        """Set the table's counter, so that the next new row gets the primary key ``next_number``."""
        raise NotImplementedError


class PostgresFiller(Filler):
    """Fills the tables of a PostgreSQL database."""

    def fill(self, table: Table, lines: Iterable[bytes]) -> None:
        copying = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table.name),
            sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns),
        )
        with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(copying) as copy:
            for chunk in lines:
                copy.write(chunk)

    def count_on(self, table: Table, next_number: int) -> None:
        if next_number == 1:
            return
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                [f'"{table.name}"', table.counter_column, next_number - 1],
            )


class SqliteFiller(Filler):
    """Fills the tables of a SQLite database."""

    def fill(self, table: Table, lines: Iterable[bytes]) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        places = ", ".join(["?"] * len(table.columns))
        connection.ensure_connection()
        try:
            with connection.wrap_database_errors:
                # Django's own cursor would keep every row in a list. The names are those of our own tables.
                connection.connection.executemany(
                    f'INSERT INTO "{table.name}" ({columns}) VALUES ({places})',  # noqa: S608
                    rows_of_lines(table.columns, lines),
                )
        except ValueError as error:
            raise ArchiveError(f"a row of {table.name} is none that a back-up writes ({error})") from error

    def count_on(self, table: Table, next_number: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.name])
            if next_number > 1:
                cursor.execute(
                    "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table.name, next_number - 1]
                )


@contextmanager
def open_filler() -> Iterator[Filler]:
    """Open a transaction for inserting rows in any order: foreign keys are checked at its end."""
    with transaction.atomic(), FILLERS[connection.vendor]() as filler:
        yield filler


@contextmanager
def _postgres() -> Iterator[Filler]:
    """Drop keys and indexes, and create them again after the rows: several times as fast as updating them."""
    with connection.cursor() as cursor:
        cursor.execute(CONSTRAINTS, [SCHEMA])
        # Table, name and definition of each constraint; name and definition of each index.
        constraints: Sequence[tuple[str, str, str]] = cursor.fetchall()
        cursor.execute(INDEXES, [SCHEMA])
        indexes: Sequence[tuple[str, str]] = cursor.fetchall()
        # Drop foreign keys first: they depend on the keys that they refer to.
        for table, name, _ in constraints:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {connection.ops.quote_name(name)}")
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {connection.ops.quote_name(name)}")
    yield PostgresFiller()
    with connection.cursor() as cursor:
        for _, definition in indexes:
            cursor.execute(definition)
        for table, name, definition in reversed(constraints):
            cursor.execute(
                f"ALTER TABLE {table} ADD CONSTRAINT {connection.ops.quote_name(name)} {definition}"
            )


@contextmanager
def _sqlite() -> Iterator[Filler]:
    yield SqliteFiller()
    connection.check_constraints()


FILLERS: Final[Mapping[str, Callable[[], Any]]] = {"postgresql": _postgres, "sqlite": _sqlite}


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """A back-up that was just restored.

    ``migrated_by`` is the number of migrations applied to the restored data. Without ``same_key``, the
    encrypted values cannot be read.
    """

    made_at: datetime.datetime
    rows: int
    migrated_by: int
    same_key: bool


def restore_backup(place: Path, *, replace: bool) -> RestoredBackup:
    """Replace the database by the contents of the archive at ``place``, migrated to this version.

    The current data is replaced only at the end; after an error the database is unchanged. Raises
    ArchiveError for a damaged file, NotEmptyError if the database has rows and ``replace`` is false,
    BackupError if a newer version made the archive or the database, or if other programs are using it, and
    OSError.
    """
    with open_archive(place) as archive:
        tables = _tables(archive)
        if replace:
            existing_tables()
        else:
            refuse_unless_empty()
        archive.check()
        with open_staging_area() as room:
            with room.inside():
                _put_together(archive, tables)
            room.move_in(replace=replace)
        manifest = archive.manifest
    return RestoredBackup(
        made_at=manifest.made_at,
        rows=manifest.rows,
        migrated_by=len(set(newest_migrations()) - set(manifest.migrations)),
        same_key=is_of_this_key(manifest.key_mark),
    )


def _tables(archive: Archive) -> list[Table]:
    """Return the tables in the archive's order. Raises ArchiveError if its migrations do not create these."""
    manifest = archive.manifest
    made = {table.name: table for table in tables_after(manifest.migrations)}
    archived = {table.name: table.columns for table in manifest.tables}
    if archived != {name: tuple(column.name for column in table.columns) for name, table in made.items()}:
        raise ArchiveError("its tables are not those of its migrations")
    return [made[table.name] for table in manifest.tables]


def _put_together(archive: Archive, tables: list[Table]) -> None:
    MigrationExecutor(connection).migrate(last_of_each_app(archive.manifest.migrations))
    with open_filler() as filler:
        for table, content in zip(tables, archive.manifest.tables, strict=True):
            filler.fill(table, archive.lines(content))
            if content.next_number is not None:
                filler.count_on(table, content.next_number)
    call_command("migrate", verbosity=0, interactive=False)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Without statistics for the new rows, the first queries would be planned for empty tables.
            cursor.execute("ANALYZE")

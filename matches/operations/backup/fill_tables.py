"""Rows put into tables that are there and empty, as an archive has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, transaction
from psycopg import sql

from matches.operations.backup.copy_format import rows_of_lines
from matches.operations.backup.errors import ArchiveError
from matches.operations.backup.postgres import SCHEMA
from matches.operations.backup.tables import Table

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
    """Where Django's connection leads."""

    def fill(self, table: Table, lines: Iterable[bytes]) -> None:
        """Raises ``ArchiveError`` or Django's ``Error`` for lines that are no rows of that table."""
        raise NotImplementedError

    def count_on(self, table: Table, next_number: int) -> None:
        """Let the table's next row get that number, whatever is in it."""
        raise NotImplementedError


class PostgresFiller(Filler):
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
                [f'"{table.name}"', table.numbered, next_number - 1],
            )


class SqliteFiller(Filler):
    def fill(self, table: Table, lines: Iterable[bytes]) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        places = ", ".join(["?"] * len(table.columns))
        connection.ensure_connection()
        try:
            with connection.wrap_database_errors:
                # Django's own cursor would hold every row in a list. The names are those of our own tables.
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
def filling() -> Iterator[Filler]:
    """In one transaction, at whose end every row has what it refers to."""
    with transaction.atomic(), FILLERS[connection.vendor]() as filler:
        yield filler


@contextmanager
def _postgres() -> Iterator[Filler]:
    """Keys and indexes are made when the rows are there, which is several times as fast as keeping them up."""
    with connection.cursor() as cursor:
        cursor.execute(CONSTRAINTS, [SCHEMA])
        constraints: Sequence[tuple[str, str, str]] = cursor.fetchall()
        cursor.execute(INDEXES, [SCHEMA])
        indexes: Sequence[tuple[str, str]] = cursor.fetchall()
        # References first: they hold on to the keys that they lead to.
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

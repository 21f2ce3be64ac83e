"""Where a back-up is put together, apart from the data that is in use, until all of it is there and can move in.

On PostgreSQL a schema of its own in the same database, on SQLite a file beside the database's. A restore that is killed
leaves the database as it was, and the next one clears away what it left there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from django.db import OperationalError, connection, transaction
from psycopg import sql

from ecarte_site.embedded.folder import FolderInUseError, hold_folder, keep_to_owner
from matches.operations.backup.contents import refuse_unless_empty, tables_there
from matches.operations.backup.errors import BackupError
from matches.operations.backup.other_database import led_to
from matches.operations.backup.postgres import SCHEMA, connected

ONE_AT_A_TIME: Final = 5_238_914_077
"""The number of the lock that a restore holds in its database; nobody else uses it."""
PATIENCE: Final = "10s"
FUNCTIONS_OF_TRIGGERS: Final = """
SELECT DISTINCT pg_proc.proname FROM pg_trigger
JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_class ON pg_class.oid = tgrelid
JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE NOT tgisinternal AND nspname = %s
"""
TABLES_OF_SCHEMA: Final = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename"


class Room(Protocol):
    def inside(self) -> AbstractContextManager[None]:
        """Django's connection leads there, and finds no table at first. Raises BackupError where it leads elsewhere."""

    def move_in(self, *, replace: bool) -> None:
        """Take the place of the data that is in use, all at once; the room is gone after it.

        Raises NotEmptyError, without ``replace``, where something came there meanwhile, BackupError where others are
        at work in it.
        """


@contextmanager
def room_apart() -> Iterator[Room]:
    """An empty room. Raises BackupError where another restore has it, or where the site runs on the file."""
    with ROOMS[connection.vendor]() as room:
        yield room


class PostgresRoom:
    @contextmanager
    def inside(self) -> Iterator[None]:
        options = dict(connection.settings_dict["OPTIONS"])
        options["options"] = f"{options.get('options', '')} -c search_path={SCHEMA}".strip()
        with led_to(OPTIONS=options):
            self._refuse_unless_there()
            yield

    def _refuse_unless_there(self) -> None:
        """A pooler may leave out what a connection asks for; migrations would then undo the data that is in use."""
        with connection.cursor() as cursor:
            schema = _current_schema(cursor)
        if schema != SCHEMA:
            raise BackupError(
                f"The connection leads to {schema or 'no schema'} where {SCHEMA} was asked for, as a pooler before the "
                "database may do it: let DATABASE_URL lead to the server itself, and restore again."
            )

    def move_in(self, *, replace: bool) -> None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
                self._clear(cursor, replace=replace)
                self._move(cursor)
        except OperationalError as error:
            if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                raise BackupError(
                    "Others are at work in the database: stop every part of the service, then restore again."
                ) from error
            raise

    def _clear(self, cursor: Any, *, replace: bool) -> None:
        there = [table.name for table in tables_there()]
        if not there:
            return
        names = sql.SQL(", ").join(map(sql.Identifier, [*there, "django_migrations"]))
        cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names))
        if not replace:
            refuse_unless_empty()
        functions = _functions(cursor, _current_schema(cursor))
        cursor.execute(sql.SQL("DROP TABLE {} CASCADE").format(names))
        for function in functions:
            cursor.execute(sql.SQL("DROP FUNCTION {}()").format(sql.Identifier(function)))

    def _move(self, cursor: Any) -> None:
        home = sql.Identifier(_current_schema(cursor))
        functions = _functions(cursor, SCHEMA)
        cursor.execute(TABLES_OF_SCHEMA, [SCHEMA])
        for (table,) in cursor.fetchall():
            moved = sql.Identifier(SCHEMA, table)
            # Its indexes, its counter and its triggers go with it.
            cursor.execute(sql.SQL("ALTER TABLE {} SET SCHEMA {}").format(moved, home))
        for function in functions:
            moved = sql.Identifier(SCHEMA, function)
            cursor.execute(sql.SQL("ALTER FUNCTION {}() SET SCHEMA {}").format(moved, home))
        # Not with CASCADE: what would be left behind in it is told by an error, and nothing has happened.
        cursor.execute(sql.SQL("DROP SCHEMA {}").format(sql.Identifier(SCHEMA)))


class SqliteRoom:
    def __init__(self, home: Path) -> None:
        self._home = home
        self.file = home.with_name(f"{home.name}.restoring")

    def inside(self) -> AbstractContextManager[None]:
        keep_to_owner(self.file)
        return led_to(NAME=self.file)

    def move_in(self, *, replace: bool) -> None:
        with self.file.open("r+b") as stream:
            os.fsync(stream.fileno())
        if not replace:
            refuse_unless_empty()
        if self._home.exists():
            self._bring_all_home()
        connection.close()
        for beside in _beside(self._home):
            beside.unlink(missing_ok=True)
        self.file.replace(self._home)

    def _bring_all_home(self) -> None:
        """What lies beside the old file would be taken for the new one's, and without it the old one is not whole."""
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy = bool(cursor.fetchone()[0])
        if is_busy:
            raise BackupError(f"Another program has {self._home} open: close it, then restore again.")

    def clear(self) -> None:
        for file in (self.file, *_beside(self.file)):
            file.unlink(missing_ok=True)


@contextmanager
def _postgres() -> Iterator[Room]:
    with connected() as session:
        row = session.execute("SELECT pg_try_advisory_lock(%s)", [ONE_AT_A_TIME]).fetchone()
        if row is None or not row[0]:
            raise BackupError("Another restore is at work in this database: wait until it is through.")
        clear = sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(SCHEMA))
        session.execute(clear)
        try:
            session.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(SCHEMA)))
        except psycopg.errors.InsufficientPrivilege as error:
            raise BackupError(
                f"The role {connection.settings_dict['USER']} may make no schema in the database: as its owner, run "
                f'GRANT CREATE ON DATABASE "{connection.settings_dict["NAME"]}" TO that role, and restore again.'
            ) from error
        try:
            yield PostgresRoom()
        finally:
            # What can't be cleared now the next restore clears; what went wrong before is what has to be told.
            with suppress(psycopg.Error):
                session.execute(clear)


@contextmanager
def _sqlite() -> Iterator[Room]:
    home = Path(connection.settings_dict["NAME"])
    try:
        with hold_folder(home.parent):
            room = SqliteRoom(home)
            room.clear()
            try:
                yield room
            finally:
                room.clear()
    except FolderInUseError as error:
        raise BackupError(f"The site runs on {home}: stop it, then restore again.") from error


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + end) for end in ("-wal", "-shm")]


def _current_schema(cursor: Any) -> str:
    cursor.execute("SELECT current_schema()")
    return str(cursor.fetchone()[0] or "")


def _functions(cursor: Any, schema: str) -> list[str]:
    cursor.execute(FUNCTIONS_OF_TRIGGERS, [schema])
    return [str(name) for (name,) in cursor.fetchall()]


ROOMS: Final[Mapping[str, Callable[[], AbstractContextManager[Room]]]] = {
    "postgresql": _postgres,
    "sqlite": _sqlite,
}

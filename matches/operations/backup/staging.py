"""Check the current database, build a restored one separately, and put it in place when it is complete.

On PostgreSQL it is a separate schema in the same database, on SQLite a file beside the database's. A restore
that is killed leaves the database unchanged, and the next restore deletes what it left.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from django.db import OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from ecarte_site.data_folder import FolderInUseError, hold_folder, keep_to_owner
from matches.operations.backup.errors import BackupError, NotEmptyError
from matches.operations.backup.postgres import SCHEMA, open_session
from matches.operations.backup.tables import Migration, Table, tables_after, unknown_migrations

MADE_BY_MIGRATING: Final = ("auth_permission", "django_content_type")
"""Tables that ``migrate`` fills, so that even an empty database has rows in them."""


WORDS: Final[Mapping[str, str]] = {
    "matches_club": "clubs",
    "matches_user": "accounts",
    "matches_player": "players",
    "matches_rubber": "rubbers",
    "matches_logentry": "log entries",
}
ONE_AT_A_TIME: Final = 5_238_914_077
"""The key of the advisory lock by which only one restore runs in a database. It is not used otherwise."""
PATIENCE: Final = "10s"
FUNCTIONS_OF_TRIGGERS: Final = """
SELECT DISTINCT pg_proc.proname FROM pg_trigger
JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_class ON pg_class.oid = tgrelid
JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE NOT tgisinternal AND nspname = %s
"""
TABLES_OF_SCHEMA: Final = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename"


def database_exists() -> bool:
    """Return whether a SQLite database exists (others: True), before connecting, which would create it."""
    return connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists()


def applied_migrations() -> list[Migration]:
    if not database_exists():
        return []
    return sorted(MigrationRecorder(connection).applied_migrations())


def existing_tables() -> list[Table]:
    """Return this database's tables. Raises BackupError if a newer version of the service has migrated it."""
    applied = applied_migrations()
    if unknown := unknown_migrations(applied):
        raise BackupError(
            f"A newer version of the service made the tables of {database_name()} (this one does not know "
            f"{'.'.join(unknown[0])}): use that version, or another database."
        )
    return tables_after(applied)


def refuse_unless_empty() -> None:
    """Raise NotEmptyError, with the number of rows, if there are more than ``migrate`` inserts."""
    counted = {
        table.name: _count(table) for table in existing_tables() if table.name not in MADE_BY_MIGRATING
    }
    if not any(counted.values()):
        return
    parts = [f"{counted[name]:,} {word}" for name, word in WORDS.items() if counted.get(name)]
    rows = f"{sum(counted.values()):,} rows in all"
    raise NotEmptyError(
        f"The database {database_name()} is not empty: it has {', '.join([*parts, rows])}. Restore into an empty one, "
        "or give all of that up with --replace."
    )


def database_name() -> str:
    """Return the database's name for messages to the host: a file's path, or a name on the server."""
    return str(connection.settings_dict["NAME"])


def _count(table: Table) -> int:
    with connection.cursor() as cursor:
        # The names are those of our own tables.
        cursor.execute(f'SELECT count(*) FROM "{table.name}"')  # noqa: S608
        return int(cursor.fetchone()[0])


class StagingArea(Protocol):
    def inside(self) -> AbstractContextManager[None]:
        """Redirect Django's connection to the staging area's database, which is empty at first.

        Raises BackupError if it cannot be redirected, for example behind some connection poolers.
        """

    def move_in(self, *, replace: bool) -> None:
        """Replace the current data by the staging area's database in one step.

        Raises NotEmptyError if the current database has got rows and ``replace`` is false, and BackupError if
        other programs are using it.
        """


@contextmanager
def open_staging_area() -> Iterator[StagingArea]:
    """Open an empty staging area. Raises BackupError during another restore, or while the site runs on this file."""
    with STAGING_AREAS[connection.vendor]() as room:
        yield room


class PostgresStagingArea:
    """A staging area in a schema of its own, in the same database."""

    @contextmanager
    def inside(self) -> Iterator[None]:
        options = dict(connection.settings_dict["OPTIONS"])
        options["options"] = f"{options.get('options', '')} -c search_path={SCHEMA}".strip()
        with redirected_connection(OPTIONS=options):
            self._refuse_unless_there()
            yield

    def _refuse_unless_there(self) -> None:
        """Raise an error if a pooler has dropped the options: migrations would then undo the data in use."""
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
        names_of_tables = [table.name for table in existing_tables()]
        if not names_of_tables:
            return
        names = sql.SQL(", ").join(map(sql.Identifier, [*names_of_tables, "django_migrations"]))
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
            # Its indexes, its sequence and its triggers move with it.
            cursor.execute(sql.SQL("ALTER TABLE {} SET SCHEMA {}").format(moved, home))
        for function in functions:
            moved = sql.Identifier(SCHEMA, function)
            cursor.execute(sql.SQL("ALTER FUNCTION {}() SET SCHEMA {}").format(moved, home))
        # Without CASCADE: if anything is left in it, an error is raised and everything is rolled back.
        cursor.execute(sql.SQL("DROP SCHEMA {}").format(sql.Identifier(SCHEMA)))


class SqliteStagingArea:
    """A staging area in a file beside the database's."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self.file = home.with_name(f"{home.name}.restoring")

    def inside(self) -> AbstractContextManager[None]:
        keep_to_owner(self.file)
        return redirected_connection(NAME=self.file)

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
        """Write the log files beside the old database into it: they do not fit the new one."""
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy = bool(cursor.fetchone()[0])
        if is_busy:
            raise BackupError(f"Another program has {self._home} open: close it, then restore again.")

    def clear(self) -> None:
        for file in (self.file, *_beside(self.file)):
            file.unlink(missing_ok=True)


@contextmanager
def _postgres() -> Iterator[StagingArea]:
    with open_session() as session:
        row = session.execute("SELECT pg_try_advisory_lock(%s)", [ONE_AT_A_TIME]).fetchone()
        if row is None or not row[0]:
            raise BackupError("Another restore is at work in this database: wait until it has finished.")
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
            yield PostgresStagingArea()
        finally:
            # The next restore deletes remains. The error to report is the one before.
            with suppress(psycopg.Error):
                session.execute(clear)


@contextmanager
def _sqlite() -> Iterator[StagingArea]:
    home = Path(connection.settings_dict["NAME"])
    try:
        with hold_folder(home.parent):
            room = SqliteStagingArea(home)
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


STAGING_AREAS: Final[Mapping[str, Callable[[], AbstractContextManager[StagingArea]]]] = {
    "postgresql": _postgres,
    "sqlite": _sqlite,
}


@contextmanager
def redirected_connection(**settings: Any) -> Iterator[None]:
    """Change settings of Django's default connection inside the ``with`` block, in this thread only."""
    previous = {name: connection.settings_dict[name] for name in settings}
    connection.close()
    connection.settings_dict.update(settings)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(previous)

"""What is in a database already, for whoever is about to put a back-up there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from matches.operations.backup.errors import BackupError, NotEmptyError
from matches.operations.backup.tables import Migration, Table, tables_after, unknown_migrations

MADE_BY_MIGRATING: Final = ("auth_permission", "django_content_type")
"""What every database has once its tables are made, before anybody did anything."""
WORDS: Final[Mapping[str, str]] = {
    "matches_club": "clubs",
    "matches_user": "accounts",
    "matches_player": "players",
    "matches_rubber": "rubbers",
    "matches_logentry": "log entries",
}


def is_there() -> bool:
    """Whether there is a database to look into at all: SQLite would make one in asking."""
    return connection.vendor != "sqlite" or Path(connection.settings_dict["NAME"]).exists()


def applied_migrations() -> list[Migration]:
    if not is_there():
        return []
    return sorted(MigrationRecorder(connection).applied_migrations())


def tables_there() -> list[Table]:
    """The service's tables in this database, of whichever version. Raises BackupError where a newer one made them."""
    applied = applied_migrations()
    if unknown := unknown_migrations(applied):
        raise BackupError(
            f"A newer version of the service made the tables of {database_name()} (this one does not know "
            f"{'.'.join(unknown[0])}): use that version, or another database."
        )
    return tables_after(applied)


def refuse_unless_empty() -> None:
    """Raises NotEmptyError, which names what there is."""
    counted = {table.name: _count(table) for table in tables_there() if table.name not in MADE_BY_MIGRATING}
    if not any(counted.values()):
        return
    told = [f"{counted[name]:,} {word}" for name, word in WORDS.items() if counted.get(name)]
    rows = f"{sum(counted.values()):,} rows in all"
    raise NotEmptyError(
        f"The database {database_name()} is not empty: it has {', '.join([*told, rows])}. Restore into an empty one, "
        "or give all of that up with --replace."
    )


def database_name() -> str:
    """As its host knows it: the file's path, or the name on the server."""
    return str(connection.settings_dict["NAME"])


def _count(table: Table) -> int:
    with connection.cursor() as cursor:
        # The names are those of our own tables.
        cursor.execute(f'SELECT count(*) FROM "{table.name}"')  # noqa: S608
        return int(cursor.fetchone()[0])

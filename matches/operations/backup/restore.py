"""Putting a back-up back: an archive in, a database of this version out, or nothing changed."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from matches.operations.backup.archive import Archive, open_archive
from matches.operations.backup.contents import refuse_unless_empty, tables_there
from matches.operations.backup.errors import ArchiveError
from matches.operations.backup.fill_tables import filling
from matches.operations.backup.key_fingerprint import is_of_this_key
from matches.operations.backup.staging import room_apart
from matches.operations.backup.tables import (
    Table,
    last_of_each_app,
    newest_migrations,
    tables_after,
)


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """``same_key`` is false where what the archive seals was sealed under another secret key than this site's."""

    made_at: datetime.datetime
    rows: int
    migrated_by: int
    same_key: bool


def restore_backup(place: Path, *, replace: bool) -> RestoredBackup:
    """Fill the database from the archive, then bring it up to this version; it takes nobody's place until all is there.

    Raises ArchiveError, before anything is written, for a file that is not whole; NotEmptyError, without ``replace``,
    where the database has rows; BackupError where a newer version made either, or where others are at work in
    it; OSError where the file can't be read. The database is then as it was.
    """
    with open_archive(place) as archive:
        tables = _tables(archive)
        if replace:
            tables_there()
        else:
            refuse_unless_empty()
        archive.check()
        with room_apart() as room:
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
    """In the archive's order. Raises ArchiveError where it has others than its migrations make."""
    manifest = archive.manifest
    made = {table.name: table for table in tables_after(manifest.migrations)}
    told = {table.name: table.columns for table in manifest.tables}
    if told != {name: tuple(column.name for column in table.columns) for name, table in made.items()}:
        raise ArchiveError("its tables are not those of its migrations")
    return [made[table.name] for table in manifest.tables]


def _put_together(archive: Archive, tables: list[Table]) -> None:
    MigrationExecutor(connection).migrate(last_of_each_app(archive.manifest.migrations))
    with filling() as filler:
        for table, content in zip(tables, archive.manifest.tables, strict=True):
            filler.fill(table, archive.lines(content))
            if content.next_number is not None:
                filler.count_on(table, content.next_number)
    call_command("migrate", verbosity=0, interactive=False)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Nobody has counted these rows yet, and the first questions would be planned for empty tables.
            cursor.execute("ANALYZE")

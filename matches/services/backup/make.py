"""Making a back-up: everything that the database holds at one moment, in one file."""

from __future__ import annotations

import datetime
import hashlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.db import connection
from django.utils import timezone

from matches.models import Backup
from matches.services.backup.archive import ArchiveWriter
from matches.services.backup.errors import BackupError
from matches.services.backup.key_marks import make_key_mark
from matches.services.backup.made import note_backup
from matches.services.backup.manifest import Manifest
from matches.services.backup.snapshot import Snapshot, open_snapshot
from matches.services.backup.tables import Migration, tables_after
from matches.services.backup.whole_files import written_whole


@dataclass(frozen=True, slots=True)
class MadeBackup:
    place: Path
    made_at: datetime.datetime
    rows: int
    size: int
    sha256: str


def make_backup(place: Path) -> MadeBackup:
    """Write an archive to `place` and note it in the database, which goes on taking what is entered meanwhile.

    The tables may be those of an earlier version. Raises BackupError, with no file left, where a file of that name is
    there, where a newer version made the tables or a migration runs; OSError where the file can't be written.
    """
    with open_snapshot() as before:
        applied = _migrations(before)
    with written_whole(place) as stream:
        with open_snapshot() as snapshot:
            tables = tables_after(applied)
            snapshot.hold(tables)
            made_at = timezone.now()
            if _migrations(snapshot) != applied:
                raise BackupError("A migration runs at this moment: make the back-up when it is through.")
            writer = ArchiveWriter(stream)
            contents = [
                writer.add(table, snapshot.lines(table), next_number=snapshot.next_number(table))
                for table in tables
            ]
        manifest = Manifest(made_at, connection.vendor, make_key_mark(), tuple(applied), tuple(contents))
        writer.finish(manifest)
        size = stream.tell()
        stream.seek(0)
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    if any(table.name == Backup._meta.db_table for table in tables):
        note_backup(place.absolute(), made_at=made_at, size=size, sha256=sha256)
    return MadeBackup(place, made_at, manifest.rows, size, sha256)


def _migrations(snapshot: Snapshot) -> list[Migration]:
    try:
        return snapshot.migrations()
    except (psycopg.Error, sqlite3.Error) as error:
        raise BackupError(
            f"There is nothing to back up: the database has no tables yet ({error})."
        ) from error

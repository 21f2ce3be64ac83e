"""Making a back-up: everything that the database holds at one moment, in one file."""

from __future__ import annotations

import datetime
import hashlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from django.db import Error, connection
from django.utils import timezone

from matches.models import Backup
from matches.operations.backup.archive import ArchiveWriter
from matches.operations.backup.atomic_files import written_whole
from matches.operations.backup.errors import BackupError
from matches.operations.backup.history import note_backup
from matches.operations.backup.key_fingerprint import make_key_mark
from matches.operations.backup.manifest import Manifest
from matches.operations.backup.snapshot import open_snapshot
from matches.operations.backup.tables import tables_after


@dataclass(frozen=True, slots=True)
class MadeBackup:
    """``not_noted`` is what kept the database from taking note of a file that is whole all the same; None if it did."""

    place: Path
    made_at: datetime.datetime
    rows: int
    size: int
    sha256: str
    not_noted: Error | None = None


def make_backup(place: Path) -> MadeBackup:
    """Write an archive to `place` and note it in the database, which goes on taking what is entered meanwhile.

    The tables may be those of an earlier version. Raises BackupError, with no file left, where a file of that name is
    there, where a newer version made the tables or a migration runs; OSError where the file can't be written;
    Django's database errors where the database can't be read.
    """
    with open_snapshot() as before:
        applied = before.migrations()
    with written_whole(place) as stream, closing(ArchiveWriter(stream)) as writer:
        with open_snapshot() as snapshot:
            tables = tables_after(applied)
            snapshot.hold(tables)
            made_at = timezone.now()
            if snapshot.migrations() != applied:
                raise BackupError("A migration runs at this moment: make the back-up when it is through.")
            contents = [
                writer.add(table, snapshot.lines(table), next_number=snapshot.next_number(table))
                for table in tables
            ]
        manifest = Manifest(made_at, connection.vendor, make_key_mark(), tuple(applied), tuple(contents))
        writer.finish(manifest)
        size = stream.tell()
        stream.seek(0)
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    not_noted = None
    if any(table.name == Backup._meta.db_table for table in tables):
        try:
            note_backup(place.absolute(), made_at=made_at, size=size, sha256=sha256)
        except Error as error:
            # A standby takes nothing, and a database file may be locked.
            not_noted = error
    return MadeBackup(place, made_at, manifest.rows, size, sha256, not_noted)

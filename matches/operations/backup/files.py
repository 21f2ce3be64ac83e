"""Write a back-up's file as a whole, record it in the database, and delete the oldest ones of a folder."""

from __future__ import annotations

import contextlib
import datetime
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedRandom
from pathlib import Path
from typing import Final, NamedTuple

from django.db import Error
from django.utils import timezone

from matches.models import Backup
from matches.operations.backup.errors import BackupError

try:
    import fcntl
except ImportError:  # such a system has no such lock, and is trusted to write one at a time
    fcntl = None  # type: ignore[assignment]


UNFINISHED: Final = ".part"
NAME: Final = "ecarte-%Y-%m-%dT%H%M%SZ.zip"
NAMED_BY_TIME: Final = re.compile(r"ecarte-\d{4}-\d\d-\d\dT\d{6}Z\.zip")


@contextmanager
def write_whole_file(place: Path) -> Iterator[BufferedRandom]:
    """Open a temporary file for writing, and rename it to ``place`` when the block ends without an error.

    It is synced to disk, and only its owner can read it. Raises BackupError if a file named ``place`` exists
    or is being written by another process.
    """
    draft = place.with_name(f".{place.name}{UNFINISHED}")
    descriptor = os.open(draft, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "w+b") as stream:
        if not _is_ours(stream):
            raise BackupError(f"{place} is being written by another process.")
        try:
            if place.exists():
                raise BackupError(f"{place} is there already: choose another name, or take that file away.")
            # A killed process may have left its part behind.
            stream.truncate(0)
            os.fchmod(stream.fileno(), 0o600)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            draft.rename(place)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    _sync_folder(place.parent)


def clear_unfinished(folder: Path, named: re.Pattern[str]) -> None:
    """Delete the temporary files that killed processes left in ``folder``.

    ``named`` matches the name that a finished file would have. Files of other programs, and files that are being
    written, are kept.
    """
    for draft in folder.glob(f".*{UNFINISHED}"):
        # Other programs use the same suffix for unfinished files.
        if not named.fullmatch(draft.name.removeprefix(".").removesuffix(UNFINISHED)):
            continue
        with contextlib.suppress(FileNotFoundError), draft.open("r+b") as stream:
            if _is_ours(stream):
                draft.unlink()


def _is_ours(stream: BufferedRandom) -> bool:
    """Lock the file until it is closed. Return False if another process has locked it."""
    if fcntl is not None:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _sync_folder(folder: Path) -> None:
    """Sync the folder to disk: only then is a new name in it safe."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class LastBackup(NamedTuple):
    """The newest recorded back-up: its time, its size in bytes, and its path on the machine that wrote it."""

    made_at: datetime.datetime
    size: int
    where: str


def last_backup() -> LastBackup | None:
    """Return the newest recorded back-up, or None, with one query."""
    newest = Backup.objects.values_list("made_at", "size", "place").order_by("-made_at", "-pk").first()
    return None if newest is None else LastBackup(*newest)


def note_backup(place: Path, *, made_at: datetime.datetime, size: int, sha256: str) -> None:
    """Record a back-up in the database, so that its age can be monitored."""
    Backup.objects.create(place=str(place), made_at=made_at, size=size, sha256=sha256)


def forget_backups(places: list[Path]) -> None:
    """Delete the records of the back-ups at these paths, after the files were deleted."""
    Backup.objects.filter(place__in=map(str, places)).delete()


def new_place(folder: Path) -> Path:
    return folder / timezone.now().strftime(NAME)


def clear_older(made: Path, *, keep: int) -> list[Path]:
    """Delete all but the ``keep`` newest back-ups in the folder of ``made``, and return the deleted ones.

    Only files with automatic names are deleted, and unfinished ones of killed processes. ``made`` counts as
    the newest, even if its name has an earlier time because the clock was set back.
    """
    folder = made.parent
    clear_unfinished(folder, NAMED_BY_TIME)
    named = {file for file in folder.iterdir() if NAMED_BY_TIME.fullmatch(file.name)}
    older = sorted([*sorted(named - {made}), made][:-keep])
    for file in older:
        file.unlink(missing_ok=True)
    # A read-only database, such as a standby, keeps naming files that have been deleted.
    with contextlib.suppress(Error):
        forget_backups([file.absolute() for file in older])
    return older

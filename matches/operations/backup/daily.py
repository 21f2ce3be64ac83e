"""Make a back-up every day while the process runs, and copy each to a second folder if one is set.

A back-up that another program, such as a cron job, makes in the same folder counts as that day's.
"""

from __future__ import annotations

import datetime
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.db import Error
from django.utils import timezone

from matches.operations.backup.errors import BackupError
from matches.operations.backup.files import (
    NAME,
    NAMED_BY_TIME,
    UNFINISHED,
    clear_older,
    new_place,
    write_whole_file,
)
from matches.operations.backup.make import make_backup

LOOK_EVERY: Final = datetime.timedelta(hours=1)
"""The interval at which to check for another program's back-up and to retry a failed step."""
DAY: Final = datetime.timedelta(days=1)
GRACE: Final = datetime.timedelta(minutes=10)
"""The time beyond a day after which our own back-up is made although another program made the last one.

A daily job makes its next back-up first, so that no day has two.
"""

logger = logging.getLogger(__name__)


class DailyBackups:
    """Makes a back-up in ``folder`` every day at the time ``at`` (UTC), and copies each to ``copy_to``, if set.

    In both folders, only the ``keep`` newest back-ups are kept; None keeps all.
    """

    def __init__(self, folder: Path, *, at: datetime.time, keep: int | None, copy_to: Path | None) -> None:
        self._folder = folder
        self._at = at
        self._keep = keep
        self._copy_to = copy_to
        self._own: Path | None = None

    def run_due(self) -> datetime.timedelta:
        """Make and copy due back-ups, and return how long to wait. A failure is logged, and tried again then."""
        due = self._attempt("no back-up was made", self._make_if_due)
        if self._copy_to is not None:
            self._attempt("no back-up was copied", self._copy)
        if due is None:
            return LOOK_EVERY
        return min(max(due - timezone.now(), datetime.timedelta()), LOOK_EVERY)

    def _attempt(
        self, failure: str, action: Callable[[], datetime.datetime | None]
    ) -> datetime.datetime | None:
        try:
            return action()
        except (BackupError, OSError, Error) as error:
            logger.error("%s: %s", failure, reason_of(error))
            return None

    def _make_if_due(self) -> datetime.datetime:
        due = self._due()
        if due > timezone.now():
            return due
        made = make_backup(new_place(self._folder))
        self._own = made.place
        logger.info("back-up made: %s, %s bytes, SHA-256 %s", made.place, f"{made.size:,}", made.sha256)
        if made.recording_error is not None:
            logger.warning("the database took no note of the back-up: %s", reason_of(made.recording_error))
        if self._keep is not None:
            clear_older(made.place, keep=self._keep)
        return self._due()

    def _due(self) -> datetime.datetime:
        now = timezone.now()
        # A name from the future dates from before the clock was set back.
        past = [file for file in backups_in(self._folder) if time_of(file) <= now]
        if not past:
            return now
        return next_due(time_of(past[-1]), is_own=past[-1] == self._own, at=self._at)

    def _copy(self) -> None:
        if self._copy_to is not None:
            copied = copy_backups(self._folder, self._copy_to, keep=self._keep)
            if copied:
                logger.info("back-ups copied to %s: %s", self._copy_to, ", ".join(f.name for f in copied))


def next_due(newest: datetime.datetime, *, is_own: bool, at: datetime.time) -> datetime.datetime:
    """Return the time at which the next back-up is due, after one made at ``newest``.

    After our own (``is_own``), it is the first time of day ``at`` (UTC) that is at least an hour later. After
    another program's, it is a day and ten minutes later, so that a daily job of that program runs first.
    """
    if not is_own:
        return newest + DAY + GRACE
    due = datetime.datetime.combine(newest.date(), at, datetime.UTC)
    # A back-up made late, or by hand shortly before its time, counts as that day's.
    while due < newest + LOOK_EVERY:
        due += DAY
    return due


def copy_backups(folder: Path, copies: Path, *, keep: int | None) -> list[Path]:
    """Copy to ``copies`` those of the ``keep`` newest back-ups of ``folder`` that it lacks, and return the new files.

    If one was copied, all but the ``keep`` newest in ``copies`` are then deleted; None copies and keeps all.
    Raises BackupError if ``copies`` is not a folder, and OSError if it cannot be written.
    """
    if not copies.is_dir():
        raise BackupError(f"{copies} is not a folder: make it first.")
    made = []
    for file in backups_in(folder)[-keep if keep is not None else None :]:
        copy = copies / file.name
        if copy.exists():
            continue
        with file.open("rb") as source, write_whole_file(copy) as target:
            shutil.copyfileobj(source, target, 1 << 20)
        made.append(copy)
    if made and keep is not None:
        clear_older(made[-1], keep=keep)
    return made


def backups_in(folder: Path) -> list[Path]:
    """Return the back-ups in ``folder`` with automatic names, which contain the time; oldest first."""
    return sorted(file for file in folder.iterdir() if NAMED_BY_TIME.fullmatch(file.name))


def time_of(backup: Path) -> datetime.datetime:
    return datetime.datetime.strptime(backup.name, NAME).replace(tzinfo=datetime.UTC)


def reason_of(error: BackupError | OSError | Error) -> str:
    """Return a line for the log that says why no back-up was made, and what to do, if that is known."""
    if isinstance(error, OSError):
        place = Path(error.filename or "the folder")
        folder = place.parent if place.suffix == UNFINISHED else place
        if not isinstance(error, PermissionError) or not hasattr(os, "getuid"):
            return f"{folder} can't be used ({error.strerror})"
        return (
            f"{folder} can't be written by user {os.getuid()} ({error.strerror}): "
            "give it to that user, as docs/backup.md says"
        )
    text = " ".join(str(error).split())
    return text if isinstance(error, BackupError) else f"the database can't be read ({text})"

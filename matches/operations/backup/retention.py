"""A folder of back-ups that are named by the time, of which the newest are kept."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from django.db import Error
from django.utils import timezone

from matches.operations.backup.atomic_files import clear_unfinished
from matches.operations.backup.history import forget_backups

NAME: Final = "ecarte-%Y-%m-%dT%H%M%SZ.zip"
NAMED_BY_TIME: Final = re.compile(r"ecarte-\d{4}-\d\d-\d\dT\d{6}Z\.zip")


def new_place(folder: Path) -> Path:
    """Of this moment; no two of the same second."""
    return folder / timezone.now().strftime(NAME)


def clear_older(made: Path, *, keep: int) -> list[Path]:
    """Take away all but the ``keep`` newest of its folder, and what killed processes left half written; what went.

    ``made`` is the newest of them, whatever its name says: the clock may have been set back since the one before.
    Files that are named otherwise are somebody's own, and stay.
    """
    folder = made.parent
    clear_unfinished(folder, NAMED_BY_TIME)
    named = {file for file in folder.iterdir() if NAMED_BY_TIME.fullmatch(file.name)}
    older = sorted([*sorted(named - {made}), made][:-keep])
    for file in older:
        file.unlink(missing_ok=True)
    # Where the database takes nothing, as a standby does, it goes on naming files that are gone.
    with contextlib.suppress(Error):
        forget_backups([file.absolute() for file in older])
    return older

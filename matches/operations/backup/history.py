"""What is known of the back-ups that were made, for whoever watches over the service."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import NamedTuple

from matches.models import Backup


class LastBackup(NamedTuple):
    """``where`` is a path on the machine that wrote the file."""

    made_at: datetime.datetime
    size: int
    where: str


def last_backup() -> LastBackup | None:
    """The newest that was noted, by one query; None where none ever was."""
    newest = Backup.objects.values_list("made_at", "size", "place").order_by("-made_at", "-pk").first()
    return None if newest is None else LastBackup(*newest)


def note_backup(place: Path, *, made_at: datetime.datetime, size: int, sha256: str) -> None:
    Backup.objects.create(place=str(place), made_at=made_at, size=size, sha256=sha256)


def forget_backups(places: list[Path]) -> None:
    """Of files that were cleared away nothing is said any more."""
    Backup.objects.filter(place__in=map(str, places)).delete()

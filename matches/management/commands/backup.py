"""Command to back up the whole database to one file while the service is running.

``manage.py backup [FILE]`` writes one file, ``manage.py backup --keep N FOLDER`` also deletes old ones, and
``manage.py backup --daily HH:MM FOLDER`` keeps running and makes one back-up a day.
"""

from __future__ import annotations

import datetime
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connections

from matches.operations.backup.daily import DailyBackups, copy_backups
from matches.operations.backup.errors import BackupError
from matches.operations.backup.files import clear_older, new_place
from matches.operations.backup.make import MadeBackup, make_backup

NOT_IN_IT = "Not in it: the secret key. Keep that as well, in another place: without it two-step sign-in stops working."


class Command(BaseCommand):
    help = (
        "Writes everything that the database holds to one file, as it is at one moment; the service goes on. "
        "docs/backup.md says how to put it back."
    )

    # The checks load every page, and a back-up is most urgent when something is broken.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "place",
            nargs="?",
            type=Path,
            metavar="FILE",
            help="the file to write, which may not be there yet, or a folder for one that is named by the time "
            "(the folder backups beside the one process's data)",
        )
        parser.add_argument(
            "--keep",
            type=_number,
            metavar="N",
            help="of the files named by the time in the folder keep the N newest, and clear the others away",
        )
        parser.add_argument(
            "--copy-to",
            type=_place,
            metavar="FOLDER",
            help="copy the back-ups of the folder that this one lacks; of those named by the time it keeps N as well",
        )
        parser.add_argument(
            "--daily",
            type=_time,
            metavar="HH:MM",
            help="stay, and make a back-up every day at this time (UTC), and one now if the last is older than a day",
        )

    def handle(
        self,
        *args: Any,
        place: Path | None,
        keep: int | None,
        copy_to: Path | None,
        daily: datetime.time | None,
        **options: Any,
    ) -> None:
        """Make the back-up. Raises ``CommandError``, with no new file left and no older one deleted."""
        if daily is not None:
            if place is None:
                raise CommandError("--daily wants the folder that back-ups are to go to.")
            _run_daily(DailyBackups(place, at=daily, keep=keep, copy_to=copy_to))
        folder = _folder(place, keep=keep)
        if copy_to is not None and folder is None:
            raise CommandError(
                "--copy-to wants back-ups that are named by the time: give a folder, and no file."
            )
        try:
            made = make_backup(new_place(folder) if folder is not None else place or Path())
            self._print_backup(made)
            cleared = clear_older(made.place, keep=keep) if keep is not None else []
            copied = copy_backups(folder, copy_to, keep=keep) if folder and copy_to else []
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{error.filename or place or folder} can't be written ({error.strerror})."
            ) from error
        except Error as error:
            raise CommandError(f"the database can't be read ({_first_line(error)})") from error
        if cleared:
            self.stdout.write(f"Cleared away: {', '.join(file.name for file in cleared)}.")
        if copied:
            self.stdout.write(f"Copied to {copy_to}: {', '.join(file.name for file in copied)}.")
        self.stdout.write(NOT_IN_IT)

    def _print_backup(self, made: MadeBackup) -> None:
        self.stdout.write(f"{made.place}: {made.rows:,} rows in {made.size:,} bytes, SHA-256 {made.sha256}.")
        if made.recording_error is not None:
            self.stderr.write(
                f"The file is whole, but the database took no note of it ({_first_line(made.recording_error)}): "
                "monitoring still shows the one before."
            )


def _run_daily(backups: DailyBackups) -> NoReturn:
    while True:
        wait = backups.run_due()
        # Until the next day, nobody else should have to count this connection among the database's sessions.
        connections.close_all()
        time.sleep(wait.total_seconds())


def _folder(place: Path | None, *, keep: int | None) -> Path | None:
    """Return the folder of files named by the time, or None if a file itself is named. Our own is created."""
    if place is None:
        own = Path(settings.DATA_DIR) / "backups"
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        return own
    if place.is_dir():
        return place
    if keep is not None:
        raise CommandError(f"--keep wants a folder, and {place} is none: make it first.")
    return None


def _first_line(error: Error) -> str:
    return str(error).partition("\n")[0]


def _place(text: str) -> Path | None:
    """Return None for an empty text, which docker-compose.yml passes if no second place is set."""
    return Path(text) if text else None


def _time(text: str) -> datetime.time:
    try:
        return datetime.datetime.strptime(text, "%H:%M").time()
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a time of day; write it as 03:30") from None


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number of files; write a whole number from 1")
    return int(text)

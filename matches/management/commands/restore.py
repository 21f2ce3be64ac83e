"""``manage.py restore FILE [--replace [DATABASE]]``: puts a back-up back."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from matches.operations.backup.contents import database_name
from matches.operations.backup.errors import ArchiveError, BackupError
from matches.operations.backup.restore import RestoredBackup, restore_backup

ASK = ""
"""What --replace holds when it names nothing."""


class Command(BaseCommand):
    help = (
        "Fills an empty database from a back-up, of this version of the service or of an earlier one, and brings it up "
        "to this version. Stop the service first. docs/backup.md tells more."
    )
    # They load every page, of which a restore needs none.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what manage.py backup wrote")
        parser.add_argument(
            "--replace",
            nargs="?",
            const=ASK,
            metavar="DATABASE",
            help="give up all that the database holds; its name, which is asked for where it does not stand here",
        )

    def handle(self, *args: Any, file: Path, replace: str | None, **options: Any) -> None:
        """Raises ``CommandError``, with the database as it was, where the back-up can't be put back."""
        if replace is not None:
            _make_sure(replace)
        try:
            restored = restore_backup(file, replace=replace is not None)
        except ArchiveError as error:
            raise CommandError(
                f"{file} is not a whole back-up: {error}. The database is as it was; take another file."
            ) from error
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or file} can't be used ({error.strerror}).") from error
        except Error as error:
            raise CommandError(
                f"the database would not take it ({str(error).partition(chr(10))[0]}); it is as it was"
            ) from error
        self.stdout.write(_told(restored))


def _make_sure(told: str) -> None:
    """Raises ``CommandError`` unless the database is called by its name, here or when asked."""
    name = database_name()
    if told == ASK:
        if not sys.stdin.isatty():
            raise CommandError(f"--replace gives up all that the database holds: write --replace {name}")
        told = input(f"All that {name} holds will be given up. Type its name to go on: ").strip()
    if told != name:
        raise CommandError(f"the database is called {name}, not {told}; nothing was changed")


def _told(restored: RestoredBackup) -> str:
    lines = [f"Restored {restored.rows:,} rows as they were on {restored.made_at:%Y-%m-%d at %H:%M} UTC."]
    if restored.migrated_by:
        lines.append(f"They came from an earlier version: {restored.migrated_by} migrations were applied.")
    if not restored.same_key:
        lines.append(
            "The back-up was made under another secret key: everybody signs in again, second steps have to be deleted "
            "in the administration, and webhooks need new secrets. Start with the old key to avoid that."
        )
    return "\n".join(lines)

"""Command to restore a back-up into the configured database: ``manage.py restore FILE [--replace [DATABASE]]``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from matches.operations.backup.errors import ArchiveError, BackupError
from matches.operations.backup.restore import RestoredBackup, restore_backup
from matches.operations.backup.staging import database_name

ASK = ""
"""The value of ``--replace`` without a name, after which the command asks for the name."""


class Command(BaseCommand):
    help = (
        "Fills an empty database from a back-up, of this version of the service or of an earlier one, and brings it up "
        "to this version. Stop the service first. docs/backup.md tells more."
    )
    # The checks load every page, and a restore needs none.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file that manage.py backup wrote")
        parser.add_argument(
            "--replace",
            nargs="?",
            const=ASK,
            metavar="DATABASE",
            help="replace everything in the database; give its name here, or type it when asked",
        )

    def handle(self, *args: Any, file: Path, replace: str | None, **options: Any) -> None:
        """Restore the back-up. Raises ``CommandError`` if that fails; the database is then unchanged."""
        if replace is not None:
            _require_name(replace)
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
        self.stdout.write(_summary(restored))


def _require_name(typed_name: str) -> None:
    """Raise ``CommandError`` unless the database's name is given, here or at the prompt."""
    name = database_name()
    if typed_name == ASK:
        if not sys.stdin.isatty():
            raise CommandError(f"--replace gives up all that the database holds: write --replace {name}")
        typed_name = input(f"All that {name} holds will be given up. Type its name to go on: ").strip()
    if typed_name != name:
        raise CommandError(f"the database is called {name}, not {typed_name}; nothing was changed")


def _summary(restored: RestoredBackup) -> str:
    lines = [f"Restored {restored.rows:,} rows as they were on {restored.made_at:%Y-%m-%d at %H:%M} UTC."]
    if restored.migrated_by:
        lines.append(f"They came from an earlier version: {restored.migrated_by} migrations were applied.")
    if not restored.same_key:
        lines.append(
            "The back-up was made under another secret key: everybody has to sign in again, two-step sign-in must be "
            "deleted in the administration, and webhooks need new secrets. Start with the old key to avoid that."
        )
    return "\n".join(lines)

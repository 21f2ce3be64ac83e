"""Command to check that the stored rows follow from the log, and to correct them with ``--write``.

Usage: ``manage.py rebuild [--write]``
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from matches.operations.rebuild import Rebuild


class Command(BaseCommand):
    help = "Replays the log and compares it with what is stored; with --write, what the log says is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="write what the log says over what differs")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        """Print the differences. Raises ``CommandError`` if there are some and ``--write`` is not given."""
        replay = Rebuild(write=write)
        count = 0
        for difference in replay.differences():
            self.stdout.write(str(difference))
            count += 1
        replayed = (
            ngettext("%d log entry replayed", "%d log entries replayed", replay.entries) % replay.entries
        )
        counted = ngettext("%d difference", "%d differences", count) % count
        if not count:
            self.stdout.write(f"{replayed}: no difference.")
        elif write:
            self.stdout.write(f"{replayed}: {counted}, now written as the log has it.")
        else:
            raise CommandError(f"{replayed}: {counted}. With --write the log's version is stored.")

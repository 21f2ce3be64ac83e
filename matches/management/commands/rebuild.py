"""``manage.py rebuild [--write]``: does what is stored follow from the log?"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from matches.operations.rebuild.replay import Rebuild


class Command(BaseCommand):
    help = "Replays the log and compares it with what is stored; with --write, what the log says is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="write what the log says over what differs")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        """Raises ``CommandError`` where differences were found and are there still."""
        replay = Rebuild(write=write)
        count = 0
        for difference in replay.differences():
            self.stdout.write(str(difference))
            count += 1
        told = ngettext("%d log entry replayed", "%d log entries replayed", replay.entries) % replay.entries
        counted = ngettext("%d difference", "%d differences", count) % count
        if not count:
            self.stdout.write(f"{told}: no difference.")
        elif write:
            self.stdout.write(f"{told}: {counted}, now written as the log has it.")
        else:
            raise CommandError(f"{told}: {counted}. With --write the log's version is stored.")

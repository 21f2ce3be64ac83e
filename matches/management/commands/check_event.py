"""``manage.py check_event FILE...``: does what an event's file says of itself follow from its logs?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from matches.exchange.event_files.check import UNREADABLE, check_file
from matches.management.console import Teller, reconfigure

CLEAN: Final = 0
FOUND: Final = 1
NOT_READ: Final = 2


class Command(BaseCommand):
    help = (
        "Checks files of events from themselves alone: shape, logs, records, pairings, standings and places. "
        "The exit status is 0 where nothing is wrong, 1 where something is, 2 where a file can't be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a file of an event; - is standard input"
        )

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        """Exits with a status of its own where something is wrong."""
        reconfigure(self.stdout, encoding="utf-8", errors="replace", newline="\n")
        teller = Teller(self.stdout)
        status = max(self._status(teller, name) for name in files)
        teller.flush()
        if status != CLEAN:
            sys.exit(status)

    def _status(self, teller: Teller, name: str) -> int:
        try:
            raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror}")
            return NOT_READ
        findings = check_file(raw)
        for finding in findings:
            teller.write(f"{name}: {finding.pointer or '/'}: {finding.code}: {finding.message}\n")
        if any(finding.code in UNREADABLE for finding in findings):
            return NOT_READ
        return FOUND if findings else CLEAN

"""Command to check that event files are consistent: that their tables and places follow from their logs.

Usage: ``manage.py check_event FILE...``
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from matches.events.check_document import UNREADABLE, check_file
from matches.management.console import OutputWriter, reconfigure

CLEAN: Final = 0
HAS_FINDINGS: Final = 1
UNREADABLE_FILE: Final = 2


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
        """Check the files. Exits with status 1 if one has an error, or 2 if one cannot be read."""
        reconfigure(self.stdout, encoding="utf-8", errors="replace", newline="\n")
        output = OutputWriter(self.stdout)
        status = max(self._status(output, name) for name in files)
        output.flush()
        if status != CLEAN:
            sys.exit(status)

    def _status(self, output: OutputWriter, name: str) -> int:
        try:
            raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror}")
            return UNREADABLE_FILE
        findings = check_file(raw)
        for finding in findings:
            output.write(f"{name}: {finding.pointer or '/'}: {finding.code}: {finding.message}\n")
        if any(finding.code in UNREADABLE for finding in findings):
            return UNREADABLE_FILE
        return HAS_FINDINGS if findings else CLEAN

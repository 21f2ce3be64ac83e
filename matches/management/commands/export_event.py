"""Command to write a whole event with its log as one JSON document to standard output.

Usage: ``manage.py export_event ID``, with the event's public id
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.exchange.event_files.export import export_bytes
from matches.management.console import OutputWriter, reconfigure, require_database
from matches.models import Event


class Command(BaseCommand):
    help = "Writes an event's file to standard output: its log, its rubbers, and what they come to."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="ID", help="the event's id, as its address has it")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        """Write the event's file. Raises ``CommandError`` if there is no such event."""
        require_database()
        stored_event = Event.objects.filter(public_id=event).exclude(name="").select_related("club").first()
        if stored_event is None:
            raise CommandError(f"there is no event {event!r}")
        reconfigure(self.stdout, encoding="utf-8", errors="strict", newline="\n")
        output = OutputWriter(self.stdout)
        output.write(export_bytes(stored_event).decode())
        output.flush()

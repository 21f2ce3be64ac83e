"""``manage.py export_event ID``: writes a whole event, with its log, as one JSON document."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.exchange.event_files.export import export_bytes
from matches.management.console import Teller, reconfigure, require_database
from matches.models import Event


class Command(BaseCommand):
    help = "Writes an event's file to standard output: its log, its rubbers, and what they come to."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="ID", help="the event's id, as its address has it")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        """Raises ``CommandError`` for an event that is not there."""
        require_database()
        found = Event.objects.filter(public_id=event).exclude(name="").select_related("club").first()
        if found is None:
            raise CommandError(f"there is no event {event!r}")
        reconfigure(self.stdout, encoding="utf-8", errors="strict", newline="\n")
        teller = Teller(self.stdout)
        teller.write(export_bytes(found).decode())
        teller.flush()

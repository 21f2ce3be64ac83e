"""Command to import the event of a file into a club: ``manage.py import_event FILE --club SLUG``."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.common.commands import CommandContext
from matches.events.check_document import EventFileError
from matches.exchange.event_files.import_events import import_event
from matches.management.console import require_database
from matches.models import Club, User


class Command(BaseCommand):
    help = "Takes the event of a file into a club's records: all of it, or nothing. Safe to run twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a file of an event")
        parser.add_argument("--club", metavar="SLUG", required=True, help="whose event it is from now on")

    def handle(self, *args: Any, file: Path, club: str, **options: Any) -> None:
        """Import the event. Raises ``CommandError``, with a line for each error in the file."""
        require_database()
        target = Club.objects.filter(slug=club).first()
        if target is None:
            raise CommandError(f"there is no club {club!r}")
        by = User.objects.filter(is_superuser=True).order_by("pk").first()
        if by is None:
            raise CommandError("the site has no owner yet; run: python manage.py createsuperuser")
        try:
            imported = import_event(target, file.read_bytes(), act=CommandContext(by=by, key=""))
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except EventFileError as error:
            lines = [f"{file}: {each.pointer or '/'}: {each.code}: {each.message}" for each in error.findings]
            raise CommandError("\n".join([*lines, str(error)])) from error
        event = imported.event
        if imported.is_new:
            self.stdout.write(f"{file}: {event.name}, taken in: /clubs/{club}/events/{event.public_id}/")
        else:
            self.stdout.write(
                f"{file}: {event.name} is here already as the file has it; nothing was changed."
            )

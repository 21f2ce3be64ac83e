"""Command to write stored rubbers as an EGN file to standard output.

Usage: ``manage.py export_egn [--club SLUG] [--event NAME] [--ids]``
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.exchange.exports.select_rubbers import exported_rubbers, rubbers_to_export
from matches.management.console import OutputWriter, reconfigure, require_database
from matches.models import Club


class Command(BaseCommand):
    help = "Writes stored rubbers to standard output as canonical EGN, in the order in which they came."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="SLUG", help="only the rubbers of this club")
        parser.add_argument("--event", metavar="NAME", help="only the rubbers of events of this name")
        parser.add_argument(
            "--ids", action="store_true", help="write the service's ids of players and rubbers"
        )

    def handle(self, *args: Any, club: str | None, event: str | None, ids: bool, **options: Any) -> None:
        """Write the rubbers. Raises ``CommandError`` for an unknown club, or an event without rubbers."""
        require_database()
        rubbers = rubbers_to_export(club=_club(club), event=event)
        if event is not None and not rubbers.exists():
            raise CommandError(f"nothing was played in an event called {event!r}")
        # The notation is UTF-8 with plain line ends on every system.
        reconfigure(self.stdout, encoding="utf-8", errors="strict", newline="\n")
        output = OutputWriter(self.stdout)
        for text in exported_rubbers(rubbers, with_ids=ids):
            output.write(text)
            if not output.has_reader:
                break
        output.flush()


def _club(slug: str | None) -> Club | None:
    if slug is None:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"there is no club {slug!r}")
    return club

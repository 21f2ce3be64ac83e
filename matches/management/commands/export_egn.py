"""``manage.py export_egn [--club SLUG] [--event NAME] [--ids]``: writes stored rubbers as canonical EGN."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.exchange.queries.exports import exported_rubbers, rubbers_to_export
from matches.management.console import Teller, reconfigure, require_database
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
        """Raises ``CommandError`` for a club that is not there and for an event that nothing was played in."""
        require_database()
        rubbers = rubbers_to_export(club=_club(club), event=event)
        if event is not None and not rubbers.exists():
            raise CommandError(f"nothing was played in an event called {event!r}")
        # The notation is UTF-8 with plain line ends wherever it is written.
        reconfigure(self.stdout, encoding="utf-8", errors="strict", newline="\n")
        teller = Teller(self.stdout)
        for text in exported_rubbers(rubbers, with_ids=ids):
            teller.write(text)
            if not teller.heard:
                break
        teller.flush()


def _club(slug: str | None) -> Club | None:
    if slug is None:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"there is no club {slug!r}")
    return club

"""``manage.py sweep``: finds reviews and standings that are owed and asks the worker for them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from matches.operations.sweep import sweep


class Command(BaseCommand):
    help = "Finds reviews and standings that are owed and asks the worker for them; the schedule does it too."

    def handle(self, *args: Any, **options: Any) -> None:
        owed = sweep()
        rubbers = ngettext("%d rubber", "%d rubbers", owed.reviews) % owed.reviews
        events = ngettext("%d event", "%d events", owed.standings) % owed.standings
        self.stdout.write(f"Asked for the reviews of {rubbers} and the standings of {events}.")
        if owed.given_up:
            told = ngettext("%d review was given up", "%d reviews were given up", owed.given_up)
            self.stdout.write(
                f"{told % owed.given_up}: what is wrong stands with each in the administration."
            )

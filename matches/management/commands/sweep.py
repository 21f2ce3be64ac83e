"""``manage.py sweep``: finds reviews and standings that are owed and asks the worker for them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches.services.sweep import sweep


class Command(BaseCommand):
    help = "Finds reviews and standings that are owed and asks the worker for them; the schedule does it too."

    def handle(self, *args: Any, **options: Any) -> None:
        owed = sweep()
        self.stdout.write(f"{owed.reviews} reviews and {owed.standings} standings asked for.")

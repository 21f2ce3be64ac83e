"""Command to find pending work and enqueue it for the worker, as the schedule does regularly: ``manage.py sweep``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from matches.operations.sweep import sweep


class Command(BaseCommand):
    help = "Finds reviews and standings that are owed and asks the worker for them; the schedule does it too."

    def handle(self, *args: Any, **options: Any) -> None:
        result = sweep()
        rubbers = ngettext("%d rubber", "%d rubbers", result.reviews) % result.reviews
        events = ngettext("%d event", "%d events", result.standings) % result.standings
        self.stdout.write(f"Asked for the reviews of {rubbers} and the standings of {events}.")
        if result.given_up:
            given_up = ngettext("%d review was given up", "%d reviews were given up", result.given_up)
            self.stdout.write(f"{given_up % result.given_up}: the administration pages say why.")

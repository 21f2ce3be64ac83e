"""Command to create the demonstration club in the configured database: ``manage.py demo``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches.clubs.accounts import make_owner
from matches.models import User
from matches.operations.demonstration import load_demonstration


class Command(BaseCommand):
    help = "Loads the demonstration club, and makes the site's owner where it has none; safe to run twice."

    def handle(self, *args: Any, **options: Any) -> None:
        made = make_owner()
        owner = made.user if made else User.objects.filter(is_superuser=True).order_by("pk")[0]
        demonstration = load_demonstration(owner)
        club = demonstration.club
        if demonstration.is_new:
            counts = f"{club.rubbers.count()} rubbers, {club.events.exclude(name='').count()} events"
            self.stdout.write(f"{club.name}, at /clubs/{club.slug}/: {counts}")
        elif demonstration.is_foreign:
            self.stdout.write(
                f"A club named {club.name} is there, and is no demonstration: it stays as it is, and nothing is loaded."
            )
        else:
            self.stdout.write(f"{club.name}, at /clubs/{club.slug}/, is loaded already, and stays as it is.")
        if made:
            self.stdout.write(f"Owner: {made.user.email}, password {made.password} (shown this once)")

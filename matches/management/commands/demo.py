"""``manage.py demo``: loads the demonstration club into whatever database is configured."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from matches.clubs.create_owner import make_owner
from matches.models import User
from matches.operations.demonstration import load_demonstration


class Command(BaseCommand):
    help = "Loads the demonstration club, and makes the site's owner where it has none; safe to run twice."

    def handle(self, *args: Any, **options: Any) -> None:
        made = make_owner()
        owner = made.user if made else User.objects.filter(is_superuser=True).order_by("pk")[0]
        club, outcomes = load_demonstration(owner)
        fates = Counter(outcome.fate for outcome in outcomes)
        counts = ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items()))
        self.stdout.write(f"{club.name}, at /clubs/{club.slug}/: {len(outcomes)} rubbers: {counts}")
        if made:
            self.stdout.write(f"Owner: {made.user.email}, password {made.password} (shown this once)")

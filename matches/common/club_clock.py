"""Dates in a club's own time zone."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from matches.models import Club


def club_today(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))

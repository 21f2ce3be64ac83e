"""A club's own clock."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from matches.models import Club


def club_today(club: Club) -> date:
    """Today by the club's clock."""
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))

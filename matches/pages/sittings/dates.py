"""The day of a sitting, as pages write it."""

from __future__ import annotations

from datetime import date

from matches.models import Sitting
from matches.pages.common.dates import day_text


def sitting_day(row: Sitting) -> str:
    """14 November 2026: the club's day on which the table was opened."""
    return day_text(date.fromisoformat(row.date))

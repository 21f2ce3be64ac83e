"""Dates in a club's own time zone, and dates of records: how a day is written, found and doubted."""

from __future__ import annotations

from datetime import date
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from matches.models import Club

YEARS_BACK: Final = 100
"""A slip of the century, 1926 for 2026, is as old as this on the day of the rubber or soon after it."""
DateDoubt: TypeAlias = Literal["", "future", "old"]


def club_today(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))


def date_doubt(text: str, *, latest: date, today: date) -> DateDoubt:
    """Return why a record's date is hardly right: it is after ``latest``, or ``YEARS_BACK`` years before ``today``.

    A date with unknown digits is in doubt if all days that it may mean are. An empty date is not.

    >>> from functools import partial
    >>> doubt = partial(date_doubt, latest=date(2026, 11, 28), today=date(2026, 11, 28))
    >>> doubt("2026.11.??"), doubt("2026.12.??"), doubt("1926.11.21"), doubt("????.??.??"), doubt("")
    ('', 'future', 'old', '', '')
    """
    # Dates have one length, so they are compared as text.
    if text.replace("?", "0") > record_day(latest):
        return "future"
    oldest = f"{max(today.year - YEARS_BACK, 0):04}{record_day(today)[4:]}"
    return "old" if text and text.replace("?", "9") <= oldest else ""


def record_day(day: date) -> str:
    """Return a day as written in a rubber's record: "2026.11.14"."""
    # %Y drops the leading zeros of a year before 1000, which would then sort as text behind all others.
    return f"{day.year:04}.{day.month:02}.{day.day:02}"


def has_day(column: str = "date") -> Q:
    """Return the condition that a record's date, in ``column``, is complete."""
    return ~Q(**{column: ""}) & ~Q(**{f"{column}__contains": "?"})


def was_played(lookup: str, day: date, *, column: str = "date") -> Q:
    """Return the condition that a record's date is complete, and from ``day`` on ("gte") or up to it ("lte")."""
    return Q(**{f"{column}__{lookup}": record_day(day)}) & has_day(column)

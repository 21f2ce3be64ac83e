"""The rating period: a week from Monday to Sunday, named by its Monday."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TypeAlias

Week: TypeAlias = date
"""A Monday."""

A_WEEK = timedelta(weeks=1)


def week_of(day: date) -> Week:
    """
    >>> week_of(date(2026, 11, 22))
    datetime.date(2026, 11, 16)
    """
    return day - timedelta(days=day.weekday())


def week_of_record(text: str) -> Week | None:
    """The week of a record's date, ``YYYY.MM.DD``; None where the day is not known, or is in no calendar.

    >>> week_of_record("2026.11.??") is None
    True
    """
    year, _, rest = text.partition(".")
    month, _, day = rest.partition(".")
    if not (year.isdecimal() and month.isdecimal() and day.isdecimal()):
        return None
    try:
        return week_of(date(int(year), int(month), int(day)))
    except ValueError:
        return None


def weeks_between(earlier: Week, later: Week) -> int:
    """How many weeks ``later`` is behind ``earlier``."""
    return (later - earlier) // A_WEEK

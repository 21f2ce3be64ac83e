"""The rating period: a week from Monday to Sunday, identified by its Monday."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TypeAlias

Week: TypeAlias = date
"""A week, identified by the date of its Monday."""

A_WEEK = timedelta(weeks=1)


def week_of(day: date) -> Week:
    """Return the week that contains a day, as the date of its Monday.

    >>> week_of(date(2026, 11, 22))
    datetime.date(2026, 11, 16)
    """
    return day - timedelta(days=day.weekday())


def week_of_record(text: str) -> Week | None:
    """Return the week of a record's date (``YYYY.MM.DD``), or None if the day is unknown or does not exist.

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
    """Return the number of weeks from ``earlier`` to ``later``."""
    return (later - earlier) // A_WEEK

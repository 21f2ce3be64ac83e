"""The day of a record's date."""

from __future__ import annotations

from datetime import date


def day_of_record(text: str) -> date | None:
    """None where it is not known whole, or is in no calendar.

    >>> day_of_record("2026.11.21")
    datetime.date(2026, 11, 21)
    >>> day_of_record("2026.11.??") is None
    True
    """
    parts = text.split(".")
    if len(parts) != len(("year", "month", "day")) or not all(part.isdecimal() for part in parts):
        return None
    try:
        return date(*map(int, parts))
    except ValueError:
        return None

"""The day and the season of a record's date.

A club's season is a period of twelve months that begins on the first day of a month that the club chose.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

JANUARY: Final = 1
UNDATED: Final = ""


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """The season that begins on the first day of ``month`` in ``year``."""

    year: int
    month: int

    @property
    def since(self) -> date:
        return date(self.year, self.month, 1)

    @property
    def until(self) -> date:
        """The last day of the season."""
        return date(self.year + 1, self.month, 1) - timedelta(days=1)

    @property
    def label(self) -> str:
        """The name of the season, such as ``2026/27``, or ``2026`` if it is a calendar year."""
        return str(self.year) if self.month == JANUARY else f"{self.year}/{(self.year + 1) % 100:02}"

    @property
    def before(self) -> Season:
        return Season(self.year - 1, self.month)

    @property
    def after(self) -> Season:
        return Season(self.year + 1, self.month)


def season_at(day: date, month: int) -> Season:
    """Return the season that contains a day. ``month`` is the month in which seasons begin."""
    return Season(day.year if day.month >= month else day.year - 1, month)


def season_of(recorded: str, month: int) -> Season | None:
    """Return the season in which a recorded date lies, or None if the date is too incomplete to tell.

    ``recorded`` is ``YYYY.MM.DD`` with ``??`` for unknown parts. ``month`` is the month in which seasons
    begin. Year and month are enough; the year alone is enough if seasons are calendar years.

    >>> season_of("2026.11.??", 9)
    Season(year=2026, month=9)
    >>> season_of("2026.??.??", 9) is None
    True
    """
    year, month_text, _day = _parts(recorded)
    if not year.isdecimal() or not 1 < int(year) < date.max.year:
        return None
    if month_text.isdecimal():
        return season_at(date(int(year), int(month_text), 1), month)
    return Season(int(year), month) if month == JANUARY else None


def is_whole_day(recorded: str) -> bool:
    """Return whether a record's date has year, month and day."""
    return all(part.isdecimal() for part in _parts(recorded))


def day_order(recorded: str) -> tuple[bool, str]:
    """Return a sort key for a record's date: a missing one first, an unknown month or day after all known ones."""
    return recorded != UNDATED, recorded


def _parts(recorded: str) -> tuple[str, str, str]:
    year, _, rest = recorded.partition(".")
    month, _, day = rest.partition(".")
    return year, month, day


def day_of_record(text: str) -> date | None:
    """Return the day that a record's date (its tag ``Date``) names, or None if it is incomplete or not in the calendar.

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

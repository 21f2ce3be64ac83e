"""A club's seasons: twelve months from the first of the month in which the club begins them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

JANUARY: Final = 1
UNDATED: Final = ""


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """The season that begins in ``year``, on the first of ``month``."""

    year: int
    month: int

    @property
    def since(self) -> date:
        return date(self.year, self.month, 1)

    @property
    def until(self) -> date:
        """Its last day."""
        return date(self.year + 1, self.month, 1) - timedelta(days=1)

    @property
    def label(self) -> str:
        """``2026/27``, or ``2026`` where it is a calendar year."""
        return str(self.year) if self.month == JANUARY else f"{self.year}/{(self.year + 1) % 100:02}"

    @property
    def before(self) -> Season:
        return Season(self.year - 1, self.month)

    @property
    def after(self) -> Season:
        return Season(self.year + 1, self.month)


def season_at(day: date, month: int) -> Season:
    """The season that ``day`` lies in, where seasons begin in ``month``."""
    return Season(day.year if day.month >= month else day.year - 1, month)


def season_of(recorded: str, month: int) -> Season | None:
    """The season of a record's date, ``YYYY.MM.DD`` with ``??`` for what is unknown; None where that leaves it open.

    A month decides it, whatever the day; a year alone does where seasons are calendar years.

    >>> season_of("2026.11.??", 9)
    Season(year=2026, month=9)
    >>> season_of("2026.??.??", 9) is None
    True
    """
    year, found, _day = _parts(recorded)
    if not year.isdecimal() or not 1 < int(year) < date.max.year:
        return None
    if found.isdecimal():
        return season_at(date(int(year), int(found), 1), month)
    return Season(int(year), month) if month == JANUARY else None


def is_whole_day(recorded: str) -> bool:
    """Whether a record's date knows year, month and day."""
    return all(part.isdecimal() for part in _parts(recorded))


def day_order(recorded: str) -> tuple[bool, str]:
    """Sorts records' dates: the undated come first, and what is unknown stands behind all that it could be."""
    return recorded != UNDATED, recorded


def _parts(recorded: str) -> tuple[str, str, str]:
    year, _, rest = recorded.partition(".")
    month, _, day = rest.partition(".")
    return year, month, day

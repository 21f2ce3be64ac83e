"""Format dates and times for pages, in the reader's language."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.dateformat import format as format_date
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def day_text(day: date) -> str:
    """Return a day in words: "14 November 2026"; in French, the first of a month is "1er novembre 2026"."""
    if day.day == 1:
        # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
        return format_date(day, pgettext("date, first of the month", "j F Y"))
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return format_date(day, pgettext("date", "j F Y"))


def weekday_text(day: date) -> str:
    """Return a day with its weekday and without its year: "Thursday, 26 November"; in French "Jeudi 26 novembre"."""
    if day.day == 1:
        # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
        return capfirst(format_date(day, pgettext("date with its weekday, first of the month", "l, j F")))
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return capfirst(format_date(day, pgettext("date with its weekday", "l, j F")))


def month_text(day: date) -> str:
    """Return the month of ``day`` in words: "November 2026"."""
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return format_date(day, pgettext("date, month alone", "F Y"))


def time_text(at: datetime) -> str:
    """Return the time of day of ``at`` in its own time zone: "20:15"."""
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return format_date(at, pgettext("time of day", "H:i"))


def record_date(text: str) -> str:
    """Return a record's date in words, without unknown parts: ``2026.11.14`` becomes "14 November 2026"."""
    year, _dot, rest = text.partition(".")
    month, _dot, day = rest.partition(".")
    if not year.isdecimal():
        return ""
    if not month.isdecimal():
        return year
    try:
        if not day.isdecimal():
            return month_text(date(int(year), int(month), 1))
        return day_text(date(int(year), int(month), int(day)))
    except ValueError:
        return text


def record_dates(first: str, last: str) -> str:
    """Return a range of a record's dates in words: "14 November 2026 to 15 November 2026"; one day if equal."""
    start, end = record_date(first), record_date(last)
    if start == end or not end:
        return start
    if not start:
        return end
    if is_day(first) and is_day(last):
        return pgettext("one day to another", "%(first)s to %(last)s") % {"first": start, "last": end}
    return _("%(first)s to %(last)s") % {"first": start, "last": end}


def is_day(text: str) -> bool:
    """Return whether a record's date has its year, month and day."""
    return all(part.isdecimal() for part in text.split(".")) and text.count(".") == 2

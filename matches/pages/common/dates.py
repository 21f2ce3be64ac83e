"""Dates and hours as pages write them, in the reader's language."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def day_text(day: date) -> str:
    """14 November 2026; in French, 1er novembre 2026."""
    if day.day == 1:
        # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
        return format_date(day, pgettext("date, first of the month", "j F Y"))
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return format_date(day, pgettext("date", "j F Y"))


def month_text(day: date) -> str:
    """November 2026."""
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return format_date(day, pgettext("date, month alone", "F Y"))


def time_text(at: datetime) -> str:
    """20:15, in the time zone that ``at`` is in."""
    # Translators: as Django writes formats of dates; letters behind a backslash stand for themselves.
    return format_date(at, pgettext("time of day", "H:i"))


def record_date(text: str) -> str:
    """``2026.11.14`` -> 14 November 2026; what is ``??`` is left out, and no date at all is empty."""
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
    """From the first to the last, or the one day."""
    start, end = record_date(first), record_date(last)
    if start == end or not end:
        return start
    if not start:
        return end
    return _("%(first)s to %(last)s") % {"first": start, "last": end}

"""Dates as pages write them."""

from __future__ import annotations

from datetime import date

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _

DAY = "j F Y"
MONTH = "F Y"


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
            return format_date(date(int(year), int(month), 1), MONTH)
        return format_date(date(int(year), int(month), int(day)), DAY)
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

"""Figures by month: two charts for a player, one for a club, and the table of their values."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _

from matches.common.number_format import MARGIN, grouped
from matches.figures.statistics import MonthOfPlay
from matches.figures.words import FIGURE_WORDS, cases
from matches.pages.common.charts import Month, month_chart
from matches.pages.common.dates import month_text
from matches.pages.figures.rows import with_error
from matches.pages.figures.subjects import Selection
from matches.rules.figures.figures import FIGURE, Value

OF_PLAYER: Final = ("games_won", "marks")
OF_ALL: Final = ("games", "deals")
MOST_MONTHS: Final = 24
EVEN: Final = 50.0


def months(
    selection: Selection, by_month: Sequence[MonthOfPlay], keys: Sequence[str]
) -> dict[str, Any] | None:
    """Return the charts and the table of the latest months for the figures ``keys``, or None without months.

    ``by_month`` has the figures of ``selection`` for each month, the oldest month first.
    """
    latest = by_month[-MOST_MONTHS:]
    if not latest:
        return None
    courses = [_course(latest, key) for key in keys]
    return {
        "courses": [course for course in courses if course is not None],
        "heads": [FIGURE_WORDS[key].name for key in keys],
        "rows": [_row(selection, month, keys) for month in reversed(latest)],
        "are_more": len(by_month) > len(latest),
    }


def _course(by_month: Sequence[MonthOfPlay], key: str) -> dict[str, Any] | None:
    of_months = [(each, each.figures[key]) for each in by_month]
    known = [(each, value) for each, value in of_months if value.value is not None]
    is_share = FIGURE[key].kind == "share"
    points = [_month(each, value, 100 if is_share else 1) for each, value in known]
    are_whole = FIGURE[key].kind == "count"
    drawn = month_chart(points, mean=EVEN if is_share else None, are_whole=are_whole)
    if drawn is None:
        return None
    title, caption = _titles(key)
    return {
        "key": key,
        "title": title,
        "caption": caption,
        "description": _description(known),
        "first": month_text(known[0][0].month),
        "last": month_text(known[-1][0].month),
        "chart": drawn,
    }


def _month(each: MonthOfPlay, value: Value, scale: int) -> Month:
    return Month(
        number=12 * each.month.year + each.month.month,
        value=scale * (value.value or 0.0),
        error=None if value.se is None else scale * MARGIN * value.se,
        is_enough=value.is_enough,
    )


def _titles(key: str) -> tuple[str, str]:
    if key == "games_won":
        return (
            _("Games won in per cent, month by month"),
            _("Games won (%), with the margin of error. A ring: too few games yet."),
        )
    if key == "marks":
        return (
            _("Points per deal, month by month"),
            _("Points a deal, with the margin of error. A ring: too few deals yet."),
        )
    if key == "games":
        return _("Games played, month by month"), _("Games played each month.")
    return _("Deals played, month by month"), _("Recorded deals played each month.")


def _description(known: Sequence[tuple[MonthOfPlay, Value]]) -> str:
    """Return the text of a chart for screen readers: the first and the last value."""
    (first, before), (last, now) = known[0], known[-1]
    begin = {"before": _plain(before), "first": month_text(first.month)}
    end = {"now": _plain(now), "last": month_text(last.month)}
    text = _("%(before)s in %(first)s, %(now)s in %(last)s. The table below has every month.")
    return text % {**begin, **end}


def _row(selection: Selection, month: MonthOfPlay, keys: Sequence[str]) -> dict[str, Any]:
    """Return a month with the values, each beside the number of observations behind it ("" for a count)."""
    values = [month.figures[key] for key in keys]
    return {
        "name": month_text(month.month),
        "url": _within(selection, month.month).url("figures"),
        "cells": [
            (
                _plain(value),
                "" if _has_no_basis(value) else cases(value.figure, value.among),
            )
            for value in values
        ],
    }


def _has_no_basis(value: Value) -> bool:
    """Return whether a value states its observations itself: a count, or a share of too few."""
    return value.figure.kind == "count" or (value.figure.kind == "share" and not value.is_enough)


def _within(selection: Selection, month: date) -> Selection:
    """Return ``selection`` limited to the days of one month."""
    filters = selection.filters
    last = month.replace(day=monthrange(month.year, month.month)[1])
    since = month if filters.since is None else max(filters.since, month)
    until = last if filters.until is None else min(filters.until, last)
    return replace(selection, filters=replace(filters, since=since, until=until))


def _plain(value: Value) -> str:
    return grouped(value.counted) if value.figure.kind == "count" else with_error(value)

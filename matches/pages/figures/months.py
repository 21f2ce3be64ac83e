"""Figures month by month: two drawings of a player's, one of a club's, and the table behind them."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from matches.common.localized_numbers import grouped
from matches.figures.queries.totals import MonthOfPlay
from matches.figures.words.figures import FIGURE_WORDS, Words, units_told
from matches.pages.common.dates import month_text
from matches.pages.common.month_chart import Month, MonthChart, month_chart
from matches.pages.figures.rows import with_error
from matches.pages.figures.subjects import Asked
from matches.rules.figures.registry import FIGURE, Value

OF_PLAYER: Final = ("games_won", "marks")
OF_ALL: Final = ("games", "deals")
MONTHS_SHOWN: Final = 24
EVEN: Final = 50.0


@dataclass(frozen=True, slots=True)
class Course:
    """One drawing, of the months from ``first`` to ``last``; ``told`` says what it shows, to who does not see it."""

    key: str
    title: str
    caption: str
    told: str
    first: str
    last: str
    chart: MonthChart


@dataclass(frozen=True, slots=True)
class MonthRow:
    """``url`` leads to the figures of that month alone. ``cells`` are pairs of a value and on what it stands."""

    name: str
    url: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Months:
    """``heads`` are those of the table's columns, ``rows`` have the latest month first.

    ``are_more``: there are older months, for which there was no room.
    """

    courses: tuple[Course, ...]
    heads: tuple[Words, ...]
    rows: tuple[MonthRow, ...]
    are_more: bool


def months(asked: Asked, found: Sequence[MonthOfPlay], keys: Sequence[str]) -> Months | None:
    """``found`` has the figures of ``keys`` in what was ``asked``, the oldest month first. None without any."""
    shown = found[-MONTHS_SHOWN:]
    if not shown:
        return None
    courses = (_course(shown, key) for key in keys)
    return Months(
        courses=tuple(course for course in courses if course is not None),
        heads=tuple(FIGURE_WORDS[key].name for key in keys),
        rows=tuple(_row(asked, month, keys) for month in reversed(shown)),
        are_more=len(found) > len(shown),
    )


def _course(shown: Sequence[MonthOfPlay], key: str) -> Course | None:
    of_months = [(each, each.figures[key]) for each in shown]
    known = [(each, value) for each, value in of_months if value.value is not None]
    is_share = FIGURE[key].kind == "share"
    drawn = month_chart(
        [_month(each, value, 100 if is_share else 1) for each, value in known],
        mean=EVEN if is_share else None,
        are_whole=FIGURE[key].kind == "count",
    )
    if drawn is None:
        return None
    return Course(
        key,
        *_titles(key),
        told=_told(known),
        first=month_text(known[0][0].month),
        last=month_text(known[-1][0].month),
        chart=drawn,
    )


def _month(each: MonthOfPlay, value: Value, scale: int) -> Month:
    return Month(
        number=12 * each.month.year + each.month.month,
        value=scale * (value.value or 0.0),
        error=None if value.se is None else scale * value.se,
        is_enough=value.is_enough,
    )


def _titles(key: str) -> tuple[str, str]:
    """Title and caption."""
    if key == "games_won":
        return (
            _("Games won in 100, month by month"),
            _("Games won in 100, with the standard error. Rings stand on too few to tell."),
        )
    if key == "marks":
        return (
            _("Marks made a deal, month by month"),
            _("Marks made a deal, with the standard error. Rings stand on too few to tell."),
        )
    if key == "games":
        return _("Games played, month by month"), _("Games played each month.")
    return _("Deals played, month by month"), _("Deals played each month, of those written down.")


def _told(known: Sequence[tuple[MonthOfPlay, Value]]) -> str:
    """From where to where it went; the table has the rest."""
    (first, before), (last, now) = known[0], known[-1]
    return _("%(before)s in %(first)s, %(now)s in %(last)s. The table below has every month.") % {
        "before": _aloud(before),
        "first": month_text(first.month),
        "now": _aloud(now),
        "last": month_text(last.month),
    }


def _row(asked: Asked, month: MonthOfPlay, keys: Sequence[str]) -> MonthRow:
    values = [month.figures[key] for key in keys]
    return MonthRow(
        name=month_text(month.month),
        url=_within(asked, month.month).url("figures"),
        cells=tuple((_plain(value), _stands(value)) for value in values),
    )


def _within(asked: Asked, month: date) -> Asked:
    """What was asked, of the days of one month."""
    kept = asked.kept
    last = month.replace(day=monthrange(month.year, month.month)[1])
    since = month if kept.since is None else max(kept.since, month)
    until = last if kept.until is None else min(kept.until, last)
    return replace(asked, kept=replace(kept, since=since, until=until))


def _plain(value: Value) -> str:
    return grouped(value.counted) if value.figure.kind == "count" else with_error(value)


def _aloud(value: Value) -> str:
    """A dash says nothing to who listens."""
    return _plain(value) if value.is_enough else _("too few to tell")


def _stands(value: Value) -> str:
    if value.figure.kind == "count":
        return ""
    return units_told(value.figure.unit, value.among)

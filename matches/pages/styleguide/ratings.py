"""Ratings for the page guide: a list, a history, a chance."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from matches.pages.common.dates import day_text
from matches.pages.figures.ratings.chances import foretold
from matches.pages.figures.ratings.chart import rating_chart
from matches.pages.figures.ratings.views import RatingRow, WeekRow
from matches.pages.figures.ratings.words import (
    aloud,
    change_text,
    course_text,
    rating_text,
    trend_text,
)
from worker.ratings.constants import PROVISIONAL_ABOVE
from worker.ratings.glicko2 import Strength
from worker.ratings.weeks import A_WEEK

FIRST = date(2026, 8, 31)
RATINGS = (1500.0, 1507.0, 1503.0, 1512.0, 1509.0, 1515.0, 1521.0, 1518.0, 1523.0)
KNOWN = Strength(1523, 21, 0.005)
NEW = Strength(1488, 33, 0.005)


def shown() -> dict[str, Any]:
    return {
        "rows": [_row(1, _("Orford"), KNOWN, 5.2, 312), _row(2, _("Baldwin"), NEW, None, 4)],
        "provisional_above": round(PROVISIONAL_ABOVE),
        "chart": rating_chart(_weeks()),
        "told": course_text(_weeks()),
        "first": day_text(FIRST),
        "last": day_text(_weeks()[-1][0]),
        "weeks": [
            WeekRow(day_text(FIRST), 9, 6, "4.6", rating_text(KNOWN), change_text(4)),
            WeekRow(day_text(FIRST + A_WEEK), 12, 5, "6.2", rating_text(KNOWN), change_text(-3)),
        ],
        "foretold": foretold(KNOWN, NEW, 5),
        "name": _("Orford"),
        "is_provisional": True,
        "is_owed": True,
    }


def _row(rank: int, name: str, strength: Strength, trend: float | None, games: int) -> RatingRow:
    return RatingRow(
        rank=rank,
        name=name,
        url="#list",
        rating=rating_text(strength),
        aloud=aloud(strength),
        is_provisional=strength.deviation > PROVISIONAL_ABOVE,
        games=games,
        trend=trend_text(trend),
        last=day_text(FIRST),
    )


def _weeks() -> list[tuple[date, Strength]]:
    return [
        (FIRST + number * A_WEEK, Strength(rating, 35 - 1.5 * number, 0.005))
        for number, rating in enumerate(RATINGS)
    ]

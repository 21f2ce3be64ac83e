"""Ratings in words and figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.pages.common.dates import day_text
from worker.ratings.glicko2 import Strength


def rating_text(strength: Strength) -> str:
    """``1523 ± 21``: the rating and its deviation."""
    return f"{round(strength.rating)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{round(strength.deviation)}"


def change_text(change: float) -> str:
    """``+3``, ``−2``, ``0``, in whole points."""
    points = round(change)
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"−{-points}"


def trend_text(trend: float | None) -> str:
    return pgettext("a rating that is younger than a month", "new") if trend is None else change_text(trend)


def course_text(weeks: Sequence[tuple[date, Strength]]) -> str:
    """From where to where a rating went, for who does not see it drawn; ``weeks`` in order, one at least."""
    (first, before), (last, now) = weeks[0], weeks[-1]
    return _(
        "%(before)s after the week of %(first)s, %(now)s after the week of %(last)s, in a band of two deviations"
        " either way. The table below has every week."
    ) % {"before": aloud(before), "first": day_text(first), "now": aloud(now), "last": day_text(last)}


def aloud(strength: Strength) -> str:
    """For who listens."""
    return _("%(rating)s, give or take %(deviation)s") % {
        "rating": round(strength.rating),
        "deviation": round(strength.deviation),
    }

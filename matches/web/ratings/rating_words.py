"""Ratings in words and figures."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

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


def aloud(strength: Strength) -> str:
    """For who listens."""
    return _("%(rating)s, give or take %(deviation)s") % {
        "rating": round(strength.rating),
        "deviation": round(strength.deviation),
    }

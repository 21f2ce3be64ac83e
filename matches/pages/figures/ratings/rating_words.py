"""Put ratings into words and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.pages.common.dates import day_text


class HasRating(Protocol):
    """An object with a ``rating`` and a ``deviation``: a current rating, or the stored rating of a week."""

    @property
    def rating(self) -> float: ...

    @property
    def deviation(self) -> float: ...


def length_words(best_of: int) -> str:
    return ngettext("one game only", "best of %(games)s", best_of) % {"games": best_of}


BAND: Final = 2
"""The margin of a rating on pages, in deviations: the true strength is within it with a probability of 95 %."""


def rating_only(strength: HasRating) -> str:
    return str(round(strength.rating))


def rating_margin(strength: HasRating) -> str:
    """Return by how much the rating may be off, almost certainly no more: ``BAND`` deviations."""
    return str(round(BAND * strength.deviation))


def rating_text(strength: HasRating) -> str:
    """Return a rating and its margin as text, such as "1523 ± 42"."""
    return f"{rating_only(strength)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{rating_margin(strength)}"


def change_text(change: float) -> str:
    """Return a change of rating as text, in whole points: "+3", "−2", "0"."""
    points = round(change)
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"−{-points}"


def trend_text(trend: float | None) -> str:
    return pgettext("a rating that is younger than a month", "new") if trend is None else change_text(trend)


def course_text(weeks: Sequence[tuple[date, HasRating]]) -> str:
    """Return a sentence with the first and last rating of one or more weeks, in order, for screen readers."""
    (first, before), (last, now) = weeks[0], weeks[-1]
    return _(
        "%(before)s after the week of %(first)s, %(now)s after the week of %(last)s. The table below has every week."
    ) % {"before": aloud(before), "first": day_text(first), "now": aloud(now), "last": day_text(last)}


def aloud(strength: HasRating) -> str:
    """Return a rating as text for screen readers: "1523, give or take 42"."""
    values = {"rating": rating_only(strength), "deviation": rating_margin(strength)}
    return _("%(rating)s, give or take %(deviation)s") % values

"""Whose ratings are owed, and from which week on: noted with whatever changes a rubber that counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from typing import Final

from django.db.models import Case, DateField, F, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Least

from matches.models import RatingProgress
from worker.ratings.constants import CONSTANTS_VERSION
from worker.ratings.weeks import Week

FROM_SCRATCH: Final[Week] = date.min
"""Before every week: nothing that is stored is good for anything."""


def owe_ratings(weeks: Mapping[int, Week]) -> None:
    """Say that the ratings of clubs (by primary key) are owed from these weeks on.

    The rows stay locked until the transaction ends; they are the last that it locks.
    """
    if not weeks:
        return
    if len(weeks) > 1:
        _lock(weeks)
    if _owe(weeks) < len(weeks):
        RatingProgress.objects.bulk_create(
            [RatingProgress(club_id=club) for club in sorted(weeks)], ignore_conflicts=True
        )
        _owe(weeks)


def _lock(clubs: Collection[int]) -> None:
    """In the order of the clubs: one statement over several takes them as they come."""
    rows = RatingProgress.objects.select_for_update(no_key=True).filter(club__in=clubs)
    list(rows.order_by("club").values_list("pk"))


def _owe(weeks: Mapping[int, Week]) -> int:
    """How many of the clubs have a row, in which it is noted."""
    week = Case(
        *(When(club=club, then=Value(week)) for club, week in weeks.items()), output_field=DateField()
    )
    rows = RatingProgress.objects.filter(club__in=weeks)
    return rows.update(owed_from=Least(Coalesce(F("owed_from"), week), week), change=F("change") + 1)


def clubs_owed_ratings() -> QuerySet[RatingProgress]:
    """What has to be rated anew, for a result or for other constants; the oldest club first."""
    is_owed = Q(owed_from__isnull=False) | ~Q(constants=CONSTANTS_VERSION)
    return RatingProgress.objects.filter(is_owed).order_by("club")


def owed_from(progress: RatingProgress) -> Week | None:
    """The first week that is owed; None where the ratings are up to date."""
    return progress.owed_from if progress.constants == CONSTANTS_VERSION else FROM_SCRATCH

"""Whose records and honours are owed: noted with whatever changes a rubber that counts, or the club's seasons."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet

from matches.models import Club, HonourProgress, Rubber
from matches.rubbers.states import SETTLED
from matches.rules.figures.records.definitions import DEFINITIONS


def owe_honours(clubs: Iterable[int]) -> None:
    """Say that the honours of clubs (by primary key) are owed.

    The rows stay locked until the transaction ends; they are the last that it locks.
    """
    keys = sorted(set(clubs))
    if not keys:
        return
    if len(keys) > 1:
        _lock(keys)
    if _owe(keys) < len(keys):
        HonourProgress.objects.bulk_create(
            [HonourProgress(club_id=club) for club in keys], ignore_conflicts=True
        )
        _owe(keys)


def clubs_owed_honours() -> QuerySet[Club]:
    """Clubs of which a rubber counts that no honours were found after, or by other definitions; the oldest first."""
    counting = Rubber.objects.filter(club=OuterRef("pk"), state__in=SETTLED)
    progress = HonourProgress.objects.filter(club=OuterRef("pk"))
    current = progress.filter(change=F("done"), definitions=DEFINITIONS)
    is_owed = Exists(progress) | Exists(counting)
    return Club.objects.filter(~Exists(current), is_owed).order_by("pk")


def clubs_to_honour(now: datetime) -> QuerySet[Club]:
    """Those of them that need not wait until the records that took long have rested."""
    resting = HonourProgress.objects.filter(club=OuterRef("pk"), rests_until__gt=now)
    return clubs_owed_honours().filter(~Exists(resting))


def is_owed(progress: HonourProgress | None) -> bool:
    """Whether what is stored does not say, or no more, what follows from the club's rubbers."""
    return progress is None or progress.change != progress.done or progress.definitions != DEFINITIONS


def _lock(clubs: list[int]) -> None:
    """In the order of the clubs: one statement over several takes them as they come."""
    rows = HonourProgress.objects.select_for_update(no_key=True).filter(club__in=clubs)
    list(rows.order_by("club").values_list("pk"))


def _owe(clubs: list[int]) -> int:
    """How many of the clubs have a row, in which it is noted."""
    return HonourProgress.objects.filter(club__in=clubs).update(change=F("change") + 1)

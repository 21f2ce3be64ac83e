"""Until when work is somebody's: by one clock for all processes, and no longer than a claim may be.

Machines' clocks differ, and jump when they are set. A claim by a clock that goes three hours fast would keep everybody
else from the work for three hours, where its maker was killed.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

NOBODYS: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Until when something is claimed that is in nobody's hands, where a row has to have such a time."""


def shared_now() -> datetime:
    """The time by the database's clock, which all ask; a database in a file has this machine's."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def is_unclaimed(length: timedelta) -> Q:
    """Rows that are in nobody's hands; ``length`` is how long a claim on them lasts.

    One that ends later than a new claim would was made before the clock was put back: it holds no longer.
    """
    now = shared_now()
    ends = Q(claimed_until__lte=now) | Q(claimed_until__gt=now + length)
    return Q(claimed_until__isnull=True) | ends


def let_go(claimed: QuerySet[Any], *, until: datetime | None = None, **also: Any) -> None:
    """Free what the caller has claimed and could not go on with, since the database failed him: that counts as no
    attempt. Where it can't be reached yet, the claim runs out. ``also`` are columns that are set with it.
    """
    if connection.errors_occurred and not connection.in_atomic_block and not connection.is_usable():
        connection.close()
    with suppress(DatabaseError, InterfaceError):
        claimed.update(claimed_until=until, attempts=F("attempts") - 1, **also)

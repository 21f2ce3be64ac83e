"""Claim rows of pending work for one process, until a time by the database's clock.

The clocks of machines differ, and jump when they are set. If claims used them, a process whose clock is three
hours fast and which is killed would keep all other processes from its work for three hours.
"""

from __future__ import annotations

import sqlite3
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

UNCLAIMED_UNTIL: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The value of ``claimed_until`` for work that is not claimed, in tables whose column cannot be null."""
CONNECTION_ENDED: Final = ("08", "57P0")
"""The first characters of each SQLSTATE of a broken connection or a stopped server."""
PATIENCE_SECONDS: Final = 20.0
"""The number of seconds for which to retry releasing a claim while the database is unavailable."""
POLL_SECONDS: Final = 0.5
DISK_FULL: Final = "53100"
FILE_IS_BUSY_OR_FULL: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL)


def shared_now() -> datetime:
    """Return the time of the database's clock, which all processes share; with SQLite, of this machine."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def is_unclaimed(length: timedelta, *, now: datetime | None = None) -> Q:
    """Return a ``Q`` that selects the rows on which no process has a valid claim (``claimed_until``).

    ``length`` is the duration of a claim. ``now`` is a result of ``shared_now``, or None to read it here. A
    claim that ends more than twice ``length`` later was made before the clock was set back, and is not valid.
    The limit is not exactly ``length``, because a claim made after ``now`` was read ends a little later.
    """
    now = now or shared_now()
    ends = Q(claimed_until__lte=now) | Q(claimed_until__gt=now + 2 * length)
    return Q(claimed_until__isnull=True) | ends


def is_infrastructure_error(error: DatabaseError | InterfaceError) -> bool:
    """Return whether the database was unavailable, busy or full, so that any query would have failed.

    Other errors, such as a statement timeout, may be caused by the query and occur at every attempt.
    """
    cause = error.__cause__
    if isinstance(error, InterfaceError):
        return True
    if isinstance(cause, sqlite3.Error):
        # The upper bits tell one kind of "busy" from another.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in FILE_IS_BUSY_OR_FULL
    state: str | None = getattr(cause, "sqlstate", None)
    return state is None or state == DISK_FULL or state.startswith(CONNECTION_ENDED)


def release_claim(
    claimed: QuerySet[Any],
    error: DatabaseError | InterfaceError,
    *,
    until: datetime | None = None,
    patience_seconds: float = PATIENCE_SECONDS,
    **also: Any,
) -> None:
    """Release the claimed rows after the database error ``error`` stopped the work on them.

    If the work did not cause the error, the attempt is not counted: ``attempts`` is decremented, and
    releasing is retried for up to ``patience_seconds`` while the database is unavailable. After that the
    claim expires by itself. Other attempts count, because work that always fails would otherwise be restarted
    for ever. ``until`` is the new value of ``claimed_until``, None for no claim. ``also`` has further columns
    to set.
    """
    if is_infrastructure_error(error):
        also["attempts"] = F("attempts") - 1
    else:
        patience_seconds = 0.0
    deadline = time.monotonic() + patience_seconds
    while not _update_claimed(claimed, claimed_until=until, **also) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)


def _update_claimed(claimed: QuerySet[Any], **columns: Any) -> bool:
    """Update the claimed rows. Return False if another try may succeed, because the database is not available yet."""
    if connection.errors_occurred and not connection.in_atomic_block and not connection.is_usable():
        connection.close()
    try:
        claimed.update(**columns)
    except (DatabaseError, InterfaceError):
        # In a broken transaction no further statement can succeed.
        return connection.in_atomic_block
    return True

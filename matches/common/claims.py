"""Until when work is somebody's: by one clock for all processes, and no longer than a claim may be.

Machines' clocks differ, and jump when they are set. A claim by a clock that goes three hours fast would keep everybody
else from the work for three hours, where its maker was killed.
"""

from __future__ import annotations

import sqlite3
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

NOBODYS: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Until when something is claimed that is in nobody's hands, where a row has to have such a time."""
SERVER_WENT: Final = ("08", "57P0")
"""How the SQLSTATE of an error begins that ended the connection: it broke, or the server was stopped."""
PATIENCE_SECONDS: Final = 20.0
"""For so long a database that is away is waited for, by whoever has an attempt to give back."""
LOOK_EVERY_SECONDS: Final = 0.5
DISK_FULL: Final = "53100"
FILE_IS_BUSY_OR_FULL: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL)


def shared_now() -> datetime:
    """The time by the database's clock, which all ask; a database in a file has this machine's."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def is_unclaimed(length: timedelta, *, now: datetime | None = None) -> Q:
    """Rows that are in nobody's hands; ``length`` is how long a claim on them lasts, ``now`` the shared time where the
    caller has it already.

    One that ends much later than a new claim would was made before the clock was put back: it holds no longer. A
    little later is one that somebody made since ``now``, before these rows were looked at.
    """
    now = now or shared_now()
    ends = Q(claimed_until__lte=now) | Q(claimed_until__gt=now + 2 * length)
    return Q(claimed_until__isnull=True) | ends


def is_no_fault_of_work(error: DatabaseError | InterfaceError) -> bool:
    """Whether the database was away, busy or full, and would have failed anybody.

    What it refused for another reason, such as a statement that takes too long, it may refuse every time.
    """
    cause = error.__cause__
    if isinstance(error, InterfaceError):
        return True
    if isinstance(cause, sqlite3.Error):
        # The upper bits tell one kind of "busy" from another.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in FILE_IS_BUSY_OR_FULL
    state: str | None = getattr(cause, "sqlstate", None)
    return state is None or state == DISK_FULL or state.startswith(SERVER_WENT)


def let_go(
    claimed: QuerySet[Any],
    error: DatabaseError | InterfaceError,
    *,
    until: datetime | None = None,
    patience_seconds: float = PATIENCE_SECONDS,
    **also: Any,
) -> None:
    """Free what the caller has claimed and could not go on with, since the database failed him with ``error``.

    It counts as no attempt where that was no fault of the work: else what fails every time would be begun for ever.
    The database is waited for, so that three moments without it are not taken for three attempts that failed; where it
    stays away, the claim runs out. ``also`` are columns that are set with it.
    """
    if is_no_fault_of_work(error):
        also["attempts"] = F("attempts") - 1
    else:
        patience_seconds = 0.0
    deadline = time.monotonic() + patience_seconds
    while not _is_freed(claimed, claimed_until=until, **also) and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY_SECONDS)


def _is_freed(claimed: QuerySet[Any], **columns: Any) -> bool:
    """Whether the database was there to be told."""
    if connection.errors_occurred and not connection.in_atomic_block and not connection.is_usable():
        connection.close()
    try:
        claimed.update(**columns)
    except (DatabaseError, InterfaceError):
        # In a broken transaction it takes nothing more.
        return connection.in_atomic_block
    return True

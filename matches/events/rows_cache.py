"""Rows of events as this process wrote them last, so that the next result need not read them all again.

They hold as long as the event has the key that it was given with them: whoever else writes such rows gives it another.
What was written in a transaction is remembered when it commits.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from matches.common.lru_cache import RecentlyUsed
from matches.events.load_rows import StoredRows
from matches.models import Event

MOST_EVENTS: Final = 4


@dataclass(frozen=True, slots=True)
class _Remembered:
    key: str
    rows: StoredRows


_remembered: Final = RecentlyUsed[_Remembered](MOST_EVENTS)


def recalled_rows(event: Event) -> StoredRows | None:
    """What is stored of a locked event, where this process was the last to write it."""
    found = _remembered.get(event.public_id)
    if found is None or found.key != event.rows_key:
        return None
    return found.rows


def remember_rows(event: Event, rows: StoredRows) -> None:
    """Remember what has been written of the event under its ``rows_key``."""
    subject, remembered = event.public_id, _Remembered(event.rows_key, rows)
    transaction.on_commit(lambda: _remembered.keep(subject, remembered))


def forget_rows(events: Collection[int]) -> None:
    """Rows of events (by primary key) are written otherwise than by ``write_event``: nobody's memory of them holds."""
    Event.objects.filter(pk__in=events).update(rows_key="")

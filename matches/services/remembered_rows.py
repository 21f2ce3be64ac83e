"""Rows of events as this process wrote them last, so that the next result need not read them all again.

They hold as long as the event's standings have come no further than then: whoever else writes its rows moves that on.
What was written in a transaction is remembered when it commits.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from matches.models import Event
from matches.services.stored_event_rows import StoredRows

MOST_EVENTS: Final = 4


@dataclass(frozen=True, slots=True)
class _Remembered:
    position: int
    rows: StoredRows


_remembered: OrderedDict[str, _Remembered] = OrderedDict()


def recalled_rows(event: Event) -> StoredRows | None:
    """What is stored of a locked event, where this process was the last to write it."""
    found = _remembered.get(event.public_id)
    if found is None or found.position != event.standings_position:
        return None
    return found.rows


def remember_rows(event: Event, rows: StoredRows) -> None:
    """Remember what has been written of the event, up to its ``standings_position``."""
    subject, position = event.public_id, event.standings_position

    def remember() -> None:
        _remembered[subject] = _Remembered(position, rows)
        _remembered.move_to_end(subject)
        while len(_remembered) > MOST_EVENTS:
            _remembered.popitem(last=False)

    transaction.on_commit(remember)

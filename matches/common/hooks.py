"""Hooks let a higher domain take part in a change that a lower domain writes, without being imported by it.

A change of a rubber, for example, also updates the sitting (pool or French table) that it belongs to, marks
ratings and honours as pending, and is published to webhooks. ``MatchesConfig.ready`` registers the functions
of each hook in the order in which they are called.

Every function runs inside the transaction of the change, so that an error in it rolls the whole change back.
A function that publishes or enqueues something does so with ``transaction.on_commit``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from django.db import connection
from django.db.transaction import TransactionManagementError

from matches.models import Club, Event, Review, Rubber
from matches.rules.events.rows import EventRows

Change = TypeVar("Change")


class Hook(Generic[Change]):
    """A list of functions to call, in order, for each change of one kind."""

    def __init__(self) -> None:
        self.functions: tuple[Callable[[Change], None], ...] = ()

    def register(self, *functions: Callable[[Change], None]) -> None:
        """Replace the hook's functions by ``functions``, which are called in this order."""
        self.functions = functions

    def __call__(self, change: Change) -> None:
        """Call each function with the change. Raises TransactionManagementError outside a transaction."""
        if not connection.in_atomic_block:
            raise TransactionManagementError("A hook is called inside the transaction of its change.")
        for function in self.functions:
            function(change)


@dataclass(frozen=True, slots=True)
class BegunRubber:
    """A rubber that was just stored. ``rubber`` and ``club`` are primary keys.

    ``kind`` is that of its first log entry. ``date`` is an EGN date such as ``2026.11.??``, with ? for
    unknown digits.
    """

    rubber: int
    club: int
    kind: str
    state: str
    date: str


@dataclass(frozen=True, slots=True)
class RubberChange:
    """A stored rubber before and after a log entry of the kind ``kind``, with club, event and players loaded."""

    kind: str
    before: Rubber
    after: Rubber


@dataclass(frozen=True, slots=True)
class EventChange:
    """The phase of a locked event before a change, and its rows before and after it."""

    event: Event
    phase_before: str
    before: EventRows
    after: EventRows


@dataclass(frozen=True, slots=True)
class ClubChange:
    """A locked club after a change of its settings, and the names of the settings that were changed."""

    club: Club
    settings: Collection[str]


club_changed: Final = Hook[ClubChange]()
"""Called after settings of a club were changed."""
rubbers_begun: Final = Hook[Sequence[BegunRubber]]()
"""Called after rubbers were stored by the first entries of their streams, and their events' positions updated."""
rubber_changed: Final = Hook[RubberChange]()
"""Called after a further log entry changed a rubber's rows, and its events' log positions were updated.

It is not called for an entry of a live rubber's play, such as a deal, that leaves the rubber's winner as it was: no
other domain shows anything of it.
"""
event_written: Final = Hook[EventChange]()
"""Called after rows of an event were written with a difference from the stored ones."""
review_written: Final = Hook[Review]()
"""Called after a review was stored as done, while the rubber is locked."""

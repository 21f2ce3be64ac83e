"""Undo the last change of an event, with everything recorded as part of it, by appending entries to the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.log import EVENT_OPENED, EVENT_RENAMED, RUBBER_CORRECTED, RUBBER_VOIDED, Entry, entry_of
from matches.common.stored_facts import event_stream, stored_facts
from matches.events.errors import NothingToUndoError, StaleEventError
from matches.events.event_state import event_state
from matches.events.record_facts import (
    NewFact,
    append_facts,
    first_key,
    key_of_next,
    lock_of,
    locked_row,
    write_locked,
)
from matches.models import Event, LogEntry, Player, Rubber
from matches.rubbers.change_result import Correction, append_correction
from matches.rubbers.fold import fold_rubber
from matches.rubbers.projection import round_label
from matches.rubbers.states import SETTLED
from matches.rubbers.transition import LockedRubber, lock_rubber
from matches.rules.events.facts import EventFacts
from matches.rules.events.state import EventState
from scoring.notation import read_one

CORRECTIONS: Final = (RUBBER_CORRECTED, RUBBER_VOIDED)
OPENINGS: Final = (EVENT_OPENED, EVENT_RENAMED)
"""Kinds of log entry in an event's stream that are not facts about its plan, entries or draw."""
FETCHED_AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class LastChange:
    """The log entries of an event's last change, which are undone together.

    ``facts`` are entries of the event's log, latest first. If the change corrected a rubber, ``correction``
    is the log entry of that rubber; otherwise it is None.
    """

    facts: tuple[LogEntry, ...] = ()
    correction: LogEntry | None = None

    @property
    def position(self) -> int:
        """The log position of the latest entry of this change, which identifies the change."""
        return max(entry.pk for entry in (*self.facts, self.correction) if entry is not None)

    @property
    def rubber_id(self) -> str:
        """The public id of the corrected rubber, empty if the change was no correction."""
        return "" if self.correction is None else self.correction.stream.partition(":")[2]

    @property
    def rubber(self) -> Rubber | None:
        """The current row of the corrected rubber, read again on each access; None if the change was no correction."""
        if not self.rubber_id:
            return None
        rubbers = Rubber.objects.select_related("club", "event", "player_a", "player_b")
        return rubbers.get(public_id=self.rubber_id)


def last_change(event: Event, *, folded: EventFacts | None = None) -> LastChange | None:
    """Return the event's last change that is not undone, or None if there is no such change.

    All facts that one command recorded are one change. The correction of a result, or its being declared
    void, is also a change. A newly entered result is not a change, because it is declared void and not
    undone. ``folded`` is the fold of the event's log; with None it is computed here.
    """
    facts = _last_facts(event, (folded or stored_facts(event).folded).last)
    correction = _last_undoable_correction(event)
    if correction is None:
        return LastChange(facts) if facts else None
    if facts and first_key(facts[0].key) != correction.key and facts[0].pk > correction.pk:
        return LastChange(facts)
    own = tuple(fact for fact in facts if first_key(fact.key) == correction.key)
    return LastChange(own, correction)


def _last_facts(event: Event, last_version: int) -> tuple[LogEntry, ...]:
    """Return the last valid facts of the stream that belong to one act, latest (of ``last_version``) first."""
    if not last_version:
        return ()
    stream = LogEntry.objects.filter(stream=event_stream(event), version__lte=last_version)
    rows = stream.exclude(kind__in=OPENINGS).select_related("by").order_by("-version")
    # An act's entries are consecutive, and many may precede them: fetch only a few.
    latest = rows.iterator(chunk_size=FETCHED_AT_ONCE)
    last = next(latest)
    return (last, *takewhile(lambda row: first_key(row.key) == first_key(last.key), latest))


def _last_undoable_correction(event: Event) -> LogEntry | None:
    """Return the latest correction that can be undone, of a rubber that belongs or belonged to the event, or None.

    A correction can be undone if it is the last change of its rubber, and the players that the rubber had before are
    still on the list.
    """
    rows = (
        LogEntry.objects.filter(stream__in=_corrected_streams(event))
        .select_related("by")
        .order_by("stream", "version")
    )
    corrections = (_standing_correction(stream, event) for _, stream in groupby(rows, lambda row: row.stream))
    undoable = (row for row in corrections if row is not None and _has_its_players(row))
    return max(undoable, key=lambda row: row.pk, default=None)


def _has_its_players(correction: LogEntry) -> bool:
    """Return whether the players before a correction are still on the list: a guest may have been removed with it."""
    if "a" not in correction.payload:
        return True
    rows = LogEntry.objects.filter(stream=correction.stream, version__lt=correction.version)
    before = fold_rubber([entry_of(row) for row in rows.order_by("version")])
    return Player.objects.filter(public_id__in=(before.a, before.b)).count() == 2


def _corrected_streams(event: Event) -> QuerySet[LogEntry, Any]:
    """Return the streams of the event's rubbers that have corrections, and of rubbers moved between events.

    Rubbers that were only played are left out, however many deals they have.
    """
    changed = Rubber.objects.filter(event=event, version__gt=1)
    own = changed.annotate(stream=Concat(Value("rubber:"), F("public_id"))).order_by().values("stream")
    corrections = LogEntry.objects.order_by().values("stream")
    moved = corrections.filter(club=event.club_id, kind=RUBBER_CORRECTED, payload__has_key="event")
    return corrections.filter(stream__in=own, kind__in=CORRECTIONS).union(moved)


def _standing_correction(stream: Iterable[LogEntry], event: Event) -> LogEntry | None:
    """Return a rubber's last correction that is not undone, or None.

    It must have been of a settled rubber that belonged to the event before or after it.
    """
    standing: list[tuple[LogEntry, bool]] = []
    entries: list[Entry] = []
    for row in stream:
        if row.kind not in CORRECTIONS:
            standing.clear()
        elif row.payload.get("undoes"):
            if standing:
                standing.pop()
        else:
            before = fold_rubber(entries)
            events = (before.event, row.payload.get("event", before.event))
            standing.append((row, before.state in SETTLED and event.public_id in events))
        entries.append(entry_of(row))
    if not standing:
        return None
    row, is_of_event = standing[-1]
    return row if is_of_event else None


@transaction.atomic
def undo_last(event: Event, *, act: CommandContext, seen: int | None = None) -> EventState:
    """Command to undo the last change of the event. Return the event's new state.

    The record of a corrected rubber gets its previous text back. ``act.version`` is the event's version that
    the actor last saw. ``seen`` is the ``position`` of the change that the actor means, because a correction
    made meanwhile does not change the event's version. Raises ``NothingToUndoError`` if there is no change to
    undo, ``StaleEventError`` if the last change is another one, and ``EventActError`` if facts of the event
    depend on the change.
    """
    locked_club(event.club_id)
    key = log_key(act, f"{event_stream(event)}:undo")
    if done_before(key):
        return event_state(event)
    change = last_change(event)
    if change is None:
        raise NothingToUndoError
    # Locks are taken in the order club, rubber, event.
    corrected = change.rubber
    rubber = None if corrected is None else lock_rubber(corrected)
    locked = lock_of(locked_row(event))
    is_seen = act.version in (None, locked.row.version) and seen in (None, change.position)
    if not is_seen or last_change(event) != change:
        raise StaleEventError(locked.row)
    undone: list[NewFact] = [("undone", {"version": fact.version}) for fact in change.facts]
    append_facts(locked, undone, by=act.by, reason=act.reason, key=key)
    if rubber is not None and change.correction is not None:
        _restore(rubber, change.correction.version, act, key_of_next(key, len(undone)))
        locked = lock_of(locked_row(event))
        write_locked(locked)
    return locked.state


def _restore(rubber: LockedRubber, version: int, act: CommandContext, key: str) -> None:
    """Restore the rubber to its state before the entry with this version."""
    before = fold_rubber([entry for entry in rubber.entries if entry.version < version])
    people = {
        player.public_id: player for player in Player.objects.filter(public_id__in=(before.a, before.b))
    }
    name = Event.objects.values_list("name", flat=True).get(public_id=before.event)
    record = read_one(before.egn)
    old = Correction(record, (people[before.a], people[before.b]), name).of(rubber)
    label = round_label(before, record.tag("Round") or "")
    append_correction(rubber, old, act, undoes=version, round_label=label, key=key)

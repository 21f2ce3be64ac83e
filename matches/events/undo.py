"""The last thing that was done to an event, taken back: a fact, or the correction of a result with what came with it.

Nothing goes from the log: what is taken back is taken back by an entry more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from matches.clubs.locks import locked_club
from matches.common.command_context import Act, done_before, log_key
from matches.common.log import (
    EVENT_OPENED,
    EVENT_RENAMED,
    RUBBER_CORRECTED,
    RUBBER_VOIDED,
    Entry,
    entry_of,
)
from matches.events.current_state import event_state, event_stream
from matches.events.errors import NothingToUndoError, StaleEventError
from matches.events.load_facts import stored_facts
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
from matches.rubbers.correct import Correction, append_correction
from matches.rubbers.fold import fold_rubber
from matches.rubbers.states import SETTLED
from matches.rubbers.transition import LockedRubber, lock_rubber
from matches.rules.events.facts import EventFacts
from matches.rules.events.state import EventState
from scoring.notation import read_one

CORRECTIONS: Final = (RUBBER_CORRECTED, RUBBER_VOIDED)
OPENINGS: Final = (EVENT_OPENED, EVENT_RENAMED)
"""Entries of the event's stream that are no facts about its draw."""
FETCHED_AT_ONCE: Final = 20


@dataclass(frozen=True, slots=True)
class LastDeed:
    """What would be taken back, as it stands in the log: ``facts`` of the event's stream, the last one first, and the
    ``correction`` of a rubber with which they were made, if it was one.
    """

    facts: tuple[LogEntry, ...] = ()
    correction: LogEntry | None = None

    @property
    def position(self) -> int:
        """The place in the log of the last of its entries: that of another deed is another."""
        return max(entry.pk for entry in (*self.facts, self.correction) if entry is not None)

    @property
    def rubber_id(self) -> str:
        """The public id of the rubber that was corrected; empty where none was."""
        return "" if self.correction is None else self.correction.stream.partition(":")[2]

    @property
    def rubber(self) -> Rubber | None:
        """That rubber as it is now, read each time that it is asked for."""
        if not self.rubber_id:
            return None
        rubbers = Rubber.objects.select_related("club", "event", "player_a", "player_b")
        return rubbers.get(public_id=self.rubber_id)


def last_deed(event: Event, *, folded: EventFacts | None = None) -> LastDeed | None:
    """The last thing that was done to the event and is not taken back; None where there is nothing.

    Facts of one act go together. A result that is corrected or declared void is such a thing; a new one is none: to
    take that back it is declared void. ``folded`` is what the event's log comes to, where the caller has read it.
    """
    facts = _last_facts(event, (folded or stored_facts(event).folded).last)
    correction = _last_correction(event)
    if correction is None:
        return LastDeed(facts) if facts else None
    if facts and first_key(facts[0].key) != correction.key and facts[0].pk > correction.pk:
        return LastDeed(facts)
    own = tuple(fact for fact in facts if first_key(fact.key) == correction.key)
    return LastDeed(own, correction)


def _last_facts(event: Event, last_version: int) -> tuple[LogEntry, ...]:
    """The last facts of the event's stream that count, as many as are of one act; the last one first.

    ``last_version`` is that of the last one, 0 where none counts.
    """
    if not last_version:
        return ()
    stream = LogEntry.objects.filter(stream=event_stream(event), version__lte=last_version)
    rows = stream.exclude(kind__in=OPENINGS).select_related("by").order_by("-version")
    # One act's entries stand together, and those before them may be long: only a few are fetched.
    found = rows.iterator(chunk_size=FETCHED_AT_ONCE)
    last = next(found)
    return (last, *takewhile(lambda row: first_key(row.key) == first_key(last.key), found))


def _last_correction(event: Event) -> LogEntry | None:
    """Of the corrections of the event's rubbers that nothing was done upon since, the last one."""
    rows = (
        LogEntry.objects.filter(stream__in=_corrected_streams(event))
        .select_related("by")
        .order_by("stream", "version")
    )
    found = (_standing_correction(stream, event) for _, stream in groupby(rows, lambda row: row.stream))
    return max((row for row in found if row is not None), key=lambda row: row.pk, default=None)


def _corrected_streams(event: Event) -> QuerySet[LogEntry, Any]:
    """Of rubbers that are the event's, or that a correction moved between events; none of those that were only played,
    however many deals they have.
    """
    changed = Rubber.objects.filter(event=event, version__gt=1)
    own = changed.annotate(stream=Concat(Value("rubber:"), F("public_id"))).order_by().values("stream")
    corrections = LogEntry.objects.order_by().values("stream")
    moved = corrections.filter(club=event.club_id, kind=RUBBER_CORRECTED, payload__has_key="event")
    return corrections.filter(stream__in=own, kind__in=CORRECTIONS).union(moved)


def _standing_correction(stream: Iterable[LogEntry], event: Event) -> LogEntry | None:
    """The last correction of a rubber that is not taken back, where the rubber counted before it and was the event's,
    before it or by it.
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
def undo_last(event: Event, *, act: Act, seen: int | None = None) -> EventState:
    """Take back the last thing that was done; what the event is then.

    Where that was the correction of a result, the record is corrected back to what it said before. ``act.version`` is
    the event's; ``seen`` is the position of the deed that the actor means, since a correction that another made
    meanwhile leaves the event its version. Raises ``NothingToUndoError``, ``StaleEventError``, and ``EventActError``
    where something rests on it by now.
    """
    locked_club(event.club_id)
    key = log_key(act, f"{event_stream(event)}:undo")
    if done_before(key):
        return event_state(event)
    deed = last_deed(event)
    if deed is None:
        raise NothingToUndoError
    # In the order club, rubber, event.
    corrected = deed.rubber
    rubber = None if corrected is None else lock_rubber(corrected)
    locked = lock_of(locked_row(event))
    is_seen = act.version in (None, locked.row.version) and seen in (None, deed.position)
    if not is_seen or last_deed(event) != deed:
        raise StaleEventError(locked.row)
    undone: list[NewFact] = [("undone", {"version": fact.version}) for fact in deed.facts]
    append_facts(locked, undone, by=act.by, reason=act.reason, key=key)
    if rubber is not None and deed.correction is not None:
        _correct_back(rubber, deed.correction.version, act, key_of_next(key, len(undone)))
        locked = lock_of(locked_row(event))
        write_locked(locked)
    return locked.state


def _correct_back(rubber: LockedRubber, version: int, act: Act, key: str) -> None:
    """Make the rubber what it was before the entry of this version."""
    before = fold_rubber([entry for entry in rubber.entries if entry.version < version])
    people = {
        player.public_id: player for player in Player.objects.filter(public_id__in=(before.a, before.b))
    }
    name = Event.objects.values_list("name", flat=True).get(public_id=before.event)
    old = Correction(read_one(before.egn), (people[before.a], people[before.b]), name)
    append_correction(rubber, old.of(rubber), act, undoes=version, key=key)

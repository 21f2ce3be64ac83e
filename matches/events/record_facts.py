"""Facts of an event: whatever is decided about it is appended to its stream, and its rows follow at once.

Whether something may be done now is for ``matches.rules.events.checks.lifecycle`` to say, of the state that log and
rubbers give while the event's row is locked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import orjson
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.clubs.locks import locked_club
from matches.clubs.queries.people import listed_players
from matches.common.command_context import Act, done_before, log_key
from matches.common.log import EVENT_FACTS, Entry, append_entries
from matches.events.current_state import ENTERED, EventLog, event_log, event_state, event_stream
from matches.events.errors import (
    NamelessEventError,
    ReasonNeededError,
    StaleEventError,
    UnknownPlayerError,
)
from matches.events.write_event import write_event
from matches.events.write_standings import write_open_standings
from matches.models import Club, Event, User
from matches.rules.events.checks.lifecycle import check_fact, needs_reason
from matches.rules.events.checks.results import with_people
from matches.rules.events.facts import EventFacts, Fact, FactKind, PlayerId
from matches.rules.events.folding.fold import Folding
from matches.rules.events.state import EventState

NewFact: TypeAlias = tuple[FactKind, Mapping[str, Any]]
"""A kind and its payload (``matches.rules.events.facts``)."""
QUIET: Final = frozenset(
    {"checked_in", "check_in_undone", "seeded", "bye_requested", "bye_request_undone", "forbidden"}
)
"""Facts from which nothing follows for what is drawn: many of them at once are asked about without a new state."""


@dataclass(slots=True)
class LockedEvent:
    """An event's row, locked until the transaction ends, and all that its state follows from."""

    row: Event
    log: EventLog
    state: EventState


def record_fact(event: Event, kind: FactKind, payload: Mapping[str, Any], *, act: Act) -> EventState:
    """Append one fact and write what follows; what the event is then.

    ``act.version`` is that of the event which the actor had seen. An act that was done before changes nothing.
    Raises ``EventActError`` where this may not be done now, ``StaleEventError``, ``ReasonNeededError`` and
    ``UnknownPlayerError``.
    """
    return record_facts(event, [(kind, payload)], act=act)


@transaction.atomic
def record_facts(event: Event, facts: Sequence[NewFact], *, act: Act) -> EventState:
    """``record_fact`` of several, in order: all of them or none."""
    if any(kind == ENTERED for kind, _ in facts):
        # Nobody is merged with another while he is entered.
        locked_club(event.club_id)
    row = locked_row(event)
    key = log_key(act, event_stream(row))
    if done_before(key):
        return event_state(row)
    if act.version is not None and act.version != row.version:
        raise StaleEventError(row)
    locked = lock_of(row)
    append_facts(locked, facts, by=act.by, reason=act.reason, key=key)
    return locked.state


def locked_row(event: Event) -> Event:
    """The event as it is now, locked until the transaction ends. Locks are taken in the order club, rubber, event."""
    rows = Event.objects.select_related("club").select_for_update(no_key=True, of=("self",))
    return rows.get(pk=event.pk)


def lock_of(row: Event) -> LockedEvent:
    """What a locked row stands for."""
    log = event_log(row)
    return LockedEvent(row, log, log.state)


def append_facts(
    locked: LockedEvent,
    facts: Sequence[NewFact],
    *,
    by: User,
    reason: str,
    key: str,
    start: int = 0,
) -> None:
    """Append to a locked event what may be done to it, and write its rows; ``locked`` is what it is then.

    The entries have the keys of the act's from ``start`` on: more than 0 where ``key`` is that of an entry in another
    stream. Raises as ``record_fact``.
    """
    entries: list[Entry] = []
    at = timezone.now()
    folding = Folding(locked.log.facts)
    for number, (kind, payload) in enumerate(facts, start=start):
        # As the log will give it back.
        told = orjson.loads(orjson.dumps(_whole(locked, kind, payload)))
        _refuse(locked, kind, told, reason)
        fact = Fact(locked.log.version + 1, kind, told, at=at.isoformat(), by=by.public_id, reason=reason)
        folding.add(fact)
        _take(locked, fact, folding.folded)
        entries.append(
            Entry(
                club_id=locked.row.club_id,
                kind=EVENT_FACTS[kind],
                subject=locked.row.public_id,
                version=fact.version,
                payload=told,
                at=at,
                key=key_of_next(key, number),
                by_id=by.pk,
                reason=reason,
            )
        )
    if not entries:
        return
    if facts[-1][0] in QUIET:
        locked.state = locked.log.state
    (position,) = append_entries(entries).values()
    write_locked(locked, position)


def write_locked(locked: LockedEvent, position: int = 0) -> None:
    """Write a locked event's rows; ``position`` is the place in the log of what was appended to it just now, if any."""
    write_event(locked.row, locked.log, locked.state, position=position)
    if locked.state.facts.plan is None:
        write_open_standings(locked.row)


def key_of_next(key: str, number: int) -> str:
    """The key of the entry ``number`` places behind the one that has ``key``, of one and the same act."""
    return f"{key}+{number}" if number else key


def first_key(key: str) -> str:
    """The key of the first entry of the act that one with this ``key`` belongs to."""
    return key.partition("+")[0]


def _whole(locked: LockedEvent, kind: FactKind, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    return with_people(locked.state, payload) if kind == "awarded" else payload


def _refuse(locked: LockedEvent, kind: FactKind, payload: Mapping[str, Any], reason: str) -> None:
    if not locked.row.name:
        raise NamelessEventError
    check_fact(locked.state, kind, payload)
    if not reason.strip() and needs_reason(locked.state, kind, payload):
        raise ReasonNeededError
    if kind == ENTERED:
        _require_known(locked.row.club, payload["players"])


def _take(locked: LockedEvent, fact: Fact, folded: EventFacts) -> None:
    """Go on to the state after one fact more, with which all of them come to ``folded``."""
    locked.log = locked.log.with_fact(fact, folded)
    if fact.kind in QUIET:
        locked.state = replace(locked.state, facts=locked.log.folded)
    else:
        locked.state = locked.log.state


def _require_known(club: Club, players: Iterable[PlayerId]) -> None:
    """Raises ``UnknownPlayerError`` for somebody who is neither on the club's list nor its member."""
    wanted = set(players)
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    known = listed_players().filter(here, public_id__in=wanted).values_list("public_id", flat=True)
    if wanted - set(known):
        raise UnknownPlayerError

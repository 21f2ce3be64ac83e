"""Record the facts of an event: append decisions about it to its stream, and update its rows in the same transaction.

``matches.rules.events.lifecycle`` decides whether a fact may be recorded. It judges by the state that follows
from log and rubbers while the event's row is locked.
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
from matches.clubs.queries import listed_players
from matches.common.commands import CommandContext, done_before, log_key
from matches.common.log import EVENT_FACTS, Entry, append_entries
from matches.common.stored_facts import ENTERED, event_stream
from matches.events.errors import NamelessEventError, ReasonNeededError, StaleEventError, UnknownPlayerError
from matches.events.event_state import EventLog, event_log, event_state
from matches.events.write_event import write_event
from matches.events.write_standings import write_open_standings
from matches.models import Club, Event, User
from matches.rules.events.facts import EventFacts, Fact, FactKind, PlayerId
from matches.rules.events.fold import Folding
from matches.rules.events.lifecycle import check_fact, needs_reason
from matches.rules.events.play_rules import with_people
from matches.rules.events.state import EventState

NewFact: TypeAlias = tuple[FactKind, Mapping[str, Any]]
"""A fact to be recorded: its kind and its payload (see ``matches.rules.events.facts``)."""
QUIET: Final = frozenset(
    {"checked_in", "check_in_undone", "seeded", "bye_requested", "bye_request_undone", "forbidden"}
)
"""Kinds of fact that do not affect the draw, so that many can be checked without deriving the state after each."""


@dataclass(slots=True)
class LockedEvent:
    """An event's row, locked until the transaction ends, with its log and the state derived from it."""

    row: Event
    log: EventLog
    state: EventState


def record_fact(
    event: Event, kind: FactKind, payload: Mapping[str, Any], *, act: CommandContext
) -> EventState:
    """Command to append one fact to an event's log and update its rows. Return the new state.

    ``act.version`` is the event's version that the actor last saw. A repeated command changes nothing. Raises
    ``EventActError`` if the rules do not allow the fact now, ``StaleEventError`` if the event has changed
    since ``act.version``, ``ReasonNeededError`` if the fact needs a written reason, ``NamelessEventError``
    for the event without a name, and ``UnknownPlayerError`` for a player who does not belong to the club.
    """
    return record_facts(event, [(kind, payload)], act=act)


@transaction.atomic
def record_facts(event: Event, facts: Sequence[NewFact], *, act: CommandContext) -> EventState:
    """Command to append several facts in order, all or none. Everything else is as in ``record_fact``."""
    if any(kind == ENTERED for kind, _ in facts):
        # Lock the club so that players are not merged while they are being entered.
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
    """Return the event's row, locked until the transaction ends. The order of locks: club, rubber, event."""
    rows = Event.objects.select_related("club").select_for_update(no_key=True, of=("self",))
    return rows.get(pk=event.pk)


def lock_of(row: Event) -> LockedEvent:
    """Return an event, whose ``row`` the caller has locked, with its log and state as of now."""
    log = event_log(row)
    return LockedEvent(row, log, log.state)


def append_facts(
    locked: LockedEvent, facts: Sequence[NewFact], *, by: User, reason: str, key: str, start: int = 0
) -> None:
    """Append facts to the log of a locked event, update its stored rows, and update ``locked``.

    ``key`` is the command's idempotency key. The entries get keys made from ``key`` and a number, counted
    from ``start``. ``start`` is above 0 if an entry of another stream already has ``key`` itself. Raises
    whatever ``record_fact`` raises, except ``StaleEventError``.
    """
    entries: list[Entry] = []
    at = timezone.now()
    folding = Folding(locked.log.facts)
    for number, (kind, payload) in enumerate(facts, start=start):
        if kind == "awarded":
            payload = with_people(locked.state, payload)
        # The payload as it will be read from the log.
        stored_payload = orjson.loads(orjson.dumps(payload))
        _check_allowed(locked, kind, stored_payload, reason)
        fact = Fact(
            locked.log.version + 1, kind, stored_payload, at=at.isoformat(), by=by.public_id, reason=reason
        )
        folding.add(fact)
        _apply(locked, fact, folding.folded)
        entries.append(
            Entry(
                club_id=locked.row.club_id,
                kind=EVENT_FACTS[kind],
                subject=locked.row.public_id,
                version=fact.version,
                payload=stored_payload,
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
    """Write a locked event's rows. ``position`` is that of the entry just appended, 0 if none was."""
    write_event(locked.row, locked.log, locked.state, position=position)
    if locked.state.facts.plan is None:
        write_open_standings(locked.row)


def key_of_next(key: str, number: int) -> str:
    """Return the idempotency key of the entry ``number`` entries after the one with ``key``, in one command."""
    return f"{key}+{number}" if number else key


def first_key(key: str) -> str:
    """Return the idempotency key of a command's first log entry, given that of any of its entries."""
    return key.partition("+")[0]


def _check_allowed(locked: LockedEvent, kind: FactKind, payload: Mapping[str, Any], reason: str) -> None:
    if not locked.row.name:
        raise NamelessEventError
    check_fact(locked.state, kind, payload)
    if not reason.strip() and needs_reason(locked.state, kind, payload):
        raise ReasonNeededError
    if kind == ENTERED:
        _check_known_players(locked.row.club, payload["players"])


def _apply(locked: LockedEvent, fact: Fact, folded: EventFacts) -> None:
    """Apply one more fact to ``locked``. ``folded`` is the fold of all facts including it."""
    locked.log = locked.log.with_fact(fact, folded)
    if fact.kind in QUIET:
        locked.state = replace(locked.state, facts=locked.log.folded)
    else:
        locked.state = locked.log.state


def _check_known_players(club: Club, players: Iterable[PlayerId]) -> None:
    """Raise ``UnknownPlayerError`` for a player who is neither on the club's list nor a current member."""
    wanted = set(players)
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    known = listed_players().filter(here, public_id__in=wanted).values_list("public_id", flat=True)
    if wanted - set(known):
        raise UnknownPlayerError

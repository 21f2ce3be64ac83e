"""Read the decisions about an event ("facts") from its log stream, with players under their current public ids.

Each process caches the last streams that it read, and then reads only the entries appended since. A cached
stream is valid while its last entry is still in the log and no further players have been merged.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import orjson
from django.db.models import F, Func, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from matches.common.directory import current_ids
from matches.common.log import stream_name
from matches.models import Event, LogEntry, Player
from matches.rules.events.facts import EventFacts, Fact
from matches.rules.events.fold import counting_facts, fold

T = TypeVar("T")
EVENT_KIND: Final = "event."
ENTERED: Final = "entered"
NO_IDS: Final = frozenset({"planned"})
"""Kinds of fact whose payload names no players."""
MOST_EVENTS: Final = 4


class RecentlyUsed(Generic[T]):
    """A thread-safe cache of the ``most`` most recently used values. Callers must not change a cached value."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str) -> T | None:
        with self._lock:
            if name in self._values:
                self._values.move_to_end(name)
            return self._values.get(name)

    def keep(self, name: str, value: T) -> None:
        with self._lock:
            self._values[name] = value
            self._values.move_to_end(name)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """All facts of an event's stream, and the state folded from them."""

    facts: tuple[Fact, ...]
    folded: EventFacts


@dataclass(frozen=True, slots=True)
class _CachedStream:
    """The facts of a stream as they were read.

    ``last`` has the key and the time of its last entry, ``aliases`` is the number of merged players on the site by
    then.
    """

    last: tuple[int, datetime]
    aliases: int
    logged: tuple[Fact, ...]
    """The facts with the players' ids as the log has them, which may be aliases."""
    stored: StoredFacts


_cache: Final = RecentlyUsed[_CachedStream](MOST_EVENTS)


def event_stream(event: Event) -> str:
    return stream_name(EVENT_KIND, event.public_id)


def stored_facts(event: Event) -> StoredFacts:
    """Return all facts of the event and its state, usually with at most two queries."""
    stream = event_stream(event)
    cached = _cache.get(stream)
    entries = LogEntry.objects.filter(stream=stream).order_by("version")
    if cached is None:
        rows = _read_rows(entries)
    else:
        rows = _read_rows(entries.filter(version__gte=cached.logged[-1].version))
        if not rows or rows[0][:2] != cached.last or rows[0][2] != cached.aliases:
            cached, rows = None, _read_rows(entries)
        elif len(rows) == 1:
            return cached.stored
        else:
            rows = rows[1:]
    logged = (*(cached.logged if cached else ()), *(_fact(*row) for row in rows))
    facts = tuple(with_current_ids(logged))
    stored = StoredFacts(facts, fold(facts))
    if rows:
        pk, at, aliases = rows[-1][:3]
        _cache.keep(stream, _CachedStream((pk, at), aliases, logged, stored))
    return stored


def _read_rows(entries: QuerySet[LogEntry]) -> list[tuple[Any, ...]]:
    merged = Player.objects.filter(merged_into__isnull=False).order_by()
    count = merged.annotate(count=Func(F("pk"), function="COUNT")).values("count")
    # As text, because the database takes longer to parse many long payloads than for everything else.
    read = entries.annotate(aliases=Subquery(count), text=Cast("payload", TextField()))
    columns = ("version", "kind", "by__public_id", "by_elsewhere", "reason", "text")
    return list(read.values_list("pk", "at", "aliases", *columns))


def _fact(
    _pk: int,
    at: datetime,
    _aliases: int,
    version: int,
    kind: str,
    by: str | None,
    elsewhere: str,
    reason: str,
    text: str,
) -> Fact:
    return Fact(
        version=version,
        kind=kind.removeprefix(EVENT_KIND),
        payload=orjson.loads(text),
        at=at.isoformat(),
        by=by or elsewhere,
        reason=reason,
    )


def with_current_ids(facts: Sequence[Fact]) -> list[Fact]:
    """Return copies of the facts in which each alias is replaced by the player's current public id."""
    named = {player for fact in facts if fact.kind == ENTERED for player in fact.payload["players"]}
    now = current_ids(named)
    if not now:
        return list(facts)
    people: dict[str, list[str]] = {}
    for player in sorted(named):
        people.setdefault(now.get(player, player), []).append(player)
    renamed: dict[str, str] = {}
    for person, ids in people.items():
        # Two ids of one person cannot have been merged while both were entered: one of the entries was removed.
        current = ids[0] if len(ids) == 1 else _current_entrant(facts, ids)
        renamed |= {person: current, current: person}
    return [
        fact if fact.kind in NO_IDS else replace(fact, payload=_replace_ids(fact.payload, renamed))
        for fact in facts
    ]


def _current_entrant(facts: Sequence[Fact], ids: Collection[str]) -> str:
    """Return the one of the ids that is entered now, or else the one entered last."""
    entered: dict[str, None] = {}
    last = ""
    for fact in counting_facts(facts):
        for player in (*fact.payload.get("players", ()), fact.payload.get("player")):
            if player not in ids:
                continue
            if fact.kind == ENTERED:
                entered[player] = None
                last = player
            elif fact.kind == "entry_removed":
                entered.pop(player, None)
    return next(iter(entered), last)


def _replace_ids(value: Any, now: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return now.get(value, value)
    if isinstance(value, Mapping):
        return {key: _replace_ids(each, now) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_replace_ids(each, now) for each in value]
    return value

"""What was decided about an event, as its log has it, players under the ids that they go by now.

Of a log that this process has read before only what was appended since is read again. What is remembered holds as
long as its last entry stands in the log still, and nobody was merged with anybody since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import orjson
from django.db.models import F, Func, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from matches.clubs.aliases import survivors_of
from matches.common.log import stream_name
from matches.common.lru_cache import RecentlyUsed
from matches.models import Event, LogEntry, Player
from matches.rules.events.facts import EventFacts, Fact
from matches.rules.events.folding.fold import counting_facts, fold

EVENT_KIND: Final = "event."
ENTERED: Final = "entered"
NO_IDS: Final = frozenset({"planned"})
"""Facts without a player in them."""
MOST_EVENTS: Final = 4


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """``facts`` is the whole stream, ``folded`` what it comes to."""

    facts: tuple[Fact, ...]
    folded: EventFacts


@dataclass(frozen=True, slots=True)
class _Remembered:
    """``last`` are primary key and time of the last entry, ``aliases`` how many there were on the whole site."""

    last: tuple[int, datetime]
    aliases: int
    told: tuple[Fact, ...]
    """As the log names people."""
    stored: StoredFacts


_remembered: Final = RecentlyUsed[_Remembered](MOST_EVENTS)


def event_stream(event: Event) -> str:
    return stream_name(EVENT_KIND, event.public_id)


def stored_facts(event: Event) -> StoredFacts:
    """The event's stream from its beginning, in two queries at most as a rule."""
    stream = event_stream(event)
    before = _remembered.get(stream)
    entries = LogEntry.objects.filter(stream=stream).order_by("version")
    if before is None:
        rows = _read(entries)
    else:
        rows = _read(entries.filter(version__gte=before.told[-1].version))
        if not rows or rows[0][:2] != before.last or rows[0][2] != before.aliases:
            before, rows = None, _read(entries)
        elif len(rows) == 1:
            return before.stored
        else:
            rows = rows[1:]
    told = (*(before.told if before else ()), *(_fact(*row) for row in rows))
    facts = tuple(by_their_people(told))
    stored = StoredFacts(facts, fold(facts))
    if rows:
        pk, at, aliases = rows[-1][:3]
        _remembered.keep(stream, _Remembered((pk, at), aliases, told, stored))
    return stored


def _read(entries: QuerySet[LogEntry]) -> list[tuple[Any, ...]]:
    merged = Player.objects.filter(merged_into__isnull=False).order_by()
    count = merged.annotate(count=Func(F("pk"), function="COUNT")).values("count")
    # As text: the database's own reading of many long payloads takes longer than all the rest.
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


def by_their_people(facts: Sequence[Fact]) -> list[Fact]:
    """The facts with aliases replaced by the ids that their people go under now. Only who was entered is named."""
    named = {player for fact in facts if fact.kind == ENTERED for player in fact.payload["players"]}
    now = survivors_of(named)
    if not now:
        return list(facts)
    people: dict[str, list[str]] = {}
    for player in sorted(named):
        people.setdefault(now.get(player, player), []).append(player)
    renamed: dict[str, str] = {}
    for person, ids in people.items():
        # Of a person under two ids one entry was removed, or they could not have been merged.
        current = ids[0] if len(ids) == 1 else _last_entered(facts, ids)
        renamed |= {person: current, current: person}
    return [
        fact if fact.kind in NO_IDS else replace(fact, payload=_renamed(fact.payload, renamed))
        for fact in facts
    ]


def _last_entered(facts: Sequence[Fact], ids: Collection[str]) -> str:
    """Which of the ids is entered now; the last one that was, where none is."""
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


def _renamed(value: Any, now: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return now.get(value, value)
    if isinstance(value, Mapping):
        return {key: _renamed(each, now) for key, each in value.items()}
    if isinstance(value, Iterable):
        return [_renamed(each, now) for each in value]
    return value

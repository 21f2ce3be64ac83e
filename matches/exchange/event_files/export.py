"""Whole events as files, written from the log: the same event gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from matches.clubs.aliases import survivors_of
from matches.common.log import Entry, entry_of, is_of_rubber
from matches.events.load_facts import event_stream, stored_facts
from matches.exchange.event_files.document import (
    Document,
    FileHead,
    ToldEntry,
    document_bytes,
    event_document,
)
from matches.models import Club, Event, LogEntry, Player, Rubber


def export_event(event: Event) -> Document:
    """The event's document. Everybody goes under the id and the name that he has now."""
    rubbers = list(Rubber.objects.filter(event=event).order_by("pk").values_list("public_id", flat=True))
    streams = [event_stream(event), *(f"rubber:{rubber}" for rubber in rubbers)]
    rows = LogEntry.objects.filter(stream__in=streams).select_related("by").order_by("pk")
    told = _by_their_people(event, [_told(row) for row in rows])
    named = _people(told)
    players = dict(Player.objects.filter(public_id__in=named).values_list("public_id", "name"))
    head = FileHead(_club_json(event.club), event.public_id, event.name, players)
    return event_document(head, told, rubbers)


def export_bytes(event: Event) -> bytes:
    """The event's file; the same event gives the same bytes."""
    return document_bytes(export_event(event))


def _told(row: LogEntry) -> ToldEntry:
    return ToldEntry(entry_of(row), row.by.public_id if row.by is not None else row.by_elsewhere)


def _club_json(club: Club) -> dict[str, str]:
    return {"id": club.public_id, "name": club.name, "slug": club.slug, "time_zone": club.time_zone}


def _by_their_people(event: Event, told: Sequence[ToldEntry]) -> list[ToldEntry]:
    """With the ids that people go under now."""
    facts = {fact.version: fact.payload for fact in stored_facts(event).facts}
    seated = {
        each.entry.payload.get(side) for each in told if is_of_rubber(each.entry) for side in ("a", "b")
    }
    now = survivors_of({player for player in seated if player})

    def payload(entry: Entry) -> Any:
        if not is_of_rubber(entry):
            return facts[entry.version]
        own = {side: entry.payload[side] for side in ("a", "b") if entry.payload.get(side) in now}
        return {**entry.payload, **{side: now[player] for side, player in own.items()}}

    return [ToldEntry(replace(each.entry, payload=payload(each.entry)), each.by) for each in told]


def _people(told: Iterable[ToldEntry]) -> set[str]:
    named: set[str] = set()
    for each in told:
        named |= set(each.entry.payload.get("players", ()))
        if is_of_rubber(each.entry):
            named |= {each.entry.payload[side] for side in ("a", "b") if side in each.entry.payload}
    return named

"""Export a whole event with its log as a JSON file. The same event always gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from matches.common.directory import current_ids
from matches.common.log import Entry, entry_of, is_of_rubber
from matches.common.stored_facts import event_stream, stored_facts
from matches.events.document import AttributedEntry, Document, FileHead, document_bytes, event_document
from matches.models import Event, LogEntry, Player, Rubber


def export_event(event: Event) -> Document:
    """Return the contents of the event's file, with the players' current ids and names."""
    rubbers = list(Rubber.objects.filter(event=event).order_by("pk").values_list("public_id", flat=True))
    streams = [event_stream(event), *(f"rubber:{rubber}" for rubber in rubbers)]
    rows = LogEntry.objects.filter(stream__in=streams).select_related("by").order_by("pk")
    attributed = [
        AttributedEntry(entry_of(row), row.by.public_id if row.by else row.by_elsewhere) for row in rows
    ]
    entries = _with_present_players(event, attributed)
    named = _named_players(entries)
    players = dict(Player.objects.filter(public_id__in=named).values_list("public_id", "name"))
    club = event.club
    about = {"id": club.public_id, "name": club.name, "slug": club.slug, "time_zone": club.time_zone}
    head = FileHead(about, event.public_id, event.name, players)
    return event_document(head, entries, rubbers)


def export_bytes(event: Event) -> bytes:
    return document_bytes(export_event(event))


def _with_present_players(event: Event, entries: Sequence[AttributedEntry]) -> list[AttributedEntry]:
    """Return the entries with the present ids of players who were merged since."""
    facts = {fact.version: fact.payload for fact in stored_facts(event).facts}
    seated = {
        each.entry.payload.get(side) for each in entries if is_of_rubber(each.entry) for side in ("a", "b")
    }
    now = current_ids({player for player in seated if player})

    def payload(entry: Entry) -> Any:
        if not is_of_rubber(entry):
            return facts[entry.version]
        own = {side: entry.payload[side] for side in ("a", "b") if entry.payload.get(side) in now}
        return {**entry.payload, **{side: now[player] for side, player in own.items()}}

    return [AttributedEntry(replace(each.entry, payload=payload(each.entry)), each.by) for each in entries]


def _named_players(entries: Iterable[AttributedEntry]) -> set[str]:
    named: set[str] = set()
    for each in entries:
        named |= set(each.entry.payload.get("players", ()))
        if is_of_rubber(each.entry):
            named |= {each.entry.payload[side] for side in ("a", "b") if side in each.entry.payload}
    return named

"""Entries of the log before they are rows: streams, kinds, payloads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias, TypedDict

import orjson

from matches.models import LogEntry
from matches.services.bulk import insert_rows, reserve_ids

Kind: TypeAlias = Literal["event.opened", "rubber.imported"]
EVENT_OPENED: Final = "event.opened"
RUBBER_IMPORTED: Final = "rubber.imported"


class EventOpened(TypedDict):
    """Payload of ``event.opened``: an event of one open stage. ``club`` is the club's public id."""

    club: str
    name: str


class RubberImported(TypedDict):
    """Payload of ``rubber.imported``: who played (public ids), in which event, and the nameless text."""

    identity: str
    event: str
    a: str
    b: str
    egn: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact: new, or read back from the log. ``subject`` is the public id of what its stream is about."""

    kind: str
    subject: str
    version: int
    payload: Any
    at: datetime
    key: str
    by_id: int | None = None
    reason: str = ""

    @property
    def stream(self) -> str:
        return stream_name(self.kind, self.subject)


def stream_name(kind: str, subject: str) -> str:
    """``rubber:<id>`` for every kind that starts ``rubber.``, and so on."""
    return f"{kind.partition('.')[0]}:{subject}"


def entry_of(row: LogEntry) -> Entry:
    """An entry as it stands in the log."""
    return Entry(
        kind=row.kind,
        subject=row.stream.partition(":")[2],
        version=row.version,
        payload=row.payload,
        at=row.at,
        key=row.key,
        by_id=row.by_id,
        reason=row.reason,
    )


ENTRY_COLUMNS: Final = ("id", "stream", "version", "kind", "payload", "by_id", "at", "reason", "key")


def append_entries(entries: Sequence[Entry]) -> dict[str, int]:
    """Append to the log; the position of each stream's last entry.

    Raises ``IntegrityError`` where a version of a stream is taken or a key was used before.
    """
    positions = reserve_ids(LogEntry, len(entries))
    insert_rows(
        LogEntry,
        ENTRY_COLUMNS,
        [
            (
                position,
                entry.stream,
                entry.version,
                entry.kind,
                orjson.dumps(entry.payload).decode(),
                entry.by_id,
                entry.at,
                entry.reason,
                entry.key,
            )
            for position, entry in zip(positions, entries, strict=True)
        ],
    )
    return {entry.stream: position for position, entry in zip(positions, entries, strict=True)}

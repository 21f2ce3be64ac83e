"""Entries of the log before they are rows: streams, kinds, payloads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

import orjson

from matches.common.bulk import insert_rows, reserve_ids
from matches.models import LogEntry
from matches.models.causes import current_request_id
from matches.rules.events.facts import FACT_KINDS, FactKind
from matches.rules.sittings.facts import SITTING_FACT_KINDS, SittingFactKind
from scoring.record import Termination

EVENT_OPENED: Final = "event.opened"
EVENT_RENAMED: Final = "event.renamed"
EVENT_FACTS: Final[dict[FactKind, str]] = {kind: f"event.{kind}" for kind in FACT_KINDS}
"""What was decided about a planned event; payloads as ``matches.rules.events.facts`` has them."""
SITTING_FACTS: Final[dict[SittingFactKind, str]] = {kind: f"sitting.{kind}" for kind in SITTING_FACT_KINDS}
"""What was put down at a pool or a French table; payloads as ``matches.rules.sittings.facts`` has them. That of
``sitting.opened`` says besides in which ``club`` and ``event`` (public ids; empty: outside any).
"""
RUBBER_IMPORTED: Final = "rubber.imported"
RUBBER_ENTERED: Final = "rubber.entered"
RUBBER_REPORTED: Final = "rubber.reported"
RUBBER_OPENED: Final = "rubber.opened"
RUBBER_CUT_RECORDED: Final = "rubber.cut_recorded"
RUBBER_DEAL_RECORDED: Final = "rubber.deal_recorded"
RUBBER_DEAL_UNDONE: Final = "rubber.deal_undone"
RUBBER_CLOSED: Final = "rubber.closed"
RUBBER_CONFIRMED: Final = "rubber.confirmed"
RUBBER_DISPUTED: Final = "rubber.disputed"
RUBBER_CORRECTED: Final = "rubber.corrected"
RUBBER_VOIDED: Final = "rubber.voided"

Seat: TypeAlias = Literal["A", "B", ""]
"""A side of a rubber; empty: neither."""


class EventOpened(TypedDict):
    """Payload of ``event.opened``: an event of one open stage. ``club`` is the club's public id."""

    club: str
    name: str


class EventRenamed(TypedDict):
    """Payload of ``event.renamed``."""

    name: str


class RubberBegun(TypedDict):
    """Payload of what begins a rubber's stream: who played (public ids), in which event, and the nameless text.

    ``by``, in ``rubber.reported`` alone, is the side that reports it, empty for a helper. ``checks``, here and in every
    payload that brings a text, is the version of the checks that judge it (``scoring.checks``); entries of release
    0.1.0 have none, and are judged by the first.
    """

    identity: str
    event: str
    a: str
    b: str
    egn: str
    by: NotRequired[Seat]
    checks: NotRequired[int]


class RulingMade(TypedDict):
    """A ruling, within the payload of the entry that wrote it into the record.

    ``player`` is the offender's side, empty where there is none; ``game`` and ``deal`` count from 1 by position,
    ``deal`` 0 for the game's heading. ``argument``: the cards that the remedy names.
    """

    law: int
    player: Seat
    remedy: str
    game: int
    deal: int
    argument: NotRequired[str]


class CutRecorded(TypedDict):
    """Payload of ``rubber.cut_recorded``: a game's canonical cut (``cut A=CK B=D8``), before its first deal.

    A later one of the same game takes its place.
    """

    game: int
    cut: str


class DealRecorded(TypedDict):
    """Payload of ``rubber.deal_recorded``: the deal's canonical text, and the number of its game.

    ``ruling``: the deal stands in the place of one that was taken back to be ruled upon.
    """

    deal: str
    game: int
    ruling: NotRequired[RulingMade]
    checks: NotRequired[int]


class DealUndone(TypedDict):
    """Payload of ``rubber.deal_undone``: which deal it was, the last one; what follows from the log needs neither."""

    deal: int
    game: int


class RubberEnded(TypedDict):
    """Payload of ``rubber.closed``, and of ``rubber.reported`` for a rubber that was live.

    ``winner`` is set where the termination is not normal and somebody won all the same; ``by`` as in ``RubberBegun``.
    ``egn`` is the nameless text of a rubber of which no deal was recorded, and the result alone was written down.
    """

    termination: Termination
    winner: Seat
    egn: NotRequired[str]
    by: NotRequired[Seat]
    checks: NotRequired[int]


class RubberConfirmed(TypedDict):
    """Payload of ``rubber.confirmed``: the side that confirms it, empty or absent where neither does."""

    by: NotRequired[Seat]


class RubberDisputed(TypedDict):
    """Payload of ``rubber.disputed``: the side that disputes it, empty where neither does."""

    by: Seat


class RubberCorrected(TypedDict):
    """Payload of ``rubber.corrected``: the nameless text from now on, and whatever else is another from now on.

    ``conflict`` is the public id of the conflict that the text was taken from, ``ruling`` what was ruled in it,
    ``undoes`` the version of the entry of the same stream that it takes back.
    """

    egn: str
    identity: NotRequired[str]
    event: NotRequired[str]
    a: NotRequired[str]
    b: NotRequired[str]
    conflict: NotRequired[str]
    ruling: NotRequired[RulingMade]
    undoes: NotRequired[int]
    checks: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact: new, or read back from the log. ``subject`` is the public id of what its stream is about,
    ``club_id`` the primary key of the club in whose log it stands. ``by_elsewhere`` is an actor without account here,
    ``link_id`` the primary key of the table's link by which it came.
    """

    club_id: int
    kind: str
    subject: str
    version: int
    payload: Any
    at: datetime
    key: str
    by_id: int | None = None
    reason: str = ""
    by_elsewhere: str = ""
    link_id: int | None = None

    @property
    def stream(self) -> str:
        return stream_name(self.kind, self.subject)


def stream_name(kind: str, subject: str) -> str:
    """``rubber:<id>`` for every kind that starts ``rubber.``, and so on."""
    return f"{kind.partition('.')[0]}:{subject}"


def is_of_rubber(entry: Entry) -> bool:
    """Whether the entry stands in a rubber's stream."""
    return entry.kind.startswith("rubber.")


def entry_of(row: LogEntry) -> Entry:
    """An entry as it stands in the log."""
    return Entry(
        club_id=row.club_id,
        kind=row.kind,
        subject=row.stream.partition(":")[2],
        version=row.version,
        payload=row.payload,
        at=row.at,
        key=row.key,
        by_id=row.by_id,
        reason=row.reason,
        by_elsewhere=row.by_elsewhere,
        link_id=row.link_id,
    )


ENTRY_COLUMNS: Final = (
    "id",
    "club_id",
    "stream",
    "version",
    "kind",
    "payload",
    "by_id",
    "by_elsewhere",
    "link_id",
    "at",
    "reason",
    "key",
    "request_id",
)


def append_entries(entries: Sequence[Entry]) -> dict[str, int]:
    """Append to the log; the position of each stream's last entry.

    Raises ``IntegrityError`` where a version of a stream is taken or a key was used before.
    """
    positions = reserve_ids(LogEntry, len(entries))
    request_id = current_request_id()
    insert_rows(
        LogEntry,
        ENTRY_COLUMNS,
        [
            (
                position,
                entry.club_id,
                entry.stream,
                entry.version,
                entry.kind,
                orjson.dumps(entry.payload).decode(),
                entry.by_id,
                entry.by_elsewhere,
                entry.link_id,
                entry.at,
                entry.reason,
                entry.key,
                request_id,
            )
            for position, entry in zip(positions, entries, strict=True)
        ],
    )
    return {entry.stream: position for position, entry in zip(positions, entries, strict=True)}

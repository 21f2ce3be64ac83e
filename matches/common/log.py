"""Append entries to the log, query a club's log, and define kinds and payloads of entries.

A log entry belongs to a stream, such as ``rubber:<public id>``, and has a version in it. The state of every
rubber, event and sitting follows from its stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

import orjson
from django.db.models import Q, QuerySet

from matches.common.bulk import insert_row, insert_rows, reserve_ids
from matches.models import Club, LogEntry
from matches.models.causes import current_request_id
from matches.rules.events.facts import FACT_KINDS, FactKind
from matches.rules.sittings.facts import SITTING_FACT_KINDS, SittingFactKind
from scoring.record import Termination

EVENT_OPENED: Final = "event.opened"
EVENT_RENAMED: Final = "event.renamed"
EVENT_FACTS: Final[dict[FactKind, str]] = {kind: f"event.{kind}" for kind in FACT_KINDS}
"""The kind of log entry for each decision about a planned event (``matches.rules.events.facts``)."""


SITTING_FACTS: Final[dict[SittingFactKind, str]] = {kind: f"sitting.{kind}" for kind in SITTING_FACT_KINDS}
"""The kind of log entry for each fact about a pool or a French table.

``matches.rules.sittings.facts`` describes their payloads. ``sitting.opened`` also has its ``club`` and
``event`` (public ids; empty for none).
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
RUBBER_REPORT_CHANGED: Final = "rubber.report_changed"
RUBBER_REPORT_WITHDRAWN: Final = "rubber.report_withdrawn"
Seat: TypeAlias = Literal["A", "B", ""]
"""A side of a rubber, or an empty string for neither."""


class EventOpened(TypedDict):
    """Payload of ``event.opened``, which creates an open event. ``club`` is a public id."""

    club: str
    name: str


class EventRenamed(TypedDict):
    """Payload of ``event.renamed``: the new name."""

    name: str


class RoundMeant(TypedDict):
    """The round of a draw to which a rubber belongs, if its record names the round in other words.

    ``tag`` is the record's tag ``Round``, which stays as it was written; ``label`` is the label of the draw's round.
    The note no longer counts once the record's tag or the rubber's event changes.
    """

    tag: str
    label: str


class RubberBegun(TypedDict):
    """Payload of the log entry that creates a rubber: players and event (public ids), and the EGN text without names.

    ``by`` occurs only in ``rubber.reported``: the side that reports the result, empty for a helper.
    ``checks`` is the version of the checks (``scoring.checks``) with which the text is judged, here and in
    every other payload with a text. Entries of release 0.1.0 lack it, and are judged by the first version.
    ``round`` is present, here and below, if the tag ``Round`` is not the label of the round that is meant.
    """

    identity: str
    event: str
    a: str
    b: str
    egn: str
    by: NotRequired[Seat]
    checks: NotRequired[int]
    round: NotRequired[RoundMeant]


class RulingMade(TypedDict):
    """A director's ruling, inside the payload of the log entry that wrote it into the EGN text.

    ``law`` is the law's number. ``player`` is the offender's side, empty for none. ``game`` and ``deal``
    count from 1; ``deal`` is 0 for the game as a whole. ``argument`` has the cards that the remedy names.
    """

    law: int
    player: Seat
    remedy: str
    game: int
    deal: int
    argument: NotRequired[str]


class CutRecorded(TypedDict):
    """Payload of ``rubber.cut_recorded``: the cut in canonical EGN, such as ``cut A=CK B=D8``. The last one
    counts.
    """

    game: int
    cut: str


class DealRecorded(TypedDict):
    """Payload of ``rubber.deal_recorded``: a deal's canonical EGN text, and the number of its game.

    With a ``ruling``, the last deal was undone because of it, and the new deal replaces it.
    """

    deal: str
    game: int
    ruling: NotRequired[RulingMade]
    checks: NotRequired[int]


class DealUndone(TypedDict):
    """Payload of ``rubber.deal_undone``: the last deal's numbers, for readers alone. The fold needs none."""

    deal: int
    game: int


class RubberEnded(TypedDict):
    """Payload of ``rubber.closed``, and of ``rubber.reported`` for a rubber that was entered deal by deal.

    ``winner`` is the side that won a rubber which ended early, else empty. ``by`` is the side that reports
    the result, empty for a helper. ``egn`` (without names) is present if a result was entered without any
    deal.
    """

    termination: Termination
    winner: Seat
    egn: NotRequired[str]
    by: NotRequired[Seat]
    checks: NotRequired[int]


class RubberConfirmed(TypedDict):
    """Payload of ``rubber.confirmed``: the side that confirms the result, empty or absent for neither."""

    by: NotRequired[Seat]


class RubberDisputed(TypedDict):
    """Payload of ``rubber.disputed``: the side that disputes the result, empty for neither."""

    by: Seat


class RubberCorrected(TypedDict):
    """Payload of ``rubber.corrected``: the new EGN text without names, and the other fields that change.

    ``conflict`` is the public id of the conflict that the correction settles, ``ruling`` the ruling made.
    ``undoes`` is the version of an earlier entry of the stream that the correction undoes.
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
    round: NotRequired[RoundMeant]


class ReportChanged(TypedDict):
    """Payload of ``rubber.report_changed``: the record as its reporter corrected it before it was confirmed.

    ``egn`` is the new EGN text without names. ``identity`` is present if date, round or table changed. Event
    and players stay, and so does the side that reports the result.
    """

    egn: str
    identity: NotRequired[str]
    checks: NotRequired[int]
    round: NotRequired[RoundMeant]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log, either new or read from its row (``LogEntry``).

    ``subject`` is the public id of the rubber, event, sitting or club that the stream is about. ``club_id``
    is the primary key of the club whose log has the entry. ``by_elsewhere`` identifies an actor without an
    account on this site. ``link_id`` is the primary key of the table link that was used, or None.
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
    """Return the name of the stream: ``rubber:<subject>`` for a kind that starts with ``rubber.``, and so on."""
    return f"{kind.partition('.')[0]}:{subject}"


def is_of_rubber(entry: Entry) -> bool:
    return entry.kind.startswith("rubber.")


def entry_of(row: LogEntry) -> Entry:
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


def entries_of_rubber(public_id: str) -> list[Entry]:
    """Return the entries of a rubber's stream, the first one first."""
    rows = LogEntry.objects.filter(stream=stream_name("rubber.", public_id)).order_by("version")
    return [entry_of(row) for row in rows]


ENTRY_COLUMNS: Final = (
    *("club_id", "stream", "version", "kind", "payload"),
    *("by_id", "by_elsewhere", "link_id", "at", "reason", "key", "request_id"),
)


def append_entries(entries: Sequence[Entry]) -> dict[str, int]:
    """Append entries to the log, and return the primary key of each stream's last new entry, by stream.

    Raises ``IntegrityError`` if a stream has an entry of the same version already, or if a key was used
    before.
    """
    streams = [entry.stream for entry in entries]
    rows = [_entry_row(entry, stream) for entry, stream in zip(entries, streams, strict=True)]
    if len(rows) == 1:
        return {streams[0]: insert_row(LogEntry, ENTRY_COLUMNS, rows[0])}
    positions = reserve_ids(LogEntry, len(entries))
    numbered = [(position, *row) for position, row in zip(positions, rows, strict=True)]
    insert_rows(LogEntry, ("id", *ENTRY_COLUMNS), numbered)
    return dict(zip(streams, positions, strict=True))


def _entry_row(entry: Entry, stream: str) -> tuple[Any, ...]:
    return (
        entry.club_id,
        stream,
        entry.version,
        entry.kind,
        orjson.dumps(entry.payload).decode(),
        entry.by_id,
        entry.by_elsewhere,
        entry.link_id,
        entry.at,
        entry.reason,
        entry.key,
        current_request_id(),
    )


UNDOING: Final = ("event.undone", "sitting.undone")


def club_log(club: Club) -> QuerySet[LogEntry]:
    """Return all log entries of a club, newest first, with the actors and table links loaded."""
    return LogEntry.objects.filter(club=club).select_related("by", "link").order_by("-pk")


def undone_by(entries: Sequence[LogEntry]) -> dict[int, int]:
    """Return which of ``entries`` a later entry of their stream undid: ``{primary key: version of that entry}``."""
    streams = {entry.stream for entry in entries}
    undoing = LogEntry.objects.filter(Q(kind__in=UNDOING) | Q(payload__has_key="undoes"), stream__in=streams)
    undone_versions = {}
    for entry in undoing.order_by("pk"):
        version = entry.payload["version" if entry.kind in UNDOING else "undoes"]
        undone_versions[entry.stream, version] = entry.version
    return {
        entry.pk: undone_versions[entry.stream, entry.version]
        for entry in entries
        if (entry.stream, entry.version) in undone_versions
    }

"""The JSON document of an event: build it from log entries, and read it back into facts, entries and results.

The functions are pure, and expect a document that is valid by ``matches/rules/events/event.schema.json``.
``matches.exchange.event_files`` reads the entries from the database and imports documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import orjson

from matches.common.log import Entry
from matches.common.stored_facts import EVENT_KIND
from matches.events.event_state import checked_result
from matches.rubbers.fold import RubberNow, fold_rubber
from matches.rubbers.projection import round_label
from matches.rules.events.derive import derive
from matches.rules.events.event_file import FORMAT, FORMAT_VERSION, derived_json
from matches.rules.events.facts import Fact
from matches.rules.events.fold import fold
from matches.rules.events.state import EventState, Result
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one

Document: TypeAlias = dict[str, Any]
NATURAL: Final = "played:"
"""The prefix of identities computed from occasion and players: they mean nothing on another site, so documents omit
them.
"""
IDS_IN_RUBBERS: Final = ("a", "b")
TEXTS: Final = frozenset({"event.planned", "event.renamed"})
"""Kinds of log entry whose payloads contain no ids of people."""


@dataclass(frozen=True, slots=True)
class AttributedEntry:
    """A log entry, and the public id of the user who made it. ``by`` is empty if no user made the entry."""

    entry: Entry
    by: str


@dataclass(frozen=True, slots=True)
class FileHead:
    """The club and the event of a document, and names of players by public id, empty for erased ones."""

    club: Mapping[str, str]
    event: str
    name: str
    players: Mapping[str, str]


def event_document(head: FileHead, entries: Sequence[AttributedEntry], rubbers: Sequence[str]) -> Document:
    """Return an event's document: its log entries, then those of ``rubbers`` (public ids) in their order of entry."""
    acts = _act_places(entries)
    streams: dict[str, list[Document]] = {}
    for position, each in enumerate(entries, start=1):
        written = _entry_json(position, each)
        if act := acts.get(each.entry.key):
            written["act"] = list(act)
        streams.setdefault(each.entry.stream, []).append(written)
    document: Document = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "club": dict(head.club),
        "event": {"id": head.event, "name": head.name},
        "players": [{"id": player, "name": name} for player, name in sorted(head.players.items())],
        "log": streams.get(f"event:{head.event}", []),
        "rubbers": [{"id": rubber, "log": streams[f"rubber:{rubber}"]} for rubber in rubbers],
    }
    return {**document, "derived": derived_of(document)}


def _act_places(entries: Iterable[AttributedEntry]) -> dict[str, tuple[int, int]]:
    """Return, for entries that share an act with others, the act's number and the entry's place in it, by key."""
    parts: dict[str, list[str]] = {}
    for each in entries:
        first, _plus, part = each.entry.key.partition("+")
        if not part or part.isdecimal():
            parts.setdefault(first, []).append(part)
    acts = (first for first, own in parts.items() if len(own) > 1)
    return {
        f"{first}+{part}" if part else first: (number, int(part or 0))
        for number, first in enumerate(acts, start=1)
        for part in parts[first]
    }


def _entry_json(position: int, attributed: AttributedEntry) -> Document:
    stored = attributed.entry
    payload = dict(stored.payload)
    identity = payload.get("identity")
    if identity is not None and (not identity or identity.startswith(NATURAL)):
        del payload["identity"]
    return {
        "position": position,
        "version": stored.version,
        "kind": stored.kind,
        "at": stored.at.astimezone(UTC).isoformat(),
        "by": attributed.by,
        "reason": stored.reason,
        "payload": payload,
    }


def document_bytes(document: Document) -> bytes:
    """Return a document as JSON text in UTF-8. Equal documents give equal bytes."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(document, option=options)


def derived_of(document: Document) -> Document:
    """Compute ``derived`` from the logs. Raises ``FactError`` or ``NotationError`` for an invalid one."""
    results = file_results(document)
    return derived_json(file_state(document, results), results)


def file_state(document: Document, results: Iterable[Result]) -> EventState:
    """Return the state of a document's event with the given results. Raises ``FactError`` for an invalid log."""
    return derive(fold(file_facts(document)), results)


def file_facts(document: Document) -> list[Fact]:
    return [
        Fact(
            version=entry["version"],
            kind=entry["kind"].removeprefix(EVENT_KIND),
            payload=entry["payload"],
            at=entry["at"],
            by=entry["by"],
            reason=entry["reason"],
        )
        for entry in document["log"]
    ]


def file_entries(log: Iterable[Document], subject: str) -> list[Entry]:
    """Return the log entries of the stream of ``subject`` (a public id), without actor, club and idempotency key."""
    return [
        Entry(
            club_id=0,
            kind=entry["kind"],
            subject=subject,
            version=entry["version"],
            # The fold needs the member, which files leave out.
            payload={"identity": "", **entry["payload"]} if entry["version"] == 1 else entry["payload"],
            at=datetime.fromisoformat(entry["at"]),
            key="",
            reason=entry["reason"],
        )
        for entry in log
    ]


def file_results(document: Document) -> list[Result]:
    """Return the results of a document's rubbers. Raises ``NotationError`` for an unreadable record."""
    return [
        rubber_result(fold_rubber(file_entries(rubber["log"], rubber["id"])), order)
        for order, rubber in enumerate(document["rubbers"], start=1)
    ]


def rubber_result(now: RubberNow, order: int, checked: CheckedRubber | None = None) -> Result:
    """Return the result that a rubber contributes to its event.

    ``now`` is the rubber as folded from its log, and ``order`` is its position among the event's rubbers.
    ``checked`` is the rubber's checked record; with None the record is checked here.
    """
    if checked is None:
        checked = check_rubber(read_one(now.egn), checks=now.checks)
    return checked_result(
        checked,
        rubber=now.public_id,
        order=order,
        round_label=round_label(now, checked.rubber.tag("Round") or ""),
        a=now.a,
        b=now.b,
        state=now.state,
    )


def replace_ids(
    document: Document, ids: Mapping[str, str], *, club: Mapping[str, str], event: str
) -> Document:
    """Return a copy of the document with new ids of people, rubbers, club and event.

    ``ids`` maps old ids of people and rubbers to new ids. ``club`` is the new member ``club`` of the
    document, and ``event`` the event's new id. Ids of other events do not change, except in rubbers' logs,
    where the id of every event is replaced by ``event``.
    """
    old = document["event"]["id"]

    def entry(each: Document) -> Document:
        return {**each, "payload": _payload_with_ids(each, {**ids, old: event}, club["id"], event)}

    return {
        **document,
        "club": dict(club),
        "event": {**document["event"], "id": event},
        "players": sorted(
            ({**player, "id": ids[player["id"]]} for player in document["players"]),
            key=lambda each: each["id"],
        ),
        "log": [entry(each) for each in document["log"]],
        "rubbers": [
            {"id": ids[rubber["id"]], "log": [entry(each) for each in rubber["log"]]}
            for rubber in document["rubbers"]
        ],
    }


def _payload_with_ids(entry: Document, ids: Mapping[str, str], club: str, event: str) -> Any:
    payload: Mapping[str, Any] = entry["payload"]
    if entry["kind"] == "event.opened":
        return {**payload, "club": club}
    if entry["kind"] in TEXTS:
        return payload
    if entry["kind"].startswith(EVENT_KIND):
        return _with_ids(payload, ids)
    # The event from which a rubber was moved here is unknown elsewhere.
    own = {"event": event} if "event" in payload else {}
    return {**payload, **own, **{key: ids[payload[key]] for key in IDS_IN_RUBBERS if key in payload}}


def _with_ids(value: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, Mapping):
        return {key: _with_ids(each, ids) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_with_ids(each, ids) for each in value]
    return value

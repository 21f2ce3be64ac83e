"""The document of an event: built of log entries, and read back into facts, entries and results.

Pure functions of the document, whose shape is published in ``matches/rules/events/event.schema.json``: they are asked
only of a document of that shape. Which entries there are, and what becomes of them, is for ``event_files``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

import orjson

from matches.common.log import Entry
from matches.events.current_state import EVENT_KIND
from matches.rubbers.fold import RubberNow, fold_rubber
from matches.rubbers.states import SETTLED, judged_state
from matches.rubbers.trebles_and_voles import trebles_won, voles_won
from matches.rules.events.derive import derive
from matches.rules.events.event_file import FORMAT, FORMAT_VERSION, derived_json
from matches.rules.events.facts import Fact
from matches.rules.events.folding.fold import fold
from matches.rules.events.state import EventState, Result
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one

Document: TypeAlias = dict[str, Any]
NATURAL: Final = "played:"
"""How the identities begin that follow from occasion and players: those are left out, as they are a site's own."""


@dataclass(frozen=True, slots=True)
class ToldEntry:
    """An entry with the public id of who made it; empty where it was nobody."""

    entry: Entry
    by: str


@dataclass(frozen=True, slots=True)
class FileHead:
    """Of which event of which club. ``players`` are names by public id, empty for who was forgotten."""

    club: Mapping[str, str]
    event: str
    name: str
    players: Mapping[str, str]


def event_document(head: FileHead, told: Sequence[ToldEntry], rubbers: Sequence[str]) -> Document:
    """The document of an event from all its entries, in the order in which they were made.

    ``rubbers`` are the public ids of its rubbers in the order in which they were entered.
    """
    acts = _acts(told)
    streams: dict[str, list[Document]] = {}
    for position, each in enumerate(told, start=1):
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


def _acts(told: Iterable[ToldEntry]) -> dict[str, tuple[int, int]]:
    """Entries that belong to one act, by their keys: the act's number in the document, and the place within it."""
    parts: dict[str, list[str]] = {}
    for each in told:
        first, _plus, part = each.entry.key.partition("+")
        if not part or part.isdecimal():
            parts.setdefault(first, []).append(part)
    acts = (first for first, own in parts.items() if len(own) > 1)
    return {
        f"{first}+{part}" if part else first: (number, int(part or 0))
        for number, first in enumerate(acts, start=1)
        for part in parts[first]
    }


def _entry_json(position: int, told: ToldEntry) -> Document:
    entry = told.entry
    payload = dict(entry.payload)
    identity = payload.get("identity")
    if identity is not None and (not identity or identity.startswith(NATURAL)):
        del payload["identity"]
    return {
        "position": position,
        "version": entry.version,
        "kind": entry.kind,
        "at": entry.at.astimezone(UTC).isoformat(),
        "by": told.by,
        "reason": entry.reason,
        "payload": payload,
    }


def document_bytes(document: Document) -> bytes:
    """The one text that a document has: the same document gives the same bytes."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(document, option=options)


def derived_of(document: Document) -> Document:
    """What the document's logs come to, as it has it under ``derived``.

    Raises ``FactError`` and ``NotationError`` where they come to nothing.
    """
    results = file_results(document)
    return derived_json(file_state(document, results), results)


def file_state(document: Document, results: Iterable[Result]) -> EventState:
    """Raises ``FactError`` for a log that can't be followed."""
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
    """A stream's entries as the log has them: without an actor, of no club, and without a key."""
    return [
        Entry(
            club_id=0,
            kind=entry["kind"],
            subject=subject,
            version=entry["version"],
            # Who would be asked of it by its fold has it, though a file leaves it out.
            payload={"identity": "", **entry["payload"]} if entry["version"] == 1 else entry["payload"],
            at=datetime.fromisoformat(entry["at"]),
            key="",
            reason=entry["reason"],
        )
        for entry in log
    ]


def file_results(document: Document) -> list[Result]:
    """The rubbers' results. Raises ``NotationError`` for a text that can't be read."""
    return [
        rubber_result(fold_rubber(file_entries(rubber["log"], rubber["id"])), order)
        for order, rubber in enumerate(document["rubbers"], start=1)
    ]


def rubber_result(now: RubberNow, order: int, checked: CheckedRubber | None = None) -> Result:
    """What a folded rubber is to its event; ``checked`` is its judged record where the caller has it."""
    if checked is None:
        checked = check_rubber(read_one(now.egn), checks=now.checks)
    state = judged_state(now.state, is_clean=checked.is_clean)
    return Result(
        rubber=now.public_id,
        order=order,
        round_label=checked.rubber.tag("Round") or "",
        a=now.a,
        b=now.b,
        state=state,
        is_settled=state in SETTLED,
        winner=checked.winner,
        games=checked.games_won,
        points=checked.points,
        trebles=trebles_won(checked),
        voles=voles_won(checked),
        termination=checked.rubber.rules.termination,
    )


def renamed(document: Document, ids: Mapping[str, str], *, club: Mapping[str, str], event: str) -> Document:
    """The document with other ids: people and rubbers by ``ids``, the club and the event as given.

    Events of other names stay, except that where a rubber came from one it came from this one now.
    """
    old = document["event"]["id"]

    def entry(each: Document) -> Document:
        return {**each, "payload": _payload(each, {**ids, old: event}, club["id"], event)}

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


IDS_IN_RUBBERS: Final = ("a", "b")
TEXTS: Final = frozenset({"event.planned", "event.renamed"})
"""Kinds whose payloads name nobody."""


def _payload(entry: Document, ids: Mapping[str, str], club: str, event: str) -> Any:
    payload: Mapping[str, Any] = entry["payload"]
    if entry["kind"] == "event.opened":
        return {**payload, "club": club}
    if entry["kind"] in TEXTS:
        return payload
    if entry["kind"].startswith(EVENT_KIND):
        return _with_ids(payload, ids)
    # Whence a rubber came that was moved here is not known elsewhere.
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

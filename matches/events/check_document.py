"""Check an event's JSON document without the database.

Its structure, its logs and its records are checked, and whether ``derived`` follows from them. Each finding
has a JSON pointer, and a sentence that says what to do.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import jsonschema
import orjson
from django.utils.translation import gettext as _
from jsonschema.validators import Draft202012Validator

import matches.rules.events
from matches.common.log import Entry
from matches.events.document import Document, file_entries, file_state, rubber_result
from matches.rubbers.fold import fold_rubber
from matches.rubbers.projection import judged_state
from matches.rubbers.states import NEW, STATE_AFTER, may_follow
from matches.rubbers.text import COLUMN_LENGTH, TAGS_OF_COLUMNS, faults_of, nameless_text
from matches.rules.events.event_file import (
    FORMAT,
    FORMAT_VERSION,
    derived_differences,
    derived_json,
    escape_pointer_key,
)
from matches.rules.events.fold_draft import FactError
from matches.rules.events.state import Result
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.notation import read_one


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A problem in an event's document.

    ``pointer`` is a JSON pointer to it, ``message`` a sentence for people. ``code`` is a code of this check, of
    ``FactError`` or of a finding about a record. ``settles`` means that the document can be imported in spite of the
    problem: the problem is in the record of a rubber, and the rubber stays a draft until its record is corrected.
    """

    pointer: str
    code: str
    message: str
    settles: bool = False


def rubber_findings(document: Document) -> Iterator[FileFinding]:
    """Yield all findings about the logs and records of a document's rubbers."""
    for place, rubber in enumerate(document["rubbers"]):
        yield from _RubberCheck(document, place, rubber).findings()


class _RubberCheck:
    """The check of one rubber of a document: its log entry by entry, then its present record."""

    def __init__(self, document: Document, place: int, rubber: Document) -> None:
        self.event = document["event"]
        self.pointer = f"/rubbers/{place}"
        self.log = rubber["log"]
        self.entries = file_entries(rubber["log"], rubber["id"])

    def findings(self) -> Iterator[FileFinding]:
        state: str = NEW
        for place, entry in enumerate(self.entries):
            where = f"{self.pointer}/log/{place}"
            if not may_follow(entry.kind, state):  # type: ignore[arg-type]
                message = _("This log entry cannot follow while the rubber is “%(state)s”.")
                yield FileFinding(f"{where}/kind", "rubber_state", message % {"state": state})
                return
            try:
                if "egn" in entry.payload:
                    _require_canonical(entry.payload["egn"])
                checked = self._checked(place)
            except (NotationError, RecordError, KeyError, IndexError) as error:
                message = _("The game file cannot be read: %(error)s")
                yield FileFinding(f"{where}/payload", "record", message % {"error": error})
                return
            is_clean = checked is None or checked.is_clean
            state = judged_state(STATE_AFTER[entry.kind], is_clean=is_clean)
        yield from self._findings_now()

    def _checked(self, place: int) -> CheckedRubber | None:
        """Return the checked record after an entry, or None if the entry leaves nothing to check."""
        if STATE_AFTER[self.entries[place].kind] == "live" and place < len(self.entries) - 1:
            return None
        now = fold_rubber(self.entries[: place + 1])
        return check_rubber(read_one(now.egn), checks=now.checks)

    def _findings_now(self) -> Iterator[FileFinding]:
        now = fold_rubber(self.entries)
        checked = check_rubber(read_one(now.egn), checks=now.checks)
        if now.event != self.event["id"] or (checked.rubber.tag("Event") or "") != self.event["name"]:
            yield FileFinding(self.pointer, "rubber_elsewhere", _("This rubber belongs to another event."))
        if now.a == now.b:
            yield FileFinding(self.pointer, "same_player", _("A player cannot play against themselves."))
        for tag in TAGS_OF_COLUMNS:
            if len(checked.rubber.tag(tag) or "") > COLUMN_LENGTH:
                message = _("The tag %(tag)s is too long.")
                yield FileFinding(self.pointer, "tag_long", message % {"tag": tag})
        faults = faults_of(checked)
        for finding in checked.findings:
            if finding in faults or (not checked.is_clean and finding.blocks_confirming):
                yield FileFinding(
                    f"{self.pointer}/log/{len(self.entries) - 1}",
                    finding.code,
                    finding.message,
                    finding not in faults,
                )


def _require_canonical(egn: str) -> None:
    """Raise ``RecordError`` if the text is not in canonical form, or names the players."""
    if nameless_text(read_one(egn)) != egn:
        raise RecordError(_("it is not in canonical form, or names its players."))


SCHEMA_PATH: Final = Path(matches.rules.events.__file__).with_name("event.schema.json")
MOST_OF_SHAPE: Final = 20
"""The maximum number of findings about a document's structure. More of them would mostly repeat the first."""
MOST_CHARACTERS: Final = 120
UNREADABLE: Final = frozenset({"not_json", "not_an_event", "version_unknown", "shape"})
"""Codes of findings after which a document cannot be checked further."""


class EventFileError(ValueError):
    """A document of an event cannot be imported. ``findings`` are the problems and their positions."""

    def __init__(self, message: str, findings: Iterable[FileFinding] = ()) -> None:
        self.findings = tuple(findings)
        super().__init__(message)


@lru_cache(maxsize=1)
def event_schema() -> Document:
    """Return the JSON schema of an event's document, as published in the API documentation."""
    schema: Document = json.loads(SCHEMA_PATH.read_text(encoding="utf-8"))
    return schema


@lru_cache(maxsize=1)
def _validator() -> Any:
    return Draft202012Validator(event_schema())


def check_file(raw: bytes) -> list[FileFinding]:
    """Return all findings about the bytes of an event's document, none for an unchanged export."""
    document, findings = read_event_file(raw)
    return findings if document is None else [*findings, *_derived_findings(document, findings)]


def read_event_file(raw: bytes) -> tuple[Document | None, list[FileFinding]]:
    """Return the document in a file, and the findings about its logs and records, but not its ``derived``.

    The document is None if the file is not JSON or does not have the structure of an event's document.
    """
    try:
        document = orjson.loads(raw.removeprefix(BOM_UTF8))
    except orjson.JSONDecodeError as error:
        return None, [FileFinding("", "not_json", _("This is not JSON: %(error)s.") % {"error": error})]
    shape = list(islice(_nul_findings(document), MOST_OF_SHAPE)) or list(_shape_findings(document))
    if shape:
        return None, shape
    return document, [*_log_findings(document), *rubber_findings(document)]


# Structure


def _nul_findings(value: Any, pointer: str = "") -> Iterator[FileFinding]:
    """Yield a finding for each text with the character NUL, which PostgreSQL cannot store."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _nul_findings(name, f"{pointer}/{escape_pointer_key(name)}")
            yield from _nul_findings(each, f"{pointer}/{escape_pointer_key(name)}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _nul_findings(each, f"{pointer}/{place}")
    elif isinstance(value, str) and "\0" in value:
        yield FileFinding(
            pointer, "nul", _("The text contains a NUL character, which cannot be stored. Remove it.")
        )


def _shape_findings(document: Any) -> Iterator[FileFinding]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        message = _("This is not an event file: it lacks “format”: “%(format)s”.")
        yield FileFinding("", "not_an_event", message % {"format": FORMAT})
    elif document.get("version") != FORMAT_VERSION:
        message = _("This file has format version %(version)s. This site reads version %(known)s.")
        params = {"version": _shortened(document.get("version")), "known": FORMAT_VERSION}
        yield FileFinding("/version", "version_unknown", message % params)
    else:
        errors: Iterator[jsonschema.ValidationError] = _validator().iter_errors(document)
        for error in islice(errors, MOST_OF_SHAPE):
            yield FileFinding(_pointer(error.absolute_path), "shape", _shortened(error.message))


def _pointer(path: Iterable[Any]) -> str:
    return "".join(f"/{escape_pointer_key(part)}" for part in path)


def _shortened(value: Any) -> str:
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


# Logs


def _log_findings(document: Document) -> Iterator[FileFinding]:
    yield from _id_findings(document)
    yield from _order_findings(document)
    yield from _people_findings(document)
    yield from _opening_findings(document)
    try:
        file_state(document, ())
    except FactError as error:
        place = next(
            place for place, entry in enumerate(document["log"]) if entry["version"] == error.version
        )
        message = _("This log entry cannot follow the ones before it (%(code)s %(params)s).")
        params = {"code": error.code, "params": " ".join(map(str, error.params))}
        yield FileFinding(f"/log/{place}", error.code, message % params)
    except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError) as error:
        message = _("This draw cannot be replayed: %(error)s.")
        yield FileFinding("/log", "log_unusable", message % {"error": _shortened(str(error))})


def _id_findings(document: Document) -> Iterator[FileFinding]:
    for part in ("players", "rubbers"):
        seen: set[str] = set()
        for place, each in enumerate(document[part]):
            if each["id"] in seen:
                message = _("The id %(id)s appears twice.")
                yield FileFinding(f"/{part}/{place}/id", "id_twice", message % {"id": each["id"]})
            seen.add(each["id"])


def _order_findings(document: Document) -> Iterator[FileFinding]:
    """Yield a finding for each entry that breaks the order: versions count up from 1, positions grow over all logs.

    Two entries must not share a place in an act, and each time must have a zone.
    """
    positions: dict[int, str] = {}
    acts: set[tuple[int, int]] = set()
    for pointer, entries in _logs(document):
        last = 0
        for place, entry in enumerate(entries):
            where = f"{pointer}/{place}"
            if entry["version"] != place + 1:
                message = _("Log entries are numbered from 1. This one should be %(version)s.")
                yield FileFinding(f"{where}/version", "version_order", message % {"version": place + 1})
            if entry["position"] <= last or entry["position"] in positions:
                message = _("Positions have to increase from entry to entry.")
                yield FileFinding(f"{where}/position", "position_order", message)
            last = entry["position"]
            positions[last] = where
            act = tuple(entry.get("act", ()))
            if act in acts:
                message = _("Two log entries have the same place in one change.")
                yield FileFinding(f"{where}/act", "act_twice", message)
            if act:
                acts.add(act)
            if not _is_aware_datetime(entry["at"]):
                yield FileFinding(f"{where}/at", "moment", _("There is no such date or time."))


def _logs(document: Document) -> Iterator[tuple[str, list[Document]]]:
    yield "/log", document["log"]
    for place, rubber in enumerate(document["rubbers"]):
        yield f"/rubbers/{place}/log", rubber["log"]


def _is_aware_datetime(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _people_findings(document: Document) -> Iterator[FileFinding]:
    known = {player["id"] for player in document["players"]}
    message = _("No player has the id %(id)s.")
    for place, entry in enumerate(document["log"]):
        for number, player in enumerate(entry["payload"].get("players", ())):
            if player not in known:
                where = f"/log/{place}/payload/players/{number}"
                yield FileFinding(where, "player_unknown", message % {"id": player})
    for pointer, entries in list(_logs(document))[1:]:
        for place, entry in enumerate(entries):
            for side in ("a", "b"):
                player = entry["payload"].get(side)
                if player is not None and player not in known:
                    where = f"{pointer}/{place}/payload/{side}"
                    yield FileFinding(where, "player_unknown", message % {"id": player})


def _opening_findings(document: Document) -> Iterator[FileFinding]:
    name = ""
    for place, entry in enumerate(document["log"]):
        if (entry["kind"] == "event.opened") != (place == 0):
            message = _("An event is created once, by its first log entry.")
            yield FileFinding(f"/log/{place}/kind", "opened_once", message)
        if entry["kind"] in ("event.opened", "event.renamed"):
            name = entry["payload"]["name"]
    if name != document["event"]["name"]:
        message = _("The log calls the event %(name)s.")
        yield FileFinding("/event/name", "event_name", message % {"name": name})


def folded_rubbers(document: Document) -> list[tuple[list[Entry], Result]]:
    """Return the log entries and the result of each rubber in a document with valid logs."""
    rubbers = []
    for order, rubber in enumerate(document["rubbers"], start=1):
        entries = file_entries(rubber["log"], rubber["id"])
        rubbers.append((entries, rubber_result(fold_rubber(entries), order)))
    return rubbers


# Derived data


def _derived_findings(document: Document, before: Iterable[FileFinding]) -> Iterator[FileFinding]:
    """Yield differences between ``derived`` and what follows from the logs, unless the logs are invalid."""
    if not all(finding.settles for finding in before):
        return
    results = [result for _entries, result in folded_rubbers(document)]
    follows = derived_json(file_state(document, results), results)
    message = _("The file says %(stated)s, but its logs give %(follows)s.")
    for each in derived_differences(document["derived"], follows):
        params = {"stated": _shortened(each.stated), "follows": _shortened(each.follows)}
        yield FileFinding(each.pointer, each.code, message % params)

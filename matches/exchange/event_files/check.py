"""Checks an event's document from itself alone: its shape, its logs, its records, and what it says they come to.

Nothing here asks the database. Findings have a JSON pointer to where they are, and a sentence that says what to do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
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
from matches.exchange.event_files.check_rubbers import FileFinding, rubber_findings
from matches.exchange.event_files.document import Document, file_entries, file_state, rubber_result
from matches.rubbers.fold import fold_rubber
from matches.rules.events.event_file import (
    FORMAT,
    FORMAT_VERSION,
    derived_differences,
    derived_json,
    escaped,
)
from matches.rules.events.folding.fold import FactError
from matches.rules.events.state import Result

SCHEMA_PATH: Final = Path(matches.rules.events.__file__).with_name("event.schema.json")
MOST_OF_SHAPE: Final = 20
"""Faults of shape that are told: those behind them are mostly the same again."""
SHOWN_CHARACTERS: Final = 120
UNREADABLE: Final = frozenset({"not_json", "not_an_event", "version_unknown", "shape"})
"""Codes after which nothing else can be said about a document."""


class EventFileError(ValueError):
    """A document can't be taken in. Its text is for the person who sent it; ``findings`` say what is wrong where."""

    def __init__(self, said: str, findings: Iterable[FileFinding] = ()) -> None:
        self.findings = tuple(findings)
        super().__init__(said)


@lru_cache(maxsize=1)
def event_schema() -> Document:
    """The published schema."""
    schema: Document = json.loads(SCHEMA_PATH.read_text(encoding="utf-8"))
    return schema


@lru_cache(maxsize=1)
def _validator() -> Any:
    return Draft202012Validator(event_schema())


def check_file(raw: bytes) -> list[FileFinding]:
    """All that is wrong with a file; nothing for one that is as an export writes it."""
    document, findings = read_file(raw)
    return findings if document is None else [*findings, *_derived_findings(document, findings)]


def read_file(raw: bytes) -> tuple[Document | None, list[FileFinding]]:
    """The document of a file with what is wrong in its logs and records; None where it is no such document.

    What it has under ``derived`` is not looked at.
    """
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        return None, [FileFinding("", "not_json", _("This is no JSON: %(error)s.") % {"error": error})]
    shape = list(islice(_nul_findings(document), MOST_OF_SHAPE)) or list(_shape_findings(document))
    if shape:
        return None, shape
    return document, [*_log_findings(document), *rubber_findings(document)]


# The shape


def _nul_findings(value: Any, pointer: str = "") -> Iterator[FileFinding]:
    """Texts that hold the one character which no database keeps."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _nul_findings(name, f"{pointer}/{escaped(name)}")
            yield from _nul_findings(each, f"{pointer}/{escaped(name)}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _nul_findings(each, f"{pointer}/{place}")
    elif isinstance(value, str) and "\0" in value:
        yield FileFinding(
            pointer, "nul", _("The text holds the character NUL, which can't be kept: take it out.")
        )


def _shape_findings(document: Any) -> Iterator[FileFinding]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        said = _("This is not the file of an event: it has no “format”: “%(format)s”.")
        yield FileFinding("", "not_an_event", said % {"format": FORMAT})
    elif document.get("version") != FORMAT_VERSION:
        said = _("This file is of format version %(version)s; here version %(known)s is read.")
        told = {"version": _shown(document.get("version")), "known": FORMAT_VERSION}
        yield FileFinding("/version", "version_unknown", said % told)
    else:
        errors: Iterator[jsonschema.ValidationError] = _validator().iter_errors(document)
        for error in islice(errors, MOST_OF_SHAPE):
            yield FileFinding(_pointer(error.absolute_path), "shape", _shown(error.message))


def _pointer(path: Iterable[Any]) -> str:
    return "".join(f"/{escaped(part)}" for part in path)


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"


# The logs


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
        said = _("This entry cannot have followed those before it (%(code)s %(params)s).")
        told = {"code": error.code, "params": " ".join(map(str, error.params))}
        yield FileFinding(f"/log/{place}", error.code, said % told)
    except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError) as error:
        said = _("What is drawn here can't be followed: %(error)s.")
        yield FileFinding("/log", "log_unusable", said % {"error": _shown(str(error))})


def _id_findings(document: Document) -> Iterator[FileFinding]:
    for part in ("players", "rubbers"):
        seen: set[str] = set()
        for place, each in enumerate(document[part]):
            if each["id"] in seen:
                said = _("The id %(id)s is there twice.")
                yield FileFinding(f"/{part}/{place}/id", "id_twice", said % {"id": each["id"]})
            seen.add(each["id"])


def _order_findings(document: Document) -> Iterator[FileFinding]:
    """Versions count up from 1 in each log, positions do so in the whole; time is none that has no zone."""
    positions: dict[int, str] = {}
    acts: set[tuple[int, int]] = set()
    for pointer, entries in _logs(document):
        last = 0
        for place, entry in enumerate(entries):
            where = f"{pointer}/{place}"
            if entry["version"] != place + 1:
                said = _("The entries of a log count from 1; this one should be %(version)s.")
                yield FileFinding(f"{where}/version", "version_order", said % {"version": place + 1})
            if entry["position"] <= last or entry["position"] in positions:
                said = _("Positions grow from entry to entry, and no two are the same.")
                yield FileFinding(f"{where}/position", "position_order", said)
            last = entry["position"]
            positions[last] = where
            act = tuple(entry.get("act", ()))
            if act in acts:
                said = _("Two entries have the same place in an act.")
                yield FileFinding(f"{where}/act", "act_twice", said)
            if act:
                acts.add(act)
            if not _is_moment(entry["at"]):
                yield FileFinding(f"{where}/at", "moment", _("There is no such day or hour."))


def _logs(document: Document) -> Iterator[tuple[str, list[Document]]]:
    yield "/log", document["log"]
    for place, rubber in enumerate(document["rubbers"]):
        yield f"/rubbers/{place}/log", rubber["log"]


def _is_moment(told: str) -> bool:
    try:
        return datetime.fromisoformat(told).tzinfo is not None
    except ValueError:
        return False


def _people_findings(document: Document) -> Iterator[FileFinding]:
    """Whoever is entered or plays stands among the players."""
    known = {player["id"] for player in document["players"]}
    said = _("Nobody among the players has the id %(id)s.")
    for place, entry in enumerate(document["log"]):
        for number, player in enumerate(entry["payload"].get("players", ())):
            if player not in known:
                where = f"/log/{place}/payload/players/{number}"
                yield FileFinding(where, "player_unknown", said % {"id": player})
    for pointer, entries in list(_logs(document))[1:]:
        for place, entry in enumerate(entries):
            for side in ("a", "b"):
                player = entry["payload"].get(side)
                if player is not None and player not in known:
                    where = f"{pointer}/{place}/payload/{side}"
                    yield FileFinding(where, "player_unknown", said % {"id": player})


def _opening_findings(document: Document) -> Iterator[FileFinding]:
    name = ""
    for place, entry in enumerate(document["log"]):
        if (entry["kind"] == "event.opened") != (place == 0):
            said = _("An event is opened once, by its first entry.")
            yield FileFinding(f"/log/{place}/kind", "opened_once", said)
        if entry["kind"] in ("event.opened", "event.renamed"):
            name = entry["payload"]["name"]
    if name != document["event"]["name"]:
        said = _("By its log the event is called %(name)s.")
        yield FileFinding("/event/name", "event_name", said % {"name": name})


def folded_rubbers(document: Document) -> list[tuple[list[Entry], Result]]:
    """Each rubber's entries and what it is to the event, of a document without findings that forbid it."""
    found = []
    for order, rubber in enumerate(document["rubbers"], start=1):
        entries = file_entries(rubber["log"], rubber["id"])
        found.append((entries, rubber_result(fold_rubber(entries), order)))
    return found


# What follows


def _derived_findings(document: Document, before: Iterable[FileFinding]) -> Iterator[FileFinding]:
    """Where the document's ``derived`` differs; nothing can be said of logs that don't hold."""
    if not all(finding.settles for finding in before):
        return
    results = [result for _entries, result in folded_rubbers(document)]
    follows = derived_json(file_state(document, results), results)
    said = _("The file says %(stated)s, its logs give %(follows)s.")
    for each in derived_differences(document["derived"], follows):
        told = {"stated": _shown(each.stated), "follows": _shown(each.follows)}
        yield FileFinding(each.pointer, each.code, said % told)

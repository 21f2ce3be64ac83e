"""Checks the rubbers of an event's document: what followed what in each, and what its records say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.exchange.event_files.document import Document, file_entries
from matches.rubbers.canonical_text import nameless_text
from matches.rubbers.fold import fold_rubber
from matches.rubbers.prepare_record import COLUMN_LENGTH, TAGS_OF_COLUMNS, faults_of
from matches.rubbers.states import NEW, judged_state, may_follow, state_after
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.notation import read_one


@dataclass(frozen=True, slots=True)
class FileFinding:
    """What is wrong at a place of the document. ``code`` is the check's own, of the fold's, or of a record's
    finding. ``settles``: it is in the record of a rubber, which is a draft until that is settled.
    """

    pointer: str
    code: str
    message: str
    settles: bool = False


def rubber_findings(document: Document) -> Iterator[FileFinding]:
    """What is wrong in the rubbers' own logs and records."""
    for place, rubber in enumerate(document["rubbers"]):
        yield from _RubberCheck(document, place, rubber).findings()


class _RubberCheck:
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
                said = _("This entry cannot follow where the rubber is “%(state)s”.")
                yield FileFinding(f"{where}/kind", "rubber_state", said % {"state": state})
                return
            try:
                if "egn" in entry.payload:
                    _require_canonical(entry.payload["egn"])
                checked = self._checked(place)
            except (NotationError, RecordError, KeyError, IndexError) as error:
                said = _("The record can't be read: %(error)s")
                yield FileFinding(f"{where}/payload", "record", said % {"error": error})
                return
            is_clean = checked is None or checked.is_clean
            state = judged_state(state_after(entry.kind), is_clean=is_clean)
        yield from self._findings_now()

    def _checked(self, place: int) -> CheckedRubber | None:
        """The record after an entry, judged; None after one that brings nothing to be judged."""
        if state_after(self.entries[place].kind) == "live" and place < len(self.entries) - 1:
            return None
        now = fold_rubber(self.entries[: place + 1])
        return check_rubber(read_one(now.egn), checks=now.checks)

    def _findings_now(self) -> Iterator[FileFinding]:
        now = fold_rubber(self.entries)
        checked = check_rubber(read_one(now.egn), checks=now.checks)
        if now.event != self.event["id"] or (checked.rubber.tag("Event") or "") != self.event["name"]:
            yield FileFinding(self.pointer, "rubber_elsewhere", _("This rubber is of another event."))
        if now.a == now.b:
            yield FileFinding(self.pointer, "same_player", _("Nobody plays himself."))
        for tag in TAGS_OF_COLUMNS:
            if len(checked.rubber.tag(tag) or "") > COLUMN_LENGTH:
                said = _("The tag %(tag)s is too long.")
                yield FileFinding(self.pointer, "tag_long", said % {"tag": tag})
        faults = faults_of(checked)
        for found in checked.findings:
            if found in faults or (not checked.is_clean and found.blocks_confirming):
                yield FileFinding(
                    f"{self.pointer}/log/{len(self.entries) - 1}",
                    found.code,
                    found.message,
                    found not in faults,
                )


def _require_canonical(egn: str) -> None:
    """Raises ``RecordError`` where the text is not the one that its record has."""
    if nameless_text(read_one(egn)) != egn:
        raise RecordError(_("it is not in canonical form, or names its players."))

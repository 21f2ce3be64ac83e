"""A record that somebody entered, as it is stored: of its event and club, without names, and judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from matches.rubbers.canonical_text import nameless
from matches.rubbers.errors import HeldRecordError
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.errors import RecordError
from scoring.findings import Finding
from scoring.notation import write_rubber
from scoring.notation.tags import sort_tags
from scoring.record import Rubber

COLUMN_LENGTH: Final = 200
"""The longest text that goes into a column: a name, a round's label."""
TAGS_OF_COLUMNS: Final = ("Event", "Club", "Round", "Table")


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """``egn`` is the canonical text of ``record``, which is nameless; ``checked`` is its judgement."""

    record: Rubber
    egn: str
    checked: CheckedRubber


def stored_record(record: Rubber, *, event_name: str, club_name: str) -> StoredRecord:
    """The record as one of this event; the club's name goes in where the record names none.

    Raises ``RecordError`` where it can't be written, ``HeldRecordError`` for faults of notation.
    """
    tags = dict(record.tags)
    tags = {"Club": club_name, **tags, "EGN": "1", "Event": event_name, "A": "A", "B": "B"}
    if not event_name:
        del tags["Event"]
    for tag in TAGS_OF_COLUMNS:
        if len(tags.get(tag, "")) > COLUMN_LENGTH:
            raise RecordError(
                _("%(tag)s is longer than %(most)d characters; shorten it.")
                % {"tag": tag, "most": COLUMN_LENGTH}
            )
    stored = nameless(replace(record, tags=sort_tags(tags.items())))
    egn = write_rubber(stored)
    checked = check_rubber(stored)
    refuse_faults(checked)
    return StoredRecord(stored, egn, checked)


def refuse_faults(checked: CheckedRubber) -> None:
    """Raises ``HeldRecordError`` for a record with faults of notation."""
    if faults := faults_of(checked):
        raise HeldRecordError(faults, checked)


def faults_of(checked: CheckedRubber) -> tuple[Finding, ...]:
    """The findings for which a record is not stored but kept for repair."""
    return tuple(
        found for found in checked.findings if found.code.startswith("E") and found.severity == "error"
    )

"""The stored EGN text of a rubber: make it from an entered record, check it, and put the players' names in again.

In the stored text the letters A and B replace the players' names, which keeps it a valid record. Ids of the
service are removed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from matches.rubbers.errors import HeldRecordError
from scoring.cards import PLAYERS
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.checks import LATEST_CHECKS
from scoring.errors import RecordError
from scoring.findings import Finding
from scoring.notation import read_one, write_rubber
from scoring.notation.tags import sort_tags, write_tag
from scoring.record import Rubber

ID_TAGS: Final = ("AId", "BId", "RubberId")
NAMELESS_PLAYERS: Final = '\n[A "A"]\n[B "B"]'
REDACTED_NAME: Final = "?"
"""The name that is written for an erased player, because the notation requires a name."""
COLUMN_LENGTH: Final = 200
"""The maximum length, in characters, of a database column such as a name or a round's label."""
TAGS_OF_COLUMNS: Final = ("Event", "Club", "Round", "Table")
TEXTS_KEPT: Final = 32
"""The number of recently checked texts that a process caches. One with all its cards takes 100 KB or more."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record without names, its canonical EGN text (``egn``), and the result of checking it (``checked``)."""

    record: Rubber
    egn: str
    checked: CheckedRubber


def stored_record(record: Rubber, *, event_name: str, club_name: str) -> StoredRecord:
    """Return the record in the form in which it is stored: without names and ids, with the event's name.

    ``club_name`` is added if the record names no club. Raises ``RecordError`` if the record cannot be written
    or a tag is too long, and ``HeldRecordError`` for faults of notation.
    """
    tags = dict(record.tags)
    tags = {"Club": club_name, **tags, "EGN": "1", "Event": event_name, "A": "A", "B": "B"}
    if not event_name:
        del tags["Event"]
    for tag in TAGS_OF_COLUMNS:
        if len(tags.get(tag, "")) > COLUMN_LENGTH:
            raise RecordError(
                _("Shorten %(tag)s to %(most)d characters.") % {"tag": tag, "most": COLUMN_LENGTH}
            )
    stored = nameless(replace(record, tags=sort_tags(tags.items())))
    egn = write_rubber(stored)
    checked = check_rubber(stored)
    refuse_faults(checked)
    return StoredRecord(stored, egn, checked)


def nameless(rubber: Rubber) -> Rubber:
    """Return a copy of the record in which the players' names are the letters A and B, without public ids."""
    tags = [(name, name if name in PLAYERS else value) for name, value in rubber.tags if name not in ID_TAGS]
    return replace(rubber, tags=tuple(tags))


def nameless_text(rubber: Rubber) -> str:
    """Return the canonical EGN text of ``nameless(rubber)``. Raises ``RecordError`` if it cannot be written."""
    return write_rubber(nameless(rubber))


def check_text(text: str, checks: int = LATEST_CHECKS) -> CheckedRubber:
    """Return the rubber in a canonical EGN text, checked by the given version of the checks.

    It is cached and shared: do not change it. Raises ``NotationError`` if the text cannot be read.
    """
    return _check_text(text, checks)


# ``lru_cache`` would keep a call without ``checks`` apart from the same call with the default.
@lru_cache(maxsize=TEXTS_KEPT)
def _check_text(text: str, checks: int) -> CheckedRubber:
    return check_rubber(read_one(text), checks=checks)


def refuse_faults(checked: CheckedRubber) -> None:
    """Raise ``HeldRecordError`` if a record has faults of notation."""
    if faults := faults_of(checked):
        raise HeldRecordError(faults, checked)


def faults_of(checked: CheckedRubber) -> tuple[Finding, ...]:
    """Return the findings that keep a record from being stored: its faults of notation."""
    return tuple(
        finding
        for finding in checked.findings
        if finding.code.startswith("E") and finding.severity == "error"
    )


@dataclass(frozen=True, slots=True)
class PublicIds:
    """The public ids to write into the tags ``ID_TAGS`` of a record's text. None omits a tag."""

    player_a: str | None
    player_b: str | None
    rubber: str | None


def named_text(text: str, names: tuple[str, str], ids: PublicIds | None = None) -> str:
    """Return a stored EGN text with the names of A and B, empty for an erased player, and ``ids`` if given."""
    name_a, name_b = (name or REDACTED_NAME for name in names)
    if ids is not None:
        record = read_one(text)
        stated = zip(ID_TAGS, (ids.player_a, ids.player_b, ids.rubber), strict=True)
        tags = {**dict(record.tags), "A": name_a, "B": name_b}
        tags |= {tag: value for tag, value in stated if value is not None}
        return write_rubber(replace(record, tags=sort_tags(tags.items())))
    named = f"\n{write_tag('A', name_a)}\n{write_tag('B', name_b)}"
    # The first match is the tags themselves: only tags precede them, and no value has a line end.
    return text.replace(NAMELESS_PLAYERS, named, 1)

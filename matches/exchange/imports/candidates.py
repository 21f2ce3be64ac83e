"""From a rubber as read to a candidate for storing: judged, named, and told apart from its likes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from matches.models.ids import is_public_id
from matches.rubbers.canonical_text import ID_TAGS, PublicIds, named_text, nameless_text
from matches.rubbers.identity import Occasion, occasion_of
from matches.rubbers.prepare_record import COLUMN_LENGTH, TAGS_OF_COLUMNS, faults_of
from scoring.cards import PLAYERS
from scoring.check import check_read
from scoring.checked import CheckedRubber
from scoring.errors import RecordError
from scoring.findings import Finding, JsonValue
from scoring.notation import ReadRubber

NAMED_TAGS: Final = (*TAGS_OF_COLUMNS, *PLAYERS)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rubber of a file, up to the point where the database has to be asked.

    Exactly one of ``egn`` (the nameless text: it may be stored), ``held`` (the fault for which ``text`` is
    kept) and ``refusal`` (why nothing is kept, in words) is set. ``club_name`` is None where the tag is absent,
    was not read or is too long for a club's name; ``preceding`` is about text before the file's first rubber.
    """

    index: int
    line: int
    occasion: Occasion
    club_name: str | None
    checked: CheckedRubber
    player_ids: tuple[str | None, str | None]
    rubber_id: str | None
    text: str
    egn: str = ""
    held: dict[str, JsonValue] | None = None
    refusal: str = ""
    preceding: Finding | None = None

    @property
    def size(self) -> int:
        """Characters that it keeps in memory."""
        return len(self.text) + len(self.egn)

    @property
    def whole_text(self) -> str:
        """The text with the names and ids that the file gives, canonical where it may be stored."""
        if not self.egn:
            return self.text
        return named_text(self.egn, self.occasion.names, PublicIds(*self.player_ids, self.rubber_id))


def candidates(reads: Iterable[ReadRubber]) -> Iterator[Candidate]:
    for read in reads:
        yield candidate_of(read)


def candidate_of(read: ReadRubber) -> Candidate:
    checked = _judged(read)
    rubber = read.rubber
    refusal = _refusal(read)
    too_long = [tag for tag in NAMED_TAGS if len(rubber.tag(tag) or "") > COLUMN_LENGTH]
    held = None if refusal else _fault(checked)
    if too_long and not refusal and not held:
        message = f"the tag {too_long[0]} is longer than {COLUMN_LENGTH} characters; shorten it"
        held = notation_fault(read.line, message)
    egn = ""
    if not refusal and not held:
        try:
            egn = nameless_text(rubber)
        except RecordError as error:
            held = notation_fault(read.line, str(error))
    return Candidate(
        index=read.index,
        line=read.line,
        occasion=occasion_of(rubber),
        club_name=None if "Club" in too_long else rubber.tag("Club") or None,
        checked=checked,
        player_ids=(rubber.tag("AId"), rubber.tag("BId")),
        rubber_id=rubber.tag("RubberId"),
        text="" if egn else read.text,
        egn=egn,
        held=held,
        refusal=refusal,
        preceding=read.preceding,
    )


def _judged(read: ReadRubber) -> CheckedRubber:
    """The rubber by itself: what stood before it in the file is the file's fault, and told apart."""
    checked = check_read(read)
    if read.preceding is None:
        return checked
    return replace(
        checked, findings=tuple(found for found in checked.findings if found is not read.preceding)
    )


def _refusal(read: ReadRubber) -> str:
    rubber = read.rubber
    for tag in ID_TAGS:
        value = rubber.tag(tag)
        if value is not None and not is_public_id(value):
            return f"{tag} {value[:40]!r} is not an id that this service gives"
    name_a, name_b = rubber.players
    if name_a is not None and name_a == name_b:
        return f"A and B are both {name_a!r}; give the two players different names"
    return ""


def _fault(checked: CheckedRubber) -> dict[str, JsonValue] | None:
    """The first fault of the notation, as JSON."""
    faults = faults_of(checked)
    return faults[0].as_json() if faults else None


def notation_fault(line: int, message: str) -> dict[str, JsonValue]:
    """A fault that no reader finds, as ``Candidate.held`` has it."""
    return {
        "code": "E01",
        "severity": "error",
        "law": None,
        "line": line,
        "column": 1,
        "message": message,
    }

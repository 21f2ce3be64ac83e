"""A rubber parsed from a file as a candidate for storing, and its outcome as a sentence and a line of the report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import orjson
from django.db.models import F

from matches.common.bulk import insert_rows
from matches.models import ImportLine, ImportReport
from matches.models.ids import is_public_id
from matches.rubbers.identity import Occasion, occasion_of
from matches.rubbers.text import (
    COLUMN_LENGTH,
    ID_TAGS,
    TAGS_OF_COLUMNS,
    PublicIds,
    faults_of,
    named_text,
    nameless_text,
)
from scoring.cards import PLAYERS
from scoring.check import check_read
from scoring.checked import CheckedRubber
from scoring.errors import RecordError
from scoring.findings import Finding, JsonValue
from scoring.notation import ReadRubber

BEFORE: Final = "before it, "
"""The beginning of a reason that is a finding in the text before the file's first rubber."""
NAMED_TAGS: Final = (*TAGS_OF_COLUMNS, *PLAYERS)
TAGS_ALONE: Final = re.compile(r"(?:\s*+\[(?!\s*[AB]\b)[^\[\]\n]*+\])*+\s*", re.IGNORECASE)
"""The text of a rubber that has tags only, none of a player."""
Fate: TypeAlias = Literal["confirmed", "draft", "skipped", "conflict", "held", "refused"]
LINE_COLUMNS: Final = (
    *("report_id", "index", "line", "fate", "name_a", "name_b"),
    *("rubber_id", "held", "reasons", "new_guests"),
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rubber of an imported file, prepared as far as possible without the database.

    Exactly one of ``egn`` (the text without names), ``fault`` (the error for which ``text`` is held for
    repair) and ``refusal`` (a sentence that says why nothing is stored) is set. ``club_name`` is None if the
    tag is missing, unreadable or too long. ``preceding`` is an error in the text before the file's first
    rubber. ``count`` is above one where the candidate stands for a run of rubbers without content, of which
    ``index`` is the last and ``line`` the first.
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
    fault: dict[str, JsonValue] | None = None
    refusal: str = ""
    preceding: Finding | None = None
    count: int = 1

    @property
    def is_empty(self) -> bool:
        """Whether the text has neither players nor anything behind the tags, so that there is nothing to repair."""
        return (
            bool(self.text) and not any(self.occasion.names) and TAGS_ALONE.fullmatch(self.text) is not None
        )

    @property
    def size(self) -> int:
        return len(self.text) + len(self.egn)

    @property
    def whole_text(self) -> str:
        """The EGN text with the names and ids of the file, in canonical form if the rubber can be stored."""
        if not self.egn:
            return self.text
        return named_text(self.egn, self.occasion.names, PublicIds(*self.player_ids, self.rubber_id))


def candidates(reads: Iterable[ReadRubber]) -> Iterator[Candidate]:
    for read in reads:
        yield candidate_of(read)


def merge_empty(rubbers: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the rubbers of a file, with one candidate in place of each run of rubbers without content."""
    run: Candidate | None = None
    for rubber in rubbers:
        if rubber.is_empty:
            run = replace(run, index=rubber.index, count=run.count + 1) if run else rubber
            continue
        if run is not None:
            yield _refused_run(run)
            run = None
        yield rubber
    if run is not None:
        yield _refused_run(run)


def _refused_run(run: Candidate) -> Candidate:
    """Return the candidate for a run of rubbers without content. One alone is kept for repair, more are refused."""
    if run.count == 1:
        return run
    refusal = f"{run.count} rubbers in a row from this line on have neither players nor games"
    return replace(run, text="", egn="", fault=None, refusal=refusal)


def candidate_of(read: ReadRubber) -> Candidate:
    """Return a rubber of a file as a candidate for import, with the first reason why it can't be stored, if any."""
    checked = _checked_alone(read)
    rubber = read.rubber
    refusal = _refusal(read)
    too_long = [tag for tag in NAMED_TAGS if len(rubber.tag(tag) or "") > COLUMN_LENGTH]
    faults = faults_of(checked)
    fault = faults[0].as_json() if faults and not refusal else None
    if too_long and not refusal and not fault:
        message = f"the tag {too_long[0]} is longer than {COLUMN_LENGTH} characters; shorten it"
        fault = notation_fault(read.line, message)
    egn = ""
    if not refusal and not fault:
        try:
            egn = nameless_text(rubber)
        except RecordError as error:
            fault = notation_fault(read.line, str(error))
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
        fault=fault,
        refusal=refusal,
        preceding=read.preceding,
    )


def _checked_alone(read: ReadRubber) -> CheckedRubber:
    """Check the rubber on its own. Text before it is a fault of the file, which is reported separately."""
    checked = check_read(read)
    if read.preceding is None:
        return checked
    return replace(
        checked, findings=tuple(finding for finding in checked.findings if finding is not read.preceding)
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


def notation_fault(line: int, message: str) -> dict[str, JsonValue]:
    """Return an error that the parser does not detect, in the format of ``Candidate.fault``."""
    return {"code": "E01", "severity": "error", "law": None, "line": line, "column": 1, "message": message}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one rubber of an imported file.

    ``reasons`` are sentences. ``new_guests`` are the names added to the club's list. ``held_text`` is the
    public id of the ``HeldText`` if the text has to be repaired. ``repeats``: the same rubber occurs earlier
    in the file, and no ids tell the two apart. ``opens_event``: the rubber's event is new. ``new_club`` is the name
    of the club that was made for it, or empty. ``count`` is that of the candidate. ``is_outside``: it is stored, but
    counts in no pairing of its event.
    """

    index: int
    line: int
    players: tuple[str, str]
    fate: Fate
    reasons: tuple[str, ...] = ()
    new_guests: tuple[str, ...] = ()
    rubber_id: str | None = None
    deals: int = 0
    repeats: bool = False
    held_text: str = ""
    opens_event: bool = False
    new_club: str = ""
    count: int = 1
    is_outside: bool = False

    @property
    def has_text_before(self) -> bool:
        """Whether other text, which was not read, comes before this rubber, the first of its file."""
        return any(reason.startswith(BEFORE) for reason in self.reasons)

    def __str__(self) -> str:
        name_a, name_b = (name or "?" for name in self.players)
        line = f"rubber {self.index} (line {self.line}), {name_a} - {name_b}: {self.fate}"
        if self.reasons:
            line += ": " + "; ".join(reason.rstrip(".") for reason in self.reasons)
        if self.new_guests:
            line += f" [new guest: {', '.join(self.new_guests)}]"
        return line


def held_outcome(candidate: Candidate, held_text: str = "") -> Outcome:
    """Return the outcome of a candidate that is held for repair, under the ``HeldText`` ``held_text``, if stored."""
    finding = candidate.fault or {}
    reason = f"{finding['code']} at {finding['line']}:{finding['column']}, {finding['message']}"
    return outcome_of(candidate, "held", reason, "its text is kept for repair", held_text=held_text)


def outcome_of(
    candidate: Candidate,
    fate: Fate,
    *reasons: str,
    new_guests: tuple[str, ...] = (),
    rubber_id: str | None = None,
    deals: int = 0,
    repeats: bool = False,
    held_text: str = "",
    opens_event: bool = False,
) -> Outcome:
    """Return the outcome of a candidate, with an error in the text before it added to ``reasons``."""
    if candidate.preceding is not None:
        finding = candidate.preceding
        reasons = (
            *reasons,
            f"{BEFORE}{finding.code} at {finding.line}:{finding.column}, {finding.message}",
        )
    names = candidate.occasion.names
    return Outcome(
        candidate.index,
        candidate.line,
        names,
        fate,
        reasons,
        new_guests,
        rubber_id,
        deals,
        repeats,
        held_text,
        opens_event,
        count=candidate.count,
    )


def report_outcomes(report: ImportReport, outcomes: Sequence[Outcome]) -> None:
    """Store a line for each outcome, and add to the report's counts, in the transaction that stores the rubbers."""
    insert_rows(ImportLine, LINE_COLUMNS, [(report.pk, *_line(outcome)) for outcome in outcomes])

    def how_many(fate: Fate) -> int:
        return sum(outcome.count for outcome in outcomes if outcome.fate == fate)

    ImportReport.objects.filter(pk=report.pk).update(
        confirmed=F("confirmed") + how_many("confirmed"),
        drafts=F("drafts") + how_many("draft"),
        skipped=F("skipped") + how_many("skipped"),
        conflicts=F("conflicts") + how_many("conflict"),
        held=F("held") + how_many("held"),
        refused=F("refused") + how_many("refused"),
        deals=F("deals") + sum(outcome.deals for outcome in outcomes),
        repeats=F("repeats") + sum(outcome.repeats for outcome in outcomes),
    )


def _line(outcome: Outcome) -> tuple[object, ...]:
    return (
        outcome.index,
        outcome.line,
        outcome.fate,
        *outcome.players,
        outcome.rubber_id or "",
        outcome.held_text,
        orjson.dumps(outcome.reasons).decode(),
        orjson.dumps(outcome.new_guests).decode(),
    )

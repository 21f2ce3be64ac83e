"""Show EGN text line by line, each finding directly under the line that caused it.

Nothing is stored here; the engine checks the rubbers, and the import divides the text into them.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.exchange.imports.candidates import Candidate, candidates
from matches.pages.common import game_words
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.listing import shorten
from matches.pages.common.results import score_text
from scoring.findings import Finding
from scoring.notation import read_file
from scoring.notation.source import split_stream, with_line_feeds

TEXT_BYTES: Final = 1 << 20
"""The largest size in bytes of a text that is pasted or checked on a page; larger texts go through imports."""
MAX_LINES: Final = 300
MAX_LINE_LENGTH: Final = 400
MAX_NOTES: Final = 60
MAX_ROWS: Final = 50
MAX_RUBBERS: Final = 500
"""The largest number of rubbers that are checked; later ones are only counted, because a reader waits for the page."""
AROUND: Final = 2
"""The number of lines shown before and after a line with a finding, if the text is too long to be shown whole."""

Fate: TypeAlias = Literal["good", "draft", "unreadable"]
FATES: Final = {
    "good": (gettext_lazy("Ready to store"), "good"),
    "draft": (gettext_lazy("A draft until this is settled"), "warn"),
    "unreadable": (gettext_lazy("Can’t be stored"), "bad"),
}
"""The word for each fate of a rubber, and the CSS class of its tag."""


@dataclass(frozen=True, slots=True)
class MarkedLine:
    number: int
    text: str
    notes: tuple[FindingNote, ...]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """An EGN text, line by line, with the findings of its rubbers.

    ``is_whole`` means that every line is shown. ``left_out`` is the number of findings that are not.
    ``candidates`` are the first ``MAX_RUBBERS`` rubbers in the text, which were checked.
    """

    lines: tuple[MarkedLine, ...]
    is_whole: bool
    left_out: int
    rubbers: list[dict[str, object]]
    summary: str
    candidates: tuple[Candidate, ...]


def marked_text(content: bytes) -> MarkedText:
    """Check the rubbers in an EGN text. Raises ``NotEgnError`` if no line begins a rubber."""
    read = tuple(islice(candidates(read_file(io.BytesIO(content))), MAX_RUBBERS))
    unread = 0
    if len(read) == MAX_RUBBERS:
        unread = sum(1 for _source in split_stream(io.BytesIO(content))) - MAX_RUBBERS
    notes: dict[int, list[FindingNote]] = {}
    room = MAX_NOTES
    for candidate in read:
        for line, note, _finding in islice(notes_of_candidate(candidate), room):
            room -= 1
            notes.setdefault(line, []).append(note)
    note_count = sum(_count_notes(candidate) for candidate in read)
    text = with_line_feeds(content).decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    lines = text.split("\n")
    numbers = _listed_lines(len(lines), notes)
    return MarkedText(
        lines=tuple(
            MarkedLine(
                number,
                shorten(lines[number - 1].rstrip("\r").replace("\0", "␀"), MAX_LINE_LENGTH),
                tuple(notes.get(number, ())),
            )
            for number in numbers
        ),
        is_whole=len(numbers) == len(lines),
        left_out=max(0, note_count - MAX_NOTES),
        rubbers=[_rubber_row(candidate) for candidate in read[:MAX_ROWS]],
        summary=_summary(read, unread),
        candidates=read,
    )


def notes_of_candidate(candidate: Candidate) -> Iterable[tuple[int, FindingNote, Finding | None]]:
    """Yield the notes on one rubber, each with its line and its finding, None if no check made it."""
    names = _names(candidate)
    before = () if candidate.preceding is None else (candidate.preceding,)
    for finding in (*before, *candidate.checked.findings):
        place = "" if finding.column is None else _("column %(number)s") % {"number": finding.column}
        yield finding.line or candidate.line, note_of(finding, names, place=place), finding
    stops = candidate.refusal or _held_for_its_form(candidate)
    if stops:
        note = FindingNote("error", game_words.SEVERITIES["error"], "E03", None, stops, "")
        yield candidate.line, note, None


def _held_for_its_form(candidate: Candidate) -> str:
    """Return why a record can't be stored though every token was read; empty if a finding already says so."""
    if candidate.fault is None or any(
        finding.code.startswith("E") and finding.severity == "error" for finding in candidate.checked.findings
    ):
        return ""
    return str(candidate.fault["message"])


def _count_notes(candidate: Candidate) -> int:
    """Return the number of notes that ``notes_of_candidate`` yields, without putting each of them into words."""
    stops = candidate.refusal or _held_for_its_form(candidate)
    return len(candidate.checked.findings) + (candidate.preceding is not None) + bool(stops)


def _names(candidate: Candidate) -> tuple[str, str]:
    a, b = candidate.checked.rubber.players
    return shorten(a or "A", MAX_LINE_LENGTH), shorten(b or "B", MAX_LINE_LENGTH)


def _listed_lines(count: int, notes: dict[int, list[FindingNote]]) -> list[int]:
    """Return all lines, or those around findings; of a long text without findings, its beginning."""
    if count <= MAX_LINES:
        return list(range(1, count + 1))
    if not notes:
        return list(range(1, MAX_LINES + 1))
    near = {line + step for line in notes for step in range(-AROUND, AROUND + 1)}
    return sorted(line for line in near if 1 <= line <= count)


def fate_of(candidate: Candidate) -> Fate:
    if not candidate.egn:
        return "unreadable"
    return "good" if candidate.checked.is_clean else "draft"


def _rubber_row(candidate: Candidate) -> dict[str, object]:
    a, b = _names(candidate)
    fate, look = FATES[fate_of(candidate)]
    return {
        "line": candidate.line,
        "title": _("%(a)s and %(b)s") % {"a": a, "b": b},
        "score": score_text(*candidate.checked.games_won),
        "fate": fate,
        "look": look,
    }


def _summary(read: tuple[Candidate, ...], unread: int) -> str:
    """Return the outcome for the rubbers that were read, and the number of those that were not."""
    count = len(read)
    counted = ngettext("%(number)s rubber read.", "%(number)s rubbers read.", count) % {"number": count}
    fates = [fate_of(candidate) for candidate in read]
    drafts, lost = fates.count("draft"), fates.count("unreadable")
    texts: tuple[tuple[int, str], ...] = (
        (drafts, ngettext("%(number)s would be a draft.", "%(number)s would be drafts.", drafts)),
        (lost, ngettext("%(number)s can’t be stored.", "%(number)s can’t be stored.", lost)),
        (
            unread,
            ngettext(
                "%(number)s more rubber of this text was not checked.",
                "%(number)s more rubbers of this text were not checked.",
                unread,
            ),
        ),
    )
    if read and read[0].preceding is not None:
        texts = ((1, _("Text before the first rubber was not read.")), *texts)
    elif not drafts and not lost:
        counted = _("%(counted)s Nothing wrong was found.") % {"counted": counted}
    return " ".join([counted, *(text % {"number": number} for number, text in texts if number)])

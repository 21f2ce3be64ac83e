"""A text in the notation as it was given, line by line, with what is found directly under the line that caused it.

Nothing is stored here; judging is the engine's and telling rubbers apart the import's.
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
from matches.pages.common import game_words as words
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.limits import shortened
from matches.pages.common.result_lines import score_text
from scoring.findings import Finding
from scoring.notation import read_file
from scoring.notation.source import split_stream, with_line_feeds

TEXT_BYTES: Final = 1 << 20
"""Of a text that is pasted or checked on a page; what is longer goes in by the imports."""
LINES_SHOWN: Final = 300
CHARACTERS_A_LINE: Final = 400
NOTES_SHOWN: Final = 60
RUBBERS_SHOWN: Final = 50
RUBBERS_READ: Final = 500
"""What is behind them is counted and no more: a page is asked for while somebody waits."""
AROUND: Final = 2
"""Lines shown before and behind one that something is found in, where the text is too long to be shown whole."""

Fate: TypeAlias = Literal["good", "draft", "unreadable"]
FATES: Final = {
    "good": gettext_lazy("Ready to store"),
    "draft": gettext_lazy("A draft until this is settled"),
    "unreadable": gettext_lazy("Can't be stored"),
}
LOOKS: Final = {"good": "good", "draft": "warn", "unreadable": "bad"}


@dataclass(frozen=True, slots=True)
class MarkedLine:
    number: int
    text: str
    notes: tuple[FindingNote, ...]


@dataclass(frozen=True, slots=True)
class RubberRead:
    """One rubber of the text; ``line`` is its first, and empty names could not be read."""

    line: int
    title: str
    score: str
    fate: Fate
    fate_word: str
    look: str


@dataclass(frozen=True, slots=True)
class MarkedText:
    """``is_whole``: every line is shown. ``left_out`` counts what was found and is not shown.

    ``candidates`` are the rubbers that were read: of a long text its first ``RUBBERS_READ``.
    """

    lines: tuple[MarkedLine, ...]
    is_whole: bool
    left_out: int
    rubbers: tuple[RubberRead, ...]
    summary: str
    candidates: tuple[Candidate, ...]


def marked_text(content: bytes) -> MarkedText:
    """The text read and judged. Raises ``NotEgnError`` where no line starts a rubber."""
    read = tuple(islice(candidates(read_file(io.BytesIO(content))), RUBBERS_READ))
    unread = 0
    if len(read) == RUBBERS_READ:
        unread = sum(1 for _source in split_stream(io.BytesIO(content))) - RUBBERS_READ
    notes: dict[int, list[FindingNote]] = {}
    room = NOTES_SHOWN
    for candidate in read:
        for line, note in islice(_notes_of(candidate), room):
            room -= 1
            notes.setdefault(line, []).append(note)
    found = sum(_count_of_notes(candidate) for candidate in read)
    text = with_line_feeds(content).decode("utf-8", "backslashreplace").removeprefix("\ufeff")
    written = text.split("\n")
    shown = _lines_shown(len(written), notes)
    return MarkedText(
        lines=tuple(
            MarkedLine(
                number,
                shortened(written[number - 1].rstrip("\r").replace("\0", "␀"), CHARACTERS_A_LINE),
                tuple(notes.get(number, ())),
            )
            for number in shown
        ),
        is_whole=len(shown) == len(written),
        left_out=max(0, found - NOTES_SHOWN),
        rubbers=tuple(_rubber_read(candidate) for candidate in read[:RUBBERS_SHOWN]),
        summary=_summary(read, unread),
        candidates=read,
    )


def _notes_of(candidate: Candidate) -> Iterable[tuple[int, FindingNote]]:
    """What is found in one rubber, with the line where it stands."""
    names = _names(candidate)
    before = () if candidate.preceding is None else (candidate.preceding,)
    for finding in (*before, *candidate.checked.findings):
        yield finding.line or candidate.line, note_of(finding, names, place=_place(finding))
    stops = candidate.refusal or _held_for_its_form(candidate)
    if stops:
        yield candidate.line, FindingNote("error", words.SEVERITIES["error"], "E03", None, stops, "")


def _held_for_its_form(candidate: Candidate) -> str:
    """Why a record can't be kept though every token of it was read; empty where a finding says it already."""
    if candidate.held is None or any(
        finding.code.startswith("E") and finding.severity == "error" for finding in candidate.checked.findings
    ):
        return ""
    return str(candidate.held["message"])


def _count_of_notes(candidate: Candidate) -> int:
    """How many ``_notes_of`` yields, without putting each of them into words."""
    stops = candidate.refusal or _held_for_its_form(candidate)
    return len(candidate.checked.findings) + (candidate.preceding is not None) + bool(stops)


def _place(finding: Finding) -> str:
    return "" if finding.column is None else _("column %(number)s") % {"number": finding.column}


def _names(candidate: Candidate) -> tuple[str, str]:
    a, b = candidate.checked.rubber.players
    return shortened(a or "A", CHARACTERS_A_LINE), shortened(b or "B", CHARACTERS_A_LINE)


def _lines_shown(count: int, notes: dict[int, list[FindingNote]]) -> list[int]:
    """All lines, or those around what is found; of a text without a fault, its beginning."""
    if count <= LINES_SHOWN:
        return list(range(1, count + 1))
    if not notes:
        return list(range(1, LINES_SHOWN + 1))
    near = {line + step for line in notes for step in range(-AROUND, AROUND + 1)}
    return sorted(line for line in near if 1 <= line <= count)


def fate_of(candidate: Candidate) -> Fate:
    if not candidate.egn:
        return "unreadable"
    return "good" if candidate.checked.is_clean else "draft"


def _rubber_read(candidate: Candidate) -> RubberRead:
    a, b = _names(candidate)
    fate = fate_of(candidate)
    return RubberRead(
        line=candidate.line,
        title=_("%(a)s and %(b)s") % {"a": a, "b": b},
        score=score_text(*candidate.checked.games_won),
        fate=fate,
        fate_word=str(FATES[fate]),
        look=LOOKS[fate],
    )


def _summary(read: tuple[Candidate, ...], unread: int) -> str:
    """What became of the rubbers, and how many there are behind those that were read."""
    summary = _summary_of_read(read)
    if not unread:
        return summary
    further = ngettext(
        "%(number)s further rubber of this text was not looked at.",
        "%(number)s further rubbers of this text were not looked at.",
        unread,
    ) % {"number": unread}
    return f"{summary} {further}"


def _summary_of_read(read: tuple[Candidate, ...]) -> str:
    fates = [fate_of(candidate) for candidate in read]
    counted = ngettext("%(number)s rubber read.", "%(number)s rubbers read.", len(read)) % {
        "number": len(read)
    }
    if all(fate == "good" for fate in fates):
        return _("%(counted)s Nothing wrong was found.") % {"counted": counted}
    drafts, lost = fates.count("draft"), fates.count("unreadable")
    parts = [counted]
    if drafts:
        parts.append(
            ngettext("%(number)s would be a draft.", "%(number)s would be drafts.", drafts)
            % {"number": drafts}
        )
    if lost:
        parts.append(
            ngettext("%(number)s can't be stored.", "%(number)s can't be stored.", lost) % {"number": lost}
        )
    return " ".join(parts)

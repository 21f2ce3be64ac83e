"""Findings as pages show them: the law, the sentence with names in it, and what would settle it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst

from matches.web import words
from matches.web.extent import shortened
from matches.web.faces import face_of
from scoring.cards import CARD_BY_NAME, PLAYERS, seat
from scoring.findings import Finding


@dataclass(frozen=True, slots=True)
class FindingNote:
    """``place`` says where in the rubber, and is empty beside the deal itself."""

    severity: str
    severity_word: str | Promise
    code: str
    law: int | None
    message: str
    settle: str
    place: str = ""


def note_of(finding: Finding, names: tuple[str, str], *, place: str = "") -> FindingNote:
    """``names`` are A's and B's; they and the cards' names stand in the sentence for letters and codes."""
    told = dataclasses.replace(
        finding, params={key: _in_words(key, value, names) for key, value in finding.params.items()}
    )
    return FindingNote(
        severity=finding.severity,
        severity_word=words.SEVERITIES[finding.severity],
        code=finding.code,
        law=finding.law,
        message=shortened(str(capfirst(told.message))),
        settle=told.settle,
        place=place,
    )


def notes_of(findings: Iterable[Finding], names: tuple[str, str]) -> tuple[FindingNote, ...]:
    return tuple(note_of(finding, names) for finding in findings)


def _in_words(key: str, value: str | int, names: tuple[str, str]) -> str | int:
    if not isinstance(value, str) or key == "tag":
        return value
    for player in PLAYERS:
        if value == player:
            return names[seat(player)]
    card = CARD_BY_NAME.get(value)
    return value if card is None else str(face_of(card).the)

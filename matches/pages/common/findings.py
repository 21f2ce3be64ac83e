"""Findings as pages show them: the law, the sentence with names in it, and what would settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst

from matches.pages.common import game_words as words
from matches.pages.common import scoring_words
from matches.pages.common.card_faces import face_of, faces_of, suit_name
from matches.pages.common.limits import shortened
from matches.pages.common.remedy_words import remedy_name
from matches.pages.laws.links import law_url
from scoring.cards import CARD_BY_NAME, PLAYERS, SUITS, parse_cards, seat
from scoring.findings import Finding

AS_WRITTEN: Final = frozenset({"tag", "found"})
"""Parameters that quote the record: a letter in them is no player."""
SETS: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    "lawful": words.either,
    "card": words.both,
    "shown": words.both,
}
"""Parameters that may hold more than one card, and how the cards' names are strung together."""

REMEDIES: Final = frozenset({"remedy", "choices"})
"""Parameters that name remedies of the laws, one or several with commas between."""


@dataclass(frozen=True, slots=True)
class FindingNote:
    """``place`` says where in the rubber, and is empty beside the deal itself.

    ``is_advisory``: only checks newer than the record's entry find it, and the record counts all the same.
    """

    severity: str
    severity_word: str | Promise
    code: str
    law: int | None
    message: str
    settle: str
    place: str = ""
    is_advisory: bool = False

    @property
    def law_url(self) -> str:
        """Where the law is told; empty without one."""
        return law_url(self.law)


def note_of(finding: Finding, names: tuple[str, str], *, place: str = "") -> FindingNote:
    """``names`` are A's and B's; they and the cards' names stand in the sentence for letters and codes."""
    params = in_words(finding.params, names)
    return FindingNote(
        severity=finding.severity,
        severity_word=words.SEVERITIES[finding.severity],
        code=finding.code,
        law=finding.law,
        message=shortened(str(capfirst(scoring_words.message(finding, params)))),
        settle=scoring_words.settle(finding),
        place=place,
        is_advisory=finding.is_advisory,
    )


def notes_of(findings: Iterable[Finding], names: tuple[str, str]) -> tuple[FindingNote, ...]:
    return tuple(note_of(finding, names) for finding in findings)


def in_words(params: Mapping[str, str | int], names: tuple[str, str]) -> dict[str, str | int]:
    """A finding's parameters with the names of players and cards in place of letters and codes."""
    return {key: _in_words(key, value, names) for key, value in params.items()}


def _in_words(key: str, value: str | int, names: tuple[str, str]) -> str | int:
    if not isinstance(value, str) or key in AS_WRITTEN:
        return value
    if key in REMEDIES:
        return ", ".join(remedy_name(remedy) for remedy in value.split(", "))
    if key == "suit":
        return suit_name(SUITS.index(value)) if value in SUITS else value
    for player in PLAYERS:
        if value == player:
            return names[seat(player)]
    if key not in SETS:
        card = CARD_BY_NAME.get(value)
        return value if card is None else str(face_of(card).the)
    try:
        held = parse_cards(value)
    except ValueError:
        # A fault of the notation tells of cards that there are none of.
        return value
    return SETS[key]([str(face.the) for face in faces_of(held)])

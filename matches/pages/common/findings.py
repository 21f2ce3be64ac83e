"""Prepare findings of the checks for pages: the law, a sentence with the players' names, and what would settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst

from matches.pages.common import game_words, scoring_words
from matches.pages.common.card_faces import face_of, faces_of, suit_name
from matches.pages.common.incident_words import remedy_name
from matches.pages.common.links import law_url
from matches.pages.common.listing import shorten
from scoring.cards import CARD_BY_NAME, PLAYERS, SUITS, parse_cards, seat
from scoring.findings import Finding

AS_WRITTEN: Final = frozenset({"tag", "found"})
"""Names of parameters that quote the record: a letter A or B in their values does not stand for a player."""
SETS: Final[Mapping[str, Callable[[Sequence[str]], str]]] = {
    "lawful": game_words.either,
    "card": game_words.both,
    "shown": game_words.both,
}
"""Names of parameters that may list several cards, each with the function that joins the cards' names."""

REMEDIES: Final = frozenset({"remedy", "choices"})
"""Names of parameters that list remedies of the laws, separated by commas."""


@dataclass(frozen=True, slots=True)
class FindingNote:
    """A finding about a rubber's record, as a page shows it.

    ``place`` names the finding's game and deal, "" if it is shown beside the deal. ``is_advisory`` means that
    only checks newer than the record report it, so that the record counts nevertheless.
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
    def sentences(self) -> str:
        """The message and what would settle the finding."""
        return f"{self.message} {self.settle}".strip()

    @property
    def law_url(self) -> str:
        """The URL of the page of the law that the finding quotes; "" if the finding quotes no law."""
        return law_url(self.law)


def note_of(finding: Finding, names: tuple[str, str], *, place: str = "") -> FindingNote:
    """Return ``finding`` as a note, with names of players and cards for letters and codes."""
    params = in_words(finding.params, names)
    return FindingNote(
        severity=finding.severity,
        severity_word=game_words.SEVERITIES[finding.severity],
        code=finding.code,
        law=finding.law,
        message=shorten(str(capfirst(scoring_words.message(finding, params)))),
        settle=scoring_words.settle(finding),
        place=place,
        is_advisory=finding.is_advisory,
    )


def notes_of(findings: Iterable[Finding], names: tuple[str, str]) -> tuple[FindingNote, ...]:
    return tuple(note_of(finding, names) for finding in findings)


def in_words(params: Mapping[str, str | int], names: tuple[str, str]) -> dict[str, str | int]:
    """Return the parameters of a message, with names of players and cards for letters and codes."""
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
        cards = parse_cards(value)
    except ValueError:
        # A finding about the notation may quote cards that do not exist.
        return value
    return SETS[key]([str(face.the) for face in faces_of(cards)])

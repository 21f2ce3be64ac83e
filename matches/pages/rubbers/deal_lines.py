"""Summarise deals as rows of a table: the calls, the tricks, the marks, and tags on deals that are worth opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from matches.pages.common import game_words
from matches.pages.common.incident_words import offence, remedy_name
from matches.pages.common.listing import ROWS_SHOWN, join_within_limit, shorten
from matches.pages.common.results import score_text
from scoring.cards import Player, seat
from scoring.checked import CheckedDeal, Mark
from scoring.findings import Finding, Severity
from scoring.record import Incident, Pair, Variant

SEVERITY_LOOKS: Final[Mapping[Severity, str]] = {
    "error": "bad",
    "ruling": "bad",
    "warning": "warn",
    "note": "",
}
"""The CSS class of the tag for a finding of each severity."""

Place: TypeAlias = tuple[int, int]
"""The numbers of a game and of a deal in it, both from 1."""


@dataclass(frozen=True, slots=True)
class DealTag:
    """A tag on a deal that is worth opening. ``look`` is the CSS class of the tag."""

    text: str | Promise
    look: str = ""


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal as a row of a table."""

    deal: CheckedDeal
    number: int
    names: tuple[str, str]
    url: str = ""
    findings: Sequence[Finding] = ()

    @property
    def title(self) -> str:
        return _("Deal %(number)s") % {"number": self.number}

    @property
    def what(self) -> str:
        return deal_summary(self.deal, self.names)

    @property
    def marks(self) -> str:
        return marks_in_short(self.deal, self.names)

    @property
    def score(self) -> str:
        return "" if self.deal.score is None else score_text(*self.deal.score)

    @property
    def tags(self) -> Iterator[DealTag]:
        """Yield the severities of the deal's findings, then tags for an irregularity and a remark."""
        for severity in dict.fromkeys(finding.severity for finding in self.findings):
            yield DealTag(game_words.SEVERITIES[severity], SEVERITY_LOOKS[severity])
        if has_ruling(self.deal):
            yield DealTag(_("Ruling"), "warn")
        elif self.deal.course.incidents:
            yield DealTag(_("Irregularity"), "warn")
        if self.deal.deal.comments:
            yield DealTag(_("Remark"))


def has_ruling(deal: CheckedDeal) -> bool:
    """Return whether the record of the deal has an irregularity whose remedy was decided."""
    return any(isinstance(item, Incident) and item.remedy for item in deal.deal.items)


def ruling_texts(deal: CheckedDeal, names: tuple[str, str]) -> list[str]:
    """Return each ruling of a deal with its reason: "Clay revoked, ... (law 43): Let it stand". No card is named.

    The effects are left out, because under law 25 they depend on the opponent's hand.
    """
    rulings = [item for item in deal.deal.items if isinstance(item, Incident) and item.remedy]
    return [
        _("%(offence)s (law %(law)s): %(remedy)s")
        % {
            "offence": capfirst(offence(each, names, deal.dealer)),
            "law": each.law,
            "remedy": remedy_name(each.remedy or ""),
        }
        for each in rulings
    ]


def deal_summary(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """Return dealer, calls and tricks for a table cell: "Anna deals · Proposed, refused · Bea takes three"."""
    dealer = _("%(name)s deals") % {"name": names[seat(deal.dealer)]}
    if deal.void:
        return _("%(dealer)s; the deal does not count") % {"dealer": dealer}
    course = deal.course
    return calls_and_tricks(
        dealer, letters=course.letters, tricks=deal.tricks, names=names, variant=course.variant
    )


def calls_and_tricks(
    dealer: str, *, letters: str, tricks: Pair | None, names: tuple[str, str], variant: Variant = "ecarte"
) -> str:
    """Return the text ``dealer``, the calls (in EGN) and the tricks (None if unknown) of a deal for a table cell."""
    parts = [dealer, game_words.calls_in_short(shorten(letters, ROWS_SHOWN), variant), _tricks(tricks, names)]
    return " · ".join(part for part in parts if part)


def _tricks(tricks: Pair | None, names: tuple[str, str]) -> str:
    if tricks is None:
        return ""
    winner = 0 if tricks[0] > tricks[1] else 1
    values = {"name": names[winner], "number": game_words.number_word(tricks[winner])}
    return _("%(name)s takes %(number)s tricks") % values


def marks_in_short(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """Return the marks of a deal as a text for a table cell: "Walker: king 1, vole 2"."""
    return marks_by_player_text(deal.marks, tricks=deal.tricks, names=names)


def marks_by_player_text(marks: Iterable[Mark], *, tricks: Pair | None, names: tuple[str, str]) -> str:
    """Return ``marks``, grouped by player, for a table cell. ``tricks`` are A's and B's, None if unknown."""
    by_player: dict[Player, list[str]] = {}
    for mark in marks:
        won = None if tricks is None else tricks[seat(mark.player)]
        by_player.setdefault(mark.player, []).append(game_words.mark_in_short(mark, tricks=won))
    return _("; ").join(
        _("%(name)s: %(marks)s") % {"name": names[seat(player)], "marks": join_within_limit(texts, ", ")}
        for player, texts in by_player.items()
    )

"""A deal on one line of its rubber: what was called, who took the tricks, what was marked, what is worth opening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.pages.common import game_words as words
from matches.pages.common.call_words import calls_in_short
from matches.pages.common.limits import ROWS_SHOWN, joined, shortened
from matches.pages.common.result_lines import score_text
from scoring.cards import Player, seat
from scoring.checked import CheckedDeal, Mark
from scoring.findings import Finding
from scoring.record import Pair, Variant

Place: TypeAlias = tuple[int, int]
"""Game and deal, positions from 1."""


@dataclass(frozen=True, slots=True)
class DealTag:
    """A word beside a deal that is worth opening: a finding's severity, a flagged card, a remark."""

    text: str | Promise
    look: str = ""


@dataclass(frozen=True, slots=True)
class DealLine:
    url: str
    title: str
    what: str
    marks: str
    score: str
    tags: tuple[DealTag, ...]


def deal_line(
    deal: CheckedDeal,
    place: Place,
    *,
    public_id: str,
    names: tuple[str, str],
    found: Sequence[Finding],
    flagged: int,
) -> DealLine:
    """``place`` is the deal's; ``found`` its findings, ``flagged`` how many of its decisions have a label."""
    return DealLine(
        url=reverse("web:deal", args=[public_id, *place]),
        title=_("Deal %(number)s") % {"number": place[1]},
        what=how_it_went(deal, names),
        marks=marks_in_short(deal, names),
        score="" if deal.score is None else score_text(*deal.score),
        tags=_tags(deal, found, flagged),
    )


def how_it_went(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """Who dealt, what was called, who took how many tricks: for one cell of a table."""
    dealer = _("%(name)s deals") % {"name": names[seat(deal.dealer)]}
    if deal.void:
        return _("%(dealer)s; the deal does not count") % {"dealer": dealer}
    course = deal.course
    return called_and_won(
        dealer, letters=course.letters, tricks=deal.tricks, names=names, variant=course.variant
    )


def called_and_won(
    dealer: str, *, letters: str, tricks: Pair | None, names: tuple[str, str], variant: Variant = "ecarte"
) -> str:
    """As ``how_it_went``, of a deal that counts. ``dealer`` are the words for who dealt."""
    parts = [dealer, calls_in_short(shortened(letters, ROWS_SHOWN), variant), _tricks(tricks, names)]
    return " · ".join(part for part in parts if part)


def _tricks(tricks: Pair | None, names: tuple[str, str]) -> str:
    if tricks is None:
        return ""
    winner = 0 if tricks[0] > tricks[1] else 1
    return _("%(name)s takes %(number)s") % {
        "name": names[winner],
        "number": words.number_word(tricks[winner]),
    }


def marks_in_short(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """``Walker: king 1, vole 2``."""
    return marks_told(deal.marks, tricks=deal.tricks, names=names)


def marks_told(marks: Iterable[Mark], *, tricks: Pair | None, names: tuple[str, str]) -> str:
    """As ``marks_in_short``."""
    told: dict[Player, list[str]] = {}
    for mark in marks:
        won = None if tricks is None else tricks[seat(mark.player)]
        told.setdefault(mark.player, []).append(words.mark_in_short(mark, tricks=won))
    return "; ".join(
        _("%(name)s: %(marks)s") % {"name": names[seat(player)], "marks": joined(made, ", ")}
        for player, made in told.items()
    )


def _tags(deal: CheckedDeal, found: Sequence[Finding], flagged: int) -> tuple[DealTag, ...]:
    severities = dict.fromkeys(finding.severity for finding in found)
    looks = {"error": "bad", "ruling": "bad", "warning": "warn", "note": ""}
    tags = [DealTag(words.SEVERITIES[severity], looks[severity]) for severity in severities]
    if deal.course.incidents:
        tags.append(DealTag(_("Irregularity"), "warn"))
    if flagged:
        counted = ngettext("%(count)s flagged", "%(count)s flagged", flagged) % {"count": flagged}
        tags.append(DealTag(counted, "bad"))
    if deal.deal.comments:
        tags.append(DealTag(_("Remark")))
    return tuple(tags)

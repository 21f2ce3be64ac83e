"""A deal on one line of its rubber: what was called, who took the tricks, what was marked, what is worth opening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.web import words
from matches.web.deal_page import tricks_of
from matches.web.extent import ROWS_SHOWN, joined, shortened
from matches.web.results import score_text
from scoring.cards import Player, seat
from scoring.checked import CheckedDeal
from scoring.findings import Finding

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
    parts = [dealer, words.calls_in_short(shortened(deal.course.letters, ROWS_SHOWN)), _tricks(deal, names)]
    return " · ".join(part for part in parts if part)


def _tricks(deal: CheckedDeal, names: tuple[str, str]) -> str:
    if deal.tricks is None:
        return ""
    winner = 0 if deal.tricks[0] > deal.tricks[1] else 1
    return _("%(name)s takes %(number)s") % {
        "name": names[winner],
        "number": words.number_word(deal.tricks[winner]),
    }


def marks_in_short(deal: CheckedDeal, names: tuple[str, str]) -> str:
    """``Walker: king 1, vole 2``."""
    told: dict[Player, list[str]] = {}
    for mark in deal.marks:
        said = words.mark_in_short(mark, tricks=tricks_of(deal, mark.player))
        told.setdefault(mark.player, []).append(said)
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

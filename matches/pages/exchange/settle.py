"""Serve the page of everything that waits for a decision: disputes, results, drafts, conflicts, held texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from matches.clubs.roles import Powers
from matches.clubs.words import person_name
from matches.exchange.queries import IN_ORDER, last_disputes, unsettled_for
from matches.models import Club, Conflict, LogEntry, Rubber
from matches.pages.common.club_context import get_club, moment_text, powers_on
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.listing import CountedRows, listing
from matches.pages.common.navigation import club_crumb
from matches.pages.common.results import rubber_lines
from matches.pages.common.rubber_context import checked_record, names_of
from matches.pages.laws.rulings import waiting_rulings
from matches.pages.rubbers.rubber_page import finding_place
from matches.rubbers.rule import may_rule
from scoring.findings import Finding

RUBBERS_A_PAGE: Final = 30
OTHERS_A_PAGE: Final = 20
"""The number of conflicts, of held texts and of rubbers to look at again on one page."""
STATES: Final = tuple(state.value for state in IN_ORDER)
MAX_FINDINGS: Final = 2
HEADINGS: Final[dict[str, str | Promise]] = {
    Rubber.State.DISPUTED: gettext_lazy("Disputed"),
    Rubber.State.REPORTED: gettext_lazy("Reported, not confirmed"),
    Rubber.State.DRAFT: gettext_lazy("Drafts"),
}


UnsettledRow: TypeAlias = dict[str, Any]
"""A rubber that someone must settle or look at again.

``sentences`` say why it waits, or how many more findings there are; ``reason`` is that of the person who
disputed it. ``link`` is the text of the link to ``url``. ``rulings`` are choices that the record needs;
``notes`` are other findings: those that keep a draft from counting, or those of newer checks.
"""


@require_safe
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    powers = powers_on(request, club)
    if not (powers.can("settle") or powers.can("confirm_rubber")):
        raise PermissionDenied
    waiting = unsettled_for(club, powers)
    counts = waiting.counts
    rubber_count = sum(counts[state] for state in STATES)
    rubbers = listing(request, CountedRows(waiting.rubbers, rubber_count), key="rubbers", size=RUBBERS_A_PAGE)
    size = OTHERS_A_PAGE
    conflicts = listing(
        request, CountedRows(waiting.conflicts, counts["conflicts"]), key="conflicts", size=size
    )
    held_texts = listing(request, CountedRows(waiting.held_texts, counts["held"]), key="held", size=size)
    advisory = CountedRows(waiting.questioned, counts["questioned"])
    questioned = listing(request, advisory, key="questioned", size=size)
    disputes = last_disputes(rubbers.rows)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "waiting": sum(counts.values()),
        "facts": _facts(counts),
        "rows": [
            {
                "state": rubber.state,
                "heading": HEADINGS[rubber.state],
                "rubber": _unsettled_row(club, rubber, disputes.get(rubber.public_id), powers),
            }
            for rubber in rubbers.rows
        ],
        "rubbers_listing": rubbers,
        "conflicts": conflicts,
        "held_texts": held_texts,
        "questioned": [_questioned_row(rubber, powers) for rubber in questioned.rows],
        "questioned_listing": questioned,
    }
    return render(request, "exchange/settle.html", context)


def _facts(counts: Mapping[str, int]) -> list[str]:
    texts = (
        ("disputed", ngettext("%(number)s disputed", "%(number)s disputed", counts["disputed"])),
        ("reported", ngettext("%(number)s to confirm", "%(number)s to confirm", counts["reported"])),
        ("draft", ngettext("%(number)s draft", "%(number)s drafts", counts["draft"])),
        ("conflicts", ngettext("%(number)s conflict", "%(number)s conflicts", counts["conflicts"])),
        ("held", ngettext("%(number)s record to repair", "%(number)s records to repair", counts["held"])),
        (
            "questioned",
            ngettext("%(number)s to look at again", "%(number)s to look at again", counts["questioned"]),
        ),
    )
    return [text % {"number": counts[key]} for key, text in texts if counts[key]]


def _questioned_row(rubber: Rubber, powers: Powers) -> UnsettledRow:
    line = rubber_lines([rubber])[0]
    link = {"url": line.url, "link": _("Open the rubber")}
    if powers.can("correct_rubber", rubber):
        link = _correction_link(rubber)
    advisory = [each for each in map(_finding, rubber.findings) if each.is_advisory]
    notes, sentences = _findings(advisory, names_of(rubber))
    return {"line": line, "sentences": sentences, "notes": notes, **link}


def conflict_origin(club: Club, conflict: Conflict) -> str:
    """Return a phrase on where a conflict's second content came from: a file, or a late correction."""
    when = moment_text(club, conflict.at)
    if conflict.report is not None:
        values = {"file": conflict.report.source, "when": when}
        return _("another version came with %(file)s, %(when)s") % values
    return _("a late correction by %(who)s, %(when)s") % {"who": person_name(conflict.by), "when": when}


def _unsettled_row(club: Club, rubber: Rubber, dispute: LogEntry | None, powers: Powers) -> UnsettledRow:
    line, names = rubber_lines([rubber])[0], names_of(rubber)
    row: UnsettledRow = {"line": line, "url": line.url, "link": _("Open the rubber")}
    if rubber.state == Rubber.State.DRAFT:
        blocking = [each for each in map(_finding, rubber.findings) if each.blocks_confirming]
        if may_rule(powers, rubber) and any(each.severity == "ruling" for each in blocking):
            row["rulings"] = waiting_rulings(
                checked_record(rubber), rubber.public_id, names, most=MAX_FINDINGS
            )
            blocking = [each for each in blocking if each.severity != "ruling"]
        row["notes"], row["sentences"] = _findings(blocking, names)
        if powers.can("correct_rubber", rubber):
            row |= _correction_link(rubber)
    elif rubber.state == Rubber.State.REPORTED:
        row["sentences"] = [_reported(rubber)]
        if powers.can("confirm_rubber", rubber):
            row["link"] = _("Look at it and confirm")
    elif dispute is not None:
        values = {"who": person_name(dispute.by), "when": moment_text(club, dispute.at)}
        row["sentences"] = [_("%(who)s disputed it on %(when)s:") % values]
        row["reason"] = dispute.reason
    return row


def _correction_link(rubber: Rubber) -> dict[str, str]:
    return {"url": reverse("web:correct_rubber", args=[rubber.public_id]), "link": _("Correct it")}


def _reported(rubber: Rubber) -> str:
    if not rubber.reported_by:
        return _("Entered by a helper; either side may confirm it.")
    reporter, other = names_of(rubber) if rubber.reported_by == "A" else names_of(rubber)[::-1]
    values = {"reporter": reporter, "other": other}
    return _("Reported by %(reporter)s. %(other)s has not confirmed it yet.") % values


def _findings(
    blocking: list[Finding], names: tuple[str, str]
) -> tuple[tuple[FindingNote, ...], tuple[str, ...]]:
    notes = tuple(note_of(each, names, place=finding_place(each)) for each in blocking[:MAX_FINDINGS])
    more = len(blocking) - MAX_FINDINGS
    if more <= 0:
        return notes, ()
    return notes, (ngettext("And %(number)s more.", "And %(number)s more.", more) % {"number": more},)


def _finding(stored: dict[str, object]) -> Finding:
    return Finding(**stored)  # type: ignore[arg-type]

"""What waits to be settled, line by line in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.clubs.permissions import Powers
from matches.clubs.words import person_name
from matches.exchange.queries.unsettled import IN_ORDER
from matches.models import Club, Conflict, HeldText, LogEntry, Rubber
from matches.pages.common.checked_record import checked_record, names_of
from matches.pages.common.club_context import moment_text
from matches.pages.common.findings import FindingNote, note_of
from matches.pages.common.limits import shortened
from matches.pages.common.result_lines import RubberLine, rubber_lines, rubber_title
from matches.pages.common.translate_stored_messages import finding_text
from matches.pages.laws.pending_rulings import Waiting, waiting_rulings
from matches.pages.rubbers.page import finding_place
from matches.rubbers.rulings import may_rule
from scoring.findings import Finding

STATES: Final = tuple(state.value for state in IN_ORDER)
FINDINGS_TOLD: Final = 2
HEADINGS: Final[dict[str, str | Promise]] = {
    Rubber.State.DISPUTED: gettext_lazy("Disputed"),
    Rubber.State.REPORTED: gettext_lazy("Reported, not confirmed"),
    Rubber.State.DRAFT: gettext_lazy("Drafts"),
}


@dataclass(frozen=True, slots=True)
class Waits:
    """A rubber that waits: why, in sentences, and what somebody said; where to go, and what the link is called.

    ``rulings`` are the choices that a draft waits for, ``notes`` what else keeps it from counting.
    """

    line: RubberLine
    why: tuple[str, ...]
    said: str
    url: str
    link: str
    rulings: tuple[Waiting, ...] = ()
    notes: tuple[FindingNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    heading: str | Promise
    rubbers: tuple[Waits, ...]


@dataclass(frozen=True, slots=True)
class Line:
    url: str
    name: str
    about: str


def facts(counts: Mapping[str, int]) -> list[str]:
    """How much of each there is, where there is any."""
    said = (
        ("disputed", ngettext("%(number)s disputed", "%(number)s disputed", counts["disputed"])),
        ("reported", ngettext("%(number)s to confirm", "%(number)s to confirm", counts["reported"])),
        ("draft", ngettext("%(number)s draft", "%(number)s drafts", counts["draft"])),
        ("conflicts", ngettext("%(number)s conflict", "%(number)s conflicts", counts["conflicts"])),
        ("held", ngettext("%(number)s text to repair", "%(number)s texts to repair", counts["held"])),
        (
            "questioned",
            ngettext("%(number)s to look at again", "%(number)s to look at again", counts["questioned"]),
        ),
    )
    return [text % {"number": counts[key]} for key, text in said if counts[key]]


def groups(
    club: Club, rubbers: Iterable[Rubber], disputes: Mapping[str, LogEntry], powers: Powers
) -> list[Group]:
    """``rubbers`` come state by state."""
    return [
        Group(
            key=state,
            heading=HEADINGS[state],
            rubbers=tuple(_waits(club, rubber, disputes.get(rubber.public_id), powers) for rubber in those),
        )
        for state, those in groupby(rubbers, key=lambda rubber: rubber.state)
    ]


def questioned(rubber: Rubber, powers: Powers) -> Waits:
    """A rubber that counts, with what only checks newer than its entry find."""
    line = rubber_lines([rubber])[0]
    url, link = line.url, _("Open the rubber")
    if powers.can("correct_rubber", rubber):
        url, link = reverse("web:correct_rubber", args=[rubber.public_id]), _("Correct it")
    advisory = [found for found in map(_finding, rubber.findings) if found.is_advisory]
    notes, why = _findings(advisory, names_of(rubber))
    return Waits(line=line, why=why, said="", url=url, link=link, notes=notes)


def conflict_line(club: Club, conflict: Conflict) -> Line:
    return Line(
        url=reverse("web:conflict", args=[club.slug, conflict.public_id]),
        name=rubber_title(conflict.rubber),
        about=" · ".join(
            part for part in (rubber_lines([conflict.rubber])[0].about, _came(club, conflict)) if part
        ),
    )


def held_line(club: Club, held: HeldText) -> Line:
    finding = held.finding
    return Line(
        url=reverse("web:held", args=[club.slug, held.public_id]),
        name=_("%(file)s, line %(line)s") % {"file": held.report.source, "line": finding.get("line") or "?"},
        about=shortened(finding_text(str(finding.get("code", "")), str(finding.get("message", "")))),
    )


def _came(club: Club, conflict: Conflict) -> str:
    """Where the other content came from."""
    when = moment_text(club, conflict.at)
    if conflict.report is not None:
        return _("another content came with %(file)s, %(when)s") % {
            "file": conflict.report.source,
            "when": when,
        }
    return _("a late correction by %(who)s, %(when)s") % {"who": person_name(conflict.by), "when": when}


def _waits(club: Club, rubber: Rubber, dispute: LogEntry | None, powers: Powers) -> Waits:
    line = rubber_lines([rubber])[0]
    url, link = line.url, _("Open the rubber")
    rulings: tuple[Waiting, ...] = ()
    notes: tuple[FindingNote, ...] = ()
    if rubber.state == Rubber.State.DRAFT:
        blocking = [found for found in map(_finding, rubber.findings) if found.blocks_confirming]
        if may_rule(powers, rubber) and any(found.severity == "ruling" for found in blocking):
            rulings = waiting_rulings(
                checked_record(rubber), rubber.public_id, names_of(rubber), most=FINDINGS_TOLD
            )
            blocking = [found for found in blocking if found.severity != "ruling"]
        notes, why = _findings(blocking, names_of(rubber))
        if powers.can("correct_rubber", rubber):
            url, link = reverse("web:correct_rubber", args=[rubber.public_id]), _("Correct it")
    elif rubber.state == Rubber.State.REPORTED:
        why = (_reported(rubber),)
        if powers.can("confirm_rubber", rubber):
            link = _("Look at it and confirm")
    else:
        why = (_disputed(club, dispute),) if dispute is not None else ()
    said = dispute.reason if dispute is not None else ""
    return Waits(line=line, why=why, said=said, url=url, link=link, rulings=rulings, notes=notes)


def _reported(rubber: Rubber) -> str:
    if not rubber.reported_by:
        return _("Entered by a helper; either side may confirm it.")
    reporter, other = names_of(rubber) if rubber.reported_by == "A" else names_of(rubber)[::-1]
    return _("%(reporter)s reported it; %(other)s has still to confirm.") % {
        "reporter": reporter,
        "other": other,
    }


def _disputed(club: Club, dispute: LogEntry) -> str:
    return _("%(who)s disputed it on %(when)s:") % {
        "who": person_name(dispute.by),
        "when": moment_text(club, dispute.at),
    }


def _findings(
    blocking: list[Finding], names: tuple[str, str]
) -> tuple[tuple[FindingNote, ...], tuple[str, ...]]:
    """The first things that keep a draft from counting, and how many more there are."""
    told = tuple(note_of(found, names, place=finding_place(found)) for found in blocking[:FINDINGS_TOLD])
    more = len(blocking) - FINDINGS_TOLD
    if more <= 0:
        return told, ()
    return told, (ngettext("And %(number)s more.", "And %(number)s more.", more) % {"number": more},)


def _finding(stored: dict[str, object]) -> Finding:
    """A finding as the rubber's row keeps it."""
    return Finding(**stored)  # type: ignore[arg-type]

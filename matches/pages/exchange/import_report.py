"""A report on a file in words: how far its reading is, what came of it, and a line for each rubber."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.clubs.words import person_name
from matches.exchange.queries.imports import Reading, reading_of
from matches.models import Club, ImportLine
from matches.pages.common.club_context import moment_text
from matches.pages.common.limits import ROWS_SHOWN, shortened
from matches.pages.common.translate_stored_messages import law_of, reason_text
from matches.pages.laws.links import law_url

if TYPE_CHECKING:
    from matches.exchange.queries.imports import ShownReport

Fate = ImportLine.Fate
FATES: Final[dict[str, tuple[str | Promise, str]]] = {
    Fate.CONFIRMED: (gettext_lazy("Confirmed"), "good"),
    Fate.DRAFT: (gettext_lazy("Draft"), "warn"),
    Fate.CONFLICT: (gettext_lazy("Conflict"), "bad"),
    Fate.HELD: (gettext_lazy("Held for repair"), "bad"),
    Fate.REFUSED: (gettext_lazy("Refused"), "bad"),
    Fate.SKIPPED: (gettext_lazy("Here already"), ""),
}
"""A word for each fate and the look of its tag, what asks for somebody's eye before what does not."""


@dataclass(frozen=True, slots=True)
class State:
    text: str | Promise
    look: str
    is_running: bool = False


STATES: Final[dict[Reading, State]] = {
    "finished": State(gettext_lazy("Finished"), "good"),
    "reading": State(gettext_lazy("Being read"), "", is_running=True),
    "waiting": State(gettext_lazy("Waiting to be read"), "warn", is_running=True),
    "cut_short": State(gettext_lazy("Cut short"), "bad"),
}


@dataclass(frozen=True, slots=True)
class ReportLine:
    url: str
    source: str
    about: str
    counts: str
    state: State


@dataclass(frozen=True, slots=True)
class ReportHead:
    """``progress`` tells how far a running one is; ``problem`` why one was cut short.

    ``is_trial``: nothing of it is stored.
    """

    source: str
    is_trial: bool
    facts: tuple[str, ...]
    state: State
    progress: str
    problem: str


@dataclass(frozen=True, slots=True)
class Filter:
    url: str
    text: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class Links:
    """Where lines lead besides what they know themselves: conflicts by the rubber's public id."""

    conflicts: Mapping[str, str]
    may_settle: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """``law`` is None, and ``law_url`` empty, where it rests on none."""

    text: str
    law: int | None
    law_url: str


@dataclass(frozen=True, slots=True)
class LineShown:
    place: str
    players: str
    fate: str | Promise
    look: str
    reasons: tuple[Reason, ...]
    more_reasons: int
    guests: str
    url: str
    link: str


def list_url(club: Club) -> str:
    return reverse("web:imports", args=[club.slug])


def state_of(report: ShownReport) -> State:
    return STATES[reading_of(report)]


def report_line(club: Club, report: ShownReport) -> ReportLine:
    return ReportLine(
        url=reverse("web:import", args=[club.slug, report.public_id]),
        source=report.source,
        about=_about(club, report),
        counts=_counts(report),
        state=state_of(report),
    )


def report_head(club: Club, report: ShownReport, *, lines_so_far: int) -> ReportHead:
    state = state_of(report)
    progress = ""
    if state.is_running:
        progress = ngettext(
            "%(number)s rubber has been read so far.",
            "%(number)s rubbers have been read so far.",
            lines_so_far,
        ) % {"number": lines_so_far}
    deals = ngettext("%(number)s deal", "%(number)s deals", report.deals) % {"number": report.deals}
    repeated = ""
    if report.repeats:
        repeated = ngettext(
            "%(number)s of them stands in the file before",
            "%(number)s of them stand in the file before",
            report.repeats,
        ) % {"number": report.repeats}
    facts = (_about(club, report), _counts(report), deals if report.deals else "", repeated)
    # The service's own sentences are marked to be translated, and kept in English.
    problem = _(report.problem) if report.problem else ""
    if not problem and state.look == "bad":
        problem = (
            _("Its reading ended before the file did. Try it again.")
            if report.is_trial
            else _(
                "Its reading ended before the file did. What is listed below is stored; bring the file in again."
            )
        )
    return ReportHead(
        source=report.source,
        is_trial=report.is_trial,
        facts=tuple(fact for fact in facts if fact),
        state=state,
        progress=progress,
        problem=problem,
    )


def filters(by_fate: Mapping[str, int], here: str) -> list[Filter]:
    """A link for all lines and one for each fate that there is."""
    everything = _("All (%(number)s)") % {"number": sum(by_fate.values())}
    found = [Filter("?", everything, here not in FATES)]
    for fate, (word, _look) in FATES.items():
        if by_fate.get(fate) or fate == here:
            text = _("%(fate)s (%(number)s)") % {"fate": word, "number": by_fate.get(fate, 0)}
            found.append(Filter(f"?{urlencode({'fate': fate})}", text, fate == here))
    return found


def line_shown(club: Club, line: ImportLine, links: Links) -> LineShown:
    word, look = FATES[line.fate]
    url, link = _link(club, line, links)
    names = (line.name_a or "A", line.name_b or "B")
    return LineShown(
        place=_("%(index)s, line %(line)s") % {"index": line.index, "line": line.line},
        players=_("%(a)s – %(b)s") % {"a": shortened(line.name_a) or "?", "b": shortened(line.name_b) or "?"},
        fate=word,
        look=look,
        reasons=tuple(_reason(str(reason), names) for reason in line.reasons[:ROWS_SHOWN]),
        more_reasons=max(0, len(line.reasons) - ROWS_SHOWN),
        guests=", ".join(shortened(str(name)) for name in line.new_guests),
        url=url,
        link=link,
    )


def _link(club: Club, line: ImportLine, links: Links) -> tuple[str, str]:
    """Where the line leads and what the link is called; both empty where there is nothing more to see."""
    if line.fate == Fate.CONFLICT and links.may_settle and line.rubber_id in links.conflicts:
        conflict = links.conflicts[line.rubber_id]
        return reverse("web:conflict", args=[club.slug, conflict]), _("Compare the two")
    if line.fate == Fate.HELD and links.may_settle and line.held:
        return reverse("web:held", args=[club.slug, line.held]), _("Repair it")
    if line.rubber_id:
        return reverse("web:rubber", args=[line.rubber_id]), _("Open the rubber")
    return "", ""


def _about(club: Club, report: ShownReport) -> str:
    """When it came, and by whom; whether it was only tried."""
    about = moment_text(club, report.started_at)
    if report.by is not None:
        about = _("%(when)s, by %(who)s") % {"when": about, "who": person_name(report.by)}
    return _("%(about)s, tried only") % {"about": about} if report.is_trial else about


def _counts(report: ShownReport) -> str:
    counted = (
        (_("%(number)s confirmed"), report.confirmed),
        (ngettext("%(number)s draft", "%(number)s drafts", report.drafts), report.drafts),
        (_("%(number)s in conflict"), report.conflicts),
        (_("%(number)s held for repair"), report.held),
        (_("%(number)s refused"), report.refused),
        (_("%(number)s here already"), report.skipped),
    )
    told = [text % {"number": number} for text, number in counted if number]
    return " · ".join(told) or _("no rubber yet")


def _reason(stored: str, names: tuple[str, str]) -> Reason:
    law = law_of(stored)
    return Reason(shortened(capfirst(reason_text(stored, names))), law, law_url(law))

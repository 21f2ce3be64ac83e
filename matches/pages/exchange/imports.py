"""Serve the pages of a club's imports: the upload form, and the report on each file in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_site.uploads import takes_file
from matches.clubs.words import person_name
from matches.exchange.imports.candidates import BEFORE
from matches.exchange.imports.uploads import receive_upload
from matches.exchange.queries import Reading, club_imports, conflicts_of, lines_by_fate, reading_progress
from matches.models import Club, ImportLine
from matches.pages.common.club_context import acting_user, moment_text, powers_on, require_club
from matches.pages.common.keyed_forms import UploadForm
from matches.pages.common.links import law_url
from matches.pages.common.listing import ROWS_SHOWN, CountedRows, listing, shorten
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.common.translate_stored_messages import law_of, problem_text, reason_text
from matches.pages.common.uploads import LARGEST_FORM

if TYPE_CHECKING:
    from matches.exchange.queries import ImportReportRow

Fate = ImportLine.Fate
FATES: Final[dict[str, tuple[str | Promise, str]]] = {
    Fate.CONFIRMED: (_("Confirmed"), "good"),
    Fate.DRAFT: (_("Draft"), "warn"),
    Fate.CONFLICT: (_("Conflict"), "bad"),
    Fate.HELD: (_("Needs repair"), "bad"),
    Fate.REFUSED: (_("Refused"), "bad"),
    Fate.SKIPPED: (_("Already here"), ""),
}
"""The word for each fate of an imported rubber, and the CSS class of its tag; fates that need attention come first."""


class ReadingState(NamedTuple):
    text: str | Promise
    look: str
    is_running: bool = False


STATES: Final[dict[Reading, ReadingState]] = {
    "finished": ReadingState(_("Finished"), "good"),
    "reading": ReadingState(_("Reading"), "", is_running=True),
    "waiting": ReadingState(_("Waiting"), "warn", is_running=True),
    "cut_short": ReadingState(_("Stopped early"), "bad"),
}


class Filter(NamedTuple):
    url: str
    text: str
    is_here: bool


def state_of(report: ImportReportRow) -> ReadingState:
    return STATES[reading_progress(report)]


def problem(report: ImportReportRow) -> str:
    """Return a sentence on why the reading of a file ended before the file did, or "" if it did not."""
    if report.problem:
        # The service stores its own sentences in English, marked for translation.
        return str(capfirst(problem_text(report.problem)))
    if state_of(report).look != "bad":
        return ""
    if report.is_trial:
        return gettext("The trial stopped before the end of the file. Try again.")
    return gettext(
        "The import stopped before the end of the file. What is listed below is stored. Import the file again"
        " for the rest."
    )


def filters(by_fate: Mapping[str, int], chosen: str) -> list[Filter]:
    """Return the links that filter a report: all rubbers, each outcome in ``by_fate``, and the ``chosen`` one."""
    everything = _("All (%(number)s)") % {"number": sum(by_fate.values())}
    links = [Filter("?", everything, chosen not in FATES)]
    for fate, (word, _look) in FATES.items():
        if by_fate.get(fate) or fate == chosen:
            text = _("%(fate)s (%(number)s)") % {"fate": word, "number": by_fate.get(fate, 0)}
            links.append(Filter(f"?{urlencode({'fate': fate})}", text, fate == chosen))
    return links


def line_link(
    club: Club, line: ImportLine, *, conflicts: Mapping[str, str], may_settle: bool
) -> tuple[str, str]:
    """Return the URL and the text of the link in a row of an import's report, both "" if there is none.

    ``conflicts`` maps public ids of rubbers to those of open conflicts, which the viewer may settle or not.
    """
    if line.fate == Fate.CONFLICT and may_settle and line.rubber_id in conflicts:
        conflict = conflicts[line.rubber_id]
        return reverse("web:conflict", args=[club.slug, conflict]), gettext("Compare the two")
    if line.fate == Fate.HELD and may_settle and line.held:
        return reverse("web:held", args=[club.slug, line.held]), gettext("Repair it")
    if line.rubber_id:
        return reverse("web:rubber", args=[line.rubber_id]), gettext("Open the rubber")
    return "", ""


def about(report: ImportReportRow, club: Club) -> str:
    """Return a phrase on when and by whom the file was uploaded, and whether it was only a trial."""
    text = moment_text(club, report.started_at)
    if report.by is not None:
        text = _("%(when)s, by %(who)s") % {"when": text, "who": person_name(report.by)}
    return _("%(about)s, trial run") % {"about": text} if report.is_trial else text


def counts(report: ImportReportRow) -> str:
    counted = (
        (_("%(number)s confirmed"), report.confirmed),
        (ngettext("%(number)s draft", "%(number)s drafts", report.drafts), report.drafts),
        (_("%(number)s with a different version"), report.conflicts),
        (_("%(number)s to repair"), report.held),
        (_("%(number)s refused"), report.refused),
        (_("%(number)s already here"), report.skipped),
    )
    parts = [text % {"number": number} for text, number in counted if number]
    return " · ".join(parts) or gettext("no rubbers yet")


def guest_names(line: ImportLine) -> str:
    return ", ".join(shorten(str(name)) for name in line.new_guests)


def more_reasons(line: ImportLine) -> int:
    """Return the number of reasons for this row that ``line_reasons`` leaves out."""
    return max(0, len(line.reasons) - ROWS_SHOWN)


def fate_word(line: ImportLine) -> str | Promise:
    return FATES[line.fate][0]


def fate_look(line: ImportLine) -> str:
    return FATES[line.fate][1]


def line_reasons(line: ImportLine) -> list[dict[str, Any]]:
    """Return the reasons for the outcome of a row's rubber, at most ``ROWS_SHOWN``, with the law that each quotes."""
    names = (line.name_a or "A", line.name_b or "B")
    return [
        {
            "text": shorten(capfirst(reason_text(stored, names))),
            "law": law_of(stored),
            "law_url": law_url(law_of(stored)),
        }
        for stored in map(str, line.reasons[:ROWS_SHOWN])
    ]


REPORTS_A_PAGE: Final = 20
LINES_A_PAGE: Final = 50


@takes_file(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "import_records")
    form = UploadForm(request.POST or None, request.FILES or None)
    if not form.is_valid():
        return _render_imports(request, club, form, status=400 if form.is_bound else 200)
    file = form.cleaned_data["file"]
    report = receive_upload(
        club, file.read(), file.name or "", by=acting_user(request), is_trial=form.cleaned_data["trial"]
    )
    messages.success(request, gettext("File received."))
    return redirect("web:import", slug=club.slug, public_id=report.public_id)


@require_safe
def import_report(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, powers = require_club(request, slug, "import_records")
    report = get_object_or_404(club_imports(club), public_id=public_id)
    by_fate = lines_by_fate(report)
    fate = request.GET.get("fate", "")
    lines, length = report.lines.order_by("index"), sum(by_fate.values())
    if fate in ImportLine.Fate.values:
        lines, length = lines.filter(fate=fate), by_fate.get(fate, 0)
    page = listing(request, CountedRows(lines, length), key="lines", size=LINES_A_PAGE)
    conflicts, may_settle = conflicts_of(club, page.rows), powers.can("settle")
    context = {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:imports", args=[club.slug]), gettext("Imports"))],
        "report": report,
        "read_count": sum(by_fate.values()),
        "filters": filters(by_fate, fate),
        "lines": [
            (line, *line_link(club, line, conflicts=conflicts, may_settle=may_settle)) for line in page.rows
        ],
        "listing": page,
        "has_text_before": any(
            str(reason).startswith(BEFORE) for line in page.rows if line.index == 1 for reason in line.reasons
        ),
    }
    return render(request, "exchange/import.html", context)


def _render_imports(request: HttpRequest, club: Club, form: UploadForm, *, status: int = 200) -> HttpResponse:
    reports = listing(request, club_imports(club), key="page", size=REPORTS_A_PAGE)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "listing": reports,
        "may_take_events_in": powers_on(request, club).can("open_event"),
    }
    return render(request, "exchange/imports.html", context, status=status)

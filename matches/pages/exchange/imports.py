"""Files brought in: the form that takes one, and the report on each."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_site.uploads import takes_file
from matches.exchange.imports.uploads import receive_upload
from matches.exchange.queries.imports import club_imports, conflicts_of, lines_by_fate
from matches.models import Club, ImportLine
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.counted_query import Counted
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.forms import UploadForm
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on, require
from matches.pages.common.upload_limits import LARGEST_FORM
from matches.pages.exchange import import_report as import_page

REPORTS_A_PAGE: Final = 20
LINES_A_PAGE: Final = 50


@takes_file(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "import_records")
    if request.method != "POST":
        return _imports_shown(request, club, UploadForm())
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _imports_shown(request, club, form, status=400)
    file = form.cleaned_data["file"]
    report = receive_upload(
        club,
        file.read(),
        file.name or "",
        by=acting_user(request),
        is_trial=form.cleaned_data["trial"],
    )
    messages.success(request, _("The file is here."))
    return redirect("web:import", slug=club.slug, public_id=report.public_id)


@require_safe
def import_report(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "import_records")
    report = get_object_or_404(club_imports(club), public_id=public_id)
    by_fate = lines_by_fate(report)
    fate = request.GET.get("fate", "")
    lines, length = report.lines.order_by("index"), sum(by_fate.values())
    if fate in ImportLine.Fate.values:
        lines, length = lines.filter(fate=fate), by_fate.get(fate, 0)
    shown = listing(request, Counted(lines, length), key="lines", size=LINES_A_PAGE)
    links = import_page.Links(
        conflicts=conflicts_of(club, shown.rows),
        may_settle=powers.can("settle"),
    )
    return render(
        request,
        "exchange/import.html",
        {
            "club": club,
            "crumbs": [club_crumb(club), Crumb(import_page.list_url(club), _("Imports"))],
            "report": import_page.report_head(club, report, lines_so_far=sum(by_fate.values())),
            "filters": import_page.filters(by_fate, fate),
            "lines": [import_page.line_shown(club, line, links) for line in shown.rows],
            "listing": shown,
        },
    )


def _imports_shown(request: HttpRequest, club: Club, form: UploadForm, *, status: int = 200) -> HttpResponse:
    reports = listing(request, club_imports(club), key="page", size=REPORTS_A_PAGE)
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "reports": [import_page.report_line(club, report) for report in reports.rows],
        "listing": reports,
        "may_take_events_in": powers_on(request, club).can("open_event"),
    }
    return render(request, "exchange/imports.html", context, status=status)

"""Serve the pages that export and import whole events as files, and the JSON Schema of the files."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_site.uploads import takes_file
from matches.common.commands import CommandContext
from matches.events.check_document import SCHEMA_PATH, EventFileError, FileFinding
from matches.exchange.event_files.export import export_bytes
from matches.exchange.event_files.import_events import MOST_EVENT_FILE_BYTES, import_event
from matches.models import Club
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.navigation import club_crumb
from matches.pages.common.uploads import LARGEST_FORM
from matches.pages.events.desk.context import event_at

MAX_FINDINGS: Final = 20
NAME_LENGTH: Final = 60


class EventFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("The file of one event, up to 16 MB."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": gettext_lazy("This file is empty.")},
    )

    def clean_file(self) -> UploadedFile[Any]:
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_EVENT_FILE_BYTES:
            raise forms.ValidationError(_("This file is larger than 16 MB."))
        return file


@require_safe
def event_file(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Return an event as a JSON download, which needs ``run_event``: it has names, reasons and who decided."""
    event, _powers = event_at(request, slug, public_id, "run_event")
    response = HttpResponse(export_bytes(event), content_type="application/json")
    name = slugify(event.name)[:NAME_LENGTH].strip("-") or event.public_id
    response["Content-Disposition"] = f'attachment; filename="{slug}-{name}.json"'
    return response


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Return the published JSON Schema of event files."""
    return HttpResponse(SCHEMA_PATH.read_bytes(), content_type="application/schema+json")


@takes_file(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "open_event")
    form = EventFileForm(request.POST or None, request.FILES or None)
    if not form.is_valid():
        return _render(request, club, form)
    act = CommandContext(by=acting_user(request), key="")
    try:
        imported = import_event(club, form.cleaned_data["file"].read(), act=act)
    except EventFileError as error:
        form.add_error("file", str(error))
        return _render(request, club, form, error.findings)
    if imported.is_new:
        messages.success(request, _("The event is imported."))
    else:
        messages.info(
            request, _("This event was imported before, with the same content. Nothing was changed.")
        )
    return redirect("web:event", club.slug, imported.event.public_id)


def _render(
    request: HttpRequest, club: Club, form: EventFileForm, findings: tuple[FileFinding, ...] = ()
) -> HttpResponse:
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "findings": findings[:MAX_FINDINGS],
        "more_findings": max(0, len(findings) - MAX_FINDINGS),
    }
    status = 400 if form.is_bound else 200
    return render(request, "exchange/event_files/import.html", context, status=status)

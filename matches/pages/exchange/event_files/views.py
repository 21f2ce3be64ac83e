"""Whole events as files: taken out, taken in, and the schema that says what stands in one."""

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
from matches.common.command_context import Act
from matches.exchange.event_files.check import SCHEMA_PATH, EventFileError
from matches.exchange.event_files.check_rubbers import FileFinding
from matches.exchange.event_files.export import export_bytes
from matches.exchange.event_files.import_events import MOST_BYTES, import_event
from matches.models import Club
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.powers import require
from matches.pages.common.upload_limits import LARGEST_FORM
from matches.pages.events.director.context import event_at

FINDINGS_SHOWN: Final = 20
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
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("This file is larger than 16 MB."))
        return file


@require_safe
def event_file(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The event's file, for whoever runs it: it names people, reasons and who decided."""
    event, _powers = event_at(request, slug, public_id, "run_event")
    response = HttpResponse(export_bytes(event), content_type="application/json")
    name = slugify(event.name)[:NAME_LENGTH].strip("-") or event.public_id
    response["Content-Disposition"] = f'attachment; filename="{slug}-{name}.json"'
    return response


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The published JSON Schema of an event's file."""
    return HttpResponse(SCHEMA_PATH.read_bytes(), content_type="application/schema+json")


@takes_file(LARGEST_FORM)
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "open_event")
    if request.method != "POST":
        return _shown(request, club, EventFileForm())
    form = EventFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _shown(request, club, form, status=400)
    act = Act(by=acting_user(request), key="")
    try:
        taken = import_event(club, form.cleaned_data["file"].read(), act=act)
    except EventFileError as error:
        form.add_error("file", str(error))
        return _shown(request, club, form, error.findings, status=400)
    if taken.is_new:
        messages.success(request, _("The event is here."))
    else:
        messages.info(request, _("The event is here already, as the file has it. Nothing was changed."))
    return redirect("web:event", club.slug, taken.event.public_id)


def _shown(
    request: HttpRequest,
    club: Club,
    form: EventFileForm,
    findings: tuple[FileFinding, ...] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "form": form,
        "findings": findings[:FINDINGS_SHOWN],
        "more_findings": max(0, len(findings) - FINDINGS_SHOWN),
    }
    return render(request, "exchange/event_files/import.html", context, status=status)

"""Taking a club's records out: what there is to take, the files themselves, and those that are prepared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypedDict
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.exchange.exports import request as exports
from matches.exchange.exports.formats import EGN, FORMS
from matches.exchange.exports.selection import Asked, NotThereError, find
from matches.exchange.exports.streaming import (
    Sending,
    TooManyFilesError,
    lose_patience,
    reader,
    take_place,
)
from matches.exchange.queries.exports import exported_rubbers
from matches.models import Club, Event, Rubber
from matches.models.ids import is_public_id
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.club_lines import event_facts
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.powers import require
from matches.pages.common.too_many_files import too_many_files
from matches.pages.exchange.prepared_exports import ExportForm, at_once, file_line, prepare
from matches.rubbers.queries.page_rows import club_events

if TYPE_CHECKING:
    from matches.rubbers.queries.page_rows import DatedEvent

EVENTS_A_PAGE: Final = 30
FILES_SHOWN: Final = 20


class RubberCounts(TypedDict):
    finished: int
    live: int


@dataclass(frozen=True, slots=True)
class EventFile:
    """The addresses are empty where nothing of the event is over yet."""

    name: str
    summary: str
    url: str
    url_with_ids: str
    sheet_url: str


@require_http_methods(["GET", "HEAD", "POST"])
def club_exports(request: HttpRequest, slug: str) -> HttpResponse:
    """A POST has a file prepared."""
    club = club_seen(request, slug)
    require(request, club, "export_records")
    form = ExportForm(club, request.POST or None)
    if request.method == "POST" and form.is_valid() and prepare(request, club, form):
        return redirect("web:club_exports", slug=club.slug)
    return _shown(request, club, form)


@require_POST
def delete_export(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_seen(request, slug)
    acting_user(request)
    exports.delete_export(
        get_object_or_404(exports.own_exports(request.user), club=club, public_id=public_id)
    )
    messages.success(request, _("The file is deleted."))
    return redirect("web:club_exports", slug=club.slug)


def _shown(request: HttpRequest, club: Club, form: ExportForm) -> HttpResponse:
    files = [
        file_line(club, export)
        for export in exports.own_exports(request.user).filter(club=club)[:FILES_SHOWN]
    ]
    events = listing(request, club_events(club), key="events", size=EVENTS_A_PAGE)
    counts = rubber_counts(club)
    return render(
        request,
        "exchange/exports.html",
        {
            "club": club,
            "crumbs": [club_crumb(club)],
            "counts": counts,
            "url": file_url(club),
            "url_with_ids": file_url(club, with_ids=True),
            "events": [_event_file(club, event) for event in events.rows],
            "events_listing": events,
            "at_once": at_once(club),
            "form": form,
            "files": files,
            "is_waiting": any(file.is_waiting for file in files),
        },
        status=400 if form.errors else 200,
    )


@require_safe
def club_egn(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The file: of the club, or of the event in the query; ``ids`` in it writes the service's ids."""
    club = club_seen(request, slug)
    require(request, club, "export_records")
    asked = Asked("club", club.public_id)
    if wanted := request.GET.get("event"):
        if not is_public_id(wanted):
            raise Http404
        asked = Asked("event", get_object_or_404(club.events, public_id=wanted).public_id)
    try:
        found = find(request.user, asked)
        place = None if request.method == "HEAD" else take_place(reader(acting_user(request)))
    except NotThereError:
        raise Http404 from None
    except TooManyFilesError:
        return too_many_files(request)
    pieces = exported_rubbers(found.rubbers, with_ids="ids" in request.GET)
    lose_patience(request.META)
    response = StreamingHttpResponse(
        () if place is None else Sending((piece.encode() for piece in pieces), place),
        content_type=FORMS[EGN].content_type,
    )
    name = exports.file_name(club, found.about, EGN)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def rubber_counts(club: Club) -> RubberCounts:
    """How many of the club's rubbers a file holds, and how many it leaves out."""
    is_live = Q(state=Rubber.State.LIVE)
    counted = club.rubbers.order_by().aggregate(
        finished=Count("pk", filter=~is_live), live=Count("pk", filter=is_live)
    )
    return {"finished": counted["finished"], "live": counted["live"]}


def file_url(club: Club, event: Event | None = None, *, with_ids: bool = False) -> str:
    asked = ({"event": event.public_id} if event else {}) | ({"ids": "1"} if with_ids else {})
    address = reverse("web:club_egn", args=[club.slug])
    return f"{address}?{urlencode(asked)}" if asked else address


def _event_file(club: Club, event: DatedEvent) -> EventFile:
    return EventFile(
        name=str(event),
        summary=" · ".join(event_facts(event, event.finished_count)),
        url=file_url(club, event) if event.finished_count else "",
        url_with_ids=file_url(club, event, with_ids=True) if event.finished_count else "",
        sheet_url=reverse("api:event_records_file", args=[event.public_id, "xlsx"])
        if event.finished_count
        else "",
    )

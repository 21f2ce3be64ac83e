"""Taking a club's records out: what there is to take, and the files themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypedDict
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from matches.models import Club, Event, Rubber
from matches.models.ids import is_public_id
from matches.queries.export import exported_rubbers, rubbers_to_export
from matches.queries.pages import club_events
from matches.web.club_page import event_facts
from matches.web.crumbs import club_crumb
from matches.web.desk.clubs import club_seen
from matches.web.listing import listing
from matches.web.powers import require

if TYPE_CHECKING:
    from matches.queries.pages import DatedEvent

EGN_MEDIA_TYPE: Final = "text/vnd.ecarte.egn"
EVENTS_A_PAGE: Final = 30
NAME_LENGTH: Final = 60
"""Of an event's name in a file's."""


class RubberCounts(TypedDict):
    finished: int
    live: int


@dataclass(frozen=True, slots=True)
class EventFile:
    """``url`` and ``url_with_ids`` are empty where nothing of the event is over yet."""

    name: str
    summary: str
    url: str
    url_with_ids: str


@require_safe
def club_exports(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "export_records")
    events = listing(request, club_events(club), key="events", size=EVENTS_A_PAGE)
    counts = rubber_counts(club)
    return render(
        request,
        "web/desk/exports.html",
        {
            "club": club,
            "crumbs": [club_crumb(club)],
            "counts": counts,
            "url": file_url(club),
            "url_with_ids": file_url(club, with_ids=True),
            "events": [_event_file(club, event) for event in events.rows],
            "events_listing": events,
        },
    )


@require_safe
def club_egn(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The file: of the club, or of the event in the query; ``ids`` in it writes the service's ids."""
    club = club_seen(request, slug)
    require(request, club, "export_records")
    rubbers = rubbers_to_export(club=club)
    event = None
    if wanted := request.GET.get("event"):
        if not is_public_id(wanted):
            raise Http404
        event = get_object_or_404(club.events, public_id=wanted)
        rubbers = rubbers.filter(event=event)
    pieces = exported_rubbers(rubbers, with_ids="ids" in request.GET)
    response = StreamingHttpResponse(pieces, content_type=f"{EGN_MEDIA_TYPE}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file_name(club, event)}"'
    return response


def rubber_counts(club: Club) -> RubberCounts:
    """How many of the club's rubbers a file holds, and how many it leaves out."""
    is_live = Q(state=Rubber.State.LIVE)
    counted = club.rubbers.order_by().aggregate(
        finished=Count("pk", filter=~is_live), live=Count("pk", filter=is_live)
    )
    return {"finished": counted["finished"], "live": counted["live"]}


def file_name(club: Club, event: Event | None) -> str:
    """``portland-autumn-cup-2026-11-21.egn``, by the club's day."""
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone)).isoformat()
    about = slugify(event.name)[:NAME_LENGTH].strip("-") if event else ""
    return "-".join(part for part in (club.slug, about, today) if part) + ".egn"


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
    )

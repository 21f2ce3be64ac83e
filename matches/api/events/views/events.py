"""Events: those of a club, one of them, a new one, a name mended before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import CharField, DateTimeField
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers.clubs import EventFilters, EventName, EventShown
from matches.api.core import examples
from matches.api.core.base import ApiView, Reply, created
from matches.api.core.etags import event_etag, if_match, stale
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.clubs.access import in_visible_clubs
from matches.clubs.locks import locked_club
from matches.common.idempotency import new_key
from matches.models import Event
from matches.rubbers.commands import Act
from matches.rubbers.open_event import open_event_by_hand, rename_event


class EventsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = EventFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {
        "name": ColumnOrder("name", CharField()),
        "created_at": ColumnOrder("created_at", DateTimeField()),
    }
    problems = ("name_taken", "conflict")

    @extend_schema(
        operation_id="list_events",
        summary="Events of a club",
        responses=page_of(EventShown, "EventPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        return self.listed(request, club.events.all(), EventShown)

    @extend_schema(
        operation_id="open_event",
        summary="Open an event",
        examples=examples.NEW_EVENT,
        request=EventName,
        responses={201: EventShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "open_event")
        name = self.body_of(request, EventName)["name"]

        def open_it() -> Reply:
            event = open_event_by_hand(club, name, act=Act(by=self.user_of(request), key=new_key()))
            body, path = event_json(event), reverse("api:event", args=[event.public_id])
            return created(body, location=path, etag=event_etag(event, body))

        return self.carry_out(request, open_it)


class EventView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PATCH": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH"})
    problems = ("name_taken", "conflict")

    @extend_schema(operation_id="get_event", summary="One event", responses=EventShown)
    def get(self, request: Request, event_id: str) -> Response:
        event = event_seen(request, event_id)
        body = event_json(event)
        return self.shown(request, body, etag=event_etag(event, body))

    @extend_schema(
        operation_id="rename_event",
        summary="Mend an event's name, as long as it has no rubber",
        examples=examples.NEW_EVENT,
        request=EventName,
        responses=EventShown,
    )
    def patch(self, request: Request, event_id: str) -> Response:
        event = event_seen(request, event_id)
        self.require(request, event.club, "open_event", event)
        read = if_match(request._request)
        name = self.body_of(request, EventName)["name"]

        @transaction.atomic
        def rename() -> Reply:
            locked_club(event.club.pk)
            now = event_seen(request, event_id)
            if read.version_of(now) not in (None, now.version):
                raise stale(event_etag(now, event_json(now)))
            renamed = rename_event(now, name, act=Act(by=self.user_of(request), key=new_key()))
            body = event_json(renamed)
            return Reply(body, headers={"ETag": event_etag(renamed, body)})

        return self.carry_out(request, rename)


def event_seen(request: Request, event_id: str) -> Event:
    """Raises ``Http404`` for an event of a club that the caller does not see."""
    events = Event.objects.filter(in_visible_clubs(request.user)).select_related("club")
    return get_object_or_404(events, public_id=event_id)


def event_json(event: Event) -> dict[str, object]:
    return dict(EventShown(event).data)

"""API views for events: list a club's events, show one, create one, rename one before any play, set its plan."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply, created
from matches.api.core.etags import event_etag, if_match, stale
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import Orders, by_columns
from matches.api.events.base import EventApiView, event_operation, event_reply, plan_of, visible_event
from matches.api.events.plan_serializers import PlanAsked, PlanDetailSerializer, plan_document
from matches.api.events.serializers import EventFilters, EventName, EventSerializer
from matches.clubs.locks import locked_club
from matches.common.commands import CommandContext, new_key
from matches.events.record_facts import record_fact
from matches.models import Event
from matches.rubbers.open_event import open_event_by_hand, rename_event
from matches.rules.events.plan_json import plan_json, read_plan


class EventsView(ApiView):
    filters = EventFilters
    orders: ClassVar[Orders] = by_columns("name", "created_at")
    problems = ("name_taken", "conflict")

    @list_operation("list_events", "List a club's events", EventSerializer)
    def get(self, request: Request, club_id: str) -> QuerySet[Event]:
        return self.club_of(request, club_id).events.all()

    @operation("open_event", "Create an event", EventSerializer, status=201, body=EventName)
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id, "open_event")
        name = self.body_of(request)["name"]

        def open_it() -> Reply:
            event = open_event_by_hand(
                club, name, act=CommandContext(by=self.user_of(request), key=new_key())
            )
            body = EventSerializer.json(event)
            return created(body, "event", event.public_id, etag=event_etag(event, body))

        return self.respond_once(request, open_it)


class EventView(ApiView):
    problems = ("name_taken", "conflict")

    @detail_operation("get_event", "Get an event", EventSerializer)
    def get(self, request: Request, event_id: str) -> Response:
        event = visible_event(request, event_id)
        body = EventSerializer.json(event)
        return self.detail_response(request, body, etag=event_etag(event, body))

    @operation(
        "rename_event", "Rename an event that has no rubbers", EventSerializer, body=EventName, if_match=True
    )
    def patch(self, request: Request, event_id: str) -> Response:
        event = visible_event(request, event_id)
        self.require(request, event.club, "open_event", event)
        read = if_match(request._request)
        name = self.body_of(request)["name"]

        @transaction.atomic
        def rename() -> Reply:
            locked_club(event.club.pk)
            now = visible_event(request, event_id)
            if read.version_of(now) not in (None, now.version):
                raise stale(event_etag(now, EventSerializer.json(now)))
            renamed = rename_event(now, name, act=CommandContext(by=self.user_of(request), key=new_key()))
            body = EventSerializer.json(renamed)
            return Reply(body, headers={"ETag": event_etag(renamed, body)})

        return self.respond_once(request, rename)


class EventPlanView(EventApiView):
    problems = ("event_refused",)

    @detail_operation("get_event_plan", "Get an event's plan", PlanDetailSerializer)
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        body = plan_body(event)
        if body["plan"] is not None and not self.runs(request, event):
            # A reader who knows the seed can compute every lot in advance.
            del body["plan"]["lot_seed"]
        return self.tagged(request, event, body)

    @event_operation(
        "plan_event", "Set or change an event's plan; drawn stages stay", PlanDetailSerializer, body=PlanAsked
    )
    def put(self, event: Event, data: Any, act: CommandContext) -> Reply:
        """If the plan cannot be played, or can no longer be changed in this way, the response is 409.

        The `reason` names the first fault.
        """
        plan = read_plan(data["plan"])
        record_fact(event, "planned", {"plan": plan_json(plan)}, act=act)
        return event_reply(event, plan_body)


def plan_body(event: Event) -> dict[str, Any]:
    plan = plan_of(event)
    document = None if plan is None else plan_document(plan)
    return {"event": event.public_id, "version": event.version, "plan": document}

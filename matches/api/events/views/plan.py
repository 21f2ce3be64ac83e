"""How an event is played: its plan, read and decided."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply
from matches.api.core.etags import event_etag
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.events import examples
from matches.api.events.serializers.plan import PlanAsked, PlanShown, plan_document
from matches.api.events.views.base import EventApiView, now, plan_of
from matches.common.command_context import Act
from matches.events.record_facts import record_fact
from matches.models import Event
from matches.rules.events.plan_json import plan_json, read_plan


class EventPlanView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PUT": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PUT"})
    problems: ClassVar[tuple[Code, ...]] = ("event_refused",)

    @extend_schema(operation_id="get_event_plan", summary="How an event is played", responses=PlanShown)
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        body = plan_body(event)
        if body["plan"] is not None and not self.runs(request, event):
            # Who knows it reckons every lot beforehand.
            del body["plan"]["lot_seed"]
        return self.tagged(request, event, body)

    @extend_schema(
        operation_id="plan_event",
        summary="Decide how an event is played, or change it as far as nothing of it is drawn",
        examples=examples.PLAN,
        request=PlanAsked,
        responses=PlanShown,
    )
    def put(self, request: Request, event_id: str) -> Response:
        """What cannot be played, or cannot be changed any more, is 409 with the first fault as its `reason`."""

        def decide(event: Event, asked: Any, act: Act) -> Reply:
            plan = read_plan(asked["plan"])
            record_fact(event, "planned", {"plan": plan_json(plan)}, act=act)
            planned = now(event)
            body = plan_body(planned)
            return Reply(body, headers={"ETag": event_etag(planned, body)})

        return self.change(request, event_id, PlanAsked, decide)


def plan_body(event: Event) -> dict[str, Any]:
    plan = plan_of(event)
    document = None if plan is None else plan_document(plan)
    return {"event": event.public_id, "version": event.version, "plan": document}

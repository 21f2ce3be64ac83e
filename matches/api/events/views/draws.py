"""The draw of a stage: asked for, followed while it is made, and changed by hand as long as it is a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply, created
from matches.api.core.etags import event_etag
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.events import examples
from matches.api.events.errors import because_refused
from matches.api.events.reasons import warning_json
from matches.api.events.serializers.facts import (
    DRAW_CHANGES,
    DrawAsked,
    DrawChangedShown,
    DrawShown,
)
from matches.api.events.serializers.stages import PairingShown
from matches.api.events.views.base import EventApiView, entrants_names, now, shape_of
from matches.common.command_context import Act
from matches.events.current_state import event_state
from matches.events.draw import request_draw
from matches.events.draw_requests import problem_of
from matches.events.queries.rows import drawn_pairings, drawn_rounds
from matches.events.record_facts import locked_row, record_fact
from matches.models import DrawRequest, Event
from matches.rules.events.draw_changes import change_warnings, move_table, seat, swap, turn
from matches.rules.events.facts import DrawChanged
from matches.rules.events.state import EventState


class DrawsView(EventApiView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})

    @extend_schema(
        operation_id="draw_stage",
        summary="Draw what is next of a stage: a round of a Swiss, else all of it",
        examples=examples.DRAW,
        request=DrawAsked,
        responses={201: DrawShown, 202: DrawShown},
    )
    def post(self, request: Request, event_id: str, stage: int) -> Response:
        """A draft, which a fact releases. A large one is made by a worker: 202, and its address says how far it is."""

        def draw(event: Event, asked: Any, act: Act) -> Reply:
            self.stage_of(event, stage)
            made = request_draw(event, stage, act=act)
            body = draw_json(made)
            path = reverse("api:event_draw", args=[event.public_id, made.public_id])
            etag = event_etag(now(event), body)
            if made.finished_at is not None:
                return created(body, location=path, etag=etag)
            return Reply(body, 202, {"Location": path, "ETag": etag})

        return self.change(request, event_id, DrawAsked, draw)


class DrawView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems: ClassVar[tuple[Code, ...]] = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="get_event_draw", summary="How far a draw is that was asked for", responses=DrawShown
    )
    def get(self, request: Request, event_id: str, draw_id: str) -> Response:
        event = self.event_of(request, event_id)
        self.require(request, event.club, "run_event", event)
        made = get_object_or_404(DrawRequest, event=event, public_id=draw_id)
        return self.tagged(request, event, draw_json(made))


def draw_json(made: DrawRequest) -> dict[str, Any]:
    problem = problem_of(made)
    return {
        "id": made.public_id,
        "stage": made.stage,
        "asked_at": made.asked_at,
        "finished_at": made.finished_at,
        "done": made.done,
        "total": made.total,
        "problem": because_refused(problem[0], problem[1:], made.event) if problem else None,
    }


class DrawChangesView(EventApiView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})

    @extend_schema(
        operation_id="change_draw",
        summary="Change a draw by hand: two players change places, a pairing another table, the other deals first",
        examples=examples.DRAW_CHANGE,
        request=PolymorphicProxySerializer(
            component_name="DrawChange", serializers={**DRAW_CHANGES}, resource_type_field_name="do"
        ),
        responses=DrawChangedShown,
    )
    def post(self, request: Request, event_id: str, stage: int, round: int) -> Response:
        """A reason is wanted where others meet, or the round is released."""

        def carry(event: Event, asked: Any, act: Act) -> Reply:
            with_drafts = drawn_rounds(event, with_drafts=True)
            found = get_object_or_404(with_drafts, stage__number=stage, number=round)
            with transaction.atomic():
                # The whole round is written anew: from how it is once nobody else can change it.
                row = locked_row(event)
                state = event_state(row)
                payload = _changed(state, stage, round, asked)
                warnings = change_warnings(state, payload)
                record_fact(row, "draw_changed", payload, act=act)
            changed, names = now(event), entrants_names(event, state)
            pairings = drawn_pairings(event, with_drafts=True).filter(
                round__stage__number=stage, round__number=found.number
            )
            body = {
                "version": changed.version,
                "warnings": [warning_json(each, names) for each in warnings],
                "pairings": [
                    dict(each) for each in PairingShown(pairings.order_by("number"), many=True).data
                ],
            }
            return Reply(body, headers={"ETag": event_etag(changed, body)})

        return self.change(request, event_id, lambda: shape_of(request, "do", DRAW_CHANGES), carry)


def _changed(state: EventState, stage: int, round_number: int, asked: Mapping[str, Any]) -> DrawChanged:
    if asked["do"] == "swap":
        first, second = asked["players"]
        return swap(state, stage, round_number, first, second)
    if asked["do"] == "seat":
        lines = asked["pairings"]
        tables = {line["number"]: line["table"] for line in lines if "table" in line}
        turned = {line["number"] for line in lines if line["turn"]}
        return seat(state, stage, round_number, tables, turned)
    if asked["do"] == "turn":
        return turn(state, stage, round_number, asked["number"])
    return move_table(state, stage, round_number, asked["number"], asked["table"])

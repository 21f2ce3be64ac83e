"""API views for the stages, rounds and pairings of an event, and for the draw of a stage.

Only users who may run the event see drafts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import Reply, created
from matches.api.core.errors import RESTRICTED
from matches.api.core.etags import event_etag
from matches.api.core.operations import detail_operation, list_operation, union_of
from matches.api.core.paging import NumberOrder, NumbersOrder
from matches.api.core.service_errors import because_refused
from matches.api.events.base import (
    EventApiView,
    entrants_names,
    event_operation,
    event_reply,
    now,
    plan_of,
)
from matches.api.events.change_serializers import (
    DRAW_CHANGES,
    DrawAsked,
    DrawChangedSerializer,
    DrawSerializer,
)
from matches.api.events.plan_serializers import plan_document
from matches.api.events.reasons import warning_json
from matches.api.events.stage_serializers import (
    PairingFilters,
    PairingSerializer,
    RoundSerializer,
    StageDetailSerializer,
)
from matches.common.commands import CommandContext
from matches.events.draw import problem_of, request_draw
from matches.events.event_state import event_state
from matches.events.queries import outline
from matches.events.record_facts import locked_row, record_fact
from matches.events.round_rows import drawn_pairings, drawn_rounds
from matches.models import DrawRequest, Event, Pairing, Round
from matches.rules.events.draw_changes import change_warnings, move_table, seat, swap, turn
from matches.rules.events.facts import DrawChanged
from matches.rules.events.state import EventState

BY_ROUND: NumbersOrder[Any] = NumbersOrder("round__stage__number", "round__number", "number")


class StageApiView(EventApiView):
    """The base class of views that show the stages of an event."""

    def _how_far(self, request: Request, event: Event) -> dict[str, Any]:
        plan = plan_of(event)
        return {
            "outlines": {each.number: each for each in outline(event)},
            "plans": [] if plan is None else plan_document(plan)["stages"],
            "runs": self.runs(request, event),
        }


class StagesView(StageApiView):
    @list_operation(
        "list_event_stages", "List an event's stages in order; empty without a plan", StageDetailSerializer
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        stages = event.stages.filter(number__gte=1)
        context = self._how_far(request, event)
        return self.list_response(
            request, stages, StageDetailSerializer, order=NumberOrder(), context=context
        )


class StageView(StageApiView):
    @detail_operation("get_event_stage", "Get a stage", StageDetailSerializer)
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        event = self.event_of(request, event_id)
        body = StageDetailSerializer.json(self.stage_of(event, stage), **self._how_far(request, event))
        return self.tagged(request, event, body)


class RoundsView(EventApiView):
    @list_operation(
        "list_event_rounds", "List a stage's released rounds", RoundSerializer, order=NumberOrder()
    )
    def get(self, request: Request, event_id: str, stage: int) -> QuerySet[Round]:
        """Drafts of rounds are listed only for users who may run the event."""
        event = self.event_of(request, event_id)
        rounds = drawn_rounds(event, with_drafts=self.runs(request, event))
        return rounds.filter(stage=self.stage_of(event, stage))


class RoundView(EventApiView):
    @detail_operation("get_event_round", "Get a round", RoundSerializer)
    def get(self, request: Request, event_id: str, stage: int, round: int) -> Response:
        event = self.event_of(request, event_id)
        rounds = drawn_rounds(event, with_drafts=self.runs(request, event))
        row = get_object_or_404(rounds, stage__number=stage, number=round)
        return self.tagged(request, event, RoundSerializer.json(row))


class RoundPairingsView(EventApiView):
    @list_operation("list_round_pairings", "List a round's pairings", PairingSerializer, order=NumberOrder())
    def get(self, request: Request, event_id: str, stage: int, round: int) -> QuerySet[Pairing]:
        event = self.event_of(request, event_id)
        with_drafts = self.runs(request, event)
        rounds = drawn_rounds(event, with_drafts=with_drafts)
        row = get_object_or_404(rounds, stage__number=stage, number=round)
        return drawn_pairings(event, with_drafts=with_drafts).filter(round=row)


class PairingsView(EventApiView):
    filters = PairingFilters

    @list_operation(
        "list_event_pairings", "List an event's pairings by round", PairingSerializer, order=BY_ROUND
    )
    def get(self, request: Request, event_id: str) -> QuerySet[Pairing]:
        """Pairings of draft rounds are listed only for users who may run the event."""
        event = self.event_of(request, event_id)
        return drawn_pairings(event, with_drafts=self.runs(request, event))


class DrawsView(EventApiView):
    @event_operation(
        "draw_stage",
        "Draw the next round of a Swiss, or a whole stage of another kind",
        {201: DrawSerializer, 202: DrawSerializer},
        body=DrawAsked,
    )
    def post(self, event: Event, data: Any, act: CommandContext, stage: int) -> Reply:
        """The new draw is a draft.

        A later fact releases the draft. A large draw runs in the background: the response is then 202, and
        its `Location` header has the URL of the draw's progress.
        """
        self.stage_of(event, stage)
        request_ = request_draw(event, stage, act=act)
        body = draw_json(request_)
        etag = event_etag(now(event), body)
        reply = created(body, "event_draw", event.public_id, request_.public_id, etag=etag)
        return reply if request_.finished_at is not None else replace(reply, status=202)


class DrawView(EventApiView):
    read_problems = RESTRICTED

    @detail_operation("get_event_draw", "Get the progress of a draw", DrawSerializer)
    def get(self, request: Request, event_id: str, draw_id: str) -> Response:
        event = self.event_of(request, event_id, "run_event")
        drawn = get_object_or_404(DrawRequest, event=event, public_id=draw_id)
        return self.tagged(request, event, draw_json(drawn))


def draw_json(drawn: DrawRequest) -> dict[str, Any]:
    problem = problem_of(drawn)
    return {
        "id": drawn.public_id,
        "stage": drawn.stage,
        "asked_at": drawn.asked_at,
        "finished_at": drawn.finished_at,
        "done": drawn.done,
        "total": drawn.total,
        "problem": because_refused(problem[0], problem[1:], drawn.event) if problem else None,
    }


class DrawChangesView(EventApiView):
    @event_operation(
        "change_draw",
        "Change a draw by hand: swap players, move a pairing, change the first dealer",
        DrawChangedSerializer,
        body=union_of("DrawChange", DRAW_CHANGES, by="do"),
    )
    def post(self, event: Event, data: Any, act: CommandContext, stage: int, round: int) -> Reply:
        """A reason is required if the change gives players other opponents or if the round is released."""
        get_object_or_404(drawn_rounds(event, with_drafts=True), stage__number=stage, number=round)
        with transaction.atomic():
            # The change rewrites the whole round, so it must start from the state under the lock.
            row = locked_row(event)
            state = event_state(row)
            payload = _changed(state, stage, round, data)
            warnings = change_warnings(state, payload)
            record_fact(row, "draw_changed", payload, act=act)
        names = entrants_names(event, state)
        pairings = drawn_pairings(event, with_drafts=True).order_by("number")
        of_round = pairings.filter(round__stage__number=stage, round__number=round)
        body = {
            "warnings": [warning_json(each, names) for each in warnings],
            "pairings": [PairingSerializer.json(each) for each in of_round],
        }
        return event_reply(event, lambda changed: {"version": changed.version, **body})


def _changed(state: EventState, stage: int, round_number: int, data: Mapping[str, Any]) -> DrawChanged:
    if data["do"] == "swap":
        first, second = data["players"]
        return swap(state, stage, round_number, first, second)
    if data["do"] == "seat":
        lines = data["pairings"]
        tables = {line["number"]: line["table"] for line in lines if "table" in line}
        turned = {line["number"] for line in lines if line["turn"]}
        return seat(state, stage, round_number, tables, turned)
    if data["do"] == "turn":
        return turn(state, stage, round_number, data["number"])
    return move_table(state, stage, round_number, data["number"], data["table"])

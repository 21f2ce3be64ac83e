"""The stages of an event, their rounds and pairings. Drafts are shown to those alone who run it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.filters import Filters
from matches.api.core.pagination import NumberOrder, NumbersOrder
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.events.filters import PairingFilters
from matches.api.events.serializers.stages import PairingShown, RoundShown, StageShown
from matches.api.events.views.base import EventApiView, stage_plans
from matches.events.queries.outline import outline
from matches.events.queries.rows import drawn_pairings, drawn_rounds
from matches.models import Event

PairingPage = page_of(PairingShown, "PairingPage")
BY_ROUND: NumbersOrder[Any] = NumbersOrder("round__stage__number", "round__number", "number")


class StageApiView(EventApiView):
    """What shows stages."""

    def _how_far(self, request: Request, event: Event) -> dict[str, Any]:
        return {
            "outlines": {each.number: each for each in outline(event)},
            "plans": stage_plans(event),
            "runs": self.runs(request, event),
        }


class StagesView(StageApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_event_stages",
        summary="The stages of an event, in order; none before anything is planned",
        responses=page_of(StageShown, "StagePage"),
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        stages = event.stages.filter(number__gte=1)
        return self.listed(
            request, stages, StageShown, order=NumberOrder(), context=self._how_far(request, event)
        )


class StageView(StageApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(operation_id="get_event_stage", summary="One stage of an event", responses=StageShown)
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        event = self.event_of(request, event_id)
        found = self.stage_of(event, stage)
        return self.tagged(
            request, event, dict(StageShown(found, context=self._how_far(request, event)).data)
        )


class RoundsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_event_rounds",
        summary="The rounds of a stage that are released",
        responses=page_of(RoundShown, "RoundPage"),
    )
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        """Who runs the event sees drafts as well."""
        event = self.event_of(request, event_id)
        found = self.stage_of(event, stage)
        rounds = drawn_rounds(event, with_drafts=self.runs(request, event)).filter(stage=found)
        return self.listed(request, rounds, RoundShown, order=NumberOrder())


class RoundView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(operation_id="get_event_round", summary="One round of a stage", responses=RoundShown)
    def get(self, request: Request, event_id: str, stage: int, round: int) -> Response:
        event = self.event_of(request, event_id)
        rounds = drawn_rounds(event, with_drafts=self.runs(request, event))
        found = get_object_or_404(rounds, stage__number=stage, number=round)
        return self.tagged(request, event, dict(RoundShown(found).data))


class RoundPairingsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_round_pairings", summary="The pairings of a round", responses=PairingPage
    )
    def get(self, request: Request, event_id: str, stage: int, round: int) -> Response:
        event = self.event_of(request, event_id)
        with_drafts = self.runs(request, event)
        found = get_object_or_404(
            drawn_rounds(event, with_drafts=with_drafts), stage__number=stage, number=round
        )
        pairings = drawn_pairings(event, with_drafts=with_drafts).filter(round=found)
        return self.listed(request, pairings, PairingShown, order=NumberOrder())


class PairingsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = PairingFilters

    @extend_schema(
        operation_id="list_event_pairings",
        summary="The pairings of an event, round by round",
        responses=PairingPage,
    )
    def get(self, request: Request, event_id: str) -> Response:
        """Those of drafts are shown to who runs the event."""
        event = self.event_of(request, event_id)
        pairings = drawn_pairings(event, with_drafts=self.runs(request, event))
        return self.listed(request, pairings, PairingShown, order=BY_ROUND)

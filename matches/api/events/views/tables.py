"""What an event has come to: brackets, crosstables, tables of scores, and places in the whole event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.filters import Filters
from matches.api.core.pagination import NumbersOrder
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.events.filters import StandingFilters
from matches.api.events.serializers.stages import (
    BracketShown,
    CrosstableShown,
    EventPlaceShown,
    PairingShown,
    StandingShown,
)
from matches.api.events.views.base import EventApiView, plan_of
from matches.api.rubbers.serializers import SeatedPlayer
from matches.events.queries.rows import (
    bracket_parts,
    byes_scored,
    drawn_pairings,
    entered_people,
    games_of,
    is_by_games,
    lines_of,
)
from matches.models import Event, Pairing, Standing
from matches.rules.events.plan import BRACKETS

BY_LINE: NumbersOrder[Any] = NumbersOrder("stage__number", "group", "position")
BY_PLACE: NumbersOrder[Any] = NumbersOrder("place", "number")


class BracketView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_event_bracket",
        summary="A stage's bracket: its rounds in order, each with the part of the bracket that it is of",
        responses=BracketShown,
    )
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        """404 for a stage that has none, or whose bracket is not released; who runs the event sees the draft."""
        event = self.event_of(request, event_id)
        found = self.stage_of(event, stage)
        pairings = list(
            drawn_pairings(event, with_drafts=self.runs(request, event))
            .filter(round__stage=found)
            .order_by("round__number", "number")
        )
        plan = plan_of(event)
        if plan is None or found.kind not in BRACKETS or not pairings:
            raise Http404
        parts = bracket_parts(plan.stages[stage - 1], [each for each in pairings if each.round.number == 1])
        return self.tagged(request, event, {"stage": stage, "rounds": _rounds(pairings, parts)})


def _rounds(pairings: Iterable[Pairing], parts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "number": round_.number,
            "label": round_.label,
            "part": parts[round_.number - 1],
            "pairings": [dict(PairingShown(each).data) for each in found],
        }
        for round_, found in groupby(pairings, key=lambda each: each.round)
    ]


class CrosstableView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_event_crosstable",
        summary="A stage's crosstable: each line of its tables with whom its player met",
        responses=CrosstableShown,
    )
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        """404 for a bracket, and for a stage of which no round is released."""
        event = self.event_of(request, event_id)
        found = self.stage_of(event, stage)
        pairings = drawn_pairings(event, with_drafts=False).filter(round__stage=found)
        rows = list(pairings.order_by("round__number", "number"))
        if found.kind in BRACKETS or not rows:
            raise Http404
        lines = list(lines_of(event).filter(stage=found).order_by("group", "position"))
        return self.tagged(request, event, {"stage": stage, "lines": _lines(lines, rows)})


def _lines(lines: Sequence[Standing], pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
    positions = {line.entrant_id: line.position for line in lines}
    meetings: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for pairing in pairings:
        for side, own, other in (
            ("A", pairing.entrant_a_id, pairing.entrant_b_id),
            ("B", pairing.entrant_b_id, pairing.entrant_a_id),
        ):
            if own is not None:
                adversary = None if other is None else positions.get(other)
                meetings[own].append(_meeting(pairing, side, adversary))
    return [
        {
            "group": line.group or None,
            "position": line.position,
            "rank": line.rank,
            "player": dict(SeatedPlayer(line.entrant.player).data),
            "halves": line.halves,
            "meetings": meetings[line.entrant_id],
        }
        for line in lines
    ]


def _meeting(pairing: Pairing, side: str, adversary: int | None) -> dict[str, Any]:
    rubber = pairing.rubber
    games = None
    if rubber is not None and is_by_games(pairing, rubber):
        games = list(games_of(pairing, rubber)[:: 1 if side == "A" else -1])
    return {
        "round": pairing.round.number,
        "number": pairing.number,
        "kind": pairing.kind,
        "adversary": adversary,
        "deals_first": side == "A" and pairing.kind == Pairing.Kind.RUBBER,
        "games": games,
        "halves": pairing.halves_a if side == "A" else pairing.halves_b,
        "has_won": pairing.winner == side,
        "rubber": None if rubber is None else rubber.public_id,
    }


class StandingsView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = StandingFilters

    @extend_schema(
        operation_id="list_event_standings",
        summary="The tables of an event: stage by stage and group by group, the best first, each line with its reason",
        responses=page_of(StandingShown, "StandingPage"),
    )
    def get(self, request: Request, event_id: str) -> Response:
        """An event that has no plan has one table, of all its rubbers."""
        event = self.event_of(request, event_id)
        page = self.page_of(request, lines_of(event), order=BY_LINE)
        return self.listed_page(request, page, StandingShown, context={"byes": byes_scored(page.rows)})


class PlacesView(EventApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_event_places",
        summary="Places in the whole event, as far as they are settled",
        responses=page_of(EventPlaceShown, "EventPlacePage"),
    )
    def get(self, request: Request, event_id: str) -> Response:
        event = self.event_of(request, event_id)
        return self.listed(request, _placed(event), EventPlaceShown, order=BY_PLACE)


def _placed(event: Event) -> Any:
    return entered_people(event).filter(place__isnull=False)

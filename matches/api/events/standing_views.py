"""API views for an event's brackets, crosstables and standings, and for the final places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.operations import detail_operation, list_operation
from matches.api.core.paging import NumbersOrder
from matches.api.events.base import EventApiView, plan_of
from matches.api.events.stage_serializers import (
    BracketSerializer,
    CrosstableSerializer,
    EventPlaceSerializer,
    PairingSerializer,
    StandingFilters,
    StandingSerializer,
)
from matches.api.rubbers.serializers import SeatedPlayer
from matches.events.round_rows import (
    bracket_parts,
    byes_scored,
    drawn_pairings,
    entered_people,
    games_of,
    is_by_games,
    standing_rows,
)
from matches.models import Entrant, Pairing, Standing
from matches.rules.events.plan import BRACKETS

BY_LINE: NumbersOrder[Any] = NumbersOrder("stage__number", "group", "position")
BY_PLACE: NumbersOrder[Any] = NumbersOrder("place", "number")


class BracketView(EventApiView):
    @detail_operation(
        "get_event_bracket",
        "Get a stage's bracket by round, with the part each round belongs to",
        BracketSerializer,
    )
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        """The response is 404 if the stage has no released bracket.

        Callers who may run the event also see a draft.
        """
        event = self.event_of(request, event_id)
        row = self.stage_of(event, stage)
        pairings = list(
            drawn_pairings(event, with_drafts=self.runs(request, event))
            .filter(round__stage=row)
            .order_by("round__number", "number")
        )
        plan = plan_of(event)
        if plan is None or row.kind not in BRACKETS or not pairings:
            raise Http404
        parts = bracket_parts(plan.stages[stage - 1], [each for each in pairings if each.round.number == 1])
        return self.tagged(request, event, {"stage": stage, "rounds": _rounds(pairings, parts)})


def _rounds(pairings: Iterable[Pairing], parts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "number": round_.number,
            "label": round_.label,
            "part": parts[round_.number - 1],
            "pairings": [PairingSerializer.json(each) for each in group],
        }
        for round_, group in groupby(pairings, key=lambda each: each.round)
    ]


class CrosstableView(EventApiView):
    @detail_operation("get_event_crosstable", "Get a stage's crosstable", CrosstableSerializer)
    def get(self, request: Request, event_id: str, stage: int) -> Response:
        """The response is 404 if the stage is a knockout or a double elimination, or has no released round."""
        event = self.event_of(request, event_id)
        row = self.stage_of(event, stage)
        pairings = drawn_pairings(event, with_drafts=False).filter(round__stage=row)
        rows = list(pairings.order_by("round__number", "number"))
        if row.kind in BRACKETS or not rows:
            raise Http404
        lines = list(standing_rows(event).filter(stage=row).order_by("group", "position"))
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
                opponent = None if other is None else positions.get(other)
                meetings[own].append(_meeting(pairing, side, opponent))
    return [
        {
            "group": line.group or None,
            "position": line.position,
            "rank": line.rank,
            "player": SeatedPlayer.json(line.entrant.player),
            "halves": line.halves,
            "meetings": meetings[line.entrant_id],
        }
        for line in lines
    ]


def _meeting(pairing: Pairing, side: str, opponent: int | None) -> dict[str, Any]:
    rubber = pairing.rubber
    games = None
    if rubber is not None and is_by_games(pairing, rubber):
        games = list(games_of(pairing, rubber)[:: 1 if side == "A" else -1])
    return {
        "round": pairing.round.number,
        "number": pairing.number,
        "kind": pairing.kind,
        "adversary": opponent,
        "deals_first": side == "A" and pairing.kind == Pairing.Kind.RUBBER,
        "games": games,
        "halves": pairing.halves_a if side == "A" else pairing.halves_b,
        "has_won": pairing.winner == side,
        "rubber": None if rubber is None else rubber.public_id,
    }


class StandingsView(EventApiView):
    filters = StandingFilters

    @list_operation(
        "list_event_standings",
        "List standings by stage and group, best first, with the reason for each rank",
        StandingSerializer,
    )
    def get(self, request: Request, event_id: str) -> Response:
        """An event without a plan has one standings table of all its rubbers that count."""
        event = self.event_of(request, event_id)
        page = self.page_of(request, standing_rows(event), order=BY_LINE)
        return self.page_response(request, page, StandingSerializer, context={"byes": byes_scored(page.rows)})


class PlacesView(EventApiView):
    @list_operation(
        "list_event_places", "List the final places that are decided", EventPlaceSerializer, order=BY_PLACE
    )
    def get(self, request: Request, event_id: str) -> QuerySet[Entrant]:
        return entered_people(self.event_of(request, event_id)).filter(place__isnull=False)

"""Players side by side in figures: those of a club or an event, and those whom somebody met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView
from matches.api.core.pagination import Order, asked_order, slice_of
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.figures.filters import (
    OpponentsOfPlayer,
    PlayersOfClub,
    PlayersOfEvent,
    kept_to,
    of_club,
    of_event,
    of_player,
)
from matches.api.figures.pagination import PersonOrder, placed
from matches.api.figures.serializers.figures import COLUMNS, PlayerFiguresLine, line_json
from matches.figures.queries.by_player import column_of_person, player_lines, player_sums
from matches.figures.queries.totals import Scope

PlayersPage: Final = page_of(PlayerFiguresLine, "PlayerFiguresPage")
ORDERS: Final = {key: PersonOrder(key) for key in COLUMNS}
AS_THEY_CAME: Final = PersonOrder()


class _PlayersView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    orders: ClassVar[Mapping[str, Order[Any]]] = ORDERS

    def answered(self, request: Request, whose: Scope, query: type[Serializer[Any]]) -> Response:
        asked = self.query_of(request, query)
        scope = kept_to(request.user, whose, asked)
        _known, is_turned = asked_order(request, self.orders)
        name = request.query_params.get("order", "").removeprefix("-")
        order = ORDERS.get(name, AS_THEY_CAME).of(column_of_person(scope))
        by = order.figure or COLUMNS[0]
        rows = placed(player_sums(request.user, scope, COLUMNS, by=by, least=asked["least"]))
        page = slice_of(request, rows, order, is_turned=is_turned)
        lines = [line_json(line) for line in player_lines(scope, page.rows)]
        return self.listed_page(request, replace(page, rows=lines), PlayerFiguresLine)


class ClubPlayersView(_PlayersView):
    @extend_schema(
        operation_id="list_figures_of_players_of_club",
        summary="Who played in a club, in figures",
        parameters=[PlayersOfClub],
        responses=PlayersPage,
    )
    def get(self, request: Request, club_id: str) -> Response:
        return self.answered(request, of_club(request.user, club_id), PlayersOfClub)


class EventPlayersView(_PlayersView):
    @extend_schema(
        operation_id="list_figures_of_players_of_event",
        summary="Who played in an event, in figures",
        parameters=[PlayersOfEvent],
        responses=PlayersPage,
    )
    def get(self, request: Request, event_id: str) -> Response:
        return self.answered(request, of_event(request.user, event_id), PlayersOfEvent)


class OpponentsView(_PlayersView):
    @extend_schema(
        operation_id="list_opponents_of_player",
        summary="Whom a player met, with his figures against each",
        parameters=[OpponentsOfPlayer],
        responses=PlayersPage,
    )
    def get(self, request: Request, player_id: str) -> Response:
        return self.answered(request, of_player(request.user, player_id), OpponentsOfPlayer)

"""The rubbers, games and deals behind a figure, a page at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError
from matches.api.core.pagination import asked_order, slice_of
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.figures.filters import (
    OfClub,
    OfEvent,
    OfPair,
    OfPlayer,
    OfSeason,
    kept_to,
    of_club,
    of_event,
    of_pair,
    of_player,
    of_season,
)
from matches.api.figures.pagination import BehindOrder
from matches.api.figures.serializers.figures import BehindShown, behind_json
from matches.figures.queries.drill_down import PARTS, listed_figure, rows_behind
from matches.figures.queries.totals import Scope
from matches.rules.figures.registry import FIGURE

BehindPage: Final = page_of(BehindShown, "BehindPage")
WHICH: Final = (
    OpenApiParameter("figure", str, "path", enum=list(FIGURE)),
    OpenApiParameter(
        "part", str, "path", enum=list(PARTS), description="What counts, or all among which it does."
    ),
)


class _BehindView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    def answered(
        self, request: Request, whose: Scope, query: type[Serializer[Any]], figure: str, part: str
    ) -> Response:
        """The latest first. Raises ``ApiError`` for a figure without such a list."""
        scope = kept_to(request.user, whose, self.query_of(request, query))
        wanted = listed_figure(scope, figure, part)
        if wanted is None:
            raise ApiError(
                "not_found", _("There is no such list: the catalogue of figures says which there are.")
            )
        asked_order(request, self.orders)
        rows = rows_behind(request.user, scope, wanted, part)
        page = slice_of(request, rows, BehindOrder(wanted.unit), is_turned=True)
        shown = replace(page, rows=[behind_json(row) for row in page.rows])
        return self.listed_page(request, shown, BehindShown)


class PlayerBehindView(_BehindView):
    @extend_schema(
        operation_id="list_behind_figure_of_player",
        summary="What stands behind a figure of a player, the latest first",
        parameters=[*WHICH, OfPlayer],
        responses=BehindPage,
    )
    def get(self, request: Request, player_id: str, figure: str, part: str) -> Response:
        return self.answered(request, of_player(request.user, player_id), OfPlayer, figure, part)


class PairBehindView(_BehindView):
    @extend_schema(
        operation_id="list_behind_figure_of_pair",
        summary="What stands behind a figure of a player against another, the latest first",
        parameters=[*WHICH, OfPair],
        responses=BehindPage,
    )
    def get(self, request: Request, player_id: str, opponent_id: str, figure: str, part: str) -> Response:
        return self.answered(request, of_pair(request.user, player_id, opponent_id), OfPair, figure, part)


class ClubBehindView(_BehindView):
    @extend_schema(
        operation_id="list_behind_figure_of_club",
        summary="What stands behind a figure of a club, the latest first",
        parameters=[*WHICH, OfClub],
        responses=BehindPage,
    )
    def get(self, request: Request, club_id: str, figure: str, part: str) -> Response:
        """What holds for both sides is there twice, once for each."""
        return self.answered(request, of_club(request.user, club_id), OfClub, figure, part)


class EventBehindView(_BehindView):
    @extend_schema(
        operation_id="list_behind_figure_of_event",
        summary="What stands behind a figure of an event, the latest first",
        parameters=[*WHICH, OfEvent],
        responses=BehindPage,
    )
    def get(self, request: Request, event_id: str, figure: str, part: str) -> Response:
        """What holds for both sides is there twice, once for each."""
        return self.answered(request, of_event(request.user, event_id), OfEvent, figure, part)


class SeasonBehindView(_BehindView):
    @extend_schema(
        operation_id="list_behind_figure_of_season",
        summary="What stands behind a figure of a club's season, the latest first",
        parameters=[*WHICH, OfSeason],
        responses=BehindPage,
    )
    def get(self, request: Request, club_id: str, year: int, figure: str, part: str) -> Response:
        """What holds for both sides is there twice, once for each."""
        return self.answered(request, of_season(request.user, club_id, year), OfSeason, figure, part)

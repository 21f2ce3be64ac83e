"""The games and deals of a rubber; a deal recorded while it is played, and the last one taken back."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core import examples
from matches.api.core.base import ApiView
from matches.api.core.pagination import NumberOrder, NumbersOrder
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.rubbers.serializers import DealShown, GameShown, NewDeal, RubberShown
from matches.api.rubbers.views.changes import RubberChangeView
from matches.api.rubbers.views.rubbers import require_over, rubber_shown
from matches.clubs.permissions import Powers
from matches.models import Deal, Rubber
from matches.rubbers.commands import Act, record_deal, undo_deal

DealPage = page_of(DealShown, "DealPage")
LARGEST_NUMBER = 2_147_483_647
BY_GAME: Final[NumbersOrder[Deal]] = NumbersOrder("game__number", "number")


class GamesView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_games",
        summary="The games of a rubber, with their points",
        responses=page_of(GameShown, "GamePage"),
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        rubber = rubber_shown(request, rubber_id)
        return self.listed(request, rubber.games.all(), GameShown, order=NumberOrder())


class GameView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(operation_id="get_game", summary="One game of a rubber", responses=GameShown)
    def get(self, request: Request, rubber_id: str, game: int) -> Response:
        rubber = rubber_shown(request, rubber_id)
        found = get_object_or_404(rubber.games, number=_in_range(game))
        return self.shown(request, dict(GameShown(found).data))


class DealsView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "enter"}
    pages = True
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "invalid_record")
    status = 201

    @extend_schema(
        operation_id="list_deals",
        summary="The deals of a rubber that is over",
        responses=DealPage,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        return self.listed(request, _deals_of(request, rubber_id), DealShown, order=BY_GAME)

    @extend_schema(
        operation_id="record_deal",
        summary="Record the next deal of a rubber that is being played",
        examples=examples.NEW_DEAL,
        request=NewDeal,
        responses={201: RubberShown},
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        """The answer is the rubber with its score, and what is to come next; the deal itself is not shown again
        before the rubber's end.
        """

        def record(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            return record_deal(rubber, asked["egn"], act=act)

        return self.change(request, rubber_id, action="enter_rubber", body=NewDeal, do=record)

    def headers_of(self, request: Request, rubber: Rubber, shown: Any) -> dict[str, str]:
        return {
            **super().headers_of(request, rubber, shown),
            "Location": reverse("api:deals", args=[rubber.public_id]),
        }


class LastDealView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"DELETE": "enter"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"DELETE"})

    @extend_schema(
        operation_id="undo_deal",
        summary="Take back the last deal of a rubber that is being played",
        responses={200: RubberShown},
    )
    def delete(self, request: Request, rubber_id: str) -> Response:
        def undo(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            return undo_deal(rubber, act=act)

        return self.change(request, rubber_id, action="undo_deal", body=None, do=undo)


class GameDealsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_deals_of_game",
        summary="The deals of one game of a rubber that is over",
        responses=DealPage,
    )
    def get(self, request: Request, rubber_id: str, game: int) -> Response:
        rubber = rubber_shown(request, rubber_id)
        require_over(rubber)
        found = get_object_or_404(rubber.games, number=_in_range(game))
        return self.listed(
            request,
            found.deals.select_related("game"),
            DealShown,
            order=BY_GAME,
        )


class DealView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(operation_id="get_deal", summary="One deal of a rubber that is over", responses=DealShown)
    def get(self, request: Request, rubber_id: str, game: int, deal: int) -> Response:
        deals = _deals_of(request, rubber_id)
        found = get_object_or_404(deals, game__number=_in_range(game), number=_in_range(deal))
        return self.shown(request, dict(DealShown(found).data))


def _deals_of(request: Request, rubber_id: str) -> QuerySet[Deal]:
    rubber = rubber_shown(request, rubber_id)
    require_over(rubber)
    return Deal.objects.filter(game__rubber=rubber).select_related("game")


def _in_range(number: int) -> int:
    """Raises ``Http404`` for a number that no column of the tables could hold."""
    if number > LARGEST_NUMBER:
        raise Http404
    return number

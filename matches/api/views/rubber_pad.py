"""What the pad of a rubber may do besides its deals: the cut, a king marked late, an older deal written anew, and which
of two phones' versions stands.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api import sitting_examples as examples
from matches.api.codes import Code
from matches.api.pad_shapes import CutBody, LateKing, RewrittenDeal
from matches.api.rubber_shapes import RubberShown
from matches.api.scopes import Scopes
from matches.api.views.rubber_changes import RubberChangeView
from matches.models import Rubber
from matches.queries.roles import Powers
from matches.services.change_rubbers import Act
from matches.services.live_rubbers import mark_late_king, record_cut, rewrite_deal
from matches.services.pad_users import pad_user
from matches.services.rubber_errors import NoSuchDealError
from matches.services.written_record import read_deal
from scoring.cards import parse_card


class CutView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "invalid_record")

    @extend_schema(
        operation_id="record_cut",
        summary="Note the cut for deal of the game that comes next, until its first deal",
        examples=examples.CUT,
        request=CutBody,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        def cut(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            pairs = [(parse_card(a), parse_card(b)) for a, b in asked["pairs"]]
            return record_cut(rubber, pairs, act=act)

        return self.change(request, rubber_id, action="enter_rubber", body=CutBody, do=cut)


class LateKingView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "invalid_record")

    @extend_schema(
        operation_id="mark_late_king",
        summary="Mark the king that the dealer turned up in the last deal, behind its score (law 22)",
        examples=examples.LATE_KING,
        request=LateKing,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str) -> Response:
        def mark(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            return mark_late_king(rubber, asked["player"], act=act)

        return self.change(request, rubber_id, action="undo_deal", body=LateKing, do=mark)


class RewriteView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "invalid_record")

    @extend_schema(
        operation_id="rewrite_deal",
        summary="Write a deal of a rubber that is being played anew; those behind it follow",
        examples=examples.REWRITTEN,
        request=RewrittenDeal,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str, game: int, deal: int) -> Response:
        """For directors. Where a deal behind it could not have been played so, nothing is changed."""

        def rewrite(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            user = pad_user(rubber, link=None, viewer=act.by)
            if user is None or not user.is_director:
                raise PermissionDenied
            if not 1 <= deal < 1000:
                raise NoSuchDealError
            return rewrite_deal(rubber, game, deal, read_deal(asked["egn"], deal), act=act)

        return self.change(request, rubber_id, action="enter_rubber", body=RewrittenDeal, do=rewrite)

"""What the pad of a rubber may do besides its deals: the cut, a king marked late, an older deal written anew, and which
of two phones' versions stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError
from matches.api.core.etags import rubber_etag
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.api.pads.serializers.pad import (
    CHOICES,
    CutBody,
    LateKing,
    PadChoice,
    PadConflicts,
    RewrittenDeal,
    pad_conflict_json,
)
from matches.api.rubbers.serializers import RubberShown
from matches.api.rubbers.views.changes import RubberChangeView
from matches.api.rubbers.views.rubbers import rubber_shown
from matches.api.sittings import examples
from matches.clubs.permissions import Powers
from matches.models import Rubber
from matches.pads.conflicts import open_conflicts, settle_conflict
from matches.pads.refusals import RefusedError
from matches.pads.users import PadUser, pad_user
from matches.rubbers.build_record import read_deal
from matches.rubbers.check_text import judged
from matches.rubbers.commands import Act
from matches.rubbers.errors import NoSuchDealError
from matches.rubbers.live_scoring import mark_late_king, record_cut, rewrite_deal
from scoring.cards import parse_card
from scoring.record import CHOICES as CHOICES_OF_CUT

REFUSED: Final[Mapping[str, tuple[Code, str | Promise]]] = {
    "no_such_conflict": ("not_found", _("There is nothing to choose here any more.")),
    "settled": ("conflict", _("Somebody has chosen already, and otherwise.")),
    "not_allowed": ("not_allowed", ""),
    "not_now": (
        "wrong_state",
        _("The rubber is not in play any more, or nothing waits for this: look at it as it is now."),
    ),
    "late": ("changed_meanwhile", _("The other phone was quicker: look at the rubber as it is now.")),
}
"""What a choice between two phones is refused for, by the pad's own code."""


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
            chosen = tuple((kind, asked[kind]) for kind in CHOICES_OF_CUT if asked[kind])
            return record_cut(rubber, pairs, act=act, chosen=chosen)

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
            if not _user_of(rubber, act).is_director:
                raise PermissionDenied
            if not 1 <= deal < 1000:
                raise NoSuchDealError
            return rewrite_deal(rubber, game, deal, read_deal(asked["egn"], deal), act=act)

        return self.change(request, rubber_id, action="enter_rubber", body=RewrittenDeal, do=rewrite)


class PadConflictsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems = ("not_signed_in", "not_allowed")

    @extend_schema(
        operation_id="list_pad_conflicts",
        summary="Where two phones contradict each other about a rubber that is being played",
        responses=PadConflicts,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """For whoever may enter the rubber. The ETag is good for the choice between the two as well."""
        rubber = rubber_shown(request, rubber_id)
        self.require(request, rubber.club, "enter_rubber", rubber)
        found = open_conflicts(rubber)
        record = judged(rubber.egn, rubber.checks).rubber if found else None
        body = {
            "version": rubber.version,
            "conflicts": [pad_conflict_json(each, record) for each in found if record is not None],
        }
        return self.shown(request, body, etag=rubber_etag(rubber, body, request.user))


class PadConflictView(RubberChangeView):
    scopes: ClassVar[Scopes] = {"POST": "enter"}
    problems: ClassVar[tuple[Code, ...]] = ("wrong_state", "conflict", "invalid_record")

    @extend_schema(
        operation_id="settle_pad_conflict",
        summary="Say which of two phones' versions stands",
        examples=examples.CHOICE,
        request=PadChoice,
        responses=RubberShown,
    )
    def post(self, request: Request, rubber_id: str, pad_conflict_id: str) -> Response:
        """For who may take back the last deal. Said again it changes nothing."""

        def settle(rubber: Rubber, powers: Powers, asked: Any, act: Act) -> Rubber:
            user, choice = _user_of(rubber, act), CHOICES[asked["stands"]]
            try:
                return settle_conflict(
                    rubber, pad_conflict_id, choice, user=user, key=act.key, seen=act.version
                )
            except RefusedError as error:
                raise ApiError(*REFUSED[error.code]) from None

        return self.change(request, rubber_id, action="undo_deal", body=PadChoice, do=settle)


def _user_of(rubber: Rubber, act: Act) -> PadUser:
    """Whoever acts, as one at the table's pad. Raises ``PermissionDenied``."""
    user = pad_user(rubber, link=None, viewer=act.by)
    if user is None:
        raise PermissionDenied
    return user

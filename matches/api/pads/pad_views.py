"""API views for the pad of a rubber, except for recording deals.

The views record the cut, mark a king late, rewrite an earlier deal, and settle conflicts between two phones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.errors import RESTRICTED, ApiError, Code
from matches.api.core.etags import rubber_etag
from matches.api.core.operations import detail_operation
from matches.api.pads.serializers import (
    CHOICES,
    CutBody,
    LateKing,
    PadChoice,
    PadConflicts,
    RewrittenDeal,
    pad_conflict_json,
)
from matches.api.rubbers.change_views import RubberChangeView, rubber_operation
from matches.api.rubbers.rubber_views import visible_rubber
from matches.clubs.roles import Powers
from matches.models import Rubber
from matches.pads.conflicts import open_conflicts, settle_conflict
from matches.pads.refusals import RefusedError
from matches.pads.users import PadUser, pad_user
from matches.rubbers.change_rubbers import CommandContext
from matches.rubbers.deal_from_input import read_deal
from matches.rubbers.errors import NoSuchDealError
from matches.rubbers.record_deals import mark_late_king, record_cut, rewrite_deal
from matches.rubbers.text import check_text
from scoring.cards import parse_card
from scoring.record import CHOICES as CHOICES_OF_CUT

REFUSED: Final[Mapping[str, tuple[Code, str | Promise]]] = {
    "no_such_conflict": ("not_found", _("There is nothing left to choose here.")),
    "settled": ("conflict", _("Someone else has already chosen the other one.")),
    "not_allowed": ("not_allowed", ""),
    "not_now": (
        "wrong_state",
        _("The rubber is no longer being played, or there is nothing to decide. Read it again."),
    ),
    "late": ("changed_meanwhile", _("The other phone was faster. Read the rubber again.")),
}
"""The problem for each reason why a choice between two phones' entries is refused, by the pad's own code."""


class CutView(RubberChangeView):
    problems = ("wrong_state", "invalid_record")

    @rubber_operation(
        "record_cut",
        "Record the cut for deal of the next game, before its first deal",
        CutBody,
        action="enter_rubber",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        pairs = [(parse_card(a), parse_card(b)) for a, b in data["pairs"]]
        chosen = tuple((kind, data[kind]) for kind in CHOICES_OF_CUT if data[kind])
        return record_cut(rubber, pairs, act=act, chosen=chosen)


class LateKingView(RubberChangeView):
    problems = ("wrong_state", "invalid_record")

    @rubber_operation(
        "mark_late_king",
        "Mark the dealer's turned-up king after the last deal's score (law 22)",
        LateKing,
        action="undo_deal",
    )
    def post(self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext) -> Rubber:
        return mark_late_king(rubber, data["player"], act=act)


class RewriteView(RubberChangeView):
    problems = ("wrong_state", "invalid_record")

    @rubber_operation(
        "rewrite_deal",
        "Replace a deal of a live rubber; later deals follow",
        RewrittenDeal,
        action="enter_rubber",
        scope="manage",
    )
    def post(
        self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext, game: int, deal: int
    ) -> Rubber:
        """Only directors may rewrite a deal.

        If a later deal would be impossible after the change, nothing is changed.
        """
        if not _user_of(rubber, act).is_director:
            raise PermissionDenied
        if not 1 <= deal < 1000:
            raise NoSuchDealError
        return rewrite_deal(rubber, game, deal, read_deal(data["egn"], deal), act=act)


class PadConflictsView(ApiView):
    read_problems = RESTRICTED

    @detail_operation(
        "list_pad_conflicts", "List what two phones disagree about in a live rubber", PadConflicts
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """Only callers who may enter the rubber see its conflicts.

        The ETag of the response can be sent to settle a conflict.
        """
        rubber = visible_rubber(request, rubber_id)
        self.require(request, rubber.club, "enter_rubber", rubber)
        conflicts = open_conflicts(rubber)
        record = check_text(rubber.egn, rubber.checks).rubber if conflicts else None
        body = {
            "version": rubber.version,
            "conflicts": [pad_conflict_json(each, record) for each in conflicts if record is not None],
        }
        return self.detail_response(request, body, etag=rubber_etag(rubber, body, request.user))


class PadConflictView(RubberChangeView):
    problems = ("wrong_state", "conflict", "invalid_record")

    @rubber_operation(
        "settle_pad_conflict", "Choose which phone's version stands", PadChoice, action="undo_deal"
    )
    def post(
        self, rubber: Rubber, powers: Powers, data: Any, act: CommandContext, pad_conflict_id: str
    ) -> Rubber:
        """Only callers who may undo the last deal can settle a conflict.

        Repeating the same choice changes nothing.
        """
        user, choice = _user_of(rubber, act), CHOICES[data["stands"]]
        try:
            return settle_conflict(rubber, pad_conflict_id, choice, user=user, key=act.key, seen=act.version)
        except RefusedError as error:
            raise ApiError(*REFUSED[error.code]) from None


def _user_of(rubber: Rubber, act: CommandContext) -> PadUser:
    """Return the acting user of the rubber's pad. Raises ``PermissionDenied`` if they may not use it."""
    user = pad_user(rubber, link=None, viewer=act.by)
    if user is None:
        raise PermissionDenied
    return user

"""What waits to be settled: rubbers, conflicts of two contents, texts that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import DateTimeField
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.etags import etag_of, if_match
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.events.serializers.corrections import decided
from matches.api.events.views.corrections import preview_json
from matches.api.exchange.examples import settle as settle_examples
from matches.api.exchange.serializers.settle import (
    ConflictChoice,
    ConflictFilters,
    ConflictLine,
    ConflictShown,
    WaitingCounts,
    WaitingFilters,
    WaitingRubber,
    conflict_json,
)
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.clubs.permissions import Powers
from matches.common.command_context import Act
from matches.events.corrections import Preview, conflict_preview, take_conflict
from matches.exchange.queries.unsettled import Waiting, conflicts_shown, last_disputes, waiting_for
from matches.exchange.settle import SettledError, settle_conflict
from matches.models import Club, Conflict

DIRECTORS_ALONE: Final[tuple[Code, ...]] = ("not_signed_in", "not_allowed")


class WaitingView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems: ClassVar[tuple[Code, ...]] = DIRECTORS_ALONE

    @extend_schema(
        operation_id="get_waiting",
        summary="How much of each waits for you in a club",
        responses=WaitingCounts,
    )
    def get(self, request: Request, club_id: str) -> Response:
        waiting = _waiting(self, request, club_id)
        return self.shown(request, dict(WaitingCounts(waiting.counts).data))


class WaitingRubbersView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = WaitingFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"changed_at": ColumnOrder("changed_at", DateTimeField())}
    read_problems: ClassVar[tuple[Code, ...]] = DIRECTORS_ALONE

    @extend_schema(
        operation_id="list_waiting_rubbers",
        summary="Rubbers that wait for you: disputed, reported, drafts",
        responses=page_of(WaitingRubber, "WaitingRubberPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        page = self.page_of(request, _waiting(self, request, club_id).rubbers)
        context = {"disputes": last_disputes(page.rows)}
        return self.listed_page(request, page, WaitingRubber, context=context)


def _waiting(view: ApiView, request: Request, club_id: str) -> Waiting:
    """Raises for who can't be waited for in the club."""
    club = view.club_of(request, club_id)
    powers: Powers = view.powers(request, club)
    if not (powers.can("settle") or powers.can("confirm_rubber")):
        raise (PermissionDenied if request.user.is_authenticated else NotAuthenticated)
    return waiting_for(club, powers)


class ConflictsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = ConflictFilters
    read_problems: ClassVar[tuple[Code, ...]] = DIRECTORS_ALONE

    @extend_schema(
        operation_id="list_conflicts",
        summary="Other contents of rubbers that are here already",
        responses=page_of(ConflictLine, "ConflictPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "settle")
        return self.listed(request, conflicts_shown(club), ConflictLine)


class ConflictView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True
    read_problems: ClassVar[tuple[Code, ...]] = DIRECTORS_ALONE

    @extend_schema(
        operation_id="get_conflict",
        summary="Two contents of one rubber side by side",
        responses=ConflictShown,
    )
    def get(self, request: Request, conflict_id: str) -> Response:
        club = _club_of(request, conflict_id)
        self.require(request, club, "settle")
        conflict = _conflict(club, conflict_id)
        return self.shown(request, _json(conflict, conflict_preview(conflict)))


class SettleConflictView(ApiView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems: ClassVar[tuple[Code, ...]] = (
        "conflict",
        "wrong_state",
        "same_rubber",
        "conflict_open",
        "event_refused",
        "invalid_record",
    )

    @extend_schema(
        operation_id="settle_conflict",
        summary="Take the other content, or keep what is stored",
        examples=settle_examples.CHOICE,
        request=ConflictChoice,
        responses=ConflictShown,
    )
    def post(self, request: Request, conflict_id: str) -> Response:
        """Taken, it is a correction, and its reason stands in the log; `keep` and `redo` say what becomes of what was
        drawn on the old result. 409 `conflict` where somebody has settled it otherwise already.
        """
        club = _club_of(request, conflict_id)
        if answer := self.answered_before(request):
            return answer
        self.require(request, club, "settle")
        read = if_match(request._request)
        asked = self.body_of(request, ConflictChoice)

        @transaction.atomic
        def settle() -> Reply:
            locked_club(club.pk)
            conflict = _conflict(club, conflict_id)
            preview = conflict_preview(conflict)
            read.require(etag_of(_json(conflict, preview)))
            act = Act(by=self.user_of(request), key="", reason=asked["reason"])
            try:
                _settle(conflict, asked, preview, act)
            except SettledError as error:
                raise ApiError("conflict", str(error)) from error
            body = _json(_conflict(club, conflict_id), None)
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, settle)


def _json(conflict: Conflict, preview: Preview | None) -> dict[str, Any]:
    """With what taking it would move; of one that is settled that is nothing."""
    follows = None if preview is None else preview_json(conflict.rubber.event, preview)
    return {**conflict_json(conflict), "follows": follows}


def _settle(conflict: Conflict, asked: Mapping[str, Any], preview: Preview | None, act: Act) -> None:
    """Settle it, and with it what was decided about a draw that rests on the result. Raises ``ApiError`` besides."""
    if asked["take"] and preview is not None:
        version = preview.before.facts.version
        take_conflict(conflict.rubber.event, conflict, **decided(asked), act=act, event_version=version)
        return
    for member in ("keep", "redo"):
        if asked[member]:
            raise wrong_member(f"/{member}", _("There is nothing to be decided about a draw."))
    settle_conflict(conflict, take=asked["take"], act=act)


def _club_of(request: Request, conflict_id: str) -> Club:
    """Raises ``Http404`` for a conflict in a club that the caller does not see."""
    of_it = Conflict.objects.filter(public_id=conflict_id).values("rubber__club")
    return get_object_or_404(visible_clubs(request.user), pk__in=of_it)


def _conflict(club: Club, conflict_id: str) -> Conflict:
    return get_object_or_404(conflicts_shown(club), public_id=conflict_id)

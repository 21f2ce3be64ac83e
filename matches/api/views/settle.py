"""What waits to be settled: rubbers, conflicts of two contents, texts that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import DateTimeField
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api import settle_examples
from matches.api.base import ApiView, Reply
from matches.api.codes import Code
from matches.api.etags import etag_of, if_match
from matches.api.filters import Filters
from matches.api.paging import ColumnOrder, Order
from matches.api.schema import page_of
from matches.api.scopes import Scopes
from matches.api.settle_shapes import (
    ConflictChoice,
    ConflictFilters,
    ConflictLine,
    ConflictShown,
    WaitingCounts,
    WaitingFilters,
    WaitingRubber,
    conflict_json,
)
from matches.api.wrong import ApiError
from matches.models import Club, Conflict
from matches.queries.access import visible_clubs
from matches.queries.roles import Powers
from matches.queries.settle import Waiting, conflicts_shown, last_disputes, waiting_for
from matches.services.act import Act
from matches.services.people_locks import locked_club
from matches.services.settle import SettledError, settle_conflict

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
        return self.shown(request, conflict_json(_conflict(club, conflict_id)))


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
        """Taken, it is a correction, and its reason stands in the log. 409 `conflict` where somebody has settled it
        otherwise already.
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
            read.require(etag_of(conflict_json(conflict)))
            act = Act(by=self.user_of(request), key="", reason=asked["reason"])
            try:
                settle_conflict(conflict, take=asked["take"], act=act)
            except SettledError as error:
                raise ApiError("conflict", str(error)) from error
            body = conflict_json(_conflict(club, conflict_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, settle)


def _club_of(request: Request, conflict_id: str) -> Club:
    """Raises ``Http404`` for a conflict in a club that the caller does not see."""
    of_it = Conflict.objects.filter(public_id=conflict_id).values("rubber__club")
    return get_object_or_404(visible_clubs(request.user), pk__in=of_it)


def _conflict(club: Club, conflict_id: str) -> Conflict:
    return get_object_or_404(conflicts_shown(club), public_id=conflict_id)

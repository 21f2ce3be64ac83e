"""Who belongs to a club, and in which role. New members come by invitation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import CharField
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs import examples
from matches.api.clubs.serializers.people import (
    ChangedMembership,
    MembershipFilters,
    MembershipShown,
    membership_json,
)
from matches.api.core.base import ApiView, Reply
from matches.api.core.etags import etag_of, if_match
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.clubs.locks import locked_club
from matches.clubs.memberships import change_role, end_membership
from matches.clubs.queries.people import members_ever
from matches.models import Club, Membership, Player

MEMBERS_ALONE: tuple[Code, ...] = ("not_signed_in", "not_allowed")


class MembershipsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = MembershipFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"name": ColumnOrder("name", CharField())}
    read_problems: ClassVar[tuple[Code, ...]] = MEMBERS_ALONE

    @extend_schema(
        operation_id="list_memberships",
        summary="Who belongs to a club, and who did",
        responses=page_of(MembershipShown, "MembershipPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "see_members")
        return self.listed(request, members_ever(club), MembershipShown)


class MembershipView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PATCH": "manage", "DELETE": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH", "DELETE"})
    problems = ("conflict",)
    read_problems: ClassVar[tuple[Code, ...]] = MEMBERS_ALONE

    @extend_schema(
        operation_id="get_membership",
        summary="What somebody is in a club, and was",
        responses=MembershipShown,
    )
    def get(self, request: Request, club_id: str, player_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "see_members")
        return self.shown(request, membership_json(_member_of(club, player_id)))

    @extend_schema(
        operation_id="change_role",
        summary="Give a member another role",
        examples=examples.ROLE,
        request=ChangedMembership,
        responses=MembershipShown,
    )
    def patch(self, request: Request, club_id: str, player_id: str) -> Response:
        if answer := self.answered_before(request):
            return answer
        club = self.club_of(request, club_id)
        self.require(request, club, "change_role")
        _member_of(club, player_id)
        read = if_match(request._request)
        role = Membership.Role(self.body_of(request, ChangedMembership)["role"])

        @transaction.atomic
        def change() -> Reply:
            locked_club(club.pk)
            member = _member_of(club, player_id)
            read.require(etag_of(membership_json(member)))
            change_role(club, member, role, by=self.user_of(request))
            body = membership_json(_member_of(club, player_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, change)

    @extend_schema(
        operation_id="end_membership",
        summary="End a membership: results stay",
        responses={204: None},
    )
    def delete(self, request: Request, club_id: str, player_id: str) -> Response:
        if answer := self.answered_before(request):
            return answer
        club = self.club_of(request, club_id)
        self.require(request, club, "change_role")
        _member_of(club, player_id)
        read = if_match(request._request)

        @transaction.atomic
        def end() -> Reply:
            locked_club(club.pk)
            member = _member_of(club, player_id)
            read.require(etag_of(membership_json(member)))
            end_membership(club, member, by=self.user_of(request))
            return Reply(None, 204)

        return self.carry_out(request, end)


def _member_of(club: Club, player_id: str) -> Player:
    """Raises ``Http404`` for somebody who never was a member."""
    return get_object_or_404(members_ever(club), public_id=player_id)

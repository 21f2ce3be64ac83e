"""Clubs: those that the caller sees, one of them, a new one, and changed settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import CharField, DateTimeField
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers.clubs import (
    ChangedClub,
    ClubFilters,
    ClubShown,
    NewClub,
    club_json,
)
from matches.api.core import examples
from matches.api.core.base import ApiView, Reply, created
from matches.api.core.etags import etag_of, if_match
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.clubs.access import visible_clubs
from matches.clubs.create_club import make_club
from matches.clubs.locks import locked_club
from matches.clubs.settings import change_club
from matches.common.idempotency import new_key


class ClubsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = ClubFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {
        "name": ColumnOrder("name", CharField()),
        "created_at": ColumnOrder("created_at", DateTimeField()),
    }
    problems = ("conflict",)

    @extend_schema(
        operation_id="list_clubs",
        summary="Clubs that you see: public ones, and your own",
        responses=page_of(ClubShown, "ClubPage"),
    )
    def get(self, request: Request) -> Response:
        return self.listed(request, visible_clubs(request.user), ClubShown)

    @extend_schema(
        operation_id="make_club",
        summary="Make a club, of which you are the owner",
        examples=examples.NEW_CLUB,
        request=NewClub,
        responses={201: ClubShown},
    )
    def post(self, request: Request) -> Response:
        asked = self.body_of(request, NewClub)

        def make() -> Reply:
            club = make_club(self.user_of(request), **asked)
            body = club_json(club)
            return created(body, location=reverse("api:club", args=[club.public_id]))

        return self.carry_out(request, make)


class ClubView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PATCH": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH"})
    problems = ("name_taken",)

    @extend_schema(operation_id="get_club", summary="One club", responses=ClubShown)
    def get(self, request: Request, club_id: str) -> Response:
        return self.shown(request, club_json(self.club_of(request, club_id)))

    @extend_schema(
        operation_id="change_club",
        summary="Change a club's settings",
        examples=examples.CHANGED_CLUB,
        request=ChangedClub,
        responses=ClubShown,
    )
    def patch(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "change_club")
        read = if_match(request._request)
        asked: dict[str, Any] = self.body_of(request, ChangedClub, partial=True)

        @transaction.atomic
        def change() -> Reply:
            locked_club(club.pk)
            read.require(etag_of(club_json(self.club_of(request, club_id))))
            body = club_json(change_club(club, asked, by=self.user_of(request), key=new_key()))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, change)

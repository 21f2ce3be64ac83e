"""API views for clubs, their players, and their members with their roles. New members join by invitation."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers import (
    ClubCreate,
    ClubFilters,
    ClubSerializer,
    ClubUpdate,
    MembershipFilters,
    MembershipSerializer,
    MembershipUpdate,
    PlayerFilters,
    PlayerName,
    PlayerSerializer,
)
from matches.api.core.base import ApiView, Reply, changed, created
from matches.api.core.errors import RESTRICTED, ApiError
from matches.api.core.etags import etag_of, if_match
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.api.core.paging import Orders, by_columns
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.clubs.manage_club import change_club, make_club
from matches.clubs.memberships import change_role, end_membership
from matches.clubs.players import add_players, rename_player
from matches.clubs.queries import listed_players, members_ever
from matches.common.commands import new_key
from matches.models import Club, Membership, Player


class ClubsView(ApiView):
    filters = ClubFilters
    orders: ClassVar[Orders] = by_columns("name", "created_at")
    problems = ("conflict",)

    @list_operation("list_clubs", "List the clubs that you can see: public ones and your own", ClubSerializer)
    def get(self, request: Request) -> QuerySet[Club]:
        return visible_clubs(request.user)

    @operation(
        "make_club", "Create a club; you become its owner", ClubSerializer, status=201, body=ClubCreate
    )
    def post(self, request: Request) -> Response:
        data = self.body_of(request)

        def make() -> Reply:
            club = make_club(self.user_of(request), **data)
            body = ClubSerializer.json(club)
            return created(body, "club", club.public_id)

        return self.respond_once(request, make)


class ClubView(ApiView):
    problems = ("name_taken",)

    @detail_operation("get_club", "Get a club", ClubSerializer)
    def get(self, request: Request, club_id: str) -> dict[str, Any]:
        return ClubSerializer.json(self.club_of(request, club_id))

    @operation("change_club", "Update a club's settings", ClubSerializer, body=ClubUpdate, if_match=True)
    def patch(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id, "change_club")
        read = if_match(request._request)
        data: dict[str, Any] = self.body_of(request, partial=True)

        @transaction.atomic
        def change() -> Reply:
            locked_club(club.pk)
            read.require(etag_of(ClubSerializer.json(self.club_of(request, club_id))))
            return changed(
                ClubSerializer.json(change_club(club, data, by=self.user_of(request), key=new_key()))
            )

        return self.respond_once(request, change)


class MembershipsView(ApiView):
    filters = MembershipFilters
    orders: ClassVar[Orders] = by_columns("name")
    read_problems = RESTRICTED

    @list_operation("list_memberships", "List a club's present and former members", MembershipSerializer)
    def get(self, request: Request, club_id: str) -> QuerySet[Player]:
        return members_ever(self.club_of(request, club_id, "see_members"))


class MembershipView(ApiView):
    problems = ("conflict",)
    read_problems = RESTRICTED

    @detail_operation(
        "get_membership", "Get a person's present and past roles in a club", MembershipSerializer
    )
    def get(self, request: Request, club_id: str, player_id: str) -> dict[str, Any]:
        return MembershipSerializer.json(_member_of(self.club_of(request, club_id, "see_members"), player_id))

    @operation(
        "change_role",
        "Give a member another role",
        MembershipSerializer,
        body=MembershipUpdate,
        if_match=True,
    )
    def patch(self, request: Request, club_id: str, player_id: str) -> Response:
        if answer := self.stored_response(request):
            return answer
        club = self.club_of(request, club_id, "change_role")
        _member_of(club, player_id)
        read = if_match(request._request)
        role = Membership.Role(self.body_of(request)["role"])

        @transaction.atomic
        def change() -> Reply:
            locked_club(club.pk)
            member = _member_of(club, player_id)
            read.require(etag_of(MembershipSerializer.json(member)))
            change_role(club, member, role, by=self.user_of(request))
            return changed(MembershipSerializer.json(_member_of(club, player_id)))

        return self.respond_once(request, change)

    @operation("end_membership", "End a membership; the member's results remain", status=204, if_match=True)
    def delete(self, request: Request, club_id: str, player_id: str) -> Response:
        if answer := self.stored_response(request):
            return answer
        club = self.club_of(request, club_id, "change_role")
        _member_of(club, player_id)
        read = if_match(request._request)

        @transaction.atomic
        def end() -> Reply:
            locked_club(club.pk)
            member = _member_of(club, player_id)
            read.require(etag_of(MembershipSerializer.json(member)))
            end_membership(club, member, by=self.user_of(request))
            return Reply(None, 204)

        return self.respond_once(request, end)


def _member_of(club: Club, player_id: str) -> Player:
    """Return the player with this id. Raises ``Http404`` if the player was never a member of the club."""
    return get_object_or_404(members_ever(club), public_id=player_id)


class PlayersView(ApiView):
    filters = PlayerFilters
    orders: ClassVar[Orders] = by_columns("name")
    problems = ("name_taken", "conflict")

    @list_operation("list_players", "List a club's players, except erased ones", PlayerSerializer)
    def get(self, request: Request, club_id: str) -> QuerySet[Player]:
        return listed_players(self.club_of(request, club_id))

    @operation(
        "add_player", "Add a player to a club as a guest", PlayerSerializer, status=201, body=PlayerName
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id, "add_player")
        name = self.body_of(request)["name"]

        def add() -> Reply:
            players = add_players(club, [name], by=self.user_of(request)).players
            if not players:
                raise ApiError("name_taken")
            body = PlayerSerializer.json(players[0])
            return created(body, "player", players[0].public_id)

        return self.respond_once(request, add)


class PlayerView(ApiView):
    problems = ("conflict",)

    @detail_operation("get_player", "Get a player", PlayerSerializer)
    def get(self, request: Request, player_id: str) -> dict[str, object]:
        return PlayerSerializer.json(player_of(request, player_id))

    @operation("rename_player", "Rename a player", PlayerSerializer, body=PlayerName, if_match=True)
    def patch(self, request: Request, player_id: str) -> Response:
        player = player_of(request, player_id)
        self.require(request, player.club, "edit_player", player)
        read = if_match(request._request)
        name = self.body_of(request)["name"]

        @transaction.atomic
        def rename() -> Reply:
            locked_club(player.club.pk)
            now = player_of(request, player_id)
            read.require(etag_of(PlayerSerializer.json(now)))
            rename_player(now, name, by=self.user_of(request))
            return changed(PlayerSerializer.json(now))

        return self.respond_once(request, rename)


def player_of(request: Request, player_id: str) -> Player:
    """Return the player with this id. Raises ``Http404`` if the caller may not see the player's club."""
    players = Player.objects.filter(club__in=visible_clubs(request.user))
    return get_object_or_404(players.select_related("club", "merged_into"), public_id=player_id)

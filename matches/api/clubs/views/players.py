"""Players: those on a club's list, one of them, a new one, a name mended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import CharField
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers.clubs import PlayerFilters, PlayerName, PlayerShown
from matches.api.core import examples
from matches.api.core.base import ApiView, Reply, created
from matches.api.core.errors import ApiError
from matches.api.core.etags import etag_of, if_match
from matches.api.core.filters import Filters
from matches.api.core.pagination import ColumnOrder, Order
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.clubs.access import visible_clubs
from matches.clubs.locks import locked_club
from matches.clubs.players import add_players, rename_player
from matches.clubs.queries.people import listed_players
from matches.models import Player


class PlayersView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = PlayerFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"name": ColumnOrder("name", CharField())}
    problems = ("name_taken", "conflict")

    @extend_schema(
        operation_id="list_players",
        summary="Players on a club's list, without those who were forgotten",
        responses=page_of(PlayerShown, "PlayerPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        return self.listed(request, listed_players(club), PlayerShown)

    @extend_schema(
        operation_id="add_player",
        summary="Put a player on a club's list, as a guest",
        examples=examples.NEW_PLAYER,
        request=PlayerName,
        responses={201: PlayerShown},
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "add_player")
        name = self.body_of(request, PlayerName)["name"]

        def add() -> Reply:
            made = add_players(club, [name], by=self.user_of(request)).players
            if not made:
                raise ApiError("name_taken")
            body = player_json(made[0])
            return created(body, location=reverse("api:player", args=[made[0].public_id]))

        return self.carry_out(request, add)


class PlayerView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PATCH": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH"})
    problems = ("conflict",)

    @extend_schema(operation_id="get_player", summary="One player", responses=PlayerShown)
    def get(self, request: Request, player_id: str) -> Response:
        return self.shown(request, player_json(player_of(request, player_id)))

    @extend_schema(
        operation_id="rename_player",
        summary="Mend a player's name",
        examples=examples.NEW_PLAYER,
        request=PlayerName,
        responses=PlayerShown,
    )
    def patch(self, request: Request, player_id: str) -> Response:
        player = player_of(request, player_id)
        self.require(request, player.club, "edit_player", player)
        read = if_match(request._request)
        name = self.body_of(request, PlayerName)["name"]

        @transaction.atomic
        def rename() -> Reply:
            locked_club(player.club.pk)
            now = player_of(request, player_id)
            read.require(etag_of(player_json(now)))
            rename_player(now, name, by=self.user_of(request))
            body = player_json(now)
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, rename)


def player_of(request: Request, player_id: str) -> Player:
    """Raises ``Http404`` for a player of a club that the caller does not see."""
    players = Player.objects.filter(club__in=visible_clubs(request.user))
    return get_object_or_404(players.select_related("club", "merged_into"), public_id=player_id)


def player_json(player: Player) -> dict[str, object]:
    return dict(PlayerShown(player).data)

"""Oneself: who one is, by which tokens one's programs get in, what one shares, and all that is kept of one."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs import examples
from matches.api.clubs.serializers.people import ChangedMe, Me, Sharing, TokenLine, me_json
from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError
from matches.api.core.etags import etag_of, if_match
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.core.streaming import place_for, sent
from matches.clubs.access import visible_clubs
from matches.clubs.accounts import change_account, share_reviews
from matches.clubs.api_tokens import revoke_token, running_tokens
from matches.models import ApiToken, Player, User
from matches.privacy.export_personal_data import export_person

SIGNED_IN: tuple[Code, ...] = ("not_signed_in",)
OWN_ALONE: tuple[Code, ...] = ("not_signed_in", "not_allowed")


class MeView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PATCH": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PATCH"})
    read_problems: ClassVar[tuple[Code, ...]] = SIGNED_IN

    @extend_schema(
        operation_id="get_me",
        summary="Who you are, what you are in which club, and what this token may do",
        responses=Me,
    )
    def get(self, request: Request) -> Response:
        return self.shown(request, _me(request, self.user_of(request)))

    @extend_schema(
        operation_id="change_me",
        summary="Change the name that other members see, and the language",
        examples=examples.CHANGED_ME,
        request=ChangedMe,
        responses=Me,
    )
    def patch(self, request: Request) -> Response:
        read = if_match(request._request)
        asked: dict[str, Any] = self.body_of(request, ChangedMe, partial=True)

        @transaction.atomic
        def change() -> Reply:
            user = User.objects.select_for_update(no_key=True).get(pk=self.user_of(request).pk)
            read.require(etag_of(_me(request, user)))
            name, language = asked.get("name", user.name), asked.get("language", user.language)
            change_account(user, name=name, language=language or "")
            body = _me(request, user)
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, change)


class MyPersonView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "manage"}
    bulk: ClassVar[frozenset[str]] = frozenset({"GET"})
    read_problems: ClassVar[tuple[Code, ...]] = (*OWN_ALONE, "too_many_streams")

    @extend_schema(
        operation_id="export_me",
        summary="All that is kept of you",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        user = self.user_of(request)
        # A token was made by somebody who had just shown who he is; a browser may have been left open.
        if request.auth is None and is_reauthentication_required(request._request, app="account"):
            told = _("Sign in anew on the pages first, or ask with a token.")
            raise ApiError("not_allowed", told)
        return person_answer(request, user)


class TokensView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "manage"}
    pages = True
    read_problems: ClassVar[tuple[Code, ...]] = SIGNED_IN

    @extend_schema(
        operation_id="list_tokens",
        summary="Your tokens that hold, without their secrets",
        responses=page_of(TokenLine, "TokenPage"),
    )
    def get(self, request: Request) -> Response:
        return self.listed(request, running_tokens(self.user_of(request)), TokenLine)


class TokenView(ApiView):
    scopes: ClassVar[Scopes] = {"DELETE": "manage"}

    @extend_schema(
        operation_id="revoke_token",
        summary="Take one of your tokens back, be it the one that this call comes with",
        responses={204: None},
    )
    def delete(self, request: Request, token_id: str) -> Response:
        def revoke() -> Reply:
            if not revoke_token(self.user_of(request), token_id):
                raise Http404
            return Reply(None, 204)

        return self.carry_out(request, revoke)


class SharingView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read", "PUT": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"PUT"})
    read_problems: ClassVar[tuple[Code, ...]] = OWN_ALONE

    @extend_schema(
        operation_id="get_sharing",
        summary="Whether others may read your review figures, as this player",
        responses=Sharing,
    )
    def get(self, request: Request, player_id: str) -> Response:
        return self.shown(request, _sharing(_own_player(request, player_id)))

    @extend_schema(
        operation_id="change_sharing",
        summary="Let others read your review figures, or keep them to yourself",
        examples=examples.SHARING,
        request=Sharing,
        responses=Sharing,
    )
    def put(self, request: Request, player_id: str) -> Response:
        player = _own_player(request, player_id)
        read = if_match(request._request)
        shares = self.body_of(request, Sharing)["shares_reviews"]

        @transaction.atomic
        def change() -> Reply:
            now = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            read.require(etag_of(_sharing(now)))
            share_reviews(now, shares=shares)
            now.refresh_from_db(fields=["shares_reviews"])
            body = _sharing(now)
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, change)


def person_answer(request: Request, person: User | Player) -> StreamingHttpResponse:
    """All that is kept of a person, piece by piece."""
    return sent(
        request,
        export_person(person),
        place_for(request),
        content_type="application/json",
        name=f"ecarte-{person.public_id}.json",
        headers={"Cache-Control": "no-store"},
    )


def _me(request: Request, user: User) -> dict[str, Any]:
    return me_json(user, request.auth if isinstance(request.auth, ApiToken) else None)


def _own_player(request: Request, player_id: str) -> Player:
    """Raises ``Http404`` for a player whom the caller does not see, and for any other's what refuses him."""
    seen = Q(club__in=visible_clubs(request.user))
    if request.user.is_authenticated:
        seen |= Q(user=request.user)
    player = get_object_or_404(Player.objects.filter(seen), public_id=player_id)
    if not request.user.is_authenticated:
        raise NotAuthenticated
    if player.user_id != request.user.pk:
        raise PermissionDenied
    return player


def _sharing(player: Player) -> dict[str, Any]:
    return {"shares_reviews": player.shares_reviews}

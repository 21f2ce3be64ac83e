"""API views for the current user: account, API tokens, sharing settings, and an export of the user's data."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers import Me, MeUpdate, Sharing, TokenLine, me_json
from matches.api.core.base import ApiView, Reply, changed
from matches.api.core.errors import RESTRICTED, ApiError, Code
from matches.api.core.etags import etag_of, if_match
from matches.api.core.files import place_for, sent
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.clubs.access import visible_clubs
from matches.clubs.accounts import change_account, share_reviews
from matches.clubs.api_tokens import revoke_token, running_tokens
from matches.models import ApiToken, Player, User
from matches.privacy.export_person import export_person

SIGNED_IN: tuple[Code, ...] = ("not_signed_in",)


class MeView(ApiView):
    read_problems = SIGNED_IN

    @detail_operation("get_me", "Get your account, your roles and this token's scopes", Me)
    def get(self, request: Request) -> dict[str, Any]:
        return _me(request, self.user_of(request))

    @operation("change_me", "Update your name and language", Me, body=MeUpdate, if_match=True)
    def patch(self, request: Request) -> Response:
        read = if_match(request._request)
        data: dict[str, Any] = self.body_of(request, partial=True)

        @transaction.atomic
        def change() -> Reply:
            user = User.objects.select_for_update(no_key=True).get(pk=self.user_of(request).pk)
            read.require(etag_of(_me(request, user)))
            name, language = data.get("name", user.name), data.get("language", user.language)
            change_account(user, name=name, language=language or "")
            return changed(_me(request, user))

        return self.respond_once(request, change)


class MyPersonView(ApiView):
    read_problems = (*RESTRICTED, "too_many_streams")

    @operation(
        "export_me", "Export your personal data", {(200, "application/json"): OpenApiTypes.OBJECT}, bulk=True
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        user = self.user_of(request)
        # Creating a token required a recent sign-in, whereas a browser may have been left open.
        if request.auth is None and is_reauthentication_required(request._request, app="account"):
            detail = _("Sign in again on the site first, or use a token.")
            raise ApiError("not_allowed", detail)
        return person_response(request, user)


class TokensView(ApiView):
    read_problems = SIGNED_IN

    @list_operation("list_tokens", "List your valid tokens, without their secrets", TokenLine, scope="manage")
    def get(self, request: Request) -> QuerySet[ApiToken]:
        return running_tokens(self.user_of(request))


class TokenView(ApiView):
    @operation("revoke_token", "Revoke one of your tokens, or the one used for this call", status=204)
    def delete(self, request: Request, token_id: str) -> Response:
        def revoke() -> Reply:
            if not revoke_token(self.user_of(request), token_id):
                raise Http404
            return Reply(None, 204)

        return self.respond_once(request, revoke)


class SharingView(ApiView):
    read_problems = RESTRICTED

    @detail_operation("get_sharing", "Get whether others may read your review figures", Sharing)
    def get(self, request: Request, player_id: str) -> dict[str, Any]:
        return _sharing(_own_player(request, player_id))

    @operation(
        "change_sharing",
        "Share your review figures, or keep them private",
        Sharing,
        body=Sharing,
        if_match=True,
    )
    def put(self, request: Request, player_id: str) -> Response:
        player = _own_player(request, player_id)
        read = if_match(request._request)
        shares = self.body_of(request)["shares_reviews"]

        @transaction.atomic
        def change() -> Reply:
            now = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
            read.require(etag_of(_sharing(now)))
            share_reviews(now, shares=shares)
            now.refresh_from_db(fields=["shares_reviews"])
            return changed(_sharing(now))

        return self.respond_once(request, change)


def person_response(request: Request, person: User | Player) -> StreamingHttpResponse:
    """Return a file download with all data stored about ``person``."""
    return sent(
        export_person(person),
        place_for(request),
        content_type="application/json",
        name=f"ecarte-{person.public_id}.json",
        headers={"Cache-Control": "no-store"},
    )


def _me(request: Request, user: User) -> dict[str, Any]:
    return me_json(user, request.auth if isinstance(request.auth, ApiToken) else None)


def _own_player(request: Request, player_id: str) -> Player:
    """Return the caller's own player, who may belong to a club that the caller no longer sees."""
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

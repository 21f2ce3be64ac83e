"""API views for a player: merge, erase or export the player, and create a link for a new password."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.invitation_views import with_secret
from matches.api.clubs.me_views import person_response
from matches.api.clubs.serializers import Merge, PasswordLink, PlayerSerializer
from matches.api.clubs.views import player_of
from matches.api.core.base import ApiView, Reply, changed
from matches.api.core.errors import RESTRICTED, ApiError, invalid_field
from matches.api.core.etags import etag_of, if_match
from matches.api.core.operations import operation
from matches.clubs.accounts import GOOD_FOR, make_password_link, password_address
from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.queries import listed_players
from matches.clubs.roles import Action
from matches.models import Club, Player
from matches.privacy.erase import erase_person
from matches.privacy.merge import merge_players


class RecordView(ApiView):
    """The base class of views for one player."""

    def record(self, request: Request, player_id: str, action: Action) -> Player:
        """Return the player with this id, if the caller may do ``action``."""
        player = player_of(request, player_id)
        self.require(request, player.club, action, player)
        return player

    def guest(self, request: Request, player_id: str, action: Action) -> Player:
        """Return the player with this id, who must have no account: only they could then do ``action``."""
        player = self.record(request, player_id, action)
        if player.user_id is not None:
            detail = _("%(name)s has an account, so only they can do this.") % {"name": player}
            raise ApiError("not_allowed", detail)
        return player


class MergeView(RecordView):
    problems = ("conflict", "unknown_player")

    @operation(
        "merge_player",
        "Merge this record into another of the same person",
        PlayerSerializer,
        body=Merge,
        if_match=True,
    )
    def post(self, request: Request, player_id: str) -> Response:
        """`If-Match` takes the ETag of the player who is merged into the other.

        The response is the surviving player.
        """
        if answer := self.stored_response(request):
            return answer
        player = self.record(request, player_id, "merge_players")
        read = if_match(request._request)
        data = self.body_of(request)
        into = _other(player.club, data["into"])

        @transaction.atomic
        def merge() -> Reply:
            locked_club(player.club.pk)
            now = player_of(request, player_id)
            read.require(etag_of(PlayerSerializer.json(now)))
            merge_players(into, now, by=self.user_of(request), reason=data["reason"])
            return changed(PlayerSerializer.json(player_of(request, into.public_id)))

        return self.respond_once(request, merge)


class EraseView(RecordView):
    problems = ("conflict",)

    @operation(
        "erase_player",
        "Erase a person without an account; results stay without a name",
        PlayerSerializer,
        if_match=True,
    )
    def post(self, request: Request, player_id: str) -> Response:
        player = self.guest(request, player_id, "erase_person")
        read = if_match(request._request)

        @transaction.atomic
        def erase() -> Reply:
            locked_club(player.club.pk)
            now = player_of(request, player_id)
            read.require(etag_of(PlayerSerializer.json(now)))
            erase_person(now, by=self.user_of(request))
            return changed(PlayerSerializer.json(player_of(request, player_id)))

        return self.respond_once(request, erase)


class PersonView(RecordView):
    read_problems = (*RESTRICTED, "too_many_streams")

    @operation(
        "export_player",
        "Export a club's data on a person without an account",
        {(200, "application/json"): OpenApiTypes.OBJECT},
        bulk=True,
    )
    def get(self, request: Request, player_id: str) -> StreamingHttpResponse:
        return person_response(request, self.guest(request, player_id, "export_person"))


class PasswordLinkView(RecordView):
    @operation(
        "make_password_link",
        "Create a link for a member to set a new password, on a site without email",
        PasswordLink,
    )
    def post(self, request: Request, player_id: str) -> Response:
        player = self.record(request, player_id, "invite")
        if settings.HAS_MAIL:
            raise ApiError(
                "not_allowed", _("This site sends e-mail, so people request a new password themselves.")
            )
        url = ""

        def make() -> Reply:
            nonlocal url
            try:
                token = make_password_link(player, club=player.club, by=self.user_of(request))
            except PeopleError:
                raise PermissionDenied from None
            url = password_address(token)
            # As with an invitation, the stored idempotent response omits the link.
            ends_at = timezone.now() + GOOD_FOR
            return Reply(PasswordLink.json({"url": None, "expires_at": ends_at}))

        return with_secret(self.respond_once(request, make), url)


def _other(club: Club, player_id: str) -> Player:
    """Return the player on the club's list into whom a player is merged."""
    player = listed_players(club).filter(public_id=player_id).first()
    if player is None:
        detail = _("The club has no player with the id %(id)s.") % {"id": player_id}
        raise invalid_field("/into", detail, code="unknown_player")
    return player

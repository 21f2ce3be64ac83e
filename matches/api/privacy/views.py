"""What is done about one person's record in his club: two made one, somebody forgotten, all that is kept of him, and a
link to a new password.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs import examples
from matches.api.clubs.serializers.clubs import PlayerShown
from matches.api.clubs.serializers.people import Merge, PasswordLink
from matches.api.clubs.views.invitations import with_secret
from matches.api.clubs.views.me import OWN_ALONE, person_answer
from matches.api.clubs.views.players import player_json, player_of
from matches.api.core.base import ApiView, Reply
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.etags import etag_of, if_match
from matches.api.core.problem_codes import Code
from matches.api.core.scopes import Scopes
from matches.clubs.errors import PeopleError
from matches.clubs.locks import locked_club
from matches.clubs.password_links import GOOD_FOR, make_password_link, password_address
from matches.clubs.permissions import Action
from matches.clubs.queries.people import listed_players
from matches.models import Club, Player
from matches.privacy.erasing import erase_person
from matches.privacy.merging import merge_players


class RecordView(ApiView):
    """What the views of one person's record have in common."""

    def record(self, request: Request, player_id: str, action: Action) -> Player:
        """Raises where the caller does not see the player, or may not do ``action`` about him."""
        player = player_of(request, player_id)
        self.require(request, player.club, action, player)
        return player

    def guest(self, request: Request, player_id: str, action: Action) -> Player:
        """As ``record``; who has an account sees to it himself."""
        player = self.record(request, player_id, action)
        if player.user_id is not None:
            told = _("%(name)s has an account, and sees to this himself.") % {"name": player}
            raise ApiError("not_allowed", told)
        return player


class MergeView(RecordView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems = ("conflict", "unknown_player")

    @extend_schema(
        operation_id="merge_player",
        summary="Make this record one with another of the same person, which stays",
        examples=examples.MERGE,
        request=Merge,
        responses=PlayerShown,
    )
    def post(self, request: Request, player_id: str) -> Response:
        """`If-Match` has the tag of the record that goes; the answer is the one that stays."""
        if answer := self.answered_before(request):
            return answer
        player = self.record(request, player_id, "merge_players")
        read = if_match(request._request)
        asked = self.body_of(request, Merge)
        into = _other(player.club, asked["into"])

        @transaction.atomic
        def merge() -> Reply:
            locked_club(player.club.pk)
            now = player_of(request, player_id)
            read.require(etag_of(player_json(now)))
            merge_players(into, now, by=self.user_of(request), reason=asked["reason"])
            body = player_json(player_of(request, into.public_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, merge)


class EraseView(RecordView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    needs_match: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems = ("conflict",)

    @extend_schema(
        operation_id="erase_player",
        summary="Forget somebody without account, for good: results stay, under no name",
        request=None,
        responses=PlayerShown,
    )
    def post(self, request: Request, player_id: str) -> Response:
        player = self.guest(request, player_id, "erase_person")
        read = if_match(request._request)

        @transaction.atomic
        def erase() -> Reply:
            locked_club(player.club.pk)
            now = player_of(request, player_id)
            read.require(etag_of(player_json(now)))
            erase_person(now, by=self.user_of(request))
            body = player_json(player_of(request, player_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, erase)


class PersonView(RecordView):
    scopes: ClassVar[Scopes] = {"GET": "manage"}
    bulk: ClassVar[frozenset[str]] = frozenset({"GET"})
    read_problems: ClassVar[tuple[Code, ...]] = (*OWN_ALONE, "too_many_streams")

    @extend_schema(
        operation_id="export_player",
        summary="All that the club keeps of somebody without account",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, player_id: str) -> StreamingHttpResponse:
        return person_answer(request, self.guest(request, player_id, "export_person"))


class PasswordLinkView(RecordView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}

    @extend_schema(
        operation_id="make_password_link",
        summary="A link by which a member of yours sets a new password, on a site without mail",
        request=None,
        responses=PasswordLink,
    )
    def post(self, request: Request, player_id: str) -> Response:
        player = self.record(request, player_id, "invite")
        if settings.HAS_MAIL:
            raise ApiError(
                "not_allowed", _("This site sends mail: everybody asks for a new password himself.")
            )
        url = ""

        def make() -> Reply:
            nonlocal url
            try:
                token = make_password_link(player, club=player.club, by=self.user_of(request))
            except PeopleError:
                raise PermissionDenied from None
            url = password_address(token)
            # As with an invitation: what is kept to be said again has not the link in it.
            ends_at = timezone.now() + GOOD_FOR
            return Reply(dict(PasswordLink({"url": None, "expires_at": ends_at}).data))

        return with_secret(self.carry_out(request, make), url)


def _other(club: Club, player_id: str) -> Player:
    """Somebody else on the club's list. Raises ``ApiError`` for anybody else."""
    found = listed_players(club).filter(public_id=player_id).first()
    if found is None:
        told = _("The club knows no player of the id %(id)s.") % {"id": player_id}
        raise wrong_member("/into", told, code="unknown_player")
    return found

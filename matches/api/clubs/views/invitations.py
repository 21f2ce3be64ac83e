"""Invitations to a club: those that were made, a new one, one taken back, and the way in by one."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs import examples
from matches.api.clubs.serializers.people import (
    InvitationFilters,
    InvitationMade,
    InvitationOpened,
    InvitationShown,
    InvitationToken,
    Joined,
    NewInvitation,
    invitation_json,
    joined_json,
)
from matches.api.core.base import REPLAYED, ApiView, Reply, created
from matches.api.core.errors import ApiError, wrong_member
from matches.api.core.etags import etag_of, if_match
from matches.api.core.filters import Filters
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.clubs.errors import InvitationError, PeopleError
from matches.clubs.invitation_links import MailNotSentError, deliver_invitation
from matches.clubs.invitations import NewInvitation as FreshInvitation
from matches.clubs.invitations import (
    accept_invitation,
    accepted_before,
    invite,
    open_invitation,
    own_player,
    revoke_invitation,
)
from matches.clubs.locks import locked_club
from matches.clubs.memberships import role_of
from matches.clubs.queries.people import club_invitations, listed_players
from matches.common.idempotency import forget_request
from matches.models import Club, Invitation, Membership, Player, User

OWNERS_ALONE: tuple[Code, ...] = ("not_signed_in", "not_allowed")


class InvitationsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "manage", "POST": "manage"}
    pages = True
    filters: ClassVar[type[Filters]] = InvitationFilters
    problems = ("conflict", "unknown_player")
    read_problems: ClassVar[tuple[Code, ...]] = OWNERS_ALONE

    @extend_schema(
        operation_id="list_invitations",
        summary="All invitations to a club, and what became of each",
        responses=page_of(InvitationShown, "InvitationPage"),
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "invite")
        return self.listed(request, club_invitations(club), InvitationShown)

    @extend_schema(
        operation_id="make_invitation",
        summary="Invite somebody, by a link or by mail",
        examples=examples.INVITATION,
        request=NewInvitation,
        responses={201: InvitationMade},
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "invite")
        asked = self.body_of(request, NewInvitation)
        if "email" in asked and not settings.HAS_MAIL:
            raise wrong_member("/email", _("This site sends no mail. Leave the address out."))
        by = self.user_of(request)
        fresh: list[FreshInvitation] = []

        def make() -> Reply:
            record = _record(club, asked["player"]) if "player" in asked else None
            role = Membership.Role(asked["role"])
            new = invite(club, by=by, role=role, email=asked.get("email", ""), player=record)
            fresh.append(new)
            body = invitation_json(new.invitation)
            path = reverse("api:invitation", args=[club.public_id, new.invitation.public_id])
            # What is kept to be said again has not the link in it, which is kept nowhere.
            return created({**body, "url": None}, location=path, etag=etag_of(body))

        answer = self.carry_out(request, make)
        return with_secret(answer, self.delivered(request, fresh[0]) if fresh else "")

    def delivered(self, request: Request, new: FreshInvitation) -> str:
        """The link, empty where it went out by mail. Where no mail went out, the request's key is free again."""
        by = self.user_of(request)
        try:
            return deliver_invitation(new, by=by)
        except MailNotSentError:
            forget_request(by, request.headers.get("Idempotency-Key", ""))
            raise


class InvitationView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "manage", "DELETE": "manage"}
    has_tag = True
    needs_match: ClassVar[frozenset[str]] = frozenset({"DELETE"})
    problems = ("conflict",)
    read_problems: ClassVar[tuple[Code, ...]] = OWNERS_ALONE

    @extend_schema(operation_id="get_invitation", summary="One invitation", responses=InvitationShown)
    def get(self, request: Request, club_id: str, invitation_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "invite")
        return self.shown(request, invitation_json(_invitation_of(club, invitation_id)))

    @extend_schema(
        operation_id="revoke_invitation",
        summary="Take an invitation back: its link does nothing any more",
        responses={200: InvitationShown},
    )
    def delete(self, request: Request, club_id: str, invitation_id: str) -> Response:
        club = self.club_of(request, club_id)
        self.require(request, club, "invite")
        _invitation_of(club, invitation_id)
        read = if_match(request._request)

        @transaction.atomic
        def revoke() -> Reply:
            locked_club(club.pk)
            now = _invitation_of(club, invitation_id)
            read.require(etag_of(invitation_json(now)))
            if not revoke_invitation(now, by=self.user_of(request)):
                raise PeopleError(_("This invitation was used or taken back before."))
            body = invitation_json(_invitation_of(club, invitation_id))
            return Reply(body, headers={"ETag": etag_of(body)})

        return self.carry_out(request, revoke)


class OpenInvitationView(ApiView):
    """The token comes in the body, since addresses are written down on the way."""

    scopes: ClassVar[Scopes] = {"POST": "read"}
    reads: ClassVar[frozenset[str]] = frozenset({"POST"})
    problems = ("gone",)

    @extend_schema(
        operation_id="open_invitation",
        summary="What a link invites to, before it is accepted",
        examples=examples.TOKEN,
        request=InvitationToken,
        responses=InvitationOpened,
    )
    def post(self, request: Request) -> Response:
        found = open_invitation(self.body_of(request, InvitationToken)["token"])
        if found is None:
            raise _no_more()
        return Response(dict(InvitationOpened(found).data))


class AcceptInvitationView(ApiView):
    scopes: ClassVar[Scopes] = {"POST": "manage"}
    problems = ("gone", "conflict")

    @extend_schema(
        operation_id="accept_invitation",
        summary="Join the club that a link invites to",
        examples=examples.TOKEN,
        request=InvitationToken,
        responses=Joined,
    )
    def post(self, request: Request) -> Response:
        """Whoever accepted it himself before has the same answer again."""
        token = self.body_of(request, InvitationToken)["token"]

        def accept() -> Reply:
            user = self.user_of(request)
            invitation = accepted_before(token, user) or open_invitation(token)
            if invitation is None:
                raise _no_more()
            player = own_player(user, invitation.club) if invitation.accepted_at else _accept(token, user)
            if player is None:
                raise _no_more()
            return Reply(joined_json(invitation.club, player, role_of(player, invitation.club)))

        return self.carry_out(request, accept)


def _accept(token: str, user: User) -> Player:
    try:
        return accept_invitation(token, user)
    except InvitationError:
        raise _no_more() from None


def with_secret(answer: Response, url: str) -> Response:
    """The first answer, with the link that was made; one that was kept has it no more."""
    answer.headers["Cache-Control"] = "no-store"
    if url and REPLAYED not in answer.headers:
        answer.data["url"] = url
    return answer


def _record(club: Club, player_id: str) -> Player:
    """A record that an invitation may hand over. Raises ``ApiError`` for any other."""
    record = listed_players(club).filter(public_id=player_id).first()
    if record is None:
        told = _("The club knows no player of the id %(id)s.") % {"id": player_id}
        raise wrong_member("/player", told, code="unknown_player")
    return record


def _invitation_of(club: Club, invitation_id: str) -> Invitation:
    return get_object_or_404(club_invitations(club), public_id=invitation_id)


def _no_more() -> ApiError:
    return ApiError("gone", _("This invitation can't be used any more."))

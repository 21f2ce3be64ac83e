"""API views for a club's invitations: list, create, revoke and accept them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.clubs.serializers import (
    InvitationCreate,
    InvitationFilters,
    InvitationMade,
    InvitationOpened,
    InvitationSerializer,
    InvitationToken,
    Joined,
)
from matches.api.core.base import REPLAYED, ApiView, Reply, changed, created
from matches.api.core.errors import RESTRICTED, ApiError, invalid_field
from matches.api.core.etags import etag_of, if_match
from matches.api.core.operations import detail_operation, list_operation, operation
from matches.clubs.errors import InvitationError, PeopleError
from matches.clubs.invitations import (
    accepted_before,
    deliver_invitation,
    invite,
    open_invitation,
    own_player,
    revoke_invitation,
)
from matches.clubs.locks import locked_club
from matches.clubs.memberships import role_of
from matches.clubs.queries import club_invitations, listed_players
from matches.models import Club, Invitation, Membership, Player
from matches.privacy.accept_invitation import accept_invitation


class InvitationsView(ApiView):
    filters = InvitationFilters
    problems = ("conflict", "unknown_player")
    read_problems = RESTRICTED

    @list_operation("list_invitations", "List a club's invitations", InvitationSerializer, scope="manage")
    def get(self, request: Request, club_id: str) -> QuerySet[Invitation]:
        return club_invitations(self.club_of(request, club_id, "invite"))

    @operation(
        "make_invitation",
        "Invite a person by link or by email",
        InvitationMade,
        status=201,
        body=InvitationCreate,
    )
    def post(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id, "invite")
        data = self.body_of(request)
        if "email" in data and not settings.HAS_MAIL:
            raise invalid_field("/email", _("This site sends no e-mail. Leave out the address."))
        by = self.user_of(request)
        links: list[str] = []

        @transaction.atomic
        def make() -> Reply:
            record = _record(club, data["player"]) if "player" in data else None
            role = Membership.Role(data["role"])
            new = invite(club, by=by, role=role, email=data.get("email", ""), player=record)
            links.append(deliver_invitation(new, by=by))
            body = InvitationSerializer.json(new.invitation)
            # The stored idempotent response omits the link, which is never stored.
            stored, ids = {**body, "url": None}, (club.public_id, new.invitation.public_id)
            return created(stored, "invitation", *ids, etag=etag_of(body))

        return with_secret(self.respond_once(request, make), links[-1] if links else "")


class InvitationView(ApiView):
    problems = ("conflict",)
    read_problems = RESTRICTED

    @detail_operation("get_invitation", "Get an invitation", InvitationSerializer, scope="manage")
    def get(self, request: Request, club_id: str, invitation_id: str) -> dict[str, Any]:
        return InvitationSerializer.json(
            _invitation_of(self.club_of(request, club_id, "invite"), invitation_id)
        )

    @operation(
        "revoke_invitation",
        "Revoke an invitation; its link stops working",
        InvitationSerializer,
        if_match=True,
    )
    def delete(self, request: Request, club_id: str, invitation_id: str) -> Response:
        club = self.club_of(request, club_id, "invite")
        _invitation_of(club, invitation_id)
        read = if_match(request._request)

        @transaction.atomic
        def revoke() -> Reply:
            locked_club(club.pk)
            now = _invitation_of(club, invitation_id)
            read.require(etag_of(InvitationSerializer.json(now)))
            if not revoke_invitation(now, by=self.user_of(request)):
                raise PeopleError(_("This invitation was already used or revoked."))
            return changed(InvitationSerializer.json(_invitation_of(club, invitation_id)))

        return self.respond_once(request, revoke)


class OpenInvitationView(ApiView):
    """Show an invitation by its token. The body has the token, because servers log URLs."""

    problems = ("gone",)

    @operation(
        "open_invitation",
        "Show what an invitation link offers",
        InvitationOpened,
        scope="read",
        body=InvitationToken,
        changes_nothing=True,
    )
    def post(self, request: Request) -> Response:
        invitation = open_invitation(self.body_of(request)["token"])
        if invitation is None:
            raise _no_more()
        return Response(InvitationOpened.json(invitation))


class AcceptInvitationView(ApiView):
    problems = ("gone", "conflict")

    @operation("accept_invitation", "Join a club through an invitation link", Joined, body=InvitationToken)
    def post(self, request: Request) -> Response:
        """If the same user accepts the invitation again, the response is the same as the first time."""
        token = self.body_of(request)["token"]

        def accept() -> Reply:
            user = self.user_of(request)
            invitation = accepted_before(token, user) or open_invitation(token)
            if invitation is None:
                raise _no_more()
            club = invitation.club
            try:
                player = own_player(user, club) if invitation.accepted_at else accept_invitation(token, user)
            except InvitationError:
                raise _no_more() from None
            if player is None:
                raise _no_more()
            body = {"club": club.public_id, "player": player.public_id, "role": role_of(player, club)}
            return Reply(Joined.json(body))

        return self.respond_once(request, accept)


def with_secret(answer: Response, url: str) -> Response:
    """Return ``answer`` with ``url``, the link of the new invitation, unless it is a repeated response.

    ``url`` is empty if the invitation was sent by mail.
    """
    answer.headers["Cache-Control"] = "no-store"
    if url and REPLAYED not in answer.headers:
        answer.data["url"] = url
    return answer


def _record(club: Club, player_id: str) -> Player:
    """Return the player of the club whom an invitation may link to an account."""
    record = listed_players(club).filter(public_id=player_id).first()
    if record is None:
        detail = _("The club has no player with the id %(id)s.") % {"id": player_id}
        raise invalid_field("/player", detail, code="unknown_player")
    return record


def _invitation_of(club: Club, invitation_id: str) -> Invitation:
    return get_object_or_404(club_invitations(club), public_id=invitation_id)


def _no_more() -> ApiError:
    return ApiError("gone", _("This invitation is no longer valid."))

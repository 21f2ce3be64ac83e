"""People as the API shows them: oneself, one's tokens, who belongs to a club, and who is invited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from django.conf import settings
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import Body, PublicIdField, TextOrNull, TypedName
from matches.api.core.filters import ChoiceFilter, Filters, PublicIdFilter, one_of
from matches.api.core.serializers import Shape
from matches.clubs.api_tokens import SCOPES
from matches.clubs.queries.people import (
    INVITATION_STATES,
    InvitationState,
    invitation_state,
    invitations_in,
    own_memberships,
)
from matches.models import ApiToken, Club, Invitation, Membership, Player, User
from matches.privacy.merging import REASON_LENGTH

ROLES: Final = tuple(Membership.Role.values)
LANGUAGES: Final = tuple(code for code, _name in settings.LANGUAGES)
OWN_ROWS: Final = 200
"""So many players and roles of one's own are told."""
TOKEN_LENGTH: Final = 200


class OwnPlayer(Shape):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id", help_text="On whose list the player stands.")
    name = TextOrNull()
    shares_reviews = serializers.BooleanField(help_text="Whether others may read his review figures.")


class OwnRole(Shape):
    club = serializers.CharField(source="club.public_id")
    player = serializers.CharField(source="player.public_id", help_text="By whom you have it.")
    role = serializers.ChoiceField(choices=ROLES)
    since = serializers.DateField()


class TokenShown(Shape):
    """A token without its secret."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(help_text="What its owner calls it.")
    hint = serializers.CharField(help_text="What the secret begins with.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Null: good until it is taken back.")


class TokenLine(TokenShown):
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")


class Me(Shape):
    name = TextOrNull(source="user.name")
    email = serializers.CharField(source="user.email", help_text="By which you sign in.")
    language = serializers.SerializerMethodField(
        help_text="In which answers are told; null: as each request asks."
    )
    is_host = serializers.BooleanField(
        source="user.is_superuser", help_text="Whether you may do everything on this site."
    )
    players = OwnPlayer(many=True, help_text="Who you are, on lists of clubs.")
    roles = OwnRole(many=True, help_text="What you are today, club by club.")
    token = TokenShown(allow_null=True, help_text="The one that this call came with; null for a session.")

    @extend_schema_field({"type": "string", "enum": [*LANGUAGES, None], "nullable": True})
    def get_language(self, shown: Mapping[str, Any]) -> str | None:
        return shown["user"].language or None


class ChangedMe(Body):
    """Members that are left out stay as they are."""

    name = TypedName(allow_blank=True, help_text="What other members see; may be empty.")
    language = serializers.ChoiceField(choices=LANGUAGES, allow_null=True)


class Sharing(Body):
    shares_reviews = serializers.BooleanField()


class Term(Shape):
    role = serializers.ChoiceField(choices=ROLES)
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True, help_text="The last day; null while it has none.")


class Belonging(Shape):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id", help_text="On whose list the player stands.")
    name = serializers.CharField()
    has_account = serializers.SerializerMethodField()

    def get_has_account(self, player: Player) -> bool:
        return player.user_id is not None


@extend_schema_field({"type": "string", "enum": [*ROLES, None], "nullable": True})
class RoleNow(TextOrNull):
    """A role, null for none."""


class MembershipShown(Shape):
    player = Belonging(source="*")
    role = RoleNow(source="role_now", help_text="What he is today; null for who was a member.")
    since = serializers.DateField(source="since_now", allow_null=True)
    terms = Term(many=True, help_text="All that he was in the club, the last first.")


class MembershipFilters(Filters):
    role = ChoiceFilter(field_name="role_now", choices=one_of(ROLES), help_text="Who is this today.")
    state = ChoiceFilter(
        method="in_state",
        choices=one_of(("current", "ended")),
        help_text="Members of today, or people who were members.",
    )
    player = PublicIdFilter("public_id", help_text="This player alone.")

    def in_state(self, rows: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return rows.filter(**{"role_now__isnull": value == "ended"})


class ChangedMembership(Body):
    role = serializers.ChoiceField(choices=ROLES)


class Named(Shape):
    id = serializers.CharField(source="public_id")
    name = TextOrNull(help_text="Null for somebody who asked to be forgotten.")


class InvitationShown(Shape):
    id = serializers.CharField(source="public_id")
    role = serializers.ChoiceField(choices=ROLES)
    player = Named(allow_null=True, help_text="The record that it hands over; null: it makes a new one.")
    email = TextOrNull(help_text="The mailbox it was sent to; null for a link that was handed over.")
    state = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    accepted_by = serializers.SerializerMethodField(help_text="The name of who accepted it.")

    @extend_schema_field({"type": "string", "enum": list(INVITATION_STATES)})
    def get_state(self, invitation: Invitation) -> str:
        return invitation_state(invitation)

    def get_accepted_by(self, invitation: Invitation) -> str | None:
        return None if invitation.accepted_by is None else invitation.accepted_by.name or None


class InvitationMade(InvitationShown):
    url = serializers.CharField(
        allow_null=True,
        help_text="The link, this once: nobody can read it again, nor by sending the request again. Null where"
        " it went out by mail.",
    )


class InvitationFilters(Filters):
    state = ChoiceFilter(method="in_state", choices=one_of(INVITATION_STATES))
    role = ChoiceFilter(field_name="role", choices=one_of(ROLES))

    def in_state(self, rows: QuerySet[Invitation], name: str, value: str) -> QuerySet[Invitation]:
        return invitations_in(cast(InvitationState, value), rows)


class NewInvitation(Body):
    role = serializers.ChoiceField(choices=ROLES, default=Membership.Role.MEMBER)
    player = PublicIdField(required=False, help_text="The record, without account, that the link hands over.")
    email = serializers.EmailField(
        required=False,
        max_length=254,
        help_text="Where to send it, on a site that sends mail; left out, you get the link.",
    )


class InvitationToken(Body):
    token = serializers.CharField(
        max_length=TOKEN_LENGTH, help_text="What stands behind /invitations/ in the link."
    )


class InvitationOpened(Shape):
    """As somebody sees an invitation before he accepts it."""

    club = serializers.CharField(source="club.name")
    role = serializers.ChoiceField(choices=ROLES)
    player = serializers.SerializerMethodField(help_text="Who you would be, where the link says so.")
    invited_by = serializers.SerializerMethodField()
    expires_at = serializers.DateTimeField()

    def get_player(self, invitation: Invitation) -> str | None:
        return None if invitation.player is None else invitation.player.name or None

    def get_invited_by(self, invitation: Invitation) -> str | None:
        return None if invitation.created_by is None else invitation.created_by.name or None


class Joined(Shape):
    club = serializers.CharField(help_text="Its public id.")
    player = serializers.CharField(help_text="Who you are there.")
    role = RoleNow(help_text="What you are there now.")


class Merge(Body):
    into = PublicIdField(help_text="The record of the same person that stays.")
    reason = serializers.CharField(
        max_length=REASON_LENGTH, required=False, default="", allow_blank=True, help_text="For the log."
    )


class PasswordLink(Shape):
    url = serializers.CharField(
        allow_null=True,
        help_text="The link, this once; null where the request is sent again under its Idempotency-Key.",
    )
    expires_at = serializers.DateTimeField()


def me_json(user: User, token: ApiToken | None) -> dict[str, Any]:
    """``user``, who asks with ``token``."""
    shown = {
        "user": user,
        "players": user.players.select_related("club").order_by("pk")[:OWN_ROWS],
        "roles": own_memberships(user)[:OWN_ROWS],
        "token": token,
    }
    return dict(Me(shown).data)


def membership_json(player: Player) -> dict[str, Any]:
    """Of a player as ``members_ever`` gives him."""
    return dict(MembershipShown(player).data)


def invitation_json(invitation: Invitation) -> dict[str, Any]:
    return dict(InvitationShown(invitation).data)


def joined_json(club: Club, player: Player, role: str | None) -> dict[str, Any]:
    return dict(Joined({"club": club.public_id, "player": player.public_id, "role": role}).data)

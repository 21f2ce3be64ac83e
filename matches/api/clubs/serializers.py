"""Serializers for clubs and players, and for memberships, invitations and API tokens."""

from __future__ import annotations

from typing import Any, Final, cast

from django.conf import settings
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.fields import ChoiceOrNull, PublicIdField, TextOrNull, TypedName, WriteSerializer
from matches.api.core.filters import (
    SIMILAR_TO,
    CharFilter,
    ChoiceFilter,
    Filters,
    PublicIdFilter,
    SimilarNameFilter,
    YesNoFilter,
    one_of,
)
from matches.api.core.serializers import ReadSerializer
from matches.clubs.api_tokens import SCOPES
from matches.clubs.queries import (
    INVITATION_STATES,
    InvitationState,
    invitation_state,
    invitations_in,
    own_memberships,
)
from matches.models import ApiToken, Club, Invitation, Membership, Player, User
from matches.models.people import validate_time_zone
from matches.privacy.merge import REASON_LENGTH

ANALYSES: Final = (Club.Analyses.EVERYONE.value, Club.Analyses.PLAYERS.value)
"""The choices of a club; one of 0.1.0 is undecided until it has made one."""


class ClubSerializer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    slug = serializers.CharField(help_text="The club's name in the URLs of pages.")
    name = serializers.CharField()
    time_zone = serializers.CharField(help_text="A name of the time zone database: Europe/Paris.")
    currency = serializers.CharField(help_text="A currency code of three letters: EUR.")
    season_month = serializers.IntegerField(help_text="A season begins on the first of this month, 1 to 12.")
    is_public = serializers.BooleanField(help_text="Whether anyone may see the club.")
    analyses = serializers.ChoiceField(
        choices=Club.Analyses.values,
        help_text="Who sees the analysis of a deal. In an undecided club, only those with whom its players share "
        "it.",
    )
    reviews_open = serializers.BooleanField(help_text="Whether members agreed to share their review figures.")
    created_at = serializers.DateTimeField()


class ClubFilters(Filters):
    slug = CharFilter("slug", help_text="Only the club with this name in URLs.")
    similar_to = SimilarNameFilter(help_text=SIMILAR_TO)


class ClubSettings(WriteSerializer):
    name = TypedName()
    time_zone = serializers.CharField(max_length=64, validators=[validate_time_zone])
    currency = serializers.RegexField(r"\A[A-Z]{3}\Z", max_length=3)
    is_public = serializers.BooleanField()


class ClubCreate(ClubSettings):
    time_zone = serializers.CharField(max_length=64, validators=[validate_time_zone], default="UTC")
    currency = serializers.RegexField(r"\A[A-Z]{3}\Z", max_length=3, default="EUR")
    is_public = serializers.BooleanField(default=True)
    analyses = serializers.ChoiceField(choices=ANALYSES, default=Club.Analyses.EVERYONE)


class ClubUpdate(ClubSettings):
    """Members of the body that are left out do not change."""

    season_month = serializers.IntegerField(min_value=1, max_value=12)
    analyses = serializers.ChoiceField(choices=ANALYSES)
    reviews_open = serializers.BooleanField()


class PlayerSerializer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id", help_text="The club that lists the player.")
    name = TextOrNull(help_text="Null if the person's data were deleted.")
    is_guest = serializers.BooleanField(help_text="Whether the player has no account.")
    merged_into = TextOrNull(
        source="merged_into.public_id",
        allow_null=True,
        help_text="The player into whom this record was merged.",
    )


class PlayerFilters(Filters):
    name = CharFilter("name", help_text="Only the player with exactly this name.")
    similar_to = SimilarNameFilter(help_text=SIMILAR_TO)
    is_guest = YesNoFilter(
        "user", lookup_expr="isnull", help_text="Only players without an account, or only players with one."
    )


class PlayerName(WriteSerializer):
    name = TypedName(is_person=True)


ROLES: Final = tuple(Membership.Role.values)
LANGUAGES: Final = tuple(code for code, _name in settings.LANGUAGES)
OWN_ROWS: Final = 200
"""The largest number of the user's own players and roles that is returned."""


TOKEN_LENGTH: Final = 200


class OwnPlayer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id", help_text="The club that lists the player.")
    name = TextOrNull()
    shares_reviews = serializers.BooleanField(help_text="Whether others may read their review figures.")


class OwnRole(ReadSerializer):
    club = serializers.CharField(source="club.public_id")
    player = serializers.CharField(source="player.public_id", help_text="Your player in this club.")
    role = serializers.ChoiceField(choices=ROLES)
    since = serializers.DateField()


class TokenSerializer(ReadSerializer):
    """An API token without its secret."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(help_text="The name that its owner gave it.")
    hint = serializers.CharField(help_text="The first characters of the secret.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Null: valid until it is revoked.")


class TokenLine(TokenSerializer):
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="Accurate to the minute.")


class Me(ReadSerializer):
    name = TextOrNull(source="user.name")
    email = serializers.CharField(source="user.email", help_text="The e-mail address with which you sign in.")
    language = ChoiceOrNull(
        LANGUAGES, source="user.language", help_text="The language of responses; null: as each request asks."
    )
    is_host = serializers.BooleanField(
        source="user.is_superuser", help_text="Whether you may do everything on this site."
    )
    players = OwnPlayer(many=True, help_text="Your players, on the lists of clubs.")
    roles = OwnRole(many=True, help_text="Your present role in each club.")
    token = TokenSerializer(allow_null=True, help_text="The token used for this request; null for a session.")


class MeUpdate(WriteSerializer):
    """Members of the body that are left out do not change."""

    name = TypedName(
        is_person=True, allow_blank=True, help_text="The name that other members see; may be empty."
    )
    language = serializers.ChoiceField(choices=LANGUAGES, allow_null=True)


class Sharing(WriteSerializer):
    shares_reviews = serializers.BooleanField()


class Term(ReadSerializer):
    role = serializers.ChoiceField(choices=ROLES)
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True, help_text="The last day; null while the membership runs.")


class Belonging(ReadSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.public_id", help_text="The club that lists the player.")
    name = serializers.CharField()
    has_account = serializers.SerializerMethodField()

    def get_has_account(self, player: Player) -> bool:
        return player.user_id is not None


class MembershipSerializer(ReadSerializer):
    player = Belonging(source="*")
    role = ChoiceOrNull(ROLES, source="role_now", help_text="The role today; null for a former member.")
    since = serializers.DateField(source="since_now", allow_null=True)
    terms = Term(many=True, help_text="All roles in the club, latest first.")


class MembershipFilters(Filters):
    role = ChoiceFilter(
        field_name="role_now", choices=one_of(ROLES), help_text="Only members with this role today."
    )
    state = ChoiceFilter(
        method="in_state",
        choices=one_of(("current", "ended")),
        help_text="Only present members, or only former ones.",
    )
    player = PublicIdFilter("public_id", help_text="Only this player.")

    def in_state(self, rows: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return rows.filter(**{"role_now__isnull": value == "ended"})


class MembershipUpdate(WriteSerializer):
    role = serializers.ChoiceField(choices=ROLES)


class Named(ReadSerializer):
    id = serializers.CharField(source="public_id")
    name = TextOrNull(help_text="Null if the person's data were deleted.")


class InvitationSerializer(ReadSerializer):
    id = serializers.CharField(source="public_id")
    role = serializers.ChoiceField(choices=ROLES)
    player = Named(
        allow_null=True, help_text="The player record that it hands over; null: a new one is created."
    )
    email = TextOrNull(help_text="The e-mail address it was sent to; null for a link that was not sent.")
    state = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    accepted_by = TextOrNull(
        source="accepted_by.name", allow_null=True, help_text="The name of the person who accepted it."
    )

    @extend_schema_field({"type": "string", "enum": list(INVITATION_STATES)})
    def get_state(self, invitation: Invitation) -> str:
        return invitation_state(invitation)


class InvitationMade(InvitationSerializer):
    url = serializers.CharField(
        allow_null=True,
        help_text="The link. Only this response has it; a repeated request does not. Null if it was sent by "
        "e-mail.",
    )


class InvitationFilters(Filters):
    state = ChoiceFilter(method="in_state", choices=one_of(INVITATION_STATES))
    role = ChoiceFilter(field_name="role", choices=one_of(ROLES))

    def in_state(self, rows: QuerySet[Invitation], name: str, value: str) -> QuerySet[Invitation]:
        return invitations_in(cast(InvitationState, value), rows)


class InvitationCreate(WriteSerializer):
    role = serializers.ChoiceField(choices=ROLES, default=Membership.Role.MEMBER)
    player = PublicIdField(
        required=False, help_text="The player record without an account that the link hands over."
    )
    email = serializers.EmailField(
        required=False,
        max_length=254,
        help_text="The address to send it to, on a site that sends e-mail. Without it, you get the link.",
    )


class InvitationToken(WriteSerializer):
    token = serializers.CharField(
        max_length=TOKEN_LENGTH, help_text="The part of the link after /invitations/."
    )


class InvitationOpened(ReadSerializer):
    """An invitation as its recipient sees it before they accept it."""

    club = serializers.CharField(source="club.name")
    role = serializers.ChoiceField(choices=ROLES)
    player = TextOrNull(
        source="player.name",
        allow_null=True,
        help_text="The player that you would become, if the link hands one over.",
    )
    invited_by = TextOrNull(source="created_by.name", allow_null=True)
    expires_at = serializers.DateTimeField()


class Joined(ReadSerializer):
    club = serializers.CharField(help_text="Its public id.")
    player = serializers.CharField(help_text="Your player in the club.")
    role = ChoiceOrNull(ROLES, help_text="Your role in the club now.")


class Merge(WriteSerializer):
    into = PublicIdField(help_text="The other record of the same person, which is kept.")
    reason = serializers.CharField(
        max_length=REASON_LENGTH,
        required=False,
        default="",
        allow_blank=True,
        help_text="The reason shown in the log.",
    )


class PasswordLink(ReadSerializer):
    url = serializers.CharField(
        allow_null=True,
        help_text="The link. Only this response has it; null if the request is repeated with its Idempotency-Key.",
    )
    expires_at = serializers.DateTimeField()


def me_json(user: User, token: ApiToken | None) -> dict[str, Any]:
    """Return the account of ``user`` as JSON. ``token`` is None if a browser session sent the request."""
    values = {
        "user": user,
        "players": user.players.select_related("club").order_by("pk")[:OWN_ROWS],
        "roles": own_memberships(user)[:OWN_ROWS],
        "token": token,
    }
    return Me.json(values)

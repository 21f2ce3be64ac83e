"""URL patterns for clubs, players, members, invitations, tokens and the current user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.urls import URLPattern, path

from matches.api.clubs.invitation_views import (
    AcceptInvitationView,
    InvitationsView,
    InvitationView,
    OpenInvitationView,
)
from matches.api.clubs.me_views import MeView, MyPersonView, SharingView, TokensView, TokenView
from matches.api.clubs.views import (
    ClubsView,
    ClubView,
    MembershipsView,
    MembershipView,
    PlayersView,
    PlayerView,
)

CLUB: Final = "v1/clubs/<slug:club_id>/"
PLAYER: Final = "v1/players/<slug:player_id>/"

AREAS: Final[Mapping[str, list[URLPattern]]] = {
    "clubs": [
        path("v1/clubs/", ClubsView.as_view(), name="clubs"),
        path(CLUB, ClubView.as_view(), name="club"),
        path(f"{CLUB}players/", PlayersView.as_view(), name="players"),
        path(PLAYER, PlayerView.as_view(), name="player"),
    ],
    "people": [
        path("v1/me/", MeView.as_view(), name="me"),
        path("v1/me/person/", MyPersonView.as_view(), name="my_person"),
        path("v1/tokens/", TokensView.as_view(), name="tokens"),
        path("v1/tokens/<slug:token_id>/", TokenView.as_view(), name="token"),
        path(f"{CLUB}memberships/", MembershipsView.as_view(), name="memberships"),
        path(f"{CLUB}memberships/<slug:player_id>/", MembershipView.as_view(), name="membership"),
        path(f"{CLUB}invitations/", InvitationsView.as_view(), name="invitations"),
        path(f"{CLUB}invitations/<slug:invitation_id>/", InvitationView.as_view(), name="invitation"),
        path("v1/invitations/open/", OpenInvitationView.as_view(), name="open_invitation"),
        path("v1/invitations/accept/", AcceptInvitationView.as_view(), name="accept_invitation"),
        path(f"{PLAYER}sharing/", SharingView.as_view(), name="sharing"),
    ],
}
"""The URL patterns by the tag that their operations have in the document."""

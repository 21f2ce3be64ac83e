"""Who belongs to a club; invitations, tokens, and what is kept of a person; logs."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.api.clubs.views.invitations import (
    AcceptInvitationView,
    InvitationsView,
    InvitationView,
    OpenInvitationView,
)
from matches.api.clubs.views.me import MeView, MyPersonView, SharingView, TokensView, TokenView
from matches.api.clubs.views.memberships import MembershipsView, MembershipView
from matches.api.log.views import (
    ClubLogView,
    EventLogView,
    RubberLogView,
    RubberThenView,
    SittingLogView,
)
from matches.api.privacy.views import EraseView, MergeView, PasswordLinkView, PersonView

ADDRESSES: list[URLPattern] = [
    path("v1/me/", MeView.as_view(), name="me"),
    path("v1/me/person/", MyPersonView.as_view(), name="my_person"),
    path("v1/tokens/", TokensView.as_view(), name="tokens"),
    path("v1/tokens/<slug:token_id>/", TokenView.as_view(), name="token"),
    path("v1/clubs/<slug:club_id>/memberships/", MembershipsView.as_view(), name="memberships"),
    path(
        "v1/clubs/<slug:club_id>/memberships/<slug:player_id>/", MembershipView.as_view(), name="membership"
    ),
    path("v1/clubs/<slug:club_id>/invitations/", InvitationsView.as_view(), name="invitations"),
    path(
        "v1/clubs/<slug:club_id>/invitations/<slug:invitation_id>/",
        InvitationView.as_view(),
        name="invitation",
    ),
    path("v1/invitations/open/", OpenInvitationView.as_view(), name="open_invitation"),
    path("v1/invitations/accept/", AcceptInvitationView.as_view(), name="accept_invitation"),
    path("v1/players/<slug:player_id>/sharing/", SharingView.as_view(), name="sharing"),
    path("v1/players/<slug:player_id>/merge/", MergeView.as_view(), name="merge_player"),
    path("v1/players/<slug:player_id>/erase/", EraseView.as_view(), name="erase_player"),
    path("v1/players/<slug:player_id>/person/", PersonView.as_view(), name="person"),
    path("v1/players/<slug:player_id>/password-link/", PasswordLinkView.as_view(), name="password_link"),
    path("v1/clubs/<slug:club_id>/log/", ClubLogView.as_view(), name="club_log"),
    path("v1/events/<slug:event_id>/log/", EventLogView.as_view(), name="event_log"),
    path("v1/rubbers/<slug:rubber_id>/log/", RubberLogView.as_view(), name="rubber_log"),
    path("v1/rubbers/<slug:rubber_id>/log/<int:version>/", RubberThenView.as_view(), name="rubber_then"),
    path("v1/tables/<slug:sitting_id>/log/", SittingLogView.as_view(), name="table_log"),
]

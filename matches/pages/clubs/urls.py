"""Addresses of accounts, invitations and a club's people; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.pages.clubs import (
    account,
    invitations,
    members,
    password_links,
    person,
    person_changes,
)
from matches.pages.clubs import (
    create_club as clubs,
)

MEMBERS = "clubs/<slug:slug>/members/"
PERSON = MEMBERS + "<slug:public_id>/"

urlpatterns = [
    path("accounts/", account.account, name="account"),
    path("accounts/export/", account.export, name="export_account"),
    path("accounts/erase/", account.erase, name="erase_account"),
    path("accounts/sharing/<slug:public_id>/", account.sharing, name="share_reviews"),
    path("accounts/password/link/", password_links.set_password, name="set_password"),
    path("accounts/password/link/<str:token>/", password_links.open_link, name="open_password_link"),
    # Before django-allauth's own page under the same address.
    path("accounts/2fa/totp/deactivate/", account.SecondStepOffView.as_view(), name="second_step_off"),
    # These two stand before django-allauth's own, which need mail.
    path("accounts/password/reset/", account.password_reset, name="password_reset"),
    path("accounts/email/", account.email, name="email"),
    path("invitations/", invitations.invitation, name="invitation"),
    path("invitations/<str:token>/", invitations.open_link, name="open_invitation"),
    path("clubs/new/", clubs.new_club, name="new_club"),
    path(MEMBERS, members.members, name="members"),
    path(MEMBERS + "add/", members.add, name="add_players"),
    path(MEMBERS + "invite/", members.invite_someone, name="invite"),
    path(MEMBERS + "link/", members.link, name="made_link"),
    path(MEMBERS + "invitations/", members.invitations, name="invitations"),
    path(MEMBERS + "invitations/<slug:public_id>/revoke/", members.revoke, name="revoke_invitation"),
    path(PERSON, person.person, name="person"),
    path(PERSON + "role/", person_changes.role, name="change_role"),
    path(PERSON + "rename/", person_changes.rename, name="rename_player"),
    path(PERSON + "end/", person_changes.end, name="end_membership"),
    path(PERSON + "merge/", person_changes.merge, name="merge_players"),
    path(PERSON + "password-link/", person_changes.password_link, name="password_link"),
    path(PERSON + "export/", person_changes.export, name="export_person"),
    path(PERSON + "erase/", person_changes.erase, name="erase_person"),
]

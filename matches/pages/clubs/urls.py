"""Route the URLs of a club, its players, members and invitations."""

from __future__ import annotations

from django.urls import path

from matches.pages.clubs import (
    analyses,
    demonstration,
    friendly,
    invitations,
    lists,
    manage,
    members,
    person,
    player,
    settings,
    views,
)

CLUB = "clubs/<slug:slug>/"
MEMBERS = CLUB + "members/"
PERSON = MEMBERS + "<slug:public_id>/"

urlpatterns = [
    path("clubs/new/", settings.new_club, name="new_club"),
    path(CLUB, views.club, name="club"),
    path(CLUB + "results/", lists.results, name="club_results"),
    path(CLUB + "players/", lists.people, name="club_people"),
    path(CLUB + "manage/", manage.manage, name="club_manage"),
    path(CLUB + "friendly/", friendly.friendly, name="friendly"),
    path(CLUB + "analyses/", analyses.choose, name="choose_analyses"),
    path(CLUB + "settings/", settings.club_settings, name="club_settings"),
    path(CLUB + "settings/remove-demonstration/", demonstration.remove, name="remove_demonstration"),
    path("invitations/", invitations.show_invitation, name="invitation"),
    path("invitations/<str:token>/", invitations.open_link, name="open_invitation"),
    path(MEMBERS, members.members, name="members"),
    path(MEMBERS + "add/", members.add, name="add_players"),
    path(MEMBERS + "invite/", members.invite_someone, name="invite"),
    path(MEMBERS + "link/", members.show_link, name="made_link"),
    path(MEMBERS + "invitations/", members.invitations, name="invitations"),
    path(MEMBERS + "invitations/<slug:public_id>/revoke/", members.revoke, name="revoke_invitation"),
    path(PERSON, person.show_person, name="person"),
    path(PERSON + "role/", person.set_role, name="change_role"),
    path(PERSON + "rename/", person.rename, name="rename_player"),
    path(PERSON + "end/", person.end, name="end_membership"),
    path(PERSON + "merge/", person.merge, name="merge_players"),
    path(PERSON + "password-link/", person.password_link, name="password_link"),
    path(PERSON + "export/", person.export, name="export_person"),
    path(PERSON + "erase/", person.erase, name="erase_person"),
    path("players/<slug:public_id>/", player.player, name="player"),
    path("players/<slug:public_id>/rubbers/", player.player_games, name="player_rubbers"),
]

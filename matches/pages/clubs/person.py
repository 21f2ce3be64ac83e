"""One person in a club: what he is there, and what the viewer may change about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.clubs.memberships import role_of
from matches.clubs.password_links import may_reset_password
from matches.clubs.permissions import Powers
from matches.clubs.queries.people import people_of, terms_in
from matches.models import Club, Membership, Player
from matches.pages.clubs.forms import RenameForm, RoleForm
from matches.pages.clubs.people_crumbs import members_crumb
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.powers import require


@dataclass(frozen=True, slots=True)
class May:
    """What the viewer may do about this person, of what can be done at all."""

    change_role: bool
    rename: bool
    claim: bool
    merge: bool
    reset_password: bool
    export: bool
    erase: bool


def find_person(club: Club, public_id: str) -> Player:
    """Somebody on the club's list, or a member who came in by another club's. Raises ``Http404``."""
    return get_object_or_404(people_of(club).select_related("user"), public_id=public_id)


@require_safe
def person(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "see_members")
    return render_person(request, club, find_person(club, public_id), powers)


def render_person(
    request: HttpRequest,
    club: Club,
    player: Player,
    powers: Powers,
    *,
    role_form: forms.Form | None = None,
    rename_form: forms.Form | None = None,
) -> HttpResponse:
    """The page, with a form that was sent and needs another look in its place."""
    role = role_of(player, club)
    context: dict[str, Any] = {
        "club": club,
        "player": player,
        "role": Membership.Role(role).label if role else "",
        "memberships": terms_in(club).filter(player=player),
        "aliases": player.aliases.exclude(name="").order_by(Lower("name")),
        "crumbs": [club_crumb(club), members_crumb(club)],
        "may": may_do(request, club, player, powers, role),
        "role_form": role_form or RoleForm(initial={"role": role}, prefix="role"),
        "rename_form": rename_form or RenameForm(initial={"name": player.name}, prefix="rename"),
    }
    return render(request, "clubs/person.html", context)


def may_do(
    request: HttpRequest, club: Club, player: Player, powers: Powers, role: Membership.Role | None
) -> May:
    here = player.club_id == club.pk
    guest = here and player.user_id is None
    user = player.user
    return May(
        change_role=role is not None and powers.can("change_role"),
        rename=here and powers.can("edit_player", player),
        claim=guest and powers.can("invite"),
        merge=here and powers.can("merge_players", player),
        reset_password=user is not None
        and powers.can("invite")
        and may_reset_password(acting_user(request), user),
        export=guest and powers.can("export_person", player),
        erase=guest and powers.can("erase_person", player),
    )

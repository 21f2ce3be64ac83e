"""Serve the page of one person of a club, forms that change the person, and the file of all data about them."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.accounts import make_password_link, may_reset_password, password_address
from matches.clubs.errors import PeopleError
from matches.clubs.memberships import change_role, end_membership, role_of
from matches.clubs.players import rename_player
from matches.clubs.queries import counted_players, people_of, terms_in
from matches.clubs.roles import Action, Powers
from matches.exchange.exports.send import Sending, TooManyFilesError, reader, take_place
from matches.models import Club, Membership, Player, User
from matches.pages.clubs.links import store_link
from matches.pages.clubs.members import people_context, person_context
from matches.pages.clubs.people_forms import MergeForm, OtherRecordForm, RenameForm, RoleForm
from matches.pages.clubs.views import rubbers_counted
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.error_pages import too_many_files
from matches.privacy.erase import erase_person
from matches.privacy.export_person import export_person
from matches.privacy.merge import merge_players


def person_file(request: HttpRequest, person: User | Player) -> HttpResponseBase:
    """Stream all data about ``person`` as JSON, or answer with status 429 beyond the limit of simultaneous files."""
    try:
        place = None if request.method == "HEAD" else take_place(reader(acting_user(request)))
    except TooManyFilesError:
        return too_many_files(request)
    response = StreamingHttpResponse(
        () if place is None else Sending(export_person(person), place), content_type="application/json"
    )
    response["Content-Disposition"] = f'attachment; filename="ecarte-{person.public_id}.json"'
    response["Cache-Control"] = "no-store"
    return response


def get_person(club: Club, public_id: str) -> Player:
    """Return the player on the club's list, or the member whose record belongs to another club. Raises Http404."""
    return get_object_or_404(people_of(club).select_related("user"), public_id=public_id)


def require_person(
    request: HttpRequest, slug: str, public_id: str, action: Action
) -> tuple[Club, Player, Powers]:
    """Return the club and the player in the URL, and the viewer's powers in the club.

    Raises ``Http404`` if there is no such player that the viewer may see, and ``PermissionDenied`` if the
    viewer may not do ``action``. A player's record can be changed only in the club to which it belongs.
    """
    club, powers = require_club(request, slug, action)
    player = get_person(club, public_id)
    is_about_record = action not in ("change_role", "invite")
    if is_about_record and (player.club_id != club.pk or not powers.can(action, player)):
        raise PermissionDenied
    return club, player, powers


def require_guest(request: HttpRequest, slug: str, public_id: str, action: Action) -> tuple[Club, Player]:
    """Return what ``require_person`` does. Raises ``PermissionDenied`` for users, who change their own account."""
    club, player, _powers = require_person(request, slug, public_id, action)
    if player.user_id is not None:
        raise PermissionDenied
    return club, player


@require_safe
def show_person(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, powers = require_club(request, slug, "see_members")
    return _render_person(request, club, get_person(club, public_id), powers)


def _render_person(
    request: HttpRequest,
    club: Club,
    player: Player,
    powers: Powers,
    *,
    role_form: forms.Form | None = None,
    rename_form: forms.Form | None = None,
) -> HttpResponse:
    role = role_of(player, club)
    context = people_context(club) | {
        "player": player,
        "role": Membership.Role(role).label if role else "",
        "memberships": terms_in(club).filter(player=player),
        "aliases": player.aliases.exclude(name="").order_by(Lower("name")),
        "may": _permissions(request, club, player, powers, role),
        "role_form": role_form or RoleForm(initial={"role": role}, prefix="role"),
        "rename_form": rename_form or _rename_form(player),
    }
    return render(request, "clubs/person.html", context)


def _permissions(
    request: HttpRequest, club: Club, player: Player, powers: Powers, role: Membership.Role | None
) -> dict[str, bool]:
    is_listed_here = player.club_id == club.pk
    is_guest = is_listed_here and player.user_id is None
    user = player.user
    return {
        "change_role": role is not None and powers.can("change_role"),
        "rename": is_listed_here and powers.can("edit_player", player),
        "claim": is_guest and powers.can("invite"),
        "merge": is_listed_here and powers.can("merge_players", player),
        "reset_password": user is not None
        and powers.can("invite")
        and may_reset_password(acting_user(request), user),
        "export": is_guest and powers.can("export_person", player),
        "erase": is_guest and powers.can("erase_person", player),
    }


@require_POST
def set_role(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player, powers = require_person(request, slug, public_id, "change_role")
    form = RoleForm(request.POST, prefix="role")
    if form.is_valid():
        role = Membership.Role(form.cleaned_data["role"])
        if _save(request, form, lambda: change_role(club, player, role, by=acting_user(request))):
            is_in_list = request.POST.get("from") == "members"
            return redirect("web:members", slug=slug) if is_in_list else _to_person(club, player)
    return _render_person(request, club, player, powers, role_form=form)


def _rename_form(player: Player, data: QueryDict | None = None) -> RenameForm:
    return RenameForm(data, initial={"name": player.name}, prefix="rename", player=player)


@require_POST
def rename(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player, powers = require_person(request, slug, public_id, "edit_player")
    form = _rename_form(player, request.POST)
    if form.is_valid():
        name = form.cleaned_data["name"]
        if _save(request, form, lambda: rename_player(player, name, by=acting_user(request)), field="name"):
            return _to_person(club, player)
    return _render_person(request, club, player, powers, rename_form=form)


def _save(
    request: HttpRequest, form: forms.Form, change: Callable[[], object], *, field: str | None = None
) -> bool:
    """Make a change, or add to ``field`` of the form why it can't be made. Return whether it is made."""
    try:
        change()
    except PeopleError as error:
        form.add_error(field, str(error))
        return False
    messages.success(request, _("Saved."))
    return True


def _to_person(club: Club, player: Player) -> HttpResponse:
    return redirect("web:person", slug=club.slug, public_id=player.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player, _powers = require_person(request, slug, public_id, "change_role")
    if role_of(player, club) is None:
        messages.info(request, _("%(name)s is not a member.") % {"name": player})
        return _to_person(club, player)
    problem = ""
    if request.method == "POST":
        try:
            end_membership(club, player, by=acting_user(request))
        except PeopleError as error:
            problem = str(error)
        else:
            messages.success(request, _("%(name)s is no longer a member.") % {"name": player})
            is_own = player.user_id == acting_user(request).pk
            return redirect("web:club" if is_own else "web:members", slug=slug)
    return render(request, "clubs/end_membership.html", person_context(club, player) | {"problem": problem})


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Ask for the other record of the same person; with ``?other=``, show both and a button that merges them."""
    club, player, _powers = require_person(request, slug, public_id, "merge_players")
    form: OtherRecordForm
    if request.method == "POST":
        form = MergeForm(request.POST, player=player)
        if form.is_valid() and (survivor := _merge(request, form)):
            return _to_person(club, survivor)
        other = form.cleaned_data.get("other")
    else:
        form = OtherRecordForm(request.GET if "other" in request.GET else None, player=player)
        other = form.cleaned_data["other"] if form.is_valid() else None
        if other is not None:
            form = MergeForm(initial={"other": other.name, "stays": "this"}, player=player)
    context = person_context(club, player) | {"form": form}
    if other is not None and isinstance(form, MergeForm):
        records = counted_players(player, other)
        this, that = (f"{each.name} ({rubbers_counted(each.rubber_count)})" for each in records)
        form.call_both(this, that)
        context |= {"other": other, "records": records}
    return render(request, "clubs/merge.html", context)


def _merge(request: HttpRequest, form: MergeForm) -> Player | None:
    """Return the record that stays of the two in a valid form, or None with the error in the form."""
    player, other = form.player, form.cleaned_data["other"]
    survivor, duplicate = (player, other) if form.cleaned_data["stays"] == "this" else (other, player)
    try:
        merge_players(survivor, duplicate, by=acting_user(request), reason=form.cleaned_data["reason"])
    except PeopleError as error:
        form.add_error(None, str(error))
        return None
    text = _("%(goes)s and %(stays)s are one person now, called %(stays)s.")
    messages.success(request, text % {"goes": duplicate, "stays": survivor})
    return survivor


@require_POST
def password_link(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Create a link for a new password, shown once. Raises ``PermissionDenied`` if people can reset theirs by mail."""
    club, player, _powers = require_person(request, slug, public_id, "invite")
    if settings.HAS_MAIL:
        raise PermissionDenied
    try:
        token = make_password_link(player, club=club, by=acting_user(request))
    except PeopleError:
        raise PermissionDenied from None
    store_link(request, "password", password_address(token), player.name)
    return redirect("web:made_link", slug=slug)


@require_safe
def export(request: HttpRequest, slug: str, public_id: str) -> HttpResponseBase:
    _club, player = require_guest(request, slug, public_id, "export_person")
    return person_file(request, player)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player = require_guest(request, slug, public_id, "erase_person")
    problem = ""
    if request.method == "POST":
        try:
            erase_person(player, by=acting_user(request))
        except PeopleError as error:
            problem = str(error)
        else:
            messages.success(request, _("The personal data are deleted. The results stay, without the name."))
            return redirect("web:members", slug=slug)
    return render(request, "clubs/erase_person.html", person_context(club, player) | {"problem": problem})

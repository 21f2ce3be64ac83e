"""What is done about one person of a club, each at an address of its own."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.errors import PeopleError
from matches.clubs.memberships import change_role, end_membership, role_of
from matches.clubs.password_links import make_password_link, password_address
from matches.clubs.permissions import Action, Powers
from matches.clubs.players import rename_player
from matches.models import Club, Membership, Player
from matches.pages.clubs.forms import MergeForm, OtherRecordForm, RenameForm, RoleForm
from matches.pages.clubs.one_time_links import MadeLink, keep_link
from matches.pages.clubs.people_crumbs import members_crumb, person_crumb
from matches.pages.clubs.person import find_person, render_person
from matches.pages.clubs.personal_data_download import person_file
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.club_lines import player_line
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.powers import require
from matches.privacy.erasing import erase_person
from matches.privacy.merging import merge_players
from matches.rubbers.queries.page_rows import counted_players


def _found(request: HttpRequest, slug: str, public_id: str, action: Action) -> tuple[Club, Player, Powers]:
    """Raises ``Http404`` for who does not see the club, ``PermissionDenied`` for who may not do ``action`` there.

    What is changed about a record itself is changed in its own club.
    """
    club = club_seen(request, slug)
    powers = require(request, club, action)
    player = find_person(club, public_id)
    is_about_record = action not in ("change_role", "invite")
    if is_about_record and (player.club_id != club.pk or not powers.can(action, player)):
        raise PermissionDenied
    return club, player, powers


def _guest(request: HttpRequest, slug: str, public_id: str, action: Action) -> tuple[Club, Player]:
    """As ``_found``; who has an account sees to it himself."""
    club, player, _powers = _found(request, slug, public_id, action)
    if player.user_id is not None:
        raise PermissionDenied
    return club, player


@require_POST
def role(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player, powers = _found(request, slug, public_id, "change_role")
    form = RoleForm(request.POST, prefix="role")
    if form.is_valid():
        try:
            change_role(club, player, Membership.Role(form.cleaned_data["role"]), by=acting_user(request))
        except PeopleError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved."))
            return _back(club, player)
    return render_person(request, club, player, powers, role_form=form)


@require_POST
def rename(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player, powers = _found(request, slug, public_id, "edit_player")
    form = RenameForm(request.POST, prefix="rename")
    if form.is_valid():
        try:
            rename_player(player, form.cleaned_data["name"], by=acting_user(request))
        except PeopleError as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("Saved."))
            return _back(club, player)
    return render_person(request, club, player, powers, rename_form=form)


def _back(club: Club, player: Player) -> HttpResponse:
    return redirect("web:person", slug=club.slug, public_id=player.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player, _powers = _found(request, slug, public_id, "change_role")
    role = role_of(player, club)
    if role is None:
        messages.info(request, _("%(name)s is not a member.") % {"name": player})
        return _back(club, player)
    problem = ""
    if request.method == "POST":
        try:
            end_membership(club, player, by=acting_user(request))
        except PeopleError as error:
            problem = str(error)
        else:
            messages.success(request, _("%(name)s is no longer a member.") % {"name": player})
            return redirect(
                "web:members" if player.user_id != acting_user(request).pk else "web:club", slug=slug
            )
    context = {"player": player, "role": role, "problem": problem, **_place(club, player)}
    return render(request, "clubs/end_membership.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """First whom with (``other`` in the address), then the two side by side and the button that merges them."""
    club, player, _powers = _found(request, slug, public_id, "merge_players")
    if request.method != "POST":
        choosing = OtherRecordForm(request.GET if "other" in request.GET else None, player=player)
        if not choosing.is_valid():
            context = {"player": player, "form": choosing, **_place(club, player)}
            return render(request, "clubs/merge.html", context)
        other = choosing.cleaned_data["other"]
        form = MergeForm(initial={"other": other.name, "stays": "this"}, player=player)
        return _two_records(request, club, player, other, form)
    form = MergeForm(request.POST, player=player)
    is_whole = form.is_valid()
    other = form.cleaned_data.get("other")
    if is_whole and other is not None:
        stays, goes = (player, other) if form.cleaned_data["stays"] == "this" else (other, player)
        try:
            merge_players(stays, goes, by=acting_user(request), reason=form.cleaned_data["reason"])
        except PeopleError as error:
            form.add_error(None, str(error))
        else:
            told = _("%(goes)s and %(stays)s are one person now, called %(stays)s.")
            messages.success(request, told % {"goes": goes, "stays": stays})
            return _back(club, stays)
    if other is None:
        context = {"player": player, "form": form, **_place(club, player)}
        return render(request, "clubs/merge.html", context)
    return _two_records(request, club, player, other, form)


def _two_records(
    request: HttpRequest, club: Club, player: Player, other: Player, form: MergeForm
) -> HttpResponse:
    this, that = (player_line(each) for each in counted_players(player, other))
    form.call_both(f"{this.name} ({this.summary})", f"{that.name} ({that.summary})")
    context = {
        "player": player,
        "other": other,
        "records": (this, that),
        "form": form,
        **_place(club, player),
    }
    return render(request, "clubs/merge.html", context)


@require_POST
def password_link(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Where mail is configured everybody resets his own."""
    club, player, _powers = _found(request, slug, public_id, "invite")
    if settings.HAS_MAIL:
        raise PermissionDenied
    try:
        token = make_password_link(player, club=club, by=acting_user(request))
    except PeopleError:
        raise PermissionDenied from None
    url = password_address(token)
    keep_link(request, MadeLink("password", url, player.name))
    return redirect("web:made_link", slug=slug)


@require_safe
def export(request: HttpRequest, slug: str, public_id: str) -> HttpResponseBase:
    _club, player = _guest(request, slug, public_id, "export_person")
    return person_file(request, player)


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, player = _guest(request, slug, public_id, "erase_person")
    problem = ""
    if request.method == "POST":
        try:
            erase_person(player, by=acting_user(request))
        except PeopleError as error:
            problem = str(error)
        else:
            messages.success(request, _("This person is forgotten. The results stay, under no name."))
            return redirect("web:members", slug=slug)
    context = {"player": player, "problem": problem, **_place(club, player)}
    return render(request, "clubs/erase_person.html", context)


def _place(club: Club, player: Player) -> dict[str, Club | list[Crumb]]:
    return {"club": club, "crumbs": [club_crumb(club), members_crumb(club), person_crumb(club, player)]}

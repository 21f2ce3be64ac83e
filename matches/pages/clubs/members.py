"""Serve the list of a club's people, and the forms that add some: by an invitation, or as names without accounts."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.errors import PeopleError
from matches.clubs.invitations import HandedOut, hand_out_invitation, revoke_invitation
from matches.clubs.players import add_players
from matches.clubs.queries import (
    club_guests,
    club_invitations,
    club_members,
    invitations_in,
    listed_players,
    look_alikes,
)
from matches.exchange.queries import count_waiting
from matches.models import Club, Membership, Player
from matches.models.ids import is_public_id
from matches.pages.clubs.links import pop_link, store_link
from matches.pages.clubs.people_forms import ROLE_WORDS, InvitationForm, NamesForm
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.entry_fields import TEXT_LENGTH
from matches.pages.common.listing import listing
from matches.pages.common.navigation import Crumb, club_crumb
from matches.rules.names import fold_name


def people_context(club: Club) -> dict[str, Any]:
    """Return the template context of pages below the club's list of members."""
    members = Crumb(reverse("web:members", args=[club.slug]), _("Members"))
    return {"club": club, "crumbs": [club_crumb(club), members]}


def person_context(club: Club, player: Player) -> dict[str, Any]:
    """Return the template context of pages below the page of ``player``."""
    context = people_context(club)
    address = reverse("web:person", args=[club.slug, player.public_id])
    return {"club": club, "player": player, "crumbs": [*context["crumbs"], Crumb(address, player.name)]}


MEMBERS_PER_PAGE = 30
LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""The host names that lead every computer to itself."""
GUESTS_PER_PAGE = 30
INVITATIONS_PER_PAGE = 30
OPEN_INVITATIONS = 5


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's people. The member with the public id in ``?open=`` is unfolded for those who manage it.

    With ``?alike=``, those who may merge people see the look-alikes. Other rows have no form, so
    that a page of a large club stays light.
    """
    club, powers = require_club(request, slug, "see_members")
    searched = " ".join(request.GET.get("q", "").replace("\0", "").split())[:TEXT_LENGTH]
    people, others = club_members(club), club_guests(club)
    if searched:
        people, others = (
            people.filter(player__folded__contains=fold_name(searched)),
            others.filter(folded__contains=fold_name(searched)),
        )
    may_invite, may_manage = powers.can("invite"), powers.can("change_role") or powers.can("edit_player")
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "powers": powers,
        "waiting": count_waiting(club, powers),
        "searched": searched,
        "members": listing(request, people, key="members", size=MEMBERS_PER_PAGE),
        "guests": listing(request, others, key="guests", size=GUESTS_PER_PAGE),
        "roles": ROLE_WORDS,
        "invitation_form": InvitationForm() if may_invite else None,
        "invitations": invitations_in("open", club_invitations(club))[:OPEN_INVITATIONS]
        if may_invite
        else (),
        "may_manage": may_manage,
        "may_merge": powers.can("merge_players"),
        "look_alikes": look_alikes(club) if "alike" in request.GET and powers.can("merge_players") else None,
        "opened": request.GET.get("open", "") if may_manage else "",
    }
    return render(request, "clubs/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "add_player")
    form = NamesForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        try:
            added = add_players(club, form.written(), by=acting_user(request))
        except PeopleError as error:
            form.add_error("names", str(error))
        else:
            count = len(added.players)
            text = ngettext("%(count)s player added.", "%(count)s players added.", count)
            messages.success(request, text % {"count": count})
            if added.known:
                known = ", ".join(added.known)
                messages.info(request, _("On the list already: %(names)s.") % {"names": known})
            return redirect("web:members", slug=slug)
    return render(request, "clubs/add_players.html", people_context(club) | {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def invite_someone(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite a person to the club, to take over the player record with the public id in ``?player=``, if any."""
    club, _powers = require_club(request, slug, "invite")
    record = _get_record(request, club)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        email = form.cleaned_data.get("email", "")
        role = Membership.Role(form.cleaned_data["role"])
        try:
            result = hand_out_invitation(club, by=acting_user(request), role=role, email=email, player=record)
        except PeopleError as error:
            form.add_error(None, str(error))
        else:
            return _hand_over(request, club, result)
    return render(request, "clubs/invite.html", people_context(club) | {"form": form, "record": record})


def _get_record(request: HttpRequest, club: Club) -> Player | None:
    """Return the record that the invitation is to take over, or None. Raises ``Http404`` if it has an account."""
    public_id = request.GET.get("player", "")
    if not public_id:
        return None
    if not is_public_id(public_id):
        raise Http404
    return get_object_or_404(listed_players(club), public_id=public_id, user__isnull=True)


def _hand_over(request: HttpRequest, club: Club, result: HandedOut) -> HttpResponse:
    invitation = result.invitation
    if result.url:
        name = invitation.player.name if invitation.player else ""
        store_link(request, "invitation", result.url, name, invitation)
        return redirect("web:made_link", slug=club.slug)
    messages.success(
        request, _("The invitation is on its way to %(address)s.") % {"address": invitation.email}
    )
    return redirect("web:invitations", slug=club.slug)


@never_cache
@require_safe
def show_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the link that the viewer just made, once: a second request redirects to the list of members."""
    club, _powers = require_club(request, slug, "invite")
    link = pop_link(request)
    if link is None:
        return redirect("web:members", slug=slug)
    context = {"link": link, "is_local": settings.SITE.hostname in LOCAL_HOSTS, "network_url": ""}
    if context["is_local"] and urlsplit(f"//{request.get_host()}").hostname not in LOCAL_HOSTS:
        # The viewer came by an address that other devices reach, too.
        context["network_url"] = request.build_absolute_uri(link["url"].removeprefix(settings.SITE_URL))
    return render(request, "clubs/made_link.html", people_context(club) | context)


@require_safe
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "invite")
    rows = club_invitations(club).order_by("-created_at", "-pk")
    invitations = listing(request, rows, key="page", size=INVITATIONS_PER_PAGE)
    return render(request, "clubs/invitations.html", people_context(club) | {"invitations": invitations})


@require_POST
def revoke(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club, _powers = require_club(request, slug, "invite")
    invitation = get_object_or_404(club.invitations, public_id=public_id)
    if revoke_invitation(invitation, by=acting_user(request)):
        messages.success(request, _("The invitation has ended: its link no longer works."))
    else:
        messages.info(request, _("This invitation was used or had ended before."))
    return redirect("web:invitations", slug=slug)

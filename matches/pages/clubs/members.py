"""The page of a club's people, and how new ones come: by invitation, or as names on the list."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.errors import PeopleError
from matches.clubs.invitation_links import HandedOut, MailNotSentError, hand_out_invitation
from matches.clubs.invitations import revoke_invitation
from matches.clubs.players import add_players
from matches.clubs.queries.people import (
    club_guests,
    club_invitations,
    club_members,
    listed_players,
)
from matches.models import Club, Membership, Player
from matches.models.ids import is_public_id
from matches.pages.clubs.forms import InvitationForm, NamesForm
from matches.pages.clubs.invitation_lines import invitation_lines
from matches.pages.clubs.one_time_links import MadeLink, keep_link, take_link
from matches.pages.clubs.people_crumbs import members_crumb
from matches.pages.common.club_context import acting_user, club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.powers import require

MEMBERS_A_PAGE = 50
GUESTS_A_PAGE = 60
INVITATIONS_A_PAGE = 30


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "see_members")
    belonging = listing(request, club_members(club), key="members", size=MEMBERS_A_PAGE)
    guests = listing(request, club_guests(club), key="guests", size=GUESTS_A_PAGE)
    return render(
        request,
        "clubs/members.html",
        {
            "club": club,
            "crumbs": [club_crumb(club)],
            "members": belonging,
            "guests": guests,
            "may_invite": powers.can("invite"),
            "may_add": powers.can("add_player"),
            "may_manage": powers.can("change_role") or powers.can("edit_player"),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "add_player")
    form = NamesForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        try:
            added = add_players(club, form.cleaned_data["names"].splitlines(), by=acting_user(request))
        except PeopleError as error:
            form.add_error("names", str(error))
        else:
            count = len(added.players)
            told = ngettext("%(count)s player added.", "%(count)s players added.", count) % {"count": count}
            messages.success(request, told)
            if added.known:
                known = ", ".join(added.known)
                messages.info(request, _("On the list already: %(names)s.") % {"names": known})
            return redirect("web:members", slug=slug)
    context = {"club": club, "crumbs": [club_crumb(club), members_crumb(club)], "form": form}
    return render(request, "clubs/add_players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def invite_someone(request: HttpRequest, slug: str) -> HttpResponse:
    """With ``player`` in the address, an invitation to take that record over."""
    club = club_seen(request, slug)
    require(request, club, "invite")
    record = _record_asked_for(request, club)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        email = form.cleaned_data.get("email", "")
        role = Membership.Role(form.cleaned_data["role"])
        try:
            out = hand_out_invitation(club, by=acting_user(request), role=role, email=email, player=record)
        except MailNotSentError as error:
            messages.error(request, str(error))
            return redirect("web:invitations", slug=club.slug)
        except PeopleError as error:
            form.add_error(None, str(error))
        else:
            return _handed_out(request, club, out)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), members_crumb(club)],
        "form": form,
        "record": record,
    }
    return render(request, "clubs/invite.html", context)


def _record_asked_for(request: HttpRequest, club: Club) -> Player | None:
    public_id = request.GET.get("player", "")
    if not public_id:
        return None
    if not is_public_id(public_id):
        raise Http404
    return get_object_or_404(listed_players(club), public_id=public_id, user__isnull=True)


def _handed_out(request: HttpRequest, club: Club, out: HandedOut) -> HttpResponse:
    if out.url:
        name = out.invitation.player.name if out.invitation.player else ""
        keep_link(request, MadeLink("invitation", out.url, name))
        return redirect("web:made_link", slug=club.slug)
    messages.success(
        request, _("The invitation went out to %(address)s.") % {"address": out.invitation.email}
    )
    return redirect("web:invitations", slug=club.slug)


@never_cache
@require_safe
def link(request: HttpRequest, slug: str) -> HttpResponse:
    """A link that was just made, once."""
    club = club_seen(request, slug)
    require(request, club, "invite")
    made = take_link(request)
    if made is None:
        return redirect("web:members", slug=slug)
    crumbs = [club_crumb(club), members_crumb(club)]
    return render(request, "clubs/made_link.html", {"club": club, "crumbs": crumbs, "link": made})


@require_safe
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "invite")
    sent = club_invitations(club).order_by("-created_at", "-pk")
    rows = listing(request, sent, key="page", size=INVITATIONS_A_PAGE)
    crumbs = [club_crumb(club), members_crumb(club)]
    context = {"club": club, "crumbs": crumbs, "invitations": rows, "lines": invitation_lines(rows.rows)}
    return render(request, "clubs/invitations.html", context)


@require_POST
def revoke(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    club = club_seen(request, slug)
    require(request, club, "invite")
    invitation = get_object_or_404(club.invitations, public_id=public_id)
    if revoke_invitation(invitation, by=acting_user(request)):
        messages.success(request, _("The invitation is taken back: its link does nothing any more."))
    else:
        messages.info(request, _("This invitation was used or taken back before."))
    return redirect("web:invitations", slug=slug)

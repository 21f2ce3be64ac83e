"""Accept an invitation by its link.

The link's page stores the token in the session and redirects at once, so that the token appears in no
referrer, and in no address that the visitor may copy or bookmark.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.clubs.errors import InvitationError, PeopleError
from matches.clubs.find_by_name import guest_like
from matches.clubs.invitations import accepted_before, invitation_of, own_player
from matches.clubs.manage_club import own_name
from matches.models import Invitation
from matches.pages.clubs.links import (
    count_wrong_link,
    store_token,
    stored_invitation,
    stored_token,
    too_many_wrong_links,
    welcome_text,
)
from matches.pages.common.club_context import acting_user
from matches.privacy.accept_invitation import accept_invitation


@never_cache
@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    if too_many := too_many_wrong_links(request):
        return too_many
    if invitation_of(token) is None:
        count_wrong_link(request)
    store_token(request, token)
    response = redirect("web:invitation")
    response["Referrer-Policy"] = "no-referrer"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_invitation(request: HttpRequest) -> HttpResponse:
    invitation = stored_invitation(request)
    if invitation is None:
        return _reject(request)
    problem = ""
    if request.method == "POST" and request.user.is_authenticated:
        try:
            accept_invitation(stored_token(request), acting_user(request))
        except InvitationError:
            return _reject(request)
        except PeopleError as error:
            problem = str(error)
        else:
            return _welcome(request, invitation)
    context = {"invitation": invitation, "problem": problem, "alike": _name_alike(request, invitation)}
    return render(request, "clubs/invitation.html", context)


def _name_alike(request: HttpRequest, invitation: Invitation) -> str:
    """Return the name on the club's list that looks like the viewer's, if accepting would add a second one, or ""."""
    if not request.user.is_authenticated or invitation.player_id is not None:
        return ""
    user = acting_user(request)
    if own_player(user, invitation.club) is not None:
        return ""
    return guest_like(invitation.club, own_name(user))


def _welcome(request: HttpRequest, accepted: Invitation) -> HttpResponse:
    messages.success(request, welcome_text(accepted.club))
    return redirect("web:club", slug=accepted.club.slug)


def _reject(request: HttpRequest) -> HttpResponse:
    """Answer for a link that can't be used any more; redirect the person who used it to the club."""
    token = stored_token(request)
    if request.user.is_authenticated and (accepted := accepted_before(token, request.user)):
        return _welcome(request, accepted)
    used = invitation_of(token)
    context = {"used": used, "has_run_out": used is not None and used.expires_at <= timezone.now()}
    return render(request, "clubs/invitation_gone.html", context, status=410 if token else 404)

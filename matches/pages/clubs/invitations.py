"""The way in by an invitation's link.

The link's page keeps the token in the session and sends the visitor on at once, so that the token stands in no
referrer, and in no address that he may copy or bookmark.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.clubs.errors import InvitationError, PeopleError
from matches.clubs.invitations import accept_invitation, accepted_before, invitation_of
from matches.models import Invitation
from matches.pages.clubs.link_rate_limits import count_wrong_link, too_many_wrong_links
from matches.pages.clubs.session_invitation import held_invitation, held_token, hold_token
from matches.pages.common.club_context import acting_user


@never_cache
@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    if refused := too_many_wrong_links(request):
        return refused
    if invitation_of(token) is None:
        count_wrong_link(request)
    hold_token(request, token)
    response = redirect("web:invitation")
    response["Referrer-Policy"] = "no-referrer"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """What the invitation is to, and the button that accepts it."""
    held = held_invitation(request)
    if held is None:
        return _no_more(request)
    problem = ""
    if request.method == "POST" and request.user.is_authenticated:
        try:
            accept_invitation(held_token(request), acting_user(request))
        except InvitationError:
            return _no_more(request)
        except PeopleError as error:
            problem = str(error)
        else:
            return _welcome(request, held)
    context = {"invitation": held, "problem": problem}
    return render(request, "clubs/invitation.html", context)


def _welcome(request: HttpRequest, accepted: Invitation) -> HttpResponse:
    messages.success(request, _("You belong to %(club)s now.") % {"club": accepted.club})
    return redirect("web:club", slug=accepted.club.slug)


def _no_more(request: HttpRequest) -> HttpResponse:
    """A link that is good no more; who used it himself goes on to the club, as after a second tap on the button."""
    token = held_token(request)
    if request.user.is_authenticated and (accepted := accepted_before(token, request.user)):
        return _welcome(request, accepted)
    used = invitation_of(token)
    context = {"used": used, "has_run_out": used is not None and used.expires_at <= timezone.now()}
    return render(request, "clubs/invitation_gone.html", context, status=410 if token else 404)

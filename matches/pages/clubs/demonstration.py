"""Serve the page on which the site's owner removes the demonstration club, or hides it if it is in use."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Club
from matches.operations.remove_demonstration import (
    DemonstrationInUseError,
    hide_demonstration,
    is_in_use,
    remove_demonstration,
)
from matches.pages.common.club_context import LAST_CLUB_COOKIE, acting_user, get_club
from matches.pages.common.navigation import club_crumb


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    user = acting_user(request)
    if not user.is_superuser:
        raise PermissionDenied
    if not club.is_demonstration:
        raise Http404
    if request.method == "POST" and request.POST.get("what") == "hide":
        hide_demonstration(club, by=user)
        messages.success(request, _("The demonstration is hidden. Its members and you still see it."))
        return redirect("web:club_manage", slug=slug)
    if request.method == "POST":
        try:
            remove_demonstration(club, by=user)
        except DemonstrationInUseError:
            # Somebody entered something while the page was open: show what can be done now.
            return _render(request, club, status=409)
        messages.success(request, _("The demonstration is removed."))
        response = redirect("web:home")
        response.delete_cookie(LAST_CLUB_COOKIE)
        return response
    return _render(request, club)


def _render(request: HttpRequest, club: Club, *, status: int = 200) -> HttpResponse:
    context = {"club": club, "crumbs": [club_crumb(club)], "is_in_use": is_in_use(club)}
    return render(request, "clubs/remove_demonstration.html", context, status=status)

"""How the service does: to a club's owner with what of his club is owed, to the host with what is of all clubs."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.models import Club
from matches.operations.queries.status import status
from matches.pages.common.club_context import club_seen
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.powers import require
from matches.pages.status.lines import club_lines, service_lines, version_lines


@require_safe
@never_cache
def club_status(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = require(request, club, "change_club")
    return _shown(request, club, is_host=powers.is_host)


@require_safe
@never_cache
def host_status(request: HttpRequest) -> HttpResponse:
    if not (request.user.is_authenticated and request.user.is_superuser):
        raise PermissionDenied
    return _shown(request, None, is_host=True)


def _shown(request: HttpRequest, club: Club | None, *, is_host: bool) -> HttpResponse:
    found, now = status(club), timezone.now()
    owed, waiting = club_lines(found, club, now)
    service = service_lines(found, club, now, is_host=is_host)
    lines = [*owed, *waiting, *service]
    context = {
        "club": club,
        "crumbs": [club_crumb(club)] if club else [],
        "urgent": [line for line in lines if line.look == "bad"],
        "owed": owed,
        "waiting": waiting,
        "service": service,
        "versions": version_lines(found),
        "is_host": is_host,
    }
    return render(request, "status/status.html", context)

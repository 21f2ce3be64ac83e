"""Read from a request what every page about a club needs: the club, the signed-in user and the viewer's powers.

A middleware remembers the club, for the site's entry Club.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.access import visible_clubs
from matches.clubs.roles import Action, Powers, Subject, powers_of
from matches.models import Club, User
from matches.pages.common.dates import day_text, time_text

POWERS_ATTRIBUTE = "_ecarte_powers"
LAST_CLUB_COOKIE = "club"
"""The cookie with the slug of the club of which a page was opened last in this browser."""
LAST_CLUB_SECONDS = 365 * 24 * 3600


def get_club(request: HttpRequest, slug: str) -> Club:
    """Return the club with this slug. Raises ``Http404`` if there is none that the viewer may see."""
    return get_object_or_404(visible_clubs(request.user), slug=slug)


class LastClubMiddleware:
    """Store in a cookie the club of which the reader opened a page. Every page of a club has its slug in its URL."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        slug = _opened_club(request, response)
        if slug and request.COOKIES.get(LAST_CLUB_COOKIE) != slug:
            response.set_cookie(
                LAST_CLUB_COOKIE,
                slug,
                LAST_CLUB_SECONDS,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return response


def _opened_club(request: HttpRequest, response: HttpResponseBase) -> str:
    """Return the slug of the club whose page this response is, or "" for files, redirects, errors, other pages."""
    match = request.resolver_match
    is_page = response.status_code == 200 and response.headers.get("Content-Type", "").startswith("text/html")
    if request.method != "GET" or not is_page or match is None or match.namespace != "web":
        return ""
    return str(match.kwargs.get("slug", ""))


def acting_user(request: HttpRequest) -> User:
    """Return the signed-in user. Raises ``PermissionDenied`` for anonymous requests."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def moment_text(club: Club, at: datetime) -> str:
    """Return ``at`` as day and time in the club's time zone: "14 November 2026, 20:15"."""
    local = timezone.localtime(at, ZoneInfo(club.time_zone))
    return _("%(day)s, %(time)s") % {"day": day_text(local), "time": time_text(local)}


def powers_on(request: HttpRequest, club: Club) -> Powers:
    """Return the powers of the user of ``request`` in ``club``, computed once per request."""
    powers_by_club: dict[int, Powers] = request.__dict__.setdefault(POWERS_ATTRIBUTE, {})
    if club.pk not in powers_by_club:
        powers_by_club[club.pk] = powers_of(request.user, club)
    return powers_by_club[club.pk]


def require(request: HttpRequest, club: Club, action: Action, subject: Subject | None = None) -> Powers:
    """Return the viewer's powers in ``club``. Raises ``PermissionDenied`` without ``action`` (on ``subject``)."""
    powers = powers_on(request, club)
    if not powers.can(action, subject):
        raise PermissionDenied
    return powers


def require_club(request: HttpRequest, slug: str, action: Action) -> tuple[Club, Powers]:
    """Return the club with this slug and the viewer's powers in it. Raises what ``get_club`` and ``require`` do."""
    club = get_club(request, slug)
    return club, require(request, club, action)


def moment_in(at: datetime, club: Club) -> str:
    """Return ``moment_text`` as a filter of templates."""
    return moment_text(club, at)

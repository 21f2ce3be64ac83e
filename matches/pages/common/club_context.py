"""What every page about a club starts from: the club in the address, who acts there, and the club's own clock."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.access import visible_clubs
from matches.models import Club, User
from matches.pages.common.dates import day_text, time_text


def club_seen(request: HttpRequest, slug: str) -> Club:
    """The club of this address. Raises ``Http404`` where the viewer may not see it."""
    return get_object_or_404(visible_clubs(request.user), slug=slug)


def acting_user(request: HttpRequest) -> User:
    """Who acts, in a view that only opens to somebody signed in. Raises ``PermissionDenied`` where nobody is."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def moment_text(club: Club, at: datetime) -> str:
    """14 November 2026, 20:15, by the club's clock."""
    there = timezone.localtime(at, ZoneInfo(club.time_zone))
    return _("%(day)s, %(time)s") % {"day": day_text(there), "time": time_text(there)}

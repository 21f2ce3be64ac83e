"""Who sends a request, and which club's people he asks about."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from matches.models import Club, User
from matches.queries.access import visible_clubs


def signed_in(request: HttpRequest) -> User:
    """The user, in a view that only opens to one. Raises ``PermissionDenied`` where nobody is."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def shown_club(request: HttpRequest, slug: str) -> Club:
    """The club of this address. Raises ``Http404`` where the viewer may not see it."""
    return get_object_or_404(visible_clubs(request.user), slug=slug)

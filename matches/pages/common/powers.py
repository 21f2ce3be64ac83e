"""The viewer's powers, read once a request."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from matches.clubs.permissions import Action, Powers, Subject, powers_of
from matches.models import Club

KEPT_ON_REQUEST = "_ecarte_powers"


def powers_on(request: HttpRequest, club: Club) -> Powers:
    """The powers in ``club`` of whoever sends ``request``."""
    kept: dict[int, Powers] = request.__dict__.setdefault(KEPT_ON_REQUEST, {})
    if club.pk not in kept:
        kept[club.pk] = powers_of(request.user, club)
    return kept[club.pk]


def require(request: HttpRequest, club: Club, action: Action, subject: Subject | None = None) -> Powers:
    """The viewer's powers in ``club``, which he sees.

    Raises ``PermissionDenied`` where they don't reach to ``action``.
    """
    powers = powers_on(request, club)
    if not powers.can(action, subject):
        raise PermissionDenied
    return powers

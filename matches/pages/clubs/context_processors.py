"""What the templates of accounts ask of a request; looked up when they ask, not before."""

from __future__ import annotations

from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest

from matches.pages.clubs.session_invitation import held_invitation


def accounts(request: HttpRequest) -> dict[str, Any]:
    """Return what the head of each page and the pages of accounts ask about this site and its visitor."""
    return {
        "has_mail": settings.HAS_MAIL,
        "admin_is_public": settings.ADMIN_IS_PUBLIC,
        "can_sign_up": partial(_can_sign_up, request),
        "held_invitation": partial(held_invitation, request),
    }


def _can_sign_up(request: HttpRequest) -> bool:
    return bool(get_adapter(request).is_open_for_signup(request))

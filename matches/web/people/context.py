"""What the templates of accounts ask of a request; looked up when they ask, not before."""

from __future__ import annotations

from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest

from matches.web.people.held_invitation import held_invitation


def accounts(request: HttpRequest) -> dict[str, Any]:
    return {
        "has_mail": settings.HAS_MAIL,
        "can_sign_up": partial(_can_sign_up, request),
        "held_invitation": partial(held_invitation, request),
    }


def _can_sign_up(request: HttpRequest) -> bool:
    return bool(get_adapter(request).is_open_for_signup(request))

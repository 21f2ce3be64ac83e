"""The invitation that a visitor came by, held in his session: its token stands in no address that he goes on with."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from matches.clubs.invitations import open_invitation
from matches.models import Invitation

KEY: Final = "invitation"
MOST_CHARACTERS: Final = 64
"""More than any token has: whoever makes one up shall not fill the table of sessions by it."""


def hold_token(request: HttpRequest, token: str) -> None:
    request.session[KEY] = token[:MOST_CHARACTERS]


def held_token(request: HttpRequest) -> str:
    """The token; empty where the visitor came by none."""
    return str(request.session.get(KEY, ""))


def drop_token(request: HttpRequest) -> None:
    request.session.pop(KEY, None)


def held_invitation(request: HttpRequest) -> Invitation | None:
    """The invitation, as long as it can be accepted."""
    token = held_token(request)
    return open_invitation(token) if token else None

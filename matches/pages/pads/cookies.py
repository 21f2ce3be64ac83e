"""The cookie of a table's link: one for each rubber or sitting, sent nowhere but to that pad or table.

It holds the link's public id and a random id of the device, signed. The link's code is not in it, nor anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from matches.models import Rubber, Sitting, TableLink
from matches.models.ids import is_public_id, new_public_id
from matches.pads.table_links import LONGEST

NAME: Final = "table_link"
SALT: Final = "matches.pads.table_link"


@dataclass(frozen=True, slots=True)
class PadCookie:
    """``link`` is the link's public id, ``device`` a random id that this phone has for this rubber."""

    link: str
    device: str


def set_pad_cookie(response: HttpResponseBase, link: TableLink, rubber: Rubber) -> None:
    """Let whoever gets ``response`` into the pad of ``rubber``, as long as ``link`` is good."""
    _set(response, link, reverse("web:pad", args=[rubber.public_id]))


def set_sitting_cookie(response: HttpResponseBase, link: TableLink, sitting: Sitting) -> None:
    """Let whoever gets ``response`` to the table of ``sitting``, as long as ``link`` is good."""
    _set(response, link, reverse("web:sitting", args=[sitting.public_id]))


def _set(response: HttpResponseBase, link: TableLink, path: str) -> None:
    rest = link.expires_at - timezone.now()
    response.set_cookie(
        NAME,
        signing.dumps([link.public_id, new_public_id()], salt=SALT),
        max_age=max(1, int(rest.total_seconds())),
        path=path,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def read_pad_cookie(request: HttpRequest) -> PadCookie | None:
    """The cookie that came along; None where there is none, or nobody here signed it."""
    try:
        told = signing.loads(request.COOKIES.get(NAME, ""), salt=SALT, max_age=LONGEST)
    except signing.BadSignature:
        return None
    match told:
        case [str() as link, str() as device] if is_public_id(link):
            return PadCookie(link, device)
    return None

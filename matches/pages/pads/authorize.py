"""Decide whether a request may use a rubber's pad, by the cookie of a table link or by a signed-in account.

The cookie is one for each rubber or sitting, sent only to the URLs of that pad or table. It holds the link's
public id and a random id of the device, signed, but not the link's code.
"""

from __future__ import annotations

import logging
from typing import Final, Literal, TypeAlias

from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ecarte_site.limits import Limit
from matches.models import Rubber, Sitting, TableLink
from matches.models.ids import is_public_id, new_public_id
from matches.pads.table_links import MAX_LIFETIME, invalidity_of, link_at_table
from matches.pads.users import PadUser, is_link_of, pad_user
from matches.rubbers.transition import stored_rubber

REFUSALS: Final[dict[str, tuple[str | Promise, str | Promise]]] = {
    "unknown": (
        _("There is no such code"),
        _("Check it: it has sixteen letters and digits. No letter O, I, L or U is in it."),
    ),
    "link_expired": (
        _("This link has expired"),
        _("Ask the director, or the person who made it, for a new one. What you have entered is kept."),
    ),
    "link_revoked": (
        _("This link was revoked"),
        _("Ask the director for a new one. What you have entered is kept."),
    ),
    "link_over": (
        _("This rubber is over"),
        _("This table is finished. If the result is wrong, ask the director to correct it."),
    ),
    "not_drawn": (
        _("These two no longer meet"),
        _("The draw was changed after this link was made. Ask the director which table is yours."),
    ),
    "not_admitted": (
        _("This table’s pad is not open to you"),
        _("Scan the table’s code, or sign in if you may enter this rubber."),
    ),
    "wrong_table": (_("This link is for another table"), _("Scan the code of your own table.")),
    "too_many": (_("Too many wrong codes"), _("Wait a minute, then check the code.")),
}
"""A heading and advice for each code of a refusal."""
SIGN_IN_HELPS: Final = frozenset({"not_admitted", "wrong_table", "link_expired", "link_revoked"})
NAME: Final = "table_link"
SALT: Final = "matches.pads.table_link"
Code: TypeAlias = Literal[
    "not_admitted", "link_expired", "link_revoked", "link_over", "wrong_table", "too_many"
]
STATUS: Final[dict[Code, int]] = {"not_admitted": 401, "too_many": 429}
"""The HTTP status for a code; for any other it is 403."""
log = logging.getLogger("matches.pads")
WRONG_CODES: Final = Limit("wrong_codes", most=10)
"""The limit of wrong codes by network.

A right code does not count, because all phones in a club's room share one address. There is no limit for
all networks together: an attacker with many networks could lock everybody out, and could still not guess
one of 80 random bits.
"""


class LinkRefusedError(PermissionDenied):
    """The request used a table link that is no longer valid; ``code`` is a key of ``REFUSALS``."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def refusal_text(code: str) -> str:
    """Return heading and advice for ``code`` of ``REFUSALS``, in one line."""
    heading, advice = REFUSALS[code]
    return f"{heading}. {advice}"


def refused_page(
    request: HttpRequest, code: str, *, status: int, result_url: str = "", next_url: str = ""
) -> HttpResponse:
    """Return the page that says why a visitor may not use the pad.

    ``code`` is a key of ``REFUSALS``. ``result_url`` is the page with the rubber's result, "" if the viewer
    may not see it. ``next_url`` is the page to open after signing in.
    """
    heading, advice = REFUSALS[code]
    may_sign_in = code in SIGN_IN_HELPS and next_url and not request.user.is_authenticated
    context = {
        "heading": heading,
        "advice": advice,
        "result_url": result_url,
        "code_url": "" if code in ("link_over", "too_many") else reverse("web:table_link"),
        "sign_in_url": reverse("account_login") if may_sign_in else "",
        "next_url": next_url,
    }
    return render(request, "pads/refused.html", context, status=status)


def set_pad_cookie(response: HttpResponseBase, link: TableLink, rubber: Rubber) -> None:
    """Set the cookie that lets a phone open the pad of ``rubber`` while ``link`` is valid."""
    _set(response, link, reverse("web:pad", args=[rubber.public_id]))


def set_sitting_cookie(response: HttpResponseBase, link: TableLink, sitting: Sitting) -> None:
    """Set the cookie that lets a phone open the table of ``sitting`` while ``link`` is valid."""
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


def read_pad_cookie(request: HttpRequest) -> str | None:
    """Return the public id of the link in the request's cookie; None without one, or if it is invalid or too old."""
    try:
        values = signing.loads(request.COOKIES.get(NAME, ""), salt=SALT, max_age=MAX_LIFETIME)
    except signing.BadSignature:
        return None
    match values:
        case [str() as link, str()] if is_public_id(link):
            return link
    return None


class PadAccessError(Exception):
    """The request may not use the pad. ``code`` is for scripts, ``status`` is HTTP's, ``message`` gives advice."""

    def __init__(self, code: Code) -> None:
        self.code: Code = code
        self.status = STATUS.get(code, 403)
        self.message = refusal_text(code)
        super().__init__(code)


def authorize_pad(request: HttpRequest, public_id: str) -> tuple[Rubber, PadUser]:
    """Return the rubber with its club, event and players, and the user who may use its pad.

    A valid table link still opens a rubber that has ended, so that entries made earlier on the phone are
    accepted; the services decide what else is allowed then. Raises ``PadAccessError`` without access, and if
    there is no such rubber.
    """
    link_id = read_pad_cookie(request)
    link = link_at_table(link_id) if link_id is not None else None
    rubber = link.rubber if link is not None else None
    if rubber is None or rubber.public_id != public_id:
        rubber = _rubber_at(public_id)
    user = pad_user(rubber, link=link, viewer=request.user) if rubber is not None else None
    if rubber is not None and user is not None:
        return rubber, user
    if link is None:
        raise PadAccessError("not_admitted")
    if rubber is None or not is_link_of(link, rubber):
        raise _refused("wrong_table", link)
    raise _refused(invalidity_of(link) or "link_revoked", link)


def _rubber_at(public_id: str) -> Rubber | None:
    if not is_public_id(public_id):
        return None
    pk = Rubber.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    return None if pk is None else stored_rubber(pk)


def _refused(code: Code, link: TableLink) -> PadAccessError:
    log.warning("pad refused: %s, link %s", code, link.public_id)
    return PadAccessError(code)


def sender_of(user: PadUser) -> str:
    """Return a pad user's key for limits: the link (``link:12``), or the account. Phones get new ids with codes."""
    return f"user:{user.by.pk}" if user.link is None else f"link:{user.link.pk}"

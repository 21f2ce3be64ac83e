"""Handle links with a token: limit invalid ones, keep an invitation's token in the session, show a new link once."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Literal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_site.limits import Limit, sender_network
from matches.clubs.invitations import open_invitation
from matches.models import Club, Invitation

INVITATION_KEY: Final = "invitation"
MAX_TOKEN_LENGTH: Final = 64
"""The number of characters after which a submitted token is cut, so that long ones do not fill the session table."""
JOINED_KEY: Final = "joined_club"
LINK_KEY: Final = "made_link"
WRONG_LINKS: Final = Limit("wrong_links", most=20)
"""The limit of invalid links by network. Valid links are not counted: a whole club may be invited in one room."""


def store_token(request: HttpRequest, token: str) -> None:
    request.session[INVITATION_KEY] = token[:MAX_TOKEN_LENGTH]


def stored_token(request: HttpRequest) -> str:
    return str(request.session.get(INVITATION_KEY, ""))


def drop_token(request: HttpRequest) -> None:
    request.session.pop(INVITATION_KEY, None)


def stored_invitation(request: HttpRequest) -> Invitation | None:
    """Return the invitation in the session, or None if there is none that can still be accepted."""
    token = stored_token(request)
    return open_invitation(token) if token else None


def store_joined(request: HttpRequest, club: Club) -> None:
    """Store the club that the visitor joined by signing up, to which the sign-in then leads."""
    request.session[JOINED_KEY] = club.slug


def pop_joined(request: HttpRequest) -> str:
    """Return the URL of the club that the viewer joined by signing up, with a welcome, or "" if there is none."""
    club = Club.objects.filter(slug=request.session.pop(JOINED_KEY, "")).first()
    if club is None:
        return ""
    messages.success(request, welcome_text(club))
    return reverse("web:club", args=[club.slug])


def welcome_text(club: Club) -> str:
    return _("Welcome to %(club)s. You belong to the club now.") % {"club": club}


def store_link(
    request: HttpRequest,
    kind: Literal["invitation", "password"],
    url: str,
    name: str,
    invitation: Invitation | None = None,
) -> None:
    """Store a new link, to be shown once to its maker. ``name`` is the person for whom it was made, or "".

    The page also shows the role and the last day of ``invitation``, which the link accepts.
    """
    link = {"kind": kind, "url": url, "name": name}
    if invitation is not None:
        link |= {"role": invitation.role, "until": invitation.expires_at.isoformat()}
    request.session[LINK_KEY] = link


def pop_link(request: HttpRequest) -> dict[str, Any] | None:
    """Return the new link with what ``store_link`` stored about it, and forget it; None if there is none."""
    link: dict[str, Any] | None = request.session.pop(LINK_KEY, None)
    if link is not None and "until" in link:
        link["until"] = datetime.fromisoformat(link["until"])
    return link


def too_many_wrong_links(request: HttpRequest) -> HttpResponse | None:
    """Return a response with status 429 if the client's network has opened too many invalid links, else None."""
    seconds = WRONG_LINKS.wait(sender_network(request))
    if not seconds:
        return None
    response = render(request, "429.html", status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def count_wrong_link(request: HttpRequest) -> None:
    WRONG_LINKS.count(sender_network(request))

"""Serve the page that a table link opens, where the code can also be typed.

The link has the code after its ``#``, which browsers do not send: a script reads it, removes it from the URL
and posts it.
"""

from __future__ import annotations

import logging
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from ecarte_site.limits import sender_network
from matches.clubs.access import visible_clubs
from matches.models import TableLink
from matches.pads.table_links import (
    OVER,
    OWN_PHONE,
    TableLinkError,
    find_valid_link,
    make_link,
    note_opened,
    rubber_of_link,
)
from matches.pages.pads.authorize import (
    WRONG_CODES,
    PadAccessError,
    authorize_pad,
    refusal_text,
    refused_page,
    set_pad_cookie,
    set_sitting_cookie,
)

MOST_TYPED: Final = 64
log = logging.getLogger("matches.pads")


class SeeOther(HttpResponseRedirect):
    """A redirect with status 303: after a POST, the browser opens the other page by GET."""

    status_code = 303


@require_http_methods(["GET", "HEAD", "POST"])
def table_link(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "pads/table_link.html", {"most_typed": MOST_TYPED, "typed": ""})
    network = sender_network(request)
    if seconds := WRONG_CODES.wait(network):
        _log("too_many", None)
        response = refused_page(request, "too_many", status=429)
        response["Retry-After"] = str(seconds)
        return response
    typed = request.POST.get("code", "")[: MOST_TYPED + 1]
    try:
        link = find_valid_link(typed)
        if link.sitting is not None:
            note_opened(link)
            response = SeeOther(reverse("web:sitting", args=[link.sitting.public_id]))
            set_sitting_cookie(response, link, link.sitting)
            return response
        rubber = rubber_of_link(link)
    except TableLinkError as error:
        _log(error.code, error.link)
        if error.code == "unknown":
            WRONG_CODES.count(network)
            context = {"most_typed": MOST_TYPED, "typed": typed, "problem": refusal_text("unknown")}
            return render(request, "pads/table_link.html", context, status=404)
        return refused_page(request, error.code, status=410, result_url=_result_url(request, error))
    response = SeeOther(reverse("web:pad", args=[rubber.public_id]))
    set_pad_cookie(response, link, rubber)
    return response


def _result_url(request: HttpRequest, error: TableLinkError) -> str:
    """Return the URL of the rubber's result; empty if it has none, or if the viewer may not see the club."""
    if error.code != "link_over" or error.link is None or error.link.rubber is None:
        return ""
    rubber = error.link.rubber
    may_see = visible_clubs(request.user).filter(pk=rubber.club_id).exists()
    return reverse("web:rubber", args=[rubber.public_id]) if may_see else ""


def _log(code: str, link: TableLink | None) -> None:
    known = "unknown" if link is None else f"{link.public_id} ({link.hint}...)"
    log.warning("table link refused: %s, link %s", code, known)


@require_POST
def pass_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the user's phone a table link, so that others can use the pad without the user's account.

    A user whose results need no confirmation is redirected to the page that makes a link for another phone:
    on their own the account would take precedence over a link. No link is made if the user came by one, may
    only correct, or if the rubber is over.
    """
    pad_url = reverse("web:pad", args=[public_id])
    try:
        rubber, user = authorize_pad(request, public_id)
    except PadAccessError as error:
        return refused_page(request, error.code, status=error.status, next_url=pad_url)
    if user.authority == "final":
        return SeeOther(reverse("web:table_links", args=[public_id]))
    response = SeeOther(pad_url)
    if user.link is None and not user.corrects_only and rubber.state not in OVER:
        made = make_link(rubber, by=user.by, good_for=OWN_PHONE)
        set_pad_cookie(response, made.link, rubber)
    return response

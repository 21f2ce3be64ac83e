"""The way in by a table's link.

The code stands behind the ``#`` of the link, which browsers send nobody: a script takes it from there, clears it away
and posts it. It can be typed as well.
"""

from __future__ import annotations

import logging
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from matches.clubs.access import visible_clubs
from matches.models import Sitting, TableLink
from matches.pads.table_links import (
    LinkCode,
    TableLinkError,
    good_link,
    note_opened,
    rubber_of_link,
)
from matches.pages.pads.cookies import set_pad_cookie, set_sitting_cookie
from matches.pages.pads.rate_limits import count_wrong_code, wait_for_codes
from matches.pages.pads.refusals import refusal_text, refused_page

STATUS: Final[dict[LinkCode, int]] = {
    "unknown": 404,
    "link_expired": 410,
    "link_revoked": 410,
    "link_over": 410,
    "not_drawn": 410,
}
MOST_TYPED: Final = 64

log = logging.getLogger("matches.pads")


class SeeOther(HttpResponseRedirect):
    """What was posted is done; what follows is at another address."""

    status_code = 303


@require_http_methods(["GET", "HEAD", "POST"])
def table_link(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "pads/table_link.html", {"most_typed": MOST_TYPED})
    if seconds := wait_for_codes(request):
        _log("too_many", None)
        response = refused_page(request, "too_many", status=429)
        response["Retry-After"] = str(seconds)
        return response
    typed = request.POST.get("code", "")[: MOST_TYPED + 1]
    try:
        link = good_link(typed)
        if link.sitting is not None:
            return _to_the_table(link, link.sitting)
        rubber = rubber_of_link(link)
    except TableLinkError as error:
        _log(error.code, error.link)
        if error.code == "unknown":
            count_wrong_code(request)
            return _ask_again(request, typed)
        return refused_page(
            request, error.code, status=STATUS[error.code], result_url=_result_url(request, error)
        )
    response = SeeOther(reverse("web:pad", args=[rubber.public_id]))
    set_pad_cookie(response, link, rubber)
    return response


def _to_the_table(link: TableLink, sitting: Sitting) -> HttpResponse:
    note_opened(link)
    response = SeeOther(reverse("web:sitting", args=[sitting.public_id]))
    set_sitting_cookie(response, link, sitting)
    return response


def _ask_again(request: HttpRequest, typed: str) -> HttpResponse:
    context = {"most_typed": MOST_TYPED, "typed": typed, "problem": refusal_text("unknown")}
    return render(request, "pads/table_link.html", context, status=STATUS["unknown"])


def _result_url(request: HttpRequest, error: TableLinkError) -> str:
    """Where the rubber's result stands; empty where it has none, or the viewer may not see the club."""
    if error.code != "link_over" or error.link is None or error.link.rubber is None:
        return ""
    rubber = error.link.rubber
    may_see = visible_clubs(request.user).filter(pk=rubber.club_id).exists()
    return reverse("web:rubber", args=[rubber.public_id]) if may_see else ""


def _log(code: str, link: TableLink | None) -> None:
    known = "unknown" if link is None else f"{link.public_id} ({link.hint}...)"
    log.warning("table link refused: %s, link %s", code, known)

"""The director's rulings on the last deal of a rubber that is being played, opened from its pad."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.models import Rubber
from matches.pages.laws.rulings_page import BookDesk, book_page
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.refusals import refused_page


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is chosen is written into the deal, and leads back to the pad. Other deals' cards are not shown here."""
    try:
        rubber, user = admitted(request, public_id)
    except NotAdmittedError as error:
        return refused_page(request, error.code, status=error.status, next_url=request.path)
    pad = reverse("web:pad", args=[public_id])
    if rubber.state != Rubber.State.LIVE:
        return redirect(pad)
    desk = BookDesk(
        rubber=rubber,
        by=user.by,
        link=user.link,
        may_rule=user.may_rule,
        address=reverse("web:pad_book", args=[public_id]),
        back=(pad, _("Back to the score pad")),
        crumbs=[],
        written=pad,
        is_of_last_deal=True,
    )
    return book_page(request, desk)

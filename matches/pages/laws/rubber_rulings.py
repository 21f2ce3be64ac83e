"""The director's rulings at a rubber, for who is signed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.pages.common.club_context import acting_user
from matches.pages.common.powers import powers_on
from matches.pages.laws.links import book_url
from matches.pages.laws.rulings_page import BookDesk, book_page
from matches.pages.rubbers.entry.context import crumbs_of, rubber_seen
from matches.rubbers.rulings import may_rule


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = rubber_seen(request, public_id)
    desk = BookDesk(
        rubber=rubber,
        by=acting_user(request),
        may_rule=may_rule(powers_on(request, rubber.club), rubber),
        address=book_url(public_id),
        back=(reverse("web:rubber", args=[public_id]), _("Back to the rubber")),
        crumbs=crumbs_of(rubber),
    )
    return book_page(request, desk)

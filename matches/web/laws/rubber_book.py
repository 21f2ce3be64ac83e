"""The director's rulings at a rubber, for who is signed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.rubbers.rulings import may_rule
from matches.web.desk.clubs import acting_user
from matches.web.entry.places import crumbs_of, rubber_seen
from matches.web.laws.book_page import BookDesk, book_page
from matches.web.laws.links import book_url
from matches.web.powers import powers_on


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

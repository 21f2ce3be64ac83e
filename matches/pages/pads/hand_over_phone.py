"""The phone of somebody who is signed in becomes the table's own, to be passed round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from matches.pads.table_links import OVER, OWN_PHONE, make_link
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.cookies import set_pad_cookie
from matches.pages.pads.refusals import refused_page
from matches.pages.pads.table_link import SeeOther


@require_POST
def pass_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who has a final word would keep it whatever the phone's link: he makes a link for another phone instead."""
    pad_url = reverse("web:pad", args=[public_id])
    try:
        rubber, user = admitted(request, public_id)
    except NotAdmittedError as error:
        return refused_page(request, error.code, status=error.status, next_url=pad_url)
    if user.word == "final":
        return SeeOther(reverse("web:table_links", args=[public_id]))
    response = SeeOther(pad_url)
    if user.link is None and not user.corrects_only and rubber.state not in OVER:
        made = make_link(rubber, by=user.by, good_for=OWN_PHONE)
        set_pad_cookie(response, made.link, rubber)
    return response

"""The links of one rubber's table: made, shown once, listed, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.clubs.permissions import Powers
from matches.models import Rubber
from matches.pads.queries.table_links import links_out, revocable
from matches.pads.table_links import OVER, make_link, revoke_links
from matches.pages.common.club_context import acting_user
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import rubber_title
from matches.pages.pads.link_forms import LifeForm
from matches.pages.pads.link_lines import link_lines
from matches.pages.pads.qr_codes import MadeCode, made_code
from matches.pages.pads.table_link import SeeOther
from matches.pages.rubbers.entry.context import crumbs_of, rubber_seen


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """For whoever may enter the rubber. The answer that makes a link is the only one that shows its code."""
    rubber = rubber_seen(request, public_id)
    powers = powers_on(request, rubber.club)
    if not powers.may_enter(rubber.player_a_id, rubber.player_b_id):
        raise PermissionDenied
    if request.method != "POST":
        return _shown(request, rubber, powers, LifeForm())
    if request.POST.get("do") == "revoke":
        return _revoke(request, rubber, powers)
    form = LifeForm(request.POST)
    if not form.is_valid() or rubber.state in OVER:
        return _shown(request, rubber, powers, form, status=400)
    made = make_link(rubber, by=acting_user(request), good_for=form.good_for)
    return _shown(request, rubber, powers, LifeForm(), code=made_code(made))


def _revoke(request: HttpRequest, rubber: Rubber, powers: Powers) -> HttpResponse:
    links = revocable(links_out(rubber.table_links.all()), request.user, powers)
    asked = links.filter(public_id=request.POST.get("link", ""))
    if revoke_links(rubber.club, asked, by=acting_user(request)):
        messages.success(request, _("The link is taken back. Whoever came by it is out."))
    return SeeOther(reverse("web:table_links", args=[rubber.public_id]))


def _shown(
    request: HttpRequest,
    rubber: Rubber,
    powers: Powers,
    form: LifeForm,
    *,
    code: MadeCode | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "form": form,
        "code": code,
        "is_over": rubber.state in OVER,
        "lines": link_lines(rubber.club, links_out(rubber.table_links.all()), request.user, powers),
    }
    return render(request, "pads/table_links.html", context, status=status)

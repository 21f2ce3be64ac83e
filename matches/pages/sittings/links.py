"""The links of a table: made, shown once, listed, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.pads.queries.table_links import links_out, revocable
from matches.pads.table_links import make_sitting_link, revoke_links
from matches.pages.common.club_context import acting_user
from matches.pages.common.powers import powers_on
from matches.pages.pads.link_forms import LifeForm
from matches.pages.pads.link_lines import link_lines
from matches.pages.pads.qr_codes import MadeCode, made_code
from matches.pages.pads.table_link import SeeOther
from matches.pages.sittings.context import AtTable, at_table
from matches.pages.sittings.page import head_of, read_state
from matches.pages.sittings.table_view import said_at


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """For who may run the table with an account of his own. The answer that makes a link alone shows its code."""
    at = at_table(request, public_id)
    if at.by is None or at.link is not None:
        raise PermissionDenied
    if request.method != "POST":
        return _shown(request, at, LifeForm().of_a_table())
    if request.POST.get("do") == "revoke":
        return _revoke(request, at)
    form = LifeForm(request.POST).of_a_table()
    if not form.is_valid():
        return _shown(request, at, form, status=400)
    made = make_sitting_link(at.sitting, by=acting_user(request), good_for=form.good_for)
    return _shown(request, at, LifeForm().of_a_table(), code=made_code(made))


def _revoke(request: HttpRequest, at: AtTable) -> HttpResponse:
    out = links_out(at.sitting.table_links.all())
    asked = revocable(out, request.user, powers_on(request, at.sitting.club))
    if revoke_links(
        at.sitting.club, asked.filter(public_id=request.POST.get("link", "")), by=acting_user(request)
    ):
        messages.success(request, _("The link is taken back. Whoever came by it is out."))
    return SeeOther(reverse("web:sitting_links", args=[at.sitting.public_id]))


def _shown(
    request: HttpRequest, at: AtTable, form: LifeForm, *, code: MadeCode | None = None, status: int = 200
) -> HttpResponse:
    state = read_state(at.sitting)
    powers = powers_on(request, at.sitting.club)
    out = links_out(at.sitting.table_links.all())
    context = {
        **head_of(at, state, said_at(state)),
        "crumbs": at.crumbs,
        "form": form,
        "code": code,
        "lines": link_lines(at.sitting.club, out, request.user, powers),
    }
    return render(request, "sittings/links.html", context, status=status)

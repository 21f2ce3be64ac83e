"""Serve the table links of a pool or French table: make, show once, list, revoke."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.pads.queries import revocable, valid_links
from matches.pads.table_links import make_sitting_link, revoke_links
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.pads.table_link import SeeOther
from matches.pages.pads.table_links import LifeForm, link_code, link_lines
from matches.pages.sittings.context import SittingPage, get_sitting_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the links, a link's code once. Raises ``PermissionDenied`` for users who may not run the table."""
    page = get_sitting_page(request, public_id)
    if page.by is None or page.link is not None:
        raise PermissionDenied
    if request.method == "POST" and request.POST.get("do") == "revoke":
        return _revoke(request, page)
    form = LifeForm(request.POST or None).of_a_table()
    if not form.is_valid():
        return _render(request, page, form, status=400 if form.is_bound else 200)
    made = make_sitting_link(page.sitting, by=acting_user(request), good_for=form.good_for)
    return _render(request, page, LifeForm().of_a_table(), code=link_code(made))


def _revoke(request: HttpRequest, page: SittingPage) -> HttpResponse:
    valid = valid_links(page.sitting.table_links.all())
    own = revocable(valid, request.user, powers_on(request, page.sitting.club))
    revoked = own.filter(public_id=request.POST.get("link", ""))
    if revoke_links(page.sitting.club, revoked, by=acting_user(request)):
        messages.success(request, _("The link no longer works. Anyone who used it has lost access."))
    return SeeOther(reverse("web:sitting_links", args=[page.sitting.public_id]))


def _render(
    request: HttpRequest,
    page: SittingPage,
    form: LifeForm,
    *,
    code: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    valid = valid_links(page.sitting.table_links.all())
    lines = link_lines(valid, request.user, powers_on(request, page.sitting.club))
    context = page.context(form=form, code=code, lines=lines, links_club=page.sitting.club)
    return render(request, "sittings/links.html", context, status=status)

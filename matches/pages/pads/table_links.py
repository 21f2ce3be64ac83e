"""Make, show once, list and revoke the table links of a rubber; the form and the codes serve other links, too."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

import segno
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.clubs.access import Viewer
from matches.clubs.roles import Powers
from matches.common.site_links import site_link
from matches.models import Rubber, TableLink
from matches.pads.queries import may_enter_any, revocable, valid_links
from matches.pads.table_links import LIFETIMES, OVER, NewLink, make_link, revoke_links, token_groups
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.rubber_context import get_rubber, rubber_context
from matches.pages.pads.table_link import SeeOther

WORDS: Final[dict[str, str | Promise]] = {
    "day": gettext_lazy("a day"),
    "week": gettext_lazy("a week"),
    "month": gettext_lazy("30 days"),
}
QUIET_MODULES: Final = 4
"""The width of the white margin around a QR code, in modules. Cameras need it to find the code."""


class LifeForm(forms.Form):
    life = forms.ChoiceField(
        label=gettext_lazy("Valid for"),
        choices=[(name, WORDS[name]) for name in LIFETIMES],
        initial="day",
        help_text=gettext_lazy("It ends earlier if the rubber is confirmed, or if you revoke it."),
    )

    def of_a_table(self) -> LifeForm:
        """Change the help text for links of a pool or a French table, which outlast a game. Return the form."""
        self.fields["life"].help_text = gettext_lazy("It ends earlier if you revoke it.")
        return self

    @property
    def good_for(self) -> timedelta:
        return LIFETIMES[self.cleaned_data["life"]]


def link_lines(links: Iterable[TableLink], viewer: Viewer, powers: Powers) -> list[tuple[TableLink, bool]]:
    """Return each of ``links``, with makers and players loaded, and whether the viewer may revoke it."""
    may_all = may_enter_any(powers)
    return [(link, may_all or link.created_by_id == viewer.pk) for link in links]


def link_code(new_link: NewLink) -> dict[str, str]:
    """Return a new table link, shown once: the page for its code, the code in groups, and a QR code of both."""
    address = site_link(reverse("web:table_link"))
    return {
        "address": address,
        "groups": token_groups(new_link.token),
        "square": square_of(f"{address}#{new_link.token}"),
    }


def square_of(text: str) -> SafeString:
    """Return a QR code with ``text`` as inline SVG, black on white in every theme, so that cameras can read it."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        border=QUIET_MODULES, dark="#000", light="#fff", svgclass="qr-code", lineclass="", omitsize=True
    )
    # The markup holds numbers only: ``text`` is drawn, not written.
    return mark_safe(drawn)  # noqa: S308 (drawn here)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Create, list and revoke the table links of a rubber; a code is shown in this one response."""
    rubber = get_rubber(request, public_id)
    powers = powers_on(request, rubber.club)
    if not powers.may_enter(rubber.player_a_id, rubber.player_b_id):
        raise PermissionDenied
    if request.method == "POST" and request.POST.get("do") == "revoke":
        return _revoke(request, rubber, powers)
    form = LifeForm(request.POST or None)
    if not form.is_valid() or rubber.state in OVER:
        return _render(request, rubber, powers, form, status=400 if form.is_bound else 200)
    made = make_link(rubber, by=acting_user(request), good_for=form.good_for)
    return _render(request, rubber, powers, LifeForm(), code=link_code(made))


def _revoke(request: HttpRequest, rubber: Rubber, powers: Powers) -> HttpResponse:
    links = revocable(valid_links(rubber.table_links.all()), request.user, powers)
    revoked = links.filter(public_id=request.POST.get("link", ""))
    if revoke_links(rubber.club, revoked, by=acting_user(request)):
        messages.success(request, _("The link is revoked. Phones that used it lose access."))
    return SeeOther(reverse("web:table_links", args=[rubber.public_id]))


def _render(
    request: HttpRequest,
    rubber: Rubber,
    powers: Powers,
    form: LifeForm,
    *,
    code: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = rubber_context(rubber) | {
        "form": form,
        "code": code,
        "is_over": rubber.state in OVER,
        "links_club": rubber.club,
        "lines": link_lines(valid_links(rubber.table_links.all()), request.user, powers),
    }
    return render(request, "pads/table_links.html", context, status=status)

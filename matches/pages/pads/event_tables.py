"""Serve the table links of a drawn round: score sheets with a code each, shown once, and valid links to revoke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.common.round_names import round_words
from matches.events.queries import RoundOutline
from matches.models import Pairing, TableLink
from matches.pads.queries import drawn_table, may_enter_any, players_of, still_to_play, valid_links
from matches.pads.table_links import make_links, revoke_links
from matches.pages.common.club_context import acting_user, powers_on
from matches.pages.common.entry_fields import set_choices
from matches.pages.common.listing import listing
from matches.pages.common.results import side_names
from matches.pages.events.context import EventPage, get_event_page
from matches.pages.events.prints import can_make_pdf, pdf_of, requested_round, requested_stage
from matches.pages.events.rows import table_of
from matches.pages.events.words import rules_words
from matches.pages.pads.table_link import SeeOther
from matches.pages.pads.table_links import LifeForm, link_code, link_lines

LINKS_A_PAGE: Final = 50
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Tables:
    """A released round, with the pairings that are still to be played. The players are loaded."""

    page: EventPage
    is_bracket: bool
    round: RoundOutline
    pairings: Sequence[Pairing]

    @property
    def url(self) -> str:
        return f"{self.page.url('event_tables')}?stage={self.round.stage}&round={self.round.number}"

    @property
    def links(self) -> QuerySet[TableLink]:
        return valid_links(TableLink.objects.filter(event=self.page.event, round_label=self.round.label))

    def table(self, pairing: Pairing) -> str:
        return table_of(pairing, is_bracket=self.is_bracket)

    def name(self, pairing: Pairing) -> str:
        match = " – ".join(side_names(*players_of(pairing)))
        table = self.table(pairing)
        return _("Table %(table)s: %(match)s") % {"table": table, "match": match} if table else match


class TablesForm(LifeForm):
    """The form that creates table links: for which tables, and for how long the links are valid."""

    which = forms.ChoiceField(label=gettext_lazy("Which tables"), initial=ALL)
    field_order = ("which", "life")

    def __init__(self, *args: Any, tables: Tables, **options: Any) -> None:
        super().__init__(*args, **options)
        self.pairings = {str(pairing.number): pairing for pairing in tables.pairings}
        each = [(number, tables.name(pairing)) for number, pairing in self.pairings.items()]
        set_choices(self, "which", [(ALL, _("All tables that still play")), *each])

    @property
    def chosen(self) -> list[Pairing]:
        """The pairings for which the valid form creates links: one pairing or all."""
        one = self.pairings.get(self.cleaned_data["which"])
        return [one] if one is not None else list(self.pairings.values())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def event_tables(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Create, print and revoke the table links of a round; their codes are shown in this one response.

    Raises ``Http404`` before a round is released, and ``PermissionDenied`` for users who may not enter all
    rubbers of the club.
    """
    page = get_event_page(request, slug, public_id)
    if not may_enter_any(powers_on(request, page.club)):
        raise PermissionDenied
    stage = requested_stage(request, page)
    round_ = requested_round(request, stage)
    tables = Tables(page, stage.is_bracket, round_, list(still_to_play(round_)))
    if request.method == "POST" and request.POST.get("do") in ("revoke", "revoke_all"):
        return _revoke(request, tables)
    form = TablesForm(request.POST or None, tables=tables)
    if not form.is_valid() or not form.chosen:
        return _render(request, tables, form, status=400 if form.is_bound else 200)
    drawn = [drawn_table(round_, pairing) for pairing in form.chosen]
    made = make_links(page.event, drawn, by=acting_user(request), good_for=form.good_for)
    sheets = [
        # The player who deals first comes first.
        {"table": tables.table(pairing), "names": side_names(*each.players), "code": link_code(link)}
        for pairing, each, link in zip(form.chosen, drawn, made, strict=True)
    ]
    return _print_sheets(request, tables, sheets)


def _revoke(request: HttpRequest, tables: Tables) -> HttpResponse:
    links = tables.links
    if request.POST["do"] == "revoke":
        links = links.filter(public_id=request.POST.get("link", ""))
    revoked = revoke_links(tables.page.club, links, by=acting_user(request))
    if revoked:
        text = ngettext("%(number)s link is revoked.", "%(number)s links are revoked.", revoked)
        messages.success(request, text % {"number": revoked})
    return SeeOther(tables.url)


def _render(request: HttpRequest, tables: Tables, form: TablesForm, *, status: int = 200) -> HttpResponse:
    page = tables.page
    links = listing(request, tables.links, key="page", size=LINKS_A_PAGE)
    context = {
        "club": page.club,
        "event": page.event,
        "crumbs": page.crumbs(),
        "round": round_words(tables.round.label),
        "form": form,
        "is_any": bool(tables.pairings),
        "can_make_pdf": can_make_pdf(),
        "listing": links,
        "links_club": page.club,
        "lines": link_lines(links.rows, request.user, powers_on(request, page.club)),
    }
    return render(request, "pads/event_tables.html", context, status=status)


def _print_sheets(request: HttpRequest, tables: Tables, sheets: Sequence[dict[str, Any]]) -> HttpResponse:
    page = tables.page
    is_pdf = request.POST.get("do") == "pdf" and can_make_pdf()
    context = {
        "club": page.club,
        "event": page.event,
        "title": _("Score sheets"),
        "back_url": tables.url,
        "round": round_words(tables.round.label),
        "rules": rules_words(page.plan.rules),
        "games": range(1, page.plan.rules.best_of + 1),
        "is_pdf": is_pdf,
        "sheets": sheets,
    }
    html = render_to_string("pads/print_tables.html", context, request)
    if not is_pdf:
        return HttpResponse(html)
    response = HttpResponse(pdf_of(html), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{page.event.public_id}-tables.pdf"'
    return response

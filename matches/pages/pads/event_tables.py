"""Links for the tables of a drawn round: score sheets with a code each, shown once; those that are out, taken back."""

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

from matches.events.queries.outline import RoundOutline
from matches.events.words.labels import round_words
from matches.models import Pairing, TableLink
from matches.pads.queries.table_links import (
    drawn_table,
    links_out,
    may_enter_any,
    players_of,
    still_to_play,
)
from matches.pads.table_links import DrawnTable, NewLink, make_links, revoke_links
from matches.pages.common.club_context import acting_user
from matches.pages.common.fields import offer
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import side_names
from matches.pages.events.public.about import rules_words
from matches.pages.events.public.context import Shown, event_shown
from matches.pages.events.public.pdf import can_make_pdf, pdf_of
from matches.pages.events.public.prints import round_asked, stage_asked
from matches.pages.pads.link_forms import LifeForm
from matches.pages.pads.link_lines import link_lines
from matches.pages.pads.qr_codes import MadeCode, made_code
from matches.pages.pads.table_link import SeeOther

LINKS_A_PAGE: Final = 50
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Tables:
    """A released round, and its pairings that are still to be played, people loaded."""

    shown: Shown
    round: RoundOutline
    pairings: Sequence[Pairing]

    @property
    def url(self) -> str:
        return f"{self.shown.url('event_tables')}?stage={self.round.stage}&round={self.round.number}"

    @property
    def out(self) -> QuerySet[TableLink]:
        return links_out(TableLink.objects.filter(event=self.shown.event, round_label=self.round.label))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet; the first of the two deals first."""

    table: str
    names: tuple[str, str]
    code: MadeCode


class TablesForm(LifeForm):
    """For which tables, and how long the links are good."""

    which = forms.ChoiceField(label=gettext_lazy("Which tables"), initial=ALL)
    field_order = ("which", "life")

    def __init__(self, *args: Any, pairings: Sequence[Pairing], **options: Any) -> None:
        super().__init__(*args, **options)
        self.pairings = {str(pairing.number): pairing for pairing in pairings}
        each = [(number, _name(pairing)) for number, pairing in self.pairings.items()]
        offer(self, "which", [(ALL, _("Every table that still plays")), *each])

    @property
    def chosen(self) -> list[Pairing]:
        """To be asked once the form is found in order."""
        one = self.pairings.get(self.cleaned_data["which"])
        return [one] if one is not None else list(self.pairings.values())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def event_tables(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """For whoever may enter any rubber of the club. The answer that makes links is the only one that shows the codes.

    Raises ``Http404`` before a round is released.
    """
    shown = event_shown(request, slug, public_id)
    if not may_enter_any(powers_on(request, shown.club)):
        raise PermissionDenied
    round_ = round_asked(request, stage_asked(request, shown))
    tables = Tables(shown, round_, list(still_to_play(round_)))
    if request.method != "POST":
        return _page(request, tables, TablesForm(pairings=tables.pairings))
    if request.POST.get("do") in ("revoke", "revoke_all"):
        return _revoke(request, tables)
    form = TablesForm(request.POST, pairings=tables.pairings)
    if not form.is_valid() or not form.chosen:
        return _page(request, tables, form, status=400)
    drawn = [drawn_table(round_, pairing) for pairing in form.chosen]
    made = make_links(shown.event, drawn, by=acting_user(request), good_for=form.good_for)
    return _printed(request, tables, drawn, made)


def _revoke(request: HttpRequest, tables: Tables) -> HttpResponse:
    asked = tables.out
    if request.POST["do"] == "revoke":
        asked = asked.filter(public_id=request.POST.get("link", ""))
    revoked = revoke_links(tables.shown.club, asked, by=acting_user(request))
    if revoked:
        text = ngettext("%(number)s link is taken back.", "%(number)s links are taken back.", revoked)
        messages.success(request, text % {"number": revoked})
    return SeeOther(tables.url)


def _page(request: HttpRequest, tables: Tables, form: TablesForm, *, status: int = 200) -> HttpResponse:
    shown = tables.shown
    out = listing(request, tables.out, key="page", size=LINKS_A_PAGE)
    context = {
        "club": shown.club,
        "event": shown.event,
        "crumbs": shown.crumbs(),
        "round": round_words(tables.round.label),
        "form": form,
        "is_any": bool(tables.pairings),
        "can_make_pdf": can_make_pdf(),
        "listing": out,
        "lines": link_lines(shown.club, out.rows, request.user, powers_on(request, shown.club)),
    }
    return render(request, "pads/event_tables.html", context, status=status)


def _printed(
    request: HttpRequest, tables: Tables, drawn: Sequence[DrawnTable], made: Sequence[NewLink]
) -> HttpResponse:
    shown = tables.shown
    is_pdf = request.POST.get("do") == "pdf" and can_make_pdf()
    context = {
        "club": shown.club,
        "event": shown.event,
        "title": _("Score sheets"),
        "back_url": tables.url,
        "round": round_words(tables.round.label),
        "rules": rules_words(shown.plan.rules),
        "games": range(1, shown.plan.rules.best_of + 1),
        "is_pdf": is_pdf,
        "sheets": [
            Sheet(each.table, side_names(*each.players), made_code(link))
            for each, link in zip(drawn, made, strict=True)
        ],
    }
    html = render_to_string("pads/print_tables.html", context, request)
    if not is_pdf:
        return HttpResponse(html)
    response = HttpResponse(pdf_of(html), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{shown.event.public_id}-tables.pdf"'
    return response


def _name(pairing: Pairing) -> str:
    match = " – ".join(side_names(*players_of(pairing)))
    return (
        _("Table %(table)s: %(match)s") % {"table": pairing.table, "match": match} if pairing.table else match
    )

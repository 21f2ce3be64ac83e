"""Sheets of paper: the draw, score sheets, the crosstable, the prize list; as pages to print and as PDF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.events.queries import outline as events
from matches.events.queries.outline import RoundOutline, StageOutline
from matches.events.words.labels import round_words
from matches.models import Event
from matches.pads.queries.table_links import may_enter_any
from matches.pages.common.powers import powers_on
from matches.pages.events.public.about import due_words, rules_words
from matches.pages.events.public.context import Shown, event_shown, round_names
from matches.pages.events.public.crosstables import crosstable
from matches.pages.events.public.overview import PlaceLine, place_lines
from matches.pages.events.public.pairing_lines import pairing_lines
from matches.pages.events.public.pdf import can_make_pdf, pdf_of
from matches.rules.events.plan import BRACKETS

TITLES: Final[dict[str, str | Promise]] = {
    "draw": gettext_lazy("Pairings"),
    "sheets": gettext_lazy("Score sheets"),
    "crosstable": gettext_lazy("Crosstable"),
    "prizes": gettext_lazy("Prize list"),
}


@require_safe
def print_page(request: HttpRequest, slug: str, public_id: str, what: str) -> HttpResponse:
    """Raises ``Http404`` for a sheet that there is not."""
    shown = event_shown(request, slug, public_id)
    context = _context(request, shown, what, is_whole=False)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    context["pdf_url"] = shown.url("event_print_pdf", what) + query if can_make_pdf() else ""
    return render(request, f"events/public/print_{what}.html", context)


@require_safe
def print_pdf(request: HttpRequest, slug: str, public_id: str, what: str) -> HttpResponse:
    """The same sheet as a file. Where the library for it is missing the answer, 404, says what to do instead."""
    shown = event_shown(request, slug, public_id)
    if what not in TITLES:
        raise Http404
    if not can_make_pdf():
        text = _("This site can't make PDF files. Print the page itself: it has a style for paper.")
        return HttpResponse(text, status=404, content_type="text/plain; charset=utf-8")
    context = _context(request, shown, what, is_whole=True)
    html = render_to_string(f"events/public/print_{what}.html", context | {"is_pdf": True}, request)
    response = HttpResponse(pdf_of(html), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{shown.event.public_id}-{what}.pdf"'
    return response


def _context(request: HttpRequest, shown: Shown, what: str, *, is_whole: bool) -> dict[str, Any]:
    if what not in SHEETS:
        raise Http404
    frame = {
        "shown": shown,
        "club": shown.club,
        "event": shown.event,
        "title": TITLES[what],
        "back_url": shown.url("event"),
    }
    return frame | SHEETS[what](request, shown, is_whole)


def stage_asked(request: HttpRequest, shown: Shown) -> StageOutline:
    """The stage in the query, else the last that is drawn. Raises ``Http404`` where nothing of it is released."""
    asked = request.GET.get("stage", "")
    stage = next((each for each in shown.stages if str(each.number) == asked), shown.latest)
    if stage is None or not stage.rounds:
        raise Http404
    return stage


def round_asked(request: HttpRequest, stage: StageOutline) -> RoundOutline:
    """The round in the query, else the one that is played. Raises ``Http404``."""
    asked = request.GET.get("round", "")
    found = next((each for each in stage.rounds if str(each.number) == asked), stage.current)
    if found is None:
        raise Http404
    return found


def _draw(request: HttpRequest, shown: Shown, is_whole: bool) -> dict[str, Any]:
    stage = stage_asked(request, shown)
    round_ = round_asked(request, stage)
    return {
        "round": round_words(round_.label),
        "due": due_words(stage, round_.number),
        "lines": pairing_lines(shown, events.pairings_of([round_]), round_names(stage.rounds)),
    }


def _sheets(request: HttpRequest, shown: Shown, is_whole: bool) -> dict[str, Any]:
    stage = stage_asked(request, shown)
    round_ = round_asked(request, stage)
    lines = pairing_lines(shown, events.pairings_of([round_]), round_names(stage.rounds))
    rules = shown.plan.rules
    may_make_links = may_enter_any(powers_on(request, shown.club))
    query = f"?stage={stage.number}&round={round_.number}"
    return {
        "tables_url": shown.url("event_tables") + query if may_make_links else "",
        "round": round_words(round_.label),
        "lines": [
            line
            for line in lines
            if not line.is_decided and line.b is not None and line.a.is_known and line.b.is_known
        ],
        "games": range(1, rules.best_of + 1),
        "rules": rules_words(rules),
    }


def _crosstable(request: HttpRequest, shown: Shown, is_whole: bool) -> dict[str, Any]:
    stage = stage_asked(request, shown)
    if stage.kind in BRACKETS:
        tables = [each for each in shown.stages if each.kind not in BRACKETS and each.rounds]
        if not tables:
            raise Http404
        stage = tables[-1]
    return {
        "stage_name": shown.stage_name(stage) if len(shown.stages) > 1 else "",
        "crosstable": crosstable(request, shown, stage, is_whole=is_whole),
    }


def _prizes(request: HttpRequest, shown: Shown, is_whole: bool) -> dict[str, Any]:
    """The places of the event, or as long as it is played the last stage's table as it stands."""
    if shown.event.phase == Event.Phase.COMPLETE:
        return {"places": place_lines(shown, events.places_of(shown.event))}
    stage = stage_asked(request, shown)
    standings = events.standings_of(stage).order_by("rank", "group", "position")
    return {
        "is_provisional": True,
        "places": [PlaceLine(each.rank, *shown.player_link(each.entrant.player)) for each in standings],
    }


SHEETS: Final[dict[str, Callable[[HttpRequest, Shown, bool], dict[str, Any]]]] = {
    "draw": _draw,
    "sheets": _sheets,
    "crosstable": _crosstable,
    "prizes": _prizes,
}

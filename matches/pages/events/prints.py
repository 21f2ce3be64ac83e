"""Serve an event's printed sheets, as pages and as PDF files if WeasyPrint is installed (``requirements/pdf.txt``)."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.events import queries as events
from matches.events.queries import RoundOutline, StageOutline
from matches.models import Event
from matches.pads.queries import may_enter_any
from matches.pages.common.club_context import powers_on
from matches.pages.events.context import Context, EventPage, get_event_page, round_names
from matches.pages.events.crosstables import crosstable
from matches.pages.events.rows import pairing_rows
from matches.pages.events.words import rules_words

STYLE: Final = "web/event_print.css"


@cache
def can_make_pdf() -> bool:
    """Return whether WeasyPrint and the system libraries that it needs are installed."""
    try:
        _weasyprint()
    except (ImportError, OSError):
        return False
    return True


def pdf_of(html: str) -> bytes:
    """Return ``html`` as a PDF file of A4 pages. Only the style sheet for printing and its fonts are loaded.

    Raises ``ImportError`` or ``OSError`` if ``can_make_pdf`` is false.
    """
    weasyprint = _weasyprint()
    style = str(finders.find(STYLE))
    letters = weasyprint.text.fonts.FontConfiguration()
    sheet = weasyprint.CSS(filename=style, font_config=letters)
    made: bytes = weasyprint.HTML(string=html, base_url=Path(style).parent.as_uri()).write_pdf(
        stylesheets=[sheet], font_config=letters
    )
    return made


def _weasyprint() -> Any:
    # The import loads system libraries, so it is deferred. WeasyPrint logs every step at INFO.
    logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)
    import_module("weasyprint.text.fonts")
    return import_module("weasyprint")


TITLES: Final[dict[str, str | Promise]] = {
    "draw": gettext_lazy("Pairings"),
    "sheets": gettext_lazy("Score sheets"),
    "crosstable": gettext_lazy("Crosstable"),
    "prizes": gettext_lazy("Prize list"),
}


@require_safe
def print_page(request: HttpRequest, slug: str, public_id: str, what: str) -> HttpResponse:
    """Show one of the event's sheets to print. Raises ``Http404`` if ``what`` is no key of ``TITLES``."""
    page = get_event_page(request, slug, public_id)
    context = _context(request, page, what, is_whole=False)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    context["pdf_url"] = page.url("event_print_pdf", what) + query if can_make_pdf() else ""
    return render(request, f"events/print_{what}.html", context)


@require_safe
def print_pdf(request: HttpRequest, slug: str, public_id: str, what: str) -> HttpResponse:
    """Return one of the event's sheets as a PDF file; without WeasyPrint, a text with status 404."""
    page = get_event_page(request, slug, public_id)
    if what not in TITLES:
        raise Http404
    if not can_make_pdf():
        text = _("This site can’t make PDF files. Print the page itself: it has a style for paper.")
        return HttpResponse(text, status=404, content_type="text/plain; charset=utf-8")
    context = _context(request, page, what, is_whole=True)
    html = render_to_string(f"events/print_{what}.html", context | {"is_pdf": True}, request)
    response = HttpResponse(pdf_of(html), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{page.event.public_id}-{what}.pdf"'
    return response


def _context(request: HttpRequest, page: EventPage, what: str, *, is_whole: bool) -> Context:
    if what not in SHEETS:
        raise Http404
    sheet = SHEETS[what](request, page, is_whole)
    return page.context(title=TITLES[what], back_url=page.url("event"), **sheet)


def requested_stage(request: HttpRequest, page: EventPage) -> StageOutline:
    """Return the stage in ``?stage=``, else the latest. Raises ``Http404`` if it has no released round."""
    number = request.GET.get("stage", "")
    stage = next((each for each in page.stages if str(each.number) == number), page.latest)
    if stage is None or not stage.rounds:
        raise Http404
    return stage


def requested_round(request: HttpRequest, stage: StageOutline) -> RoundOutline:
    """Return the round in ``?round=``, else the current one. Raises ``Http404`` if there is neither."""
    number = request.GET.get("round", "")
    round_ = next((each for each in stage.rounds if str(each.number) == number), stage.current)
    if round_ is None:
        raise Http404
    return round_


def _draw(request: HttpRequest, page: EventPage, is_whole: bool) -> Context:
    stage = requested_stage(request, page)
    round_ = requested_round(request, stage)
    rows = pairing_rows(events.pairings_of([round_]), round_names(stage.rounds), is_bracket=stage.is_bracket)
    return {"stage": stage, "round": round_, "rows": rows}


def _sheets(request: HttpRequest, page: EventPage, is_whole: bool) -> Context:
    context = _draw(request, page, is_whole)
    rules = page.plan.rules
    may_make_links = may_enter_any(powers_on(request, page.club))
    query = f"?stage={context['stage'].number}&round={context['round'].number}"
    return {
        "tables_url": page.url("event_tables") + query if may_make_links else "",
        "round": context["round"],
        "rows": [
            row
            for row in context["rows"]
            if not row.pairing.decided_by and row.b is not None and row.a.player and row.b.player
        ],
        "games": range(1, rules.best_of + 1),
        "rules": rules_words(rules),
    }


def _crosstable(request: HttpRequest, page: EventPage, is_whole: bool) -> Context:
    stage = requested_stage(request, page)
    if stage.is_bracket:
        tables = [each for each in page.drawn_stages if not each.is_bracket]
        if not tables:
            raise Http404
        stage = tables[-1]
    return {"stage": stage, "crosstable": crosstable(request, page, stage, is_whole=is_whole)}


def _prizes(request: HttpRequest, page: EventPage, is_whole: bool) -> Context:
    """Return the final places of the event, or until it is complete the current table of a stage, with the prizes."""
    is_complete = page.event.phase == Event.Phase.COMPLETE
    if is_complete:
        places = [(each.place or 0, each.player) for each in events.places_of(page.event)]
    else:
        standings = events.standings_of(requested_stage(request, page)).order_by("rank", "group", "position")
        places = [(each.rank, each.entrant.player) for each in standings]
    shared = Counter(place for place, _player in places)
    prizes = page.plan.prizes
    return {
        "is_provisional": not is_complete,
        "has_prizes": bool(prizes),
        "places": [(place, player, prize_words(prizes, place, shared[place])) for place, player in places],
    }


def prize_words(prizes: Sequence[str], place: int, sharing: int) -> str:
    """Return the prizes of a place that ``sharing`` players have: those of the places that they take up, shared."""
    words = ", ".join(prize for prize in prizes[place - 1 : place - 1 + sharing] if prize)
    return _("%(prizes)s (shared)") % {"prizes": words} if words and sharing > 1 else words


SHEETS: Final[dict[str, Callable[[HttpRequest, EventPage, bool], Context]]] = {
    "draw": _draw,
    "sheets": _sheets,
    "crosstable": _crosstable,
    "prizes": _prizes,
}

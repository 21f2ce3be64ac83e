"""A round: every pairing with its table and how it stands, by pages; it fetches itself anew while it is played."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.events.queries import outline as events
from matches.models import Event
from matches.pages.common.live import event_mark, live_event, part, wants_part
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.events.public.about import due_words, round_state
from matches.pages.events.public.context import planned_event, round_names
from matches.pages.events.public.context import shown as shown_of
from matches.pages.events.public.pairing_lines import pairing_lines
from matches.pages.events.public.round_links import round_link

PAIRINGS_A_PAGE: Final = 64


@require_safe
def round_page(request: HttpRequest, slug: str, public_id: str, stage: int, number: int) -> HttpResponse:
    """Raises ``Http404`` for a round that is not released. ``?part=fresh`` asks for what changes as it is played."""
    event = planned_event(request, slug, public_id)
    mark = event_mark(event)
    if wants_part(request):
        return part(
            request,
            "events/public/_round.html",
            lambda: _context(request, event, stage, number),
            event=event,
            mark=mark,
            pages=["page"],
        )
    context = _context(request, event, stage, number)
    if context["is_live"]:
        context["live"] = live_event(request, event, mark)
    return render(request, "events/public/round.html", context)


def _context(request: HttpRequest, event: Event, stage: int, number: int) -> dict[str, object]:
    shown = shown_of(request, event)
    outline = shown.stage(stage)
    found = outline.round(number)
    if found is None:
        raise Http404
    pairings = listing(request, events.pairings_of([found]), key="page", size=PAIRINGS_A_PAGE)
    lines = pairing_lines(shown, pairings.rows, round_names(outline.rounds))
    numbers = [each.number for each in outline.rounds]
    place = numbers.index(number)
    may_enter = powers_on(request, shown.club).can("run_event")
    return {
        "shown": shown,
        "club": shown.club,
        "event": shown.event,
        "crumbs": shown.crumbs(),
        "round": round_link(shown, found, here=number),
        "stage_name": shown.stage_name(outline) if len(shown.stages) > 1 else "",
        "facts": [fact for fact in (round_state(outline, number), due_words(outline, number)) if fact],
        "lines": lines,
        "listing": pairings,
        "is_live": not found.is_complete,
        "before": round_link(shown, outline.rounds[place - 1]) if place else None,
        "after": round_link(shown, outline.rounds[place + 1]) if place + 1 < len(numbers) else None,
        "enter_url": shown.url("event_results", stage, number) if may_enter else "",
    }

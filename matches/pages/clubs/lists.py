"""Serve the lists of all results and of all players of a club."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from matches.clubs.queries import players_named
from matches.events.event_lists import named_events
from matches.exchange.queries import count_waiting
from matches.models import Rubber
from matches.pages.clubs.views import result_lines
from matches.pages.common.club_context import get_club, powers_on
from matches.pages.common.entry_fields import TEXT_LENGTH
from matches.pages.common.listing import listing
from matches.pages.common.live_updates import live
from matches.rubbers.live_news import rubber_topic
from matches.rubbers.queries import club_rubbers, event_rubbers, friendly_rubbers

RESULTS_PER_PAGE: Final = 40
EVENTS_PER_PAGE: Final = 20
PLAYERS_PER_PAGE: Final = 60
RESULT_FILTERS: Final = {
    "": (_("All"), club_rubbers),
    "friendly": (_("Friendly games"), friendly_rubbers),
    "events": (_("In events"), event_rubbers),
}
"""The filters of the list of results, by the value of the URL parameter ``of``."""


@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    powers = powers_on(request, club)
    show = request.GET.get("of", "")
    show = show if show in RESULT_FILTERS else ""
    rubbers = listing(request, RESULT_FILTERS[show][1](club), key="page", size=RESULTS_PER_PAGE)
    topics = [rubber_topic(rubber) for rubber in rubbers.rows if rubber.state == Rubber.State.LIVE]
    context = {
        "club": club,
        "powers": powers,
        "waiting": count_waiting(club, powers),
        "filters": [(value, text, value == show) for value, (text, _rubbers) in RESULT_FILTERS.items()],
        "show": show,
        "events": listing(request, named_events(club), key="events", size=EVENTS_PER_PAGE)
        if show == "events"
        else None,
        "rubbers": rubbers,
        "results": result_lines(rubbers.rows),
        "live": live(topics, None) if topics else None,
    }
    return render(request, "clubs/results.html", context)


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    powers = powers_on(request, club)
    searched = " ".join(request.GET.get("q", "").replace("\0", "").split())[:TEXT_LENGTH]
    context = {
        "club": club,
        "powers": powers,
        "waiting": count_waiting(club, powers),
        "searched": searched,
        "players": listing(request, players_named(club, searched), key="page", size=PLAYERS_PER_PAGE),
    }
    return render(request, "clubs/people.html", context)

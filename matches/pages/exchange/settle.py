"""What waits to be settled, in one place: disputes, reports, drafts, conflicts, texts held for repair."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.exchange.queries.unsettled import last_disputes, waiting_for
from matches.pages.common.club_context import club_seen
from matches.pages.common.counted_query import Counted
from matches.pages.common.crumbs import club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.exchange import settle_page

RUBBERS_A_PAGE: Final = 30
CONFLICTS_A_PAGE: Final = 20
HELD_A_PAGE: Final = 20
QUESTIONED_A_PAGE: Final = 20


@require_safe
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_seen(request, slug)
    powers = powers_on(request, club)
    if not (powers.can("settle") or powers.can("confirm_rubber")):
        raise PermissionDenied
    waiting = waiting_for(club, powers)
    counts = waiting.counts
    of_rubbers = sum(counts[state] for state in settle_page.STATES)
    rubbers = listing(request, Counted(waiting.rubbers, of_rubbers), key="rubbers", size=RUBBERS_A_PAGE)
    conflicts = listing(
        request, Counted(waiting.conflicts, counts["conflicts"]), key="conflicts", size=CONFLICTS_A_PAGE
    )
    held = listing(request, Counted(waiting.held, counts["held"]), key="held", size=HELD_A_PAGE)
    questioned = listing(
        request,
        Counted(waiting.questioned, counts["questioned"]),
        key="questioned",
        size=QUESTIONED_A_PAGE,
    )
    return render(
        request,
        "exchange/settle.html",
        {
            "club": club,
            "crumbs": [club_crumb(club)],
            "facts": settle_page.facts(counts),
            "groups": settle_page.groups(club, rubbers.rows, last_disputes(rubbers.rows), powers),
            "rubbers_listing": rubbers,
            "conflicts": [settle_page.conflict_line(club, conflict) for conflict in conflicts.rows],
            "conflicts_listing": conflicts,
            "held": [settle_page.held_line(club, text) for text in held.rows],
            "held_listing": held,
            "questioned": [settle_page.questioned(rubber, powers) for rubber in questioned.rows],
            "questioned_listing": questioned,
        },
    )

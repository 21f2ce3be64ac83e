"""Serve a rubber's history: every log entry about it in words, and each earlier record."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.pages.common.club_context import powers_on
from matches.pages.common.listing import SOURCE_SHOWN, listing, shorten
from matches.pages.common.results import score_text, side_names
from matches.pages.common.rubber_context import get_finished_rubber, rubber_context
from matches.pages.log.log_words import log_lines_for
from matches.pages.rubbers.deal_lines import DealLine
from matches.rubbers.history import rubber_history, rubber_then
from matches.rubbers.text import named_text
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one

ENTRIES_PER_PAGE: Final = 30
MAX_DEALS: Final = 60


@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = get_finished_rubber(request, public_id)
    rows = rubber_history(rubber).order_by("-version")
    entries = listing(request, rows, key="page", size=ENTRIES_PER_PAGE)
    lines = log_lines_for(powers_on(request, rubber.club), rubber.club, entries.rows)
    context = rubber_context(rubber) | {
        "entries": list(zip(entries.rows, lines, strict=True)),
        "listing": entries,
    }
    return render(request, "rubbers/entry/history.html", context)


@require_safe
def show_version(request: HttpRequest, public_id: str, version: int) -> HttpResponse:
    """Show the record as it was after the change with the number ``version``. Raises ``Http404`` if there is none."""
    rubber = get_finished_rubber(request, public_id)
    earlier = rubber_then(rubber, version)
    if earlier is None:
        raise Http404
    names = side_names(earlier.player_a, earlier.player_b)
    checked = check_rubber(read_one(earlier.egn), checks=earlier.checks)
    source = named_text(earlier.egn, (earlier.player_a.name, earlier.player_b.name))
    (line,) = log_lines_for(powers_on(request, rubber.club), rubber.club, [earlier.entry])
    context = rubber_context(rubber) | {
        "line": line,
        "version": version,
        "is_now": version == rubber.version,
        "sides": list(zip(names, checked.games_won, strict=True)),
        "games": _games(checked, names),
        "source": shorten(source, SOURCE_SHOWN),
        "source_is_cut": len(source) > SOURCE_SHOWN,
    }
    return render(request, "rubbers/entry/then.html", context)


def _games(checked: CheckedRubber, names: tuple[str, str]) -> list[dict[str, object]]:
    """Return the games with their scores, and as many of their deals as a page lists."""
    room = MAX_DEALS
    games: list[dict[str, object]] = []
    for game in checked.games[:MAX_DEALS]:
        deals = [DealLine(deal, deal.number, names) for deal in game.deals[:room]]
        room -= len(deals)
        score = "" if game.points is None else score_text(*game.points)
        games.append({"number": game.number, "score": score, "deals": deals})
    return games

"""A rubber's history: every entry of its stream in words, and each record that it ever had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.clubs.permissions import Powers
from matches.models import LogEntry, Rubber
from matches.pages.common.club_context import moment_text
from matches.pages.common.limits import SOURCE_SHOWN, shortened
from matches.pages.common.pagination import listing
from matches.pages.common.powers import powers_on
from matches.pages.common.result_lines import rubber_title, score_text, side_names
from matches.pages.log.sentences import LogLine, log_lines_for
from matches.pages.rubbers.entry.context import crumbs_of, finished_rubber
from matches.pages.rubbers.entry.live_page import DealShown, deal_shown
from matches.rubbers.canonical_text import named_text
from matches.rubbers.queries.log import rubber_history, rubber_then
from scoring.check import check_rubber
from scoring.checked import CheckedRubber
from scoring.notation import read_one

ENTRIES_A_PAGE: Final = 30
DEALS_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """``version_url`` leads to the record as this entry left it."""

    at: str
    line: LogLine
    version: int
    version_url: str


@dataclass(frozen=True, slots=True)
class GameThen:
    title: str
    score: str
    deals: tuple[DealShown, ...]


@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    rubber = finished_rubber(request, public_id)
    entries = listing(request, rubber_history(rubber).order_by("-version"), key="page", size=ENTRIES_A_PAGE)
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "lines": _lines(rubber, entries.rows, powers_on(request, rubber.club)),
        "listing": entries,
    }
    return render(request, "rubbers/entry/history.html", context)


def _lines(rubber: Rubber, entries: list[LogEntry], powers: Powers) -> list[HistoryLine]:
    return [
        HistoryLine(
            at=moment_text(rubber.club, entry.at),
            line=line,
            version=entry.version,
            version_url=reverse("web:rubber_then", args=[rubber.public_id, entry.version]),
        )
        for entry, line in zip(entries, log_lines_for(powers, rubber.club, entries), strict=True)
    ]


@require_safe
def then(request: HttpRequest, public_id: str, version: int) -> HttpResponse:
    """The record as the entry of this number left it."""
    rubber = finished_rubber(request, public_id)
    found = rubber_then(rubber, version)
    if found is None:
        raise Http404
    names = side_names(found.player_a, found.player_b)
    checked = check_rubber(read_one(found.egn), checks=found.checks)
    source = named_text(found.egn, (found.player_a.name, found.player_b.name))
    (line,) = log_lines_for(powers_on(request, rubber.club), rubber.club, [found.entry])
    context = {
        "rubber": rubber,
        "title": rubber_title(rubber),
        "crumbs": crumbs_of(rubber),
        "line": line,
        "at": moment_text(rubber.club, line.at),
        "version": version,
        "is_now": version == rubber.version,
        "sides": list(zip(names, checked.games_won, strict=True)),
        "games": _games(checked, names),
        "source": shortened(source, SOURCE_SHOWN),
        "source_is_cut": len(source) > SOURCE_SHOWN,
    }
    return render(request, "rubbers/entry/then.html", context)


def _games(checked: CheckedRubber, names: tuple[str, str]) -> list[GameThen]:
    left = DEALS_SHOWN
    games = []
    for game in checked.games[:DEALS_SHOWN]:
        deals = tuple(deal_shown(deal, names) for deal in game.deals[:left])
        left -= len(deals)
        title = _("Game %(number)s") % {"number": game.number}
        games.append(GameThen(title, "" if game.points is None else score_text(*game.points), deals))
    return games

"""The list behind a figure: the deals, games or rubbers that it counts, or among which it counts them."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from matches.common.localized_numbers import grouped
from matches.figures.queries.drill_down import is_listed, listed_figure, rows_behind
from matches.figures.queries.totals import Scope, sums_of, tallies
from matches.figures.words.figures import FIGURE_WORDS, GROUP_NAMES, units_told
from matches.pages.common.counted_query import Counted
from matches.pages.common.pagination import Listing, listing
from matches.pages.common.result_lines import rubber_lines
from matches.pages.figures.lines import deal_line, game_line, side_of
from matches.pages.figures.subjects import Asked, Subject, asked, frame
from matches.rules.figures.registry import Figure

LINES_A_PAGE: Final = 30
MOST_LISTED: Final = 3000
"""A page costs the more the deeper it lies; whoever wants to see older ones asks for other days."""
Shown = TypeVar("Shown", bound=Model)


def behind(request: HttpRequest, subject: Subject, figure: str, part: str) -> HttpResponse:
    """Raises ``Http404`` for what has no list."""
    found = asked(request, subject)
    wanted = _figure(found.scope, figure, part)
    counters = wanted.among if part == "among" else wanted.counted
    sums = tallies(request.user, found.scope).aggregate(**sums_of(found.scope, counters))
    length = sum(sums.values())
    words = FIGURE_WORDS[figure]
    return render(
        request,
        "figures/behind.html",
        {
            **frame(found),
            "crumbs": [*subject.crumbs, subject.crumb],
            "title": words.name,
            "group": GROUP_NAMES[wanted.group],
            "meaning": words.meaning,
            "is_whole": part == "among",
            "counted": units_told(wanted.unit, length),
            "other_url": _other_url(found, wanted, part),
            "most_listed": grouped(MOST_LISTED) if length > MOST_LISTED else None,
            **_lines(request, found, rows_behind(request.user, found.scope, wanted, part), wanted, length),
        },
    )


def _figure(scope: Scope, key: str, part: str) -> Figure:
    """The figure of this key that there is in ``scope`` and that has such a list."""
    figure = listed_figure(scope, key, part)
    if figure is None:
        raise Http404
    return figure


def _other_url(found: Asked, figure: Figure, part: str) -> str:
    """From what is counted to all among which it is, and back."""
    other = "counted" if part == "among" else "among"
    return found.url("behind", figure.key, other) if is_listed(figure, other) else ""


def _lines(
    request: HttpRequest, found: Asked, rows: QuerySet[Any], figure: Figure, length: int
) -> dict[str, Any]:
    """One page of the list ``rows``, and what the template shows of it."""
    is_one_sided = found.scope.player is not None
    shown = _page(request, rows, length)
    if figure.unit == "rubber":
        return {"rubbers": rubber_lines(shown.rows), "listing": shown}
    if figure.unit == "game":
        told = [game_line(game, side_of(game), is_one_sided=is_one_sided) for game in shown.rows]
    else:
        told = [deal_line(deal, side_of(deal), is_one_sided=is_one_sided) for deal in shown.rows]
    return {"lines": told, "listing": shown}


def _page(request: HttpRequest, rows: QuerySet[Shown], length: int) -> Listing[Shown]:
    return listing(request, Counted(rows, min(length, MOST_LISTED)), key="page", size=LINES_A_PAGE)

"""Serve the list behind a figure: the deals, games or rubbers that it counts, or those among which it counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.common.number_format import grouped
from matches.figures.statistics import sums_of, tallies
from matches.figures.statistics_lists import is_listed, listed_figure, rows_behind
from matches.figures.words import FIGURE_WORDS, GROUP_NAMES, cases
from matches.models import Deal, Game, Rubber
from matches.pages.common.game_words import game_value
from matches.pages.common.listing import CountedRows, listing
from matches.pages.common.results import rubber_lines, score_text, side_names
from matches.pages.figures.subjects import Selection, Subject, read_selection
from matches.pages.rubbers.deal_lines import calls_and_tricks, marks_by_player_text
from matches.pages.rubbers.rubber_page import deal_title
from matches.rules.figures.figures import Figure
from scoring.cards import PLAYERS
from scoring.checked import Mark
from scoring.marks import game_value as value_of_game

if TYPE_CHECKING:
    from scoring.record import Pair, Variant


def deal_line(deal: Deal, *, is_one_sided: bool) -> dict[str, Any]:
    """Return the template values of a deal in the list behind a figure.

    ``deal`` has its game, rubber, players and event loaded, and an annotation ``side``: the side for which it
    is counted. ``is_one_sided`` means that all rows count for one player, so that the side is not shown.
    """
    rubber = deal.game.rubber
    names = side_names(rubber.player_a, rubber.player_b)
    tricks: Pair | None = (
        None if deal.tricks_a is None or deal.tricks_b is None else (deal.tricks_a, deal.tricks_b)
    )
    dealer = _("%(name)s deals") % {"name": names[PLAYERS.index(deal.dealer)]}
    marks = [Mark(mark["player"], mark["law"], mark["points"]) for mark in deal.marks]
    parts = (
        calls_and_tricks(
            dealer, letters=deal.calls, tricks=tricks, names=names, variant=cast("Variant", rubber.variant)
        ),
        marks_by_player_text(marks, tricks=tricks, names=names),
    )
    return {
        "url": reverse("web:deal", args=[rubber.public_id, deal.game.number, deal.number]),
        "place": deal_title(deal.game.number, deal.number),
        "rubber": rubber,
        "result": " · ".join(part for part in parts if part),
        "side": "" if is_one_sided else _counted_side(deal, rubber),
    }


def game_line(game: Game, *, is_one_sided: bool) -> dict[str, Any]:
    """Return the template values of a game, loaded and annotated like the deal in ``deal_line``."""
    rubber = game.rubber
    return {
        "url": f"{reverse('web:rubber', args=[rubber.public_id])}#game-{game.number}",
        "place": _("Game %(number)s") % {"number": game.number},
        "rubber": rubber,
        "result": _won_by(game, side_names(rubber.player_a, rubber.player_b)),
        "side": "" if is_one_sided else _counted_side(game, rubber),
    }


def _counted_side(row: Deal | Game, rubber: Rubber) -> str:
    """Return the name of the side annotated on the row by ``matches.figures.statistics_lists``."""
    return side_names(rubber.player_a, rubber.player_b)[PLAYERS.index(vars(row)["side"])]


def _won_by(game: Game, names: tuple[str, str]) -> str:
    """Return the result, such as ``Walker wins 5–1, a double``; empty for a game without a winner."""
    if not game.winner or game.points_a is None or game.points_b is None:
        return ""
    points = (game.points_a, game.points_b)
    name, value = names[PLAYERS.index(game.winner)], game_value(value_of_game(points, "treble"))
    words = {"name": name, "score": score_text(max(points), min(points)), "value": value}
    return _("%(name)s wins %(score)s, %(value)s") % words


LINES_A_PAGE: Final = 30
MOST_LISTED: Final = 3000
"""The largest number of rows in the list.

Later pages cost more to query; a reader who needs older rows can choose other days.
"""


def behind(request: HttpRequest, subject: Subject, figure: str, part: str) -> HttpResponse:
    """Show the list of deals, games or rubbers behind a figure.

    ``part`` is ``counted`` for the rows that the figure counts, such as games won, or ``among`` for all rows
    considered, such as games played. Raises ``Http404`` if the subject has no such figure with a list.
    """
    selection = read_selection(request, subject)
    listed = listed_figure(selection.scope, figure, part)
    if listed is None:
        raise Http404
    is_whole = part == "among"
    counters = listed.among if is_whole else listed.counted
    every = dict.fromkeys((*counters, *listed.counted))
    sums = tallies(request.user, selection.scope).aggregate(**sums_of(selection.scope, every))
    length = sum(sums[counter] for counter in counters)
    other = "counted" if is_whole else "among"
    has_other = is_listed(listed, other)
    rows = rows_behind(request.user, selection.scope, listed, part)
    context = selection.context_below(
        words=FIGURE_WORDS[figure],
        group=GROUP_NAMES[listed.group],
        counted=cases(listed, length),
        some=_some_count(sum(sums[counter] for counter in listed.counted)) if is_whole and has_other else "",
        other_url=selection.url("behind", figure, other) if has_other else "",
        most_listed=grouped(MOST_LISTED) if length > MOST_LISTED else None,
        **_lines(request, selection, rows, listed, length),
    )
    return render(request, "figures/behind.html", context)


def _some_count(number: int) -> str:
    text = ngettext("%(number)s of them counts.", "%(number)s of them count.", number)
    return text % {"number": grouped(number)}


def _lines(
    request: HttpRequest, selection: Selection, rows: QuerySet[Any], figure: Figure, length: int
) -> dict[str, Any]:
    page = listing(request, CountedRows(rows, min(length, MOST_LISTED)), key="page", size=LINES_A_PAGE)
    if figure.unit == "rubber":
        return {"rubbers": rubber_lines(page.rows), "listing": page}
    line = game_line if figure.unit == "game" else deal_line
    is_one_sided = selection.scope.player is not None
    return {"lines": [line(row, is_one_sided=is_one_sided) for row in page.rows], "listing": page}

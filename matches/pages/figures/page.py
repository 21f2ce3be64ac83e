"""The figures of a player, a club or an event: shares at a glance, months, form, and a table for each group."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.clubs.access import Viewer, may_see_player
from matches.figures.queries.by_player import form
from matches.figures.queries.totals import Figures, figures, figures_and_months
from matches.figures.words.figures import FIGURE_WORDS, units_told
from matches.models import Club, Player
from matches.pages.common.crumbs import Crumb
from matches.pages.common.result_lines import player_name
from matches.pages.common.share_chart import share_chart
from matches.pages.figures.download import figures_file
from matches.pages.figures.filters import Kept
from matches.pages.figures.lines import form_mark
from matches.pages.figures.months import OF_ALL, OF_PLAYER, months
from matches.pages.figures.play_quality import played, played_by_all
from matches.pages.figures.rows import Group, ListUrl, Row, chosen_rows, groups, shares_at_a_glance
from matches.pages.figures.subjects import (
    Asked,
    Subject,
    asked,
    frame,
    of_club,
    of_player,
    other_game,
    within,
)
from matches.pages.figures.tables import BEST_COLUMNS, best_players

HEADLINES: Final = ("rubbers_won", "games_won", "marks", "kings_turned", "voles_made")
STANDS_ON: Final = ("rubbers", "games", "deals")


def figures_page(request: HttpRequest, subject: Subject) -> HttpResponse:
    found = asked(request, subject)
    every, by_month = figures_and_months(request.user, found.scope)
    context: dict[str, Any] = {
        **frame(found),
        "facts": facts(every),
        "is_empty": every.is_empty,
        "other_game": other_game(found),
        "csv_url": found.url("csv"),
        "players_url": found.url("players"),
        "pair": _pair(request.user, found),
    }
    if not every.is_empty:
        context |= {
            "glance": share_chart(shares_at_a_glance(every)),
            "groups": groups([(every, list_url(found))]),
            "months": months(found, by_month, OF_PLAYER if subject.kind == "player" else OF_ALL),
            **(_of_player(request, found) if subject.kind == "player" else _of_all(request, found, every)),
        }
    return render(request, "figures/figures.html", context)


def figures_csv(request: HttpRequest, subject: Subject) -> HttpResponse:
    found = asked(request, subject)
    return figures_file(found, [(subject.name, figures(request.user, found.scope))])


def _pair(viewer: Viewer, found: Asked) -> Crumb | None:
    """The way to the page of both sides, where the figures are kept to one adversary who has a page."""
    player, opponent = found.subject.scope.player, found.kept.opponent
    if player is None or opponent is None or not may_see_player(viewer, opponent, player.club):
        return None
    url = reverse("web:pair_figures", args=[player.public_id, opponent.public_id])
    text = _("Both sides, %(name)s and %(opponent)s") % {
        "name": player_name(player),
        "opponent": player_name(opponent),
    }
    return Crumb(url + replace(found.kept, opponent=None).query, text)


def club_groups(viewer: Viewer, club: Club, kept: Kept) -> list[Group]:
    """The tables of a club's figures, for ``figures/_groups.html`` on another page; one query.

    They lead to lists that are kept to the same.
    """
    found = within(of_club(club), kept)
    return groups([(figures(viewer, found.scope), list_url(found))])


def headlines(viewer: Viewer, player: Player) -> tuple[Row, ...]:
    """A few of the figures of ``player``, for his own page; one query."""
    found = within(of_player(player), Kept())
    return chosen_rows(figures(viewer, found.scope, HEADLINES), HEADLINES, list_url(found))


def facts(every: Figures) -> list[str]:
    """On how much it all stands."""
    return [units_told(every[key].figure.unit, every[key].counted) for key in STANDS_ON]


def list_url(found: Asked) -> ListUrl:
    return lambda figure, part: found.url("behind", figure, part)


def _of_player(request: HttpRequest, found: Asked) -> dict[str, Any]:
    viewer, scope = request.user, found.scope
    return {
        "form": [form_mark(line) for line in form(viewer, scope)],
        "played": None if scope.player is None else played(viewer, scope, [scope.player]),
    }


def _of_all(request: HttpRequest, found: Asked, every: Figures) -> dict[str, Any]:
    viewer, scope = request.user, found.scope
    is_open = found.subject.club is not None and found.subject.club.reviews_open
    return {
        "played": played_by_all(viewer, scope, deals=every["deals"].counted) if is_open else None,
        "best": best_players(viewer, found),
        "best_heads": [FIGURE_WORDS[key].name for key in BEST_COLUMNS],
    }

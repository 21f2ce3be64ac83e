"""Serve the figures of a player, club, event or pair, as a page, as a spreadsheet and as CSV."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import xlsxwriter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from matches.clubs.access import Viewer, may_see_player
from matches.common.club_clock import club_today
from matches.common.csv_cells import BYTE_ORDER_MARK, csv_lines, safe
from matches.exchange.exports.requests import FORMS
from matches.exchange.exports.writers import OPTIONS as WORKBOOK_OPTIONS
from matches.figures.statistics import (
    MOST_DEALS,
    Figures,
    MonthOfPlay,
    Scope,
    figures,
    figures_and_months,
    figures_of_both,
    has_play,
    losses_of_all,
    losses_within,
    luck_within,
)
from matches.figures.statistics_lists import form
from matches.figures.words import AT_A_GLANCE, FIGURE_WORDS, GROUP_NAMES, UNITS, count_with_unit
from matches.models import Export, Player
from matches.pages.common.charts import share_chart
from matches.pages.common.navigation import Crumb, player_tabs
from matches.pages.common.results import player_name, side_names
from matches.pages.events.context import event_page
from matches.pages.figures.months import OF_ALL, OF_PLAYER, months
from matches.pages.figures.rows import ListUrl, groups, shares_at_a_glance
from matches.pages.figures.subjects import (
    Selection,
    Subject,
    other_game,
    pair_subject,
    read_selection,
)
from matches.pages.figures.tables import BEST_COLUMNS, best_players
from matches.pages.reviews.figures import loss_row, luck_basis, luck_rows
from matches.rules.figures.figures import Value

Cell: TypeAlias = str | int | float | None
DECIMALS: Final = 6
NAME_LENGTH: Final = 60


def figures_csv_file(selection: Selection, columns: Sequence[tuple[str, Figures]]) -> HttpResponse:
    """Return the rows of ``figure_rows`` as a CSV download."""
    cells = [
        [safe(cell) if isinstance(cell, str) else _number(cell) for cell in row]
        for row in figure_rows(selection, columns)
    ]
    text = BYTE_ORDER_MARK + csv_lines(cells)
    return _download(selection, text, "text/csv; charset=utf-8", "csv")


def figures_workbook(selection: Selection, columns: Sequence[tuple[str, Figures]]) -> HttpResponse:
    """Return the rows of ``figure_rows`` as a spreadsheet, with numbers as numbers."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, WORKBOOK_OPTIONS) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(figure_rows(selection, columns)):
            sheet.write_row(number, 0, row)
    return _download(selection, file.getvalue(), FORMS[Export.Form.XLSX].content_type, "xlsx")


def figure_rows(selection: Selection, columns: Sequence[tuple[str, Figures]]) -> list[Sequence[Cell]]:
    """Return a row of headings, then a row for each figure of each pair of a player's (or all players') name and
    figures. Shares are numbers between 0 and 1; a figure that too little is known of has no value.
    """
    filters = "; ".join(selection.filters.words)
    heads = (
        _("Of"),
        _("Kept to"),
        _("Group"),
        _("Figure"),
        _("Value"),
        _("Standard error"),
        pgettext("how many", "Counted"),
        _("Among"),
        _("In"),
    )
    return [heads, *(_row(name, filters, value) for name, each in columns for value in each.values)]


def _download(selection: Selection, content: str | bytes, content_type: str, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    name = slugify(selection.subject.name)[:NAME_LENGTH].strip("-") or "figures"
    response["Content-Disposition"] = f'attachment; filename="{name}-figures.{ending}"'
    return response


def _row(name: str, filters: str, value: Value) -> Sequence[Cell]:
    figure = value.figure
    return (
        name,
        filters,
        str(GROUP_NAMES[figure.group]),
        str(FIGURE_WORDS[figure.key].name),
        value.value if value.is_enough else None,
        value.se if value.is_enough else None,
        value.counted,
        value.among,
        str(UNITS[figure.unit]),
    )


def _number(number: float | None) -> str | int | None:
    return f"{number:.{DECIMALS}g}" if isinstance(number, float) else number


def played(viewer: Viewer, scope: Scope, players: Sequence[Player]) -> dict[str, Any] | None:
    """Return the template values of the quality of play: the cost of decisions, and luck.

    ``players`` are the player of ``scope`` and, for a pair, the opponent, with the players' clubs loaded. The
    luck is that of the first player whose figures the viewer may see, because one player's luck is the
    other's bad luck. Return None if the viewer may see none of it, or if no deal was reviewed; deals with
    unknown cards are not reviewed. Runs one query for each player, and one for luck.
    """
    if not has_play(scope):
        return None
    visible = [(player, losses) for player in players if (losses := losses_within(viewer, scope, player))]
    if not visible:
        return None
    first = visible[0][0]
    marks, games = luck_within(viewer, scope, first)
    return {
        "title": _("What decisions cost, and luck"),
        "losses": [loss_row(player_name(player), losses) for player, losses in visible],
        "players": [player for player, _losses in visible],
        "luck": luck_rows(marks, games) if marks.deals else [],
        "luck_basis": luck_basis(marks, games),
    }


def played_by_all(viewer: Viewer, scope: Scope, *, deals: int) -> dict[str, Any] | None:
    """Return the template values of the quality of play of all players together, None as for ``played``.

    With too many ``deals`` in ``scope``, nothing is computed and the values say so. Runs at most one query.
    """
    if not has_play(scope):
        return None
    title = _("What decisions cost")
    if deals > MOST_DEALS:
        return {"title": title, "are_too_many": True}
    losses = losses_of_all(viewer, scope)
    if losses is None:
        return None
    return {"title": title, "losses": [loss_row(_("All players"), losses)]}


BASIS: Final = ("rubbers", "games", "deals")
"""The keys of the figures that count the rubbers, games and deals behind all other figures."""


def figures_page(request: HttpRequest, subject: Subject) -> HttpResponse:
    selection = read_selection(request, subject)
    every, by_month = figures_and_months(request.user, selection.scope)
    context = selection.context(
        facts=facts(every),
        is_empty=every.is_empty,
        other_game=other_game(selection),
        xlsx_url=selection.url("xlsx"),
        csv_url=selection.url("csv"),
        players_url=selection.url("players"),
        pair=_pair(request.user, selection),
    )
    if subject.kind == "player" and subject.scope.player is not None:
        context |= _of_player(request, subject.scope.player)
    if subject.scope.event is not None and subject.scope.event.plan is not None:
        context["event_tabs"] = event_page(subject.scope.event).tabs("figures")
    if not every.is_empty:
        is_player = subject.kind == "player"
        scope = selection.scope
        context |= {
            "glance": share_chart(shares_at_a_glance(every, _club_means(request.user, selection))),
            "groups": groups([(every, list_url(selection))]),
            "months": months(
                selection, _until_today(selection.scope, by_month), OF_PLAYER if is_player else OF_ALL
            ),
            "played": None if scope.player is None else played(request.user, scope, [scope.player]),
            **({} if is_player else _of_all(request, selection, every)),
        }
    return render(request, "figures/figures.html", context)


def _until_today(scope: Scope, by_month: Sequence[MonthOfPlay]) -> list[MonthOfPlay]:
    """Return the months up to this one, by the clock of the scope's club or else of its player's."""
    club = scope.club or (scope.player.club if scope.player is not None else None)
    today = timezone.localdate() if club is None else club_today(club)
    return [each for each in by_month if each.month <= today]


def _of_player(request: HttpRequest, player: Player) -> dict[str, Any]:
    """Return what the page of a player's figures shares with the other pages of the player."""
    is_own = request.user.is_authenticated and player.user_id == request.user.pk
    tabs = player_tabs(player, here="figures")
    return {"player_tabs": tabs, "player_club": player.club, "bar_entry": "me" if is_own else "club"}


def figures_csv(request: HttpRequest, subject: Subject) -> HttpResponse:
    return figures_csv_file(*_figures_of(request, subject))


def figures_xlsx(request: HttpRequest, subject: Subject) -> HttpResponse:
    return figures_workbook(*_figures_of(request, subject))


def _figures_of(request: HttpRequest, subject: Subject) -> tuple[Selection, list[tuple[str, Figures]]]:
    selection = read_selection(request, subject)
    return selection, [(subject.name, figures(request.user, selection.scope))]


def facts(every: Figures) -> list[str]:
    """Return the numbers of rubbers, games and deals behind the figures, as texts such as "12 rubbers"."""
    return [count_with_unit(every[key].figure.unit, every[key].counted) for key in BASIS]


def list_url(selection: Selection) -> ListUrl:
    return lambda figure, part: selection.url("behind", figure, part)


def _pair(viewer: Viewer, selection: Selection) -> Crumb | None:
    """Return the link to both sides' figures, or None without a filter for one opponent who has a page."""
    player, opponent = selection.subject.scope.player, selection.filters.opponent
    if player is None or opponent is None or not may_see_player(viewer, opponent, player.club):
        return None
    url = reverse("web:pair_figures", args=[player.public_id, opponent.public_id])
    names = {"name": player_name(player), "opponent": player_name(opponent)}
    text = _("Both sides, %(name)s and %(opponent)s") % names
    return Crumb(url + replace(selection.filters, opponent=None).query, text)


def _club_means(viewer: Viewer, selection: Selection) -> Figures | None:
    """Return the figures of the player's whole club, with which theirs are compared; None for other subjects."""
    player = selection.subject.scope.player
    if player is None:
        return None
    scope = replace(selection.scope, player=None, opponent=None, event=None, club=player.club)
    return figures(viewer, scope, AT_A_GLANCE)


def _of_all(request: HttpRequest, selection: Selection, every: Figures) -> dict[str, Any]:
    viewer, club = request.user, selection.subject.club
    is_open = club is not None and club.reviews_open
    deals = every["deals"].counted
    return {
        "played": played_by_all(viewer, selection.scope, deals=deals) if is_open else None,
        "best": best_players(viewer, selection),
        "best_heads": [{"key": key} for key in BEST_COLUMNS],
    }


def pair_page(request: HttpRequest, subject: Subject) -> HttpResponse:
    selection = read_selection(request, subject)
    sides = _both(request.user, selection)
    own = sides[0][1]
    people = _people(selection.scope)
    context = selection.context(
        facts=facts(own),
        is_empty=own.is_empty,
        other_game=other_game(selection),
        xlsx_url=selection.url("xlsx"),
        csv_url=selection.url("csv"),
        names=side_names(*people),
        people=people,
    )
    if not own.is_empty:
        context |= {
            "groups": groups([(figures, list_url(side)) for side, figures in sides]),
            "form": form(request.user, selection.scope),
            "played": played(request.user, selection.scope, people),
            "games": [figures["games_won"].counted for _side, figures in sides],
        }
    return render(request, "figures/pair.html", context)


def pair_csv(request: HttpRequest, subject: Subject) -> HttpResponse:
    return figures_csv_file(*_figures_of_pair(request, subject))


def pair_xlsx(request: HttpRequest, subject: Subject) -> HttpResponse:
    return figures_workbook(*_figures_of_pair(request, subject))


def _figures_of_pair(request: HttpRequest, subject: Subject) -> tuple[Selection, list[tuple[str, Figures]]]:
    selection = read_selection(request, subject)
    names = side_names(*_people(selection.scope))
    sides = _both(request.user, selection)
    return selection, [(name, each) for name, (_side, each) in zip(names, sides, strict=True)]


def _both(viewer: Viewer, selection: Selection) -> list[tuple[Selection, Figures]]:
    own, theirs = figures_of_both(viewer, selection.scope)
    turned = replace(selection, subject=pair_subject(*_people(theirs.scope)), scope=theirs.scope)
    return [(selection, own), (turned, theirs)]


def _people(scope: Scope) -> tuple[Player, Player]:
    assert scope.player is not None and scope.opponent is not None  # noqa: S101, PT018 -- a pair has both
    return scope.player, scope.opponent

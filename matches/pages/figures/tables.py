"""Players side by side in figures: those of a club or an event, and those whom somebody met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.clubs.access import Viewer, may_see_player
from matches.figures.queries.by_player import PlayerLine, by_opponent, by_player, player_lines
from matches.figures.queries.totals import Scope
from matches.figures.words.figures import FIGURE_WORDS, Words
from matches.pages.common.pagination import listing
from matches.pages.common.result_lines import player_name
from matches.pages.figures.rows import Cell, cell
from matches.pages.figures.subjects import Asked, Subject, asked, frame
from matches.rules.figures.registry import LEAST_OBSERVATIONS

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from matches.models import Tally

COLUMNS: Final = ("games_won", "rubbers_won", "trebles_won", "marks", "voles_made", "games")
BEST_COLUMNS: Final = ("games_won", "rubbers_won")
USUAL: Final = "games_won"
PLAYERS_A_PAGE: Final = 30
BEST_SHOWN: Final = 5
MOST_LEAST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head. ``direction`` as ``aria-sort`` says it, where the table is sorted by it; else empty."""

    name: Words
    url: str
    direction: str


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """``url`` is empty where the viewer may not see the player's page."""

    name: str
    url: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """By which figure a table is sorted, whether from the least up, and on how many a figure has to stand."""

    by: str
    is_up: bool
    least: int
    wrong: str = ""
    """What was wrong with the number asked for; the usual one holds then."""


def players(request: HttpRequest, subject: Subject) -> HttpResponse:
    """The table of a club's or an event's players, or of those whom a player met."""
    found = asked(request, subject)
    order = order_asked(request)
    rows = listing(request, _rows(request.user, found.scope, order), key="page", size=PLAYERS_A_PAGE)
    return render(
        request,
        "figures/players.html",
        {
            **frame(found),
            "crumbs": [*subject.crumbs, subject.crumb],
            "order": order,
            "keep": [("sort", order.by), ("least", order.least), *([("up", "1")] if order.is_up else [])],
            "heads": _heads(found, order),
            "rows": player_rows(request.user, found, player_lines(found.scope, rows.rows)),
            "listing": rows,
        },
    )


def best_players(viewer: Viewer, found: Asked) -> list[PlayerRow]:
    """The first of the usual table, in two queries."""
    order = Order(USUAL, is_up=False, least=LEAST_OBSERVATIONS)
    rows = _rows(viewer, found.scope, order)[:BEST_SHOWN]
    return player_rows(viewer, found, player_lines(found.scope, rows), BEST_COLUMNS)


def order_asked(request: HttpRequest) -> Order:
    """What the address asks for; what is wrong in it is told, and the usual holds."""
    by = request.GET.get("sort", "")
    least = request.GET.get("least", "")
    is_up = request.GET.get("up") == "1"
    by = by if by in COLUMNS else USUAL
    if least == "":
        return Order(by, is_up, LEAST_OBSERVATIONS)
    if least.isdecimal() and len(least) <= len(str(MOST_LEAST)) and int(least) <= MOST_LEAST:
        return Order(by, is_up, int(least))
    wrong = _("The least number has to be a whole one, from 0 to %(most)s: %(least)s holds until then.") % {
        "most": MOST_LEAST,
        "least": LEAST_OBSERVATIONS,
    }
    return Order(by, is_up, LEAST_OBSERVATIONS, wrong)


def player_rows(
    viewer: Viewer, found: Asked, lines: Sequence[PlayerLine], keys: Sequence[str] = COLUMNS
) -> list[PlayerRow]:
    """``lines`` with the figures of these ``keys``."""
    return [
        PlayerRow(
            name=player_name(line.player),
            url=_url(viewer, found, line),
            cells=tuple(cell(line.figures[key], _no_list) for key in keys),
        )
        for line in lines
    ]


def _rows(viewer: Viewer, scope: Scope, order: Order) -> QuerySet[Tally, dict[str, Any]]:
    lines = by_player if scope.player is None else by_opponent
    return lines(viewer, scope, COLUMNS, by=order.by, least=order.least, is_up=order.is_up)


def _heads(found: Asked, order: Order) -> list[Head]:
    """Whoever follows the head of the column that it is sorted by turns it round."""
    heads = []
    for key in COLUMNS:
        is_here = key == order.by
        told = {"sort": key, "least": str(order.least)}
        if is_here and not order.is_up:
            told["up"] = "1"
        direction = ("ascending" if order.is_up else "descending") if is_here else ""
        heads.append(Head(FIGURE_WORDS[key].name, found.url("players", **told), direction))
    return heads


def _url(viewer: Viewer, found: Asked, line: PlayerLine) -> str:
    """To the player's own figures, or to those against him, kept to the same."""
    scope, subject = found.scope, found.subject
    club = scope.player.club if scope.player is not None else subject.club
    if club is None or not may_see_player(viewer, line.player, club):
        return ""
    kept = found.kept
    if subject.kind == "event":
        kept = replace(kept, event=scope.event)
    elif subject.kind == "club":
        kept = replace(kept, club=subject.club)
    if scope.player is not None:
        address = reverse("web:pair_figures", args=[scope.player.public_id, line.player.public_id])
        return address + replace(kept, opponent=None).query
    return reverse("web:player_figures", args=[line.player.public_id]) + kept.query


def _no_list(_figure: str, _part: str) -> str:
    """A table of players leads to each one's figures, and they to their lists."""
    return ""

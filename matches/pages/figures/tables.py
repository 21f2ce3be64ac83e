"""Serve tables of players side by side: those of a club or an event, and the opponents of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.access import Viewer, may_see_player
from matches.figures.statistics import Scope
from matches.figures.statistics_lists import PlayerLine, player_lines, rows_by_person
from matches.pages.common.listing import listing
from matches.pages.figures.rows import cell
from matches.pages.figures.subjects import Selection, Subject, read_selection
from matches.rules.figures.figures import FIGURE, LEAST_OBSERVATIONS, Unit

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from matches.models import Tally

COLUMNS: Final = ("games_won", "rubbers_won", "trebles_won", "marks", "voles_made", "games")
BEST_COLUMNS: Final = ("games_won", "rubbers_won")
USUAL: Final = "games_won"
PLAYERS_A_PAGE: Final = 30
MOST_BEST: Final = 5
MOST_LEAST: Final = 100_000
LEAST_LABELS: Final[dict[Unit, str | Promise]] = {
    "deal": gettext_lazy("At least this many deals"),
    "game": gettext_lazy("At least this many games"),
    "rubber": gettext_lazy("At least this many rubbers"),
}


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a table of players, without those of fewer than ``least`` observations.

    Players with too few for a judgement come after all others.
    """

    by: str
    is_up: bool
    least: int
    error: str = ""
    """A message that the least number in the URL is invalid and is not used, or ""."""

    @property
    def unit(self) -> Unit:
        """The unit of the observations: deals, games or rubbers."""
        return FIGURE[self.by].unit


def players(request: HttpRequest, subject: Subject) -> HttpResponse:
    selection = read_selection(request, subject)
    order = read_order(request)
    page = listing(request, _rows(request.user, selection.scope, order), key="page", size=PLAYERS_A_PAGE)
    context = selection.context_below(
        order=order,
        least_label=LEAST_LABELS[order.unit],
        every_url=selection.url("players", sort=order.by),
        keep=[("sort", order.by), ("least", order.least), *([("up", "1")] if order.is_up else [])],
        heads=_heads(selection, order),
        rows=player_rows(request.user, selection, player_lines(selection.scope, page.rows)),
        listing=page,
    )
    return render(request, "figures/players.html", context)


def best_players(viewer: Viewer, selection: Selection) -> list[dict[str, Any]]:
    """Return the first rows of the table of players in the default order. Runs two queries."""
    order = Order(USUAL, is_up=False, least=0)
    rows = _rows(viewer, selection.scope, order)[:MOST_BEST]
    return player_rows(viewer, selection, player_lines(selection.scope, rows), BEST_COLUMNS)


def read_order(request: HttpRequest) -> Order:
    """Return the order in the URL: ``?sort=``, ``?up=1``, ``?least=``, with defaults for invalid values."""
    by = request.GET.get("sort", "")
    least = request.GET.get("least", "")
    is_up = request.GET.get("up") == "1"
    by = by if by in COLUMNS else USUAL
    if least == "":
        return Order(by, is_up, 0)
    if least.isdecimal() and len(least) <= len(str(MOST_LEAST)) and int(least) <= MOST_LEAST:
        return Order(by, is_up, int(least))
    error = _("Write a whole number from 0 to %(most)s. Until then, everyone is shown.")
    return Order(by, is_up, 0, error % {"most": MOST_LEAST})


def player_rows(
    viewer: Viewer, selection: Selection, lines: Sequence[PlayerLine], keys: Sequence[str] = COLUMNS
) -> list[dict[str, Any]]:
    """Return a table row for each player in ``lines``, with the figures ``keys``, without links to lists."""
    return [
        {
            "player": line.player,
            "url": _url(viewer, selection, line),
            "cells": [cell(line.figures[key], lambda _figure, _part: "") for key in keys],
        }
        for line in lines
    ]


def _rows(viewer: Viewer, scope: Scope, order: Order) -> QuerySet[Tally, dict[str, Any]]:
    return rows_by_person(
        viewer, scope, COLUMNS, by=order.by, least=order.least, is_up=order.is_up, enough=LEAST_OBSERVATIONS
    )


def _heads(selection: Selection, order: Order) -> list[dict[str, str]]:
    """Return the heads, each with the URL that sorts by it or turns the order, and its ``aria-sort``."""
    heads = []
    for key in COLUMNS:
        is_current = key == order.by
        parameters = {"sort": key, "least": str(order.least)}
        if is_current and not order.is_up:
            parameters["up"] = "1"
        direction = ("ascending" if order.is_up else "descending") if is_current else ""
        heads.append({"key": key, "url": selection.url("players", **parameters), "direction": direction})
    return heads


def _url(viewer: Viewer, selection: Selection, line: PlayerLine) -> str:
    """Return the URL of the line's figures with the same filters, or "" if the viewer may not see them."""
    scope, subject = selection.scope, selection.subject
    club = scope.player.club if scope.player is not None else subject.club
    if club is None or not may_see_player(viewer, line.player, club):
        return ""
    filters = selection.filters
    if subject.kind == "event":
        filters = replace(filters, event=scope.event)
    elif subject.kind == "club":
        filters = replace(filters, club=subject.club)
    if scope.player is not None:
        address = reverse("web:pair_figures", args=[scope.player.public_id, line.player.public_id])
        return address + replace(filters, opponent=None).query
    return reverse("web:player_figures", args=[line.player.public_id]) + filters.query

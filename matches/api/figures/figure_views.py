"""API views for figures of play: of a player, a pair, a club, an event or a season; the rubbers, games and
deals behind a figure; and players compared by figures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeAlias

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView
from matches.api.core.errors import ApiError
from matches.api.core.operations import detail_operation, list_operation
from matches.api.core.paging import Orders, requested_order, slice_of
from matches.api.figures.filters import (
    BehindOrder,
    FiguresOfClub,
    FiguresOfEvent,
    FiguresOfPlayer,
    FiguresOfSeason,
    OfClub,
    OfEvent,
    OfPair,
    OfPlayer,
    OfSeason,
    OpponentsOfPlayer,
    PersonOrder,
    PlayersOfClub,
    PlayersOfEvent,
    kept_to,
    of_club,
    of_event,
    of_pair,
    of_player,
    of_season,
    placed,
)
from matches.api.figures.serializers import (
    COLUMNS,
    BehindSerializer,
    FigureCatalogue,
    FiguresSerializer,
    KeptTo,
    PairFigures,
    PlayerFiguresLine,
    behind_json,
    line_json,
    months_json,
    play_json,
    values_json,
)
from matches.api.rubbers.serializers import SeatedPlayer
from matches.clubs.access import Viewer
from matches.figures.statistics import (
    MOST_DEALS,
    Figures,
    Scope,
    figures,
    figures_and_months,
    figures_of_both,
    has_play,
    losses_of_all,
    losses_within,
    luck_within,
)
from matches.figures.statistics_lists import (
    PARTS,
    column_of_person,
    is_listed,
    listed_figure,
    player_lines,
    player_sums,
    rows_behind,
)
from matches.figures.words import FIGURE_WORDS
from matches.rules.figures.figures import (
    ABSENT_GROUPS,
    FIGURE,
    FIGURES,
    LEAST_OBSERVATIONS,
    Figure,
)

ScopeOf: TypeAlias = Callable[..., Scope]
"""A function that finds a scope of figures from the caller and the ids in the URL."""
Get: TypeAlias = Callable[..., Response]


class FigureCatalogueView(ApiView):
    @detail_operation(
        "list_figures", "List all figures with their names, meanings and lists", FigureCatalogue
    )
    def get(self, request: Request) -> dict[str, Any]:
        catalogue = {
            "least_observations": LEAST_OBSERVATIONS,
            "results": [_in_catalogue(figure) for figure in FIGURES],
        }
        return FigureCatalogue.json(catalogue)


def _figures(id: str, summary: str, query: type[Serializer[Any]], scope_of: ScopeOf) -> Get:
    """Return the GET method for figures of the scope that ``scope_of`` finds from the caller and the URL."""

    @detail_operation(id, summary, FiguresSerializer, query=query)
    def get(self: ApiView, request: Request, **ids: Any) -> dict[str, Any]:
        whose = scope_of(request.user, **ids)
        data = self.query_of(request)
        scope = kept_to(request.user, whose, data)
        months = None
        if data.get("by") == "month":
            every, by_month = figures_and_months(request.user, scope)
            months = months_json(by_month)
        else:
            every = figures(request.user, scope)
        return {
            "kept_to": KeptTo.json(scope),
            "figures": values_json(every),
            "months": months,
            "play": _play(request.user, every),
        }

    return get


class PlayerFiguresView(ApiView):
    get = _figures("get_figures_of_player", "Get a player's figures", FiguresOfPlayer, of_player)


class ClubFiguresView(ApiView):
    get = _figures("get_figures_of_club", "Get a club's figures, both sides together", FiguresOfClub, of_club)


class EventFiguresView(ApiView):
    get = _figures(
        "get_figures_of_event", "Get an event's figures, both sides together", FiguresOfEvent, of_event
    )


class SeasonFiguresView(ApiView):
    get = _figures(
        "get_figures_of_season", "Get a season's figures, both sides together", FiguresOfSeason, of_season
    )


class PairFiguresView(ApiView):
    @detail_operation(
        "get_figures_of_pair", "Get the figures of two players against each other", PairFigures, query=OfPair
    )
    def get(self, request: Request, player_id: str, opponent_id: str) -> dict[str, Any]:
        query = self.query_of(request)
        scope = kept_to(request.user, of_pair(request.user, player_id, opponent_id), query)
        sides = [_side(request.user, each) for each in figures_of_both(request.user, scope)]
        return {"kept_to": KeptTo.json(scope), "sides": sides}


def _side(viewer: Viewer, figures: Figures) -> dict[str, Any]:
    player = figures.scope.player
    return {
        "player": None if player is None else SeatedPlayer.json(player),
        "figures": values_json(figures),
        "play": _play(viewer, figures),
    }


def _play(viewer: Viewer, figures: Figures) -> dict[str, Any] | None:
    """Return the figures from the review, or None if the viewer may not see them or there are none."""
    scope = figures.scope
    if not has_play(scope):
        return None
    if scope.player is None:
        is_open = scope.club is not None and scope.club.reviews_open
        is_much = figures["deals"].counted > MOST_DEALS
        return play_json(losses_of_all(viewer, scope)) if is_open and not is_much else None
    losses = losses_within(viewer, scope, scope.player)
    return None if losses is None else play_json(losses, luck_within(viewer, scope, scope.player))


def _in_catalogue(figure: Figure) -> dict[str, Any]:
    words = FIGURE_WORDS[figure.key]
    return {
        "figure": figure.key,
        "group": figure.group,
        "kind": figure.kind,
        "unit": figure.unit,
        "name": str(words.name),
        "meaning": str(words.meaning),
        "variants": [variant for variant, groups in ABSENT_GROUPS.items() if figure.group not in groups],
        "is_one_sided": figure.is_one_sided,
        "lists": [part for part in PARTS if is_listed(figure, part)],
    }


WHICH: Final = (
    OpenApiParameter("figure", str, "path", enum=list(FIGURE)),
    OpenApiParameter(
        "part",
        str,
        "path",
        enum=list(PARTS),
        description="What to list: the observations that count, or all of them.",
    ),
)


def _behind(id: str, whose: str, query: type[Serializer[Any]], scope_of: ScopeOf, doc: str = "") -> Get:
    """Return the GET method for the page of rubbers, games or deals that a figure counts, latest first.

    ``doc`` is the description of the operation.
    """

    def get(self: ApiView, request: Request, figure: str, part: str, **ids: Any) -> Response:
        scope = kept_to(request.user, scope_of(request.user, **ids), self.query_of(request))
        listed = listed_figure(scope, figure, part)
        if listed is None:
            raise ApiError("not_found", _("No such list. The catalogue names all of them."))
        requested_order(request, self.orders)
        rows = rows_behind(request.user, scope, listed, part)
        page = slice_of(request, rows, BehindOrder(listed.unit), is_turned=True)
        lines = replace(page, rows=[behind_json(row) for row in page.rows])
        return self.page_response(request, lines, BehindSerializer)

    get.__doc__ = doc
    summary = f"List what {whose} counts, latest first"
    return list_operation(id, summary, BehindSerializer, parameters=WHICH, query=query)(get)


TWICE: Final = "A deal, game or rubber that counts for both players is listed twice, once for each player."


class PlayerBehindView(ApiView):
    get = _behind("list_behind_figure_of_player", "a player's figure", OfPlayer, of_player)


class PairBehindView(ApiView):
    get = _behind("list_behind_figure_of_pair", "a figure of a pair", OfPair, of_pair)


class ClubBehindView(ApiView):
    get = _behind("list_behind_figure_of_club", "a club's figure", OfClub, of_club, TWICE)


class EventBehindView(ApiView):
    get = _behind("list_behind_figure_of_event", "an event's figure", OfEvent, of_event, TWICE)


class SeasonBehindView(ApiView):
    get = _behind("list_behind_figure_of_season", "a season's figure", OfSeason, of_season, TWICE)


ORDERS: Final = {key: PersonOrder(key) for key in COLUMNS}
AS_THEY_CAME: Final = PersonOrder()


def _players(id: str, summary: str, query: type[Serializer[Any]], scope_of: ScopeOf) -> Get:
    """Return the GET method for the players of a scope, or for a player's opponents, with their figures."""

    @list_operation(id, summary, PlayerFiguresLine, query=query)
    def get(self: ApiView, request: Request, **ids: Any) -> Response:
        whose = scope_of(request.user, **ids)
        data = self.query_of(request)
        scope = kept_to(request.user, whose, data)
        _known, is_turned = requested_order(request, self.orders)
        name = request.query_params.get("order", "").removeprefix("-")
        order = ORDERS.get(name, AS_THEY_CAME).of(column_of_person(scope))
        by = order.figure or COLUMNS[0]
        rows = placed(player_sums(request.user, scope, COLUMNS, by=by, least=data["least"]))
        page = slice_of(request, rows, order, is_turned=is_turned)
        lines = [line_json(line) for line in player_lines(scope, page.rows)]
        return self.page_response(request, replace(page, rows=lines), PlayerFiguresLine)

    return get


class ClubPlayersView(ApiView):
    orders: ClassVar[Orders] = ORDERS
    get = _players(
        "list_figures_of_players_of_club", "Compare a club's players by figures", PlayersOfClub, of_club
    )


class EventPlayersView(ApiView):
    orders: ClassVar[Orders] = ORDERS
    get = _players(
        "list_figures_of_players_of_event", "Compare an event's players by figures", PlayersOfEvent, of_event
    )


class OpponentsView(ApiView):
    orders: ClassVar[Orders] = ORDERS
    get = _players(
        "list_opponents_of_player",
        "List a player's opponents, with the figures against each",
        OpponentsOfPlayer,
        of_player,
    )

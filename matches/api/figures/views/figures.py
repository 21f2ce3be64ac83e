"""Figures: of a player, of two against each other, of a club, an event and a season; and the catalogue of all."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.core.base import ApiView
from matches.api.core.scopes import Scopes
from matches.api.figures.filters import (
    FiguresOfClub,
    FiguresOfEvent,
    FiguresOfPlayer,
    FiguresOfSeason,
    OfPair,
    kept_to,
    of_club,
    of_event,
    of_pair,
    of_player,
    of_season,
)
from matches.api.figures.serializers.figures import (
    FigureCatalogue,
    FiguresShown,
    PairFigures,
    kept_json,
    months_json,
    play_json,
    player_json,
    values_json,
)
from matches.clubs.access import Viewer
from matches.figures.queries.drill_down import PARTS, is_listed
from matches.figures.queries.play_quality import (
    MOST_DEALS,
    has_play,
    losses_of_all,
    losses_within,
    luck_within,
)
from matches.figures.queries.totals import (
    Figures,
    Scope,
    figures,
    figures_and_months,
    figures_of_both,
)
from matches.figures.words.figures import FIGURE_WORDS
from matches.rules.figures.registry import (
    ECARTE_ALONE,
    FIGURES,
    LEAST_OBSERVATIONS,
    TRIOMPHE_ALONE,
    Figure,
)


class FigureCatalogueView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="list_figures",
        summary="Every figure: its name, what it counts, and which lists stand behind it",
        responses=FigureCatalogue,
    )
    def get(self, request: Request) -> Response:
        told = {
            "least_observations": LEAST_OBSERVATIONS,
            "results": [_in_catalogue(figure) for figure in FIGURES],
        }
        return self.shown(request, dict(FigureCatalogue(told).data))


class _FiguresView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    def answered(self, request: Request, whose: Scope, query: type[Serializer[Any]]) -> Response:
        asked = self.query_of(request, query)
        scope = kept_to(request.user, whose, asked)
        months = None
        if asked.get("by") == "month":
            every, by_month = figures_and_months(request.user, scope)
            months = months_json(by_month)
        else:
            every = figures(request.user, scope)
        body = {
            "kept_to": kept_json(scope),
            "figures": values_json(every),
            "months": months,
            "play": _play(request.user, every),
        }
        return self.shown(request, body)


class PlayerFiguresView(_FiguresView):
    @extend_schema(
        operation_id="get_figures_of_player",
        summary="The figures of a player",
        parameters=[FiguresOfPlayer],
        responses=FiguresShown,
    )
    def get(self, request: Request, player_id: str) -> Response:
        return self.answered(request, of_player(request.user, player_id), FiguresOfPlayer)


class ClubFiguresView(_FiguresView):
    @extend_schema(
        operation_id="get_figures_of_club",
        summary="The figures of a club: both sides together",
        parameters=[FiguresOfClub],
        responses=FiguresShown,
    )
    def get(self, request: Request, club_id: str) -> Response:
        return self.answered(request, of_club(request.user, club_id), FiguresOfClub)


class EventFiguresView(_FiguresView):
    @extend_schema(
        operation_id="get_figures_of_event",
        summary="The figures of an event: both sides together",
        parameters=[FiguresOfEvent],
        responses=FiguresShown,
    )
    def get(self, request: Request, event_id: str) -> Response:
        return self.answered(request, of_event(request.user, event_id), FiguresOfEvent)


class SeasonFiguresView(_FiguresView):
    @extend_schema(
        operation_id="get_figures_of_season",
        summary="The figures of a club's season: both sides together",
        parameters=[FiguresOfSeason],
        responses=FiguresShown,
    )
    def get(self, request: Request, club_id: str, year: int) -> Response:
        return self.answered(request, of_season(request.user, club_id, year), FiguresOfSeason)


class PairFiguresView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_figures_of_pair",
        summary="The figures of two players against each other",
        parameters=[OfPair],
        responses=PairFigures,
    )
    def get(self, request: Request, player_id: str, opponent_id: str) -> Response:
        asked = self.query_of(request, OfPair)
        scope = kept_to(request.user, of_pair(request.user, player_id, opponent_id), asked)
        sides = [_side(request.user, each) for each in figures_of_both(request.user, scope)]
        return self.shown(request, {"kept_to": kept_json(scope), "sides": sides})


def _side(viewer: Viewer, found: Figures) -> dict[str, Any]:
    player = found.scope.player
    return {
        "player": None if player is None else player_json(player),
        "figures": values_json(found),
        "play": _play(viewer, found),
    }


def _play(viewer: Viewer, found: Figures) -> dict[str, Any] | None:
    """What the review has of it, as far as it is open to the viewer."""
    scope = found.scope
    if not has_play(scope):
        return None
    if scope.player is None:
        is_open = scope.club is not None and scope.club.reviews_open
        is_much = found["deals"].counted > MOST_DEALS
        return play_json(losses_of_all(viewer, scope)) if is_open and not is_much else None
    losses = losses_within(viewer, scope, scope.player)
    return None if losses is None else play_json(losses, luck_within(viewer, scope, scope.player))


def _in_catalogue(figure: Figure) -> dict[str, Any]:
    words = FIGURE_WORDS[figure.key]
    absent = {"ecarte": TRIOMPHE_ALONE, "triomphe": ECARTE_ALONE}
    return {
        "figure": figure.key,
        "group": figure.group,
        "kind": figure.kind,
        "unit": figure.unit,
        "name": str(words.name),
        "meaning": str(words.meaning),
        "variants": [variant for variant, groups in absent.items() if figure.group not in groups],
        "is_one_sided": figure.is_one_sided,
        "lists": [part for part in PARTS if is_listed(figure, part)],
    }

"""Ratings: a club's list, a player's weeks, and what two ratings foretell."""

from __future__ import annotations

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.errors import wrong_parameter
from matches.api.core.pagination import Slice, asked_order, slice_of, slice_of_items
from matches.api.core.scopes import Scopes
from matches.api.figures.pagination import WeekOrder
from matches.api.figures.serializers.figures import player_json
from matches.api.figures.serializers.ratings import (
    RankedShown,
    RatedShown,
    RatingChancesQuery,
    RatingChancesShown,
    RatingHistory,
    RatingPage,
    RatingQuery,
    RatingState,
    WeekShown,
)
from matches.clubs.clock import club_today
from matches.clubs.queries.people import listed_players
from matches.figures.queries.ratings import (
    RatedPlayer,
    history,
    named_players,
    owed_week,
    placed_players,
    ranking,
    rated_players,
    rubbers_without_day,
)
from matches.models import Club
from worker.ratings.constants import CONSTANTS_VERSION, PROVISIONAL_ABOVE
from worker.ratings.prospects import prospect_of
from worker.ratings.weeks import Week


class RatingsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="list_ratings",
        summary="The ratings of a club, the highest first",
        parameters=[RatingQuery],
        responses=RatingPage,
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        asked = self.query_of(request, RatingQuery)
        today = club_today(club)
        found = ranking(club, today=today)
        ranks = {each.player_id: rank for rank, each in enumerate(found.places, start=1)}
        ranked = [(False, each) for each in found.places]
        ranked += [(True, each) for each in (found.left_off if asked["absent"] else ())]
        if "provisional" in asked:
            ranked = [each for each in ranked if each[1].is_provisional == asked["provisional"]]
        asked_order(request, self.orders)
        page = slice_of_items(request, ranked, lambda each: (each[0], *each[1].rank_key))
        shown = placed_players(club, [each for _is_absent, each in page.rows], today=today)
        return self.listed_page(
            request,
            Slice(shown, page.next, page.previous),
            RankedShown,
            context={"ranks": ranks},
            above={"state": _state(club), "absent": len(found.left_off)},
        )


class PlayerRatingView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True

    @extend_schema(
        operation_id="get_rating",
        summary="A player's rating in a club, week by week, the latest first",
        responses=RatingHistory,
    )
    def get(self, request: Request, club_id: str, player_id: str) -> Response:
        club = self.club_of(request, club_id)
        found = get_object_or_404(named_players(club), public_id=player_id)
        player = found.merged_into or found
        asked_order(request, self.orders)
        rated = rated_players(club, listed_players().filter(pk=player.pk), today=club_today(club))
        page = slice_of(
            request, self.filters.narrowed(request, history(club, player)), WeekOrder(), is_turned=True
        )
        now = dict(RatedShown(rated[0]).data) if rated else None
        above = {"player": player_json(player), "now": now}
        return self.listed_page(request, page, WeekShown, above=above)


class RatingChancesView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_rating_chances",
        summary="What the ratings of two players foretell of a game and of a rubber",
        parameters=[RatingChancesQuery],
        responses=RatingChancesShown,
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        asked = self.query_of(request, RatingChancesQuery)
        if asked["a"] == asked["b"]:
            raise wrong_parameter("b", _("Choose two different players."))
        people = listed_players().filter(public_id__in=[asked["a"], asked["b"]])
        rated = {each.player.public_id: each for each in rated_players(club, people, today=club_today(club))}
        a, b = (_rated(rated, name, asked[name]) for name in ("a", "b"))
        told = {
            "a": a,
            "b": b,
            "is_provisional": a.is_provisional or b.is_provisional,
            "game": prospect_of(a.strength, b.strength, 1),
            "rubber": prospect_of(a.strength, b.strength, int(asked["best_of"])),
        }
        return self.shown(request, dict(RatingChancesShown(told).data))


def _rated(rated: dict[str, RatedPlayer], parameter: str, public_id: str) -> RatedPlayer:
    found = rated.get(public_id)
    if found is None:
        raise wrong_parameter(parameter, _("Nobody of that id is rated in this club."))
    return found


def _state(club: Club) -> dict[str, Any]:
    owed = owed_week(club)
    told = {
        "constants": CONSTANTS_VERSION,
        "provisional_above": PROVISIONAL_ABOVE,
        "is_owed": owed is not None,
        "owed_from": None if owed in (None, Week.min) else owed,
        "rubbers_without_day": rubbers_without_day(club),
    }
    return dict(RatingState(told).data)

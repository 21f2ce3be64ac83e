"""API views for ratings: a club's rating list, a player's weekly ratings, and win probabilities."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.errors import invalid_parameter
from matches.api.core.operations import detail_operation, list_operation
from matches.api.core.paging import Slice, requested_order, slice_of, slice_of_items
from matches.api.figures.filters import WeekOrder
from matches.api.figures.serializers import (
    RankedSerializer,
    RatedSerializer,
    RatingChancesQuery,
    RatingChancesSerializer,
    RatingHistory,
    RatingPage,
    RatingQuery,
    RatingState,
    WeekSerializer,
)
from matches.api.rubbers.serializers import SeatedPlayer
from matches.clubs.queries import listed_players
from matches.common.club_clock import club_today
from matches.figures.ratings import (
    RatedPlayer,
    first_pending_week,
    history,
    named_players,
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
    @list_operation(
        "list_ratings",
        "List a club's ratings, highest first",
        RankedSerializer,
        page=RatingPage,
        query=RatingQuery,
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        query = self.query_of(request)
        today = club_today(club)
        standing = ranking(club, today=today)
        ranks = {each.player_id: rank for rank, each in enumerate(standing.places, start=1)}
        ranked = [(False, each) for each in standing.places]
        ranked += [(True, each) for each in (standing.left_off if query["absent"] else ())]
        if "provisional" in query:
            ranked = [each for each in ranked if each[1].is_provisional == query["provisional"]]
        requested_order(request, self.orders)
        page = slice_of_items(request, ranked, lambda each: (each[0], *each[1].rank_key))
        players = placed_players(club, [each for _is_absent, each in page.rows], today=today)
        return self.page_response(
            request,
            Slice(players, page.next, page.previous),
            RankedSerializer,
            context={"ranks": ranks},
            above={"state": _state(club), "absent": len(standing.left_off)},
        )


class PlayerRatingView(ApiView):
    @list_operation(
        "get_rating",
        "Get a player's rating in a club by week, latest first",
        WeekSerializer,
        page=RatingHistory,
    )
    def get(self, request: Request, club_id: str, player_id: str) -> Response:
        club = self.club_of(request, club_id)
        standing = get_object_or_404(named_players(club), public_id=player_id)
        player = standing.merged_into or standing
        requested_order(request, self.orders)
        today = club_today(club)
        rated = rated_players(club, listed_players().filter(pk=player.pk), today=today)
        weeks = self.filters.apply(request, history(club, player, today=today))
        page = slice_of(request, weeks, WeekOrder(), is_turned=True)
        now = RatedSerializer.json(rated[0]) if rated else None
        above = {"player": SeatedPlayer.json(player), "now": now}
        return self.page_response(request, page, WeekSerializer, above=above)


class RatingChancesView(ApiView):
    @detail_operation(
        "get_rating_chances",
        "Predict a game and a rubber from two players' ratings",
        RatingChancesSerializer,
        query=RatingChancesQuery,
    )
    def get(self, request: Request, club_id: str) -> dict[str, Any]:
        club = self.club_of(request, club_id)
        query = self.query_of(request)
        if query["a"] == query["b"]:
            raise invalid_parameter("b", _("Choose two different players."))
        people = listed_players().filter(public_id__in=[query["a"], query["b"]])
        rated = {each.player.public_id: each for each in rated_players(club, people, today=club_today(club))}
        a, b = (_rated(rated, name, query[name]) for name in ("a", "b"))
        body = {
            "a": a,
            "b": b,
            "is_provisional": a.is_provisional or b.is_provisional,
            "game": prospect_of(a.strength, b.strength, 1),
            "rubber": prospect_of(a.strength, b.strength, int(query["best_of"])),
        }
        return RatingChancesSerializer.json(body)


def _rated(rated: dict[str, RatedPlayer], parameter: str, public_id: str) -> RatedPlayer:
    player = rated.get(public_id)
    if player is None:
        raise invalid_parameter(parameter, _("No player with this id has a rating in this club."))
    return player


def _state(club: Club) -> dict[str, Any]:
    pending = first_pending_week(club)
    body = {
        "constants": CONSTANTS_VERSION,
        "provisional_above": PROVISIONAL_ABOVE,
        "is_owed": pending is not None,
        "owed_from": None if pending in (None, Week.min) else pending,
        "rubbers_without_day": rubbers_without_day(club),
    }
    return RatingState.json(body)

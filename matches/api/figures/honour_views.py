"""API views for records: all-time records and seasons of a club.

A season has records, events and rating changes.
"""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.operations import detail_operation, list_operation
from matches.api.core.paging import Slice, requested_order, slice_of_items
from matches.api.figures.filters import season_of
from matches.api.figures.honour_serializers import (
    ClubRecordsSerializer,
    MoverSerializer,
    SeasonEventSerializer,
    SeasonLine,
    SeasonSerializer,
    basis_json,
    leaders_json,
    records_json,
    season_json,
)
from matches.clubs.access import visible_clubs
from matches.common.club_clock import club_today
from matches.events.event_lists import events_of, winners_of
from matches.figures.ratings import movers
from matches.figures.seasons import are_honours_pending, bases_of, honours_of, leaders_of
from matches.models import Club
from matches.rules.figures.records import CHAMPIONS
from matches.rules.figures.seasons import Season, season_at


class RecordsView(ApiView):
    @detail_operation("get_records", "Get a club's all-time records", ClubRecordsSerializer)
    def get(self, request: Request, club_id: str) -> dict[str, object]:
        club = _club_of(request, club_id)
        bases = bases_of(club)
        ever = bases[0] if bases and bases[0].season is None else None
        dated = sum(basis.rubbers for basis in bases if basis.season is not None)
        return {
            "club": club.public_id,
            "is_owed": are_honours_pending(club),
            "basis": basis_json(ever),
            "rubbers_in_no_season": 0 if ever is None else ever.rubbers - dated,
            "records": records_json(honours_of(club, None), is_ever=True),
        }


class SeasonsView(ApiView):
    @list_operation(
        "list_seasons", "List a club's seasons with rubbers and their leaders, latest first", SeasonLine
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = _club_of(request, club_id)
        bases = {basis.season: basis for basis in bases_of(club) if basis.season is not None}
        self.filters.apply(request, club.honour_bases.none())
        requested_order(request, self.orders)
        page = slice_of_items(request, list(bases), lambda year: (-year,))
        leaders = list(leaders_of(club, list(page.rows), list(CHAMPIONS)))
        lines = [
            {
                **season_json(Season(year, club.season_month)),
                "basis": bases[year],
                "leaders": leaders_json([each for each in leaders if each.season == year], CHAMPIONS),
            }
            for year in page.rows
        ]
        return self.page_response(request, Slice(lines, page.next, page.previous), SeasonLine)


class SeasonView(ApiView):
    @detail_operation("get_season", "Get a season's honours and records by its first year", SeasonSerializer)
    def get(self, request: Request, club_id: str, year: int) -> dict[str, Any]:
        club = _club_of(request, club_id)
        season = season_of(club, year)
        basis = club.honour_bases.filter(season=year).first()
        return {
            "club": club.public_id,
            **season_json(season),
            "is_on": season == season_at(club_today(club), club.season_month),
            "is_owed": are_honours_pending(club),
            "basis": basis_json(basis),
            "records": records_json(honours_of(club, year), is_ever=False),
        }


class SeasonEventsView(ApiView):
    @list_operation(
        "list_events_of_season", "List a season's events with their winners", SeasonEventSerializer
    )
    def get(self, request: Request, club_id: str, year: int) -> Response:
        club = _club_of(request, club_id)
        page: Any = self.page_of(request, events_of(club, season_of(club, year)))
        return self.page_response(
            request, page, SeasonEventSerializer, context={"winners": winners_of(page.rows)}
        )


class SeasonMoversView(ApiView):
    @list_operation(
        "list_movers_of_season", "List rating changes in a season, largest gain first", MoverSerializer
    )
    def get(self, request: Request, club_id: str, year: int) -> Response:
        club = _club_of(request, club_id)
        season = season_of(club, year)
        self.filters.apply(request, club.players.none())
        requested_order(request, self.orders)
        changes = movers(club, season.since, season.until, today=club_today(club))
        return self.page_response(
            request, slice_of_items(request, changes, lambda each: each.rank_key), MoverSerializer
        )


def _club_of(request: Request, club_id: str) -> Club:
    """Return the club, with its ``honour_progress`` loaded."""
    clubs = visible_clubs(request.user).select_related("honour_progress")
    return get_object_or_404(clubs, public_id=club_id)

"""A club's records of all time, its seasons, and one season with its honours, events and ratings that moved."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.pagination import Slice, asked_order, slice_of_items
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.figures.filters import season_of
from matches.api.figures.serializers.honours import (
    ClubRecordsShown,
    MoverShown,
    SeasonEventShown,
    SeasonLine,
    SeasonShown,
    basis_json,
    leaders_json,
    records_json,
    season_json,
)
from matches.clubs.access import visible_clubs
from matches.clubs.clock import club_today
from matches.figures.queries.honours import are_honours_owed, bases_of, honours_of, leaders_of
from matches.figures.queries.ratings import movers
from matches.figures.queries.seasons import events_of, winners_of
from matches.models import Club
from matches.rules.figures.records.definitions import CHAMPIONS
from matches.rules.figures.seasons import Season, season_at

SeasonPage: Final = page_of(SeasonLine, "SeasonPage")
SeasonEventPage: Final = page_of(SeasonEventShown, "SeasonEventPage")
MoverPage: Final = page_of(MoverShown, "MoverPage")


class _RecordsView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}

    def club_of(self, request: Request, club_id: str) -> Club:
        """With its ``honour_progress``, where it has one."""
        clubs = visible_clubs(request.user).select_related("honour_progress")
        return get_object_or_404(clubs, public_id=club_id)


class RecordsView(_RecordsView):
    has_tag = True

    @extend_schema(
        operation_id="get_records", summary="A club's records of all time", responses=ClubRecordsShown
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        bases = bases_of(club)
        ever = bases[0] if bases and bases[0].season is None else None
        dated = sum(basis.rubbers for basis in bases if basis.season is not None)
        body = {
            "club": club.public_id,
            "is_owed": are_honours_owed(club),
            "basis": basis_json(ever),
            "rubbers_in_no_season": 0 if ever is None else ever.rubbers - dated,
            "records": records_json(honours_of(club, None), is_ever=True),
        }
        return self.shown(request, body)


class SeasonsView(_RecordsView):
    pages = True

    @extend_schema(
        operation_id="list_seasons",
        summary="A club's seasons in which something counts, the latest first, with who leads in each",
        responses=SeasonPage,
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        bases = {basis.season: basis for basis in bases_of(club) if basis.season is not None}
        self.filters.narrowed(request, club.honour_bases.none())
        asked_order(request, self.orders)
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
        return self.listed_page(request, Slice(lines, page.next, page.previous), SeasonLine)


class SeasonView(_RecordsView):
    has_tag = True

    @extend_schema(
        operation_id="get_season",
        summary="A club's season, by the year in which it begins: its honours and records",
        responses=SeasonShown,
    )
    def get(self, request: Request, club_id: str, year: int) -> Response:
        club = self.club_of(request, club_id)
        season = season_of(club, year)
        basis = club.honour_bases.filter(season=year).first()
        body = {
            "club": club.public_id,
            **season_json(season),
            "is_on": season == season_at(club_today(club), club.season_month),
            "is_owed": are_honours_owed(club),
            "basis": basis_json(basis),
            "records": records_json(honours_of(club, year), is_ever=False),
        }
        return self.shown(request, body)


class SeasonEventsView(_RecordsView):
    pages = True

    @extend_schema(
        operation_id="list_events_of_season",
        summary="The events of a club's season, with who won each",
        responses=SeasonEventPage,
    )
    def get(self, request: Request, club_id: str, year: int) -> Response:
        club = self.club_of(request, club_id)
        page: Any = self.page_of(request, events_of(club, season_of(club, year)))
        return self.listed_page(request, page, SeasonEventShown, context={"winners": winners_of(page.rows)})


class SeasonMoversView(_RecordsView):
    pages = True

    @extend_schema(
        operation_id="list_movers_of_season",
        summary="Whose rating moved in a club's season, who rose most first",
        responses=MoverPage,
    )
    def get(self, request: Request, club_id: str, year: int) -> Response:
        club = self.club_of(request, club_id)
        season = season_of(club, year)
        self.filters.narrowed(request, club.players.none())
        asked_order(request, self.orders)
        found = movers(club, season.since, season.until)
        return self.listed_page(
            request, slice_of_items(request, found, lambda each: each.rank_key), MoverShown
        )

"""Logs: a club's, an event's, a rubber's, a table's, as far as their pages show them; and a rubber as it once was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.filters import Filters
from matches.api.core.pagination import Order, Slice
from matches.api.core.problem_codes import Code
from matches.api.core.schema import page_of
from matches.api.core.scopes import Scopes
from matches.api.log.serializers import (
    EntryShown,
    LogFilters,
    LogOrder,
    RecordThen,
    RecordTold,
    entries_told,
)
from matches.api.rubbers.views.rubbers import require_over, rubber_shown
from matches.clubs.access import visible_clubs
from matches.clubs.permissions import Powers
from matches.events.queries.log import event_history
from matches.models import Club, Event, LogEntry, Sitting
from matches.rubbers.canonical_text import named_text
from matches.rubbers.queries.log import club_log, rubber_history, rubber_then
from matches.sittings.queries import sitting_history

MEMBERS_ALONE: tuple[Code, ...] = ("not_signed_in", "not_allowed")
PAGE = page_of(EntryShown, "LogPage")


class LogView(ApiView):
    """What the lists of entries have in common: the same order, filters and shape."""

    scopes: ClassVar[Scopes] = {"GET": "read"}
    pages = True
    filters: ClassVar[type[Filters]] = LogFilters
    orders: ClassVar[Mapping[str, Order[Any]]] = {"at": LogOrder()}
    read_problems: ClassVar[tuple[Code, ...]] = MEMBERS_ALONE

    def entries(self, request: Request, club: Club, entries: QuerySet[LogEntry], powers: Powers) -> Response:
        with timezone.override(ZoneInfo(club.time_zone)):
            page = self.page_of(request, entries.select_related("by", "link"), order=LogOrder())
        told = entries_told(club, page.rows, powers)
        return self.listed_page(request, Slice(told, page.next, page.previous), EntryShown)


class ClubLogView(LogView):
    @extend_schema(
        operation_id="list_club_log",
        summary="A club's log: all that was done to its records, people and settings",
        responses=PAGE,
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        powers = self.require(request, club, "see_log")
        return self.entries(request, club, club_log(club), powers)


class EventLogView(LogView):
    @extend_schema(
        operation_id="list_event_log",
        summary="An event's log, its rubbers' entries included but for single deals",
        responses=PAGE,
    )
    def get(self, request: Request, event_id: str) -> Response:
        events = Event.objects.filter(club__in=visible_clubs(request.user)).select_related("club")
        event = get_object_or_404(events, public_id=event_id)
        powers = self.require(request, event.club, "see_log")
        return self.entries(request, event.club, event_history(event), powers)


class RubberLogView(LogView):
    read_problems: ClassVar[tuple[Code, ...]] = ()

    @extend_schema(
        operation_id="list_rubber_log",
        summary="A rubber's log, once it is over",
        responses=PAGE,
    )
    def get(self, request: Request, rubber_id: str) -> Response:
        """Who acted is for those who may see who belongs to the club; everybody else reads what changed, and when."""
        rubber = rubber_shown(request, rubber_id)
        require_over(rubber)
        powers = self.powers(request, rubber.club)
        return self.entries(request, rubber.club, rubber_history(rubber), powers)


class SittingLogView(LogView):
    @extend_schema(
        operation_id="list_table_log",
        summary="The log of a pool or a French table, with what became of its games' rubbers",
        responses=PAGE,
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        sittings = Sitting.objects.filter(club__in=visible_clubs(request.user)).select_related("club")
        sitting = get_object_or_404(sittings.defer("state"), public_id=sitting_id)
        powers = self.require(request, sitting.club, "see_sittings")
        return self.entries(request, sitting.club, sitting_history(sitting), powers)


class RubberThenView(ApiView):
    scopes: ClassVar[Scopes] = {"GET": "read"}
    has_tag = True

    @extend_schema(
        operation_id="get_rubber_then",
        summary="One entry of a rubber's log, and the record as it left it",
        responses=RecordThen,
    )
    def get(self, request: Request, rubber_id: str, version: int) -> Response:
        rubber = rubber_shown(request, rubber_id)
        require_over(rubber)
        found = rubber_then(rubber, version)
        if found is None:
            raise Http404
        (told,) = entries_told(rubber.club, [found.entry], self.powers(request, rubber.club))
        egn = named_text(found.egn, (found.player_a.name, found.player_b.name))
        shown = RecordTold(told.entry, told.context, told.taken_back_by, told.shows_actor, egn)
        return self.shown(request, dict(RecordThen(shown).data))

"""API views for the logs of clubs, events, rubbers and tables, and for earlier versions of a rubber."""

from __future__ import annotations

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.core.base import ApiView
from matches.api.core.errors import RESTRICTED
from matches.api.core.operations import detail_operation, list_operation
from matches.api.core.paging import Orders, Slice
from matches.api.log.serializers import (
    EntrySerializer,
    LogFilters,
    LogOrder,
    RecordLine,
    RecordThen,
    log_lines,
)
from matches.api.rubbers.rubber_views import require_over, visible_rubber
from matches.clubs.access import visible_clubs
from matches.clubs.roles import Powers
from matches.common.log import club_log
from matches.events.event_lists import event_history
from matches.models import Club, Event, LogEntry, Sitting
from matches.rubbers.history import rubber_history, rubber_then
from matches.rubbers.text import named_text
from matches.sittings.queries import sitting_history


class LogView(ApiView):
    filters = LogFilters
    orders: ClassVar[Orders] = {"at": LogOrder()}
    read_problems = RESTRICTED

    def entries(self, request: Request, club: Club, entries: QuerySet[LogEntry], powers: Powers) -> Response:
        with timezone.override(ZoneInfo(club.time_zone)):
            page = self.page_of(request, entries.select_related("by", "link"), order=LogOrder())
        lines = log_lines(club, page.rows, powers)
        return self.page_response(request, Slice(lines, page.next, page.previous), EntrySerializer)


class ClubLogView(LogView):
    @list_operation(
        "list_club_log", "List a club's log: records, people and settings", EntrySerializer, page="LogPage"
    )
    def get(self, request: Request, club_id: str) -> Response:
        club = self.club_of(request, club_id)
        powers = self.require(request, club, "see_log")
        return self.entries(request, club, club_log(club), powers)


class EventLogView(LogView):
    @list_operation(
        "list_event_log",
        "List an event's log with its rubbers, without single deals",
        EntrySerializer,
        page="LogPage",
    )
    def get(self, request: Request, event_id: str) -> Response:
        events = Event.objects.filter(club__in=visible_clubs(request.user)).select_related("club")
        event = get_object_or_404(events, public_id=event_id)
        powers = self.require(request, event.club, "see_log")
        return self.entries(request, event.club, event_history(event), powers)


class RubberLogView(LogView):
    read_problems = ()

    @list_operation("list_rubber_log", "List the log of a finished rubber", EntrySerializer, page="LogPage")
    def get(self, request: Request, rubber_id: str) -> Response:
        """Users who may see the club's members also see who made each change.

        Other users see each change and its time.
        """
        rubber = visible_rubber(request, rubber_id)
        require_over(rubber)
        powers = self.powers(request, rubber.club)
        return self.entries(request, rubber.club, rubber_history(rubber), powers)


class SittingLogView(LogView):
    @list_operation(
        "list_table_log",
        "List the log of a pool or a French table with its games",
        EntrySerializer,
        page="LogPage",
    )
    def get(self, request: Request, sitting_id: str) -> Response:
        sittings = Sitting.objects.filter(club__in=visible_clubs(request.user)).select_related("club")
        sitting = get_object_or_404(sittings.defer("state"), public_id=sitting_id)
        powers = self.require(request, sitting.club, "see_sittings")
        return self.entries(request, sitting.club, sitting_history(sitting), powers)


class RubberThenView(ApiView):
    @detail_operation("get_rubber_then", "Get a log entry of a rubber and the record after it", RecordThen)
    def get(self, request: Request, rubber_id: str, version: int) -> RecordLine:
        rubber = visible_rubber(request, rubber_id)
        require_over(rubber)
        past = rubber_then(rubber, version)
        if past is None:
            raise Http404
        (line,) = log_lines(rubber.club, [past.entry], self.powers(request, rubber.club))
        egn = named_text(past.egn, (past.player_a.name, past.player_b.name))
        past_line = RecordLine(line.entry, line.context, line.taken_back_by, line.shows_actor, egn)
        return past_line

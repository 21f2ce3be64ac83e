"""Query parameters of figures, and the orders of their lists: rows behind a figure, players with their
figures, and a player's weeks.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.db.models import F, FloatField, QuerySet, Value
from django.db.models.functions import Cast, Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.errors import invalid_parameter
from matches.api.core.fields import PublicIdField, QuerySerializer
from matches.api.core.filters import NO_DAY, day_of
from matches.api.core.paging import Order, beyond_values
from matches.api.core.serializers import ReadSerializer
from matches.api.rubbers.serializers import VARIANTS
from matches.clubs.access import Viewer, visible_clubs
from matches.clubs.queries import visible_players
from matches.common.club_clock import club_today
from matches.figures.filters import opponent_met
from matches.figures.seasons import bases_of, find_season
from matches.figures.statistics import Scope
from matches.models import Club, Depth, Event, Player, Rating, Rubber
from matches.models.ids import is_public_id
from matches.rules.figures.figures import Unit
from matches.rules.figures.seasons import Season

MOST_LEAST: Final = 100_000


@extend_schema_field(OpenApiTypes.DATE)
class DayField(serializers.CharField):
    """A day in the format 2026-11-21, in every language."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            return day_of(super().to_internal_value(data))
        except ValueError:
            raise serializers.ValidationError(NO_DAY) from None


class OfSeason(QuerySerializer):
    depth = serializers.ChoiceField(
        choices=Depth.values, required=False, help_text="Only deals and rubbers recorded in this depth."
    )
    variant = serializers.ChoiceField(
        choices=VARIANTS, default="ecarte", help_text="The game; the two are counted separately."
    )


class OfEvent(OfSeason):
    since = DayField(required=False, help_text="Only from this day on; rubbers without a day are left out.")
    until = DayField(required=False, help_text="Only up to and including this day.")


class OfClub(OfEvent):
    event = PublicIdField(required=False)


class OfPair(OfClub):
    club = PublicIdField(required=False)


class OfPlayer(OfPair):
    opponent = PublicIdField(required=False, help_text="Only against this player.")


class ByMonth(ReadSerializer):
    by = serializers.ChoiceField(
        choices=["month"], required=False, help_text="`month`: add the statistics of each month."
    )


class FiguresOfSeason(OfSeason, ByMonth):
    """The query parameters for the figures of a season. By default, all days of the season are included."""


class FiguresOfEvent(OfEvent, ByMonth):
    pass


class FiguresOfClub(OfClub, ByMonth):
    pass


class FiguresOfPlayer(OfPlayer, ByMonth):
    pass


class _Least(ReadSerializer):
    least = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MOST_LEAST,
        help_text="Only players whose figure in `order`, or else share of games won, is based on at least so "
        "many.",
    )


class PlayersOfEvent(OfEvent, _Least):
    pass


class PlayersOfClub(OfClub, _Least):
    pass


class OpponentsOfPlayer(OfPair, _Least):
    pass


def kept_to(viewer: Viewer, scope: Scope, query: Mapping[str, Any]) -> Scope:
    """Return ``scope`` restricted by the query parameters, such as ``club`` and ``since``.

    Raises ``ApiError`` for a club, an event or an opponent that ``viewer`` may not see.
    """
    since, until = query.get("since", scope.since), query.get("until", scope.until)
    if since is not None and until is not None and until < since:
        raise invalid_parameter("until", _("The last day is before the first."))
    return replace(
        scope,
        since=since,
        until=until,
        club=_club(viewer, query["club"]) if "club" in query else scope.club,
        event=_event(viewer, scope, query["event"]) if "event" in query else scope.event,
        opponent=_opponent(viewer, scope, query["opponent"]) if "opponent" in query else scope.opponent,
        depth=query.get("depth"),
        variant=query["variant"],
    )


def _club(viewer: Viewer, public_id: str) -> Club:
    club = visible_clubs(viewer).filter(public_id=public_id).first()
    if club is None:
        raise invalid_parameter("club", _("No such club, or you may not see it."))
    return club


def _event(viewer: Viewer, scope: Scope, public_id: str) -> Event:
    events = Event.objects.filter(club__in=visible_clubs(viewer), public_id=public_id)
    event = (events if scope.club is None else events.filter(club=scope.club)).first()
    if event is None:
        raise invalid_parameter("event", _("No such event, or you may not see it."))
    return event


def _opponent(viewer: Viewer, scope: Scope, public_id: str) -> Player:
    opponent = None if scope.player is None else opponent_met(viewer, scope.player, public_id)
    if opponent is None:
        raise invalid_parameter("opponent", _("These statistics have no opponent with this id."))
    return opponent


# Scopes


def person_of(viewer: Viewer, public_id: str) -> Player:
    """Return the player with this public id, or the one into whom they were merged, with the club loaded."""
    player: Player = get_object_or_404(visible_players(viewer), public_id=public_id)
    return player if player.merged_into is None else visible_players(viewer).get(pk=player.merged_into.pk)


def of_player(viewer: Viewer, player_id: str) -> Scope:
    return Scope(player=person_of(viewer, player_id))


def of_pair(viewer: Viewer, player_id: str, opponent_id: str) -> Scope:
    """Return the scope of two players' rubbers. Raises ``Http404`` if both ids belong to one person."""
    player, opponent = person_of(viewer, player_id), person_of(viewer, opponent_id)
    if player.pk == opponent.pk:
        raise Http404
    return Scope(player=player, opponent=opponent)


def of_club(viewer: Viewer, club_id: str) -> Scope:
    return Scope(club=get_object_or_404(visible_clubs(viewer), public_id=club_id))


def of_event(viewer: Viewer, event_id: str) -> Scope:
    events = Event.objects.filter(club__in=visible_clubs(viewer)).select_related("club")
    event = get_object_or_404(events, public_id=event_id)
    return Scope(club=event.club, event=event)


def of_season(viewer: Viewer, club_id: str, year: int) -> Scope:
    club = get_object_or_404(visible_clubs(viewer), public_id=club_id)
    season = season_of(club, year)
    return Scope(club=club, since=season.since, until=season.until)


def season_of(club: Club, year: int) -> Season:
    """Return the club's season that begins in ``year``.

    Raises ``Http404`` for a season without rubbers that count, unless it is the current season.
    """
    season = find_season(club, year, bases_of(club), today=club_today(club))
    if season is None:
        raise Http404
    return season


NOTHING: Final = -1.0
"""A placeholder for the figure of a player who has none; it sorts below all others."""


_BEHIND: Final = re.compile(r"([0-9-]{10})\.([0-9a-z]{14})\.([0-9]{1,4})\.([0-9]{1,9})\.([AB])")


class BehindOrder(Order[Any]):
    """Order the rubbers, games or deals that a figure counts by day, rubber, game, deal and side."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self.columns = {
            "rubber": ("day", "pk", "side"),
            "game": ("day", "rubber_id", "number", "side"),
            "deal": ("day", "game__rubber_id", "game__number", "number", "side"),
        }[unit]

    def place_of(self, row: Any) -> str:
        rubber, numbers = row, [0, 0]
        if self._unit == "game":
            rubber, numbers = row.rubber, [row.number, 0]
        elif self._unit == "deal":
            rubber, numbers = row.game.rubber, [row.game.number, row.number]
        return ".".join([row.day.isoformat(), rubber.public_id, *map(str, numbers), row.side])

    def beyond(self, rows: QuerySet[Any], place: str, *, forward: bool) -> QuerySet[Any] | None:
        match = _BEHIND.fullmatch(place)
        if match is None:
            return None
        try:
            day = date.fromisoformat(match[1])
        except ValueError:
            return None
        rubber = Rubber.objects.filter(public_id=match[2]).values_list("pk", flat=True).first()
        if rubber is None:
            return None
        numbers = [int(match[3]), int(match[4])][: len(self.columns) - 3]
        return rows.filter(beyond_values(self.columns, [day, rubber, *numbers, match[5]], forward=forward))


class PersonOrder(Order[Any]):
    """Order rows of ``player_sums`` by the figure called ``figure``, or by player if it is empty."""

    def __init__(self, figure: str = "") -> None:
        self.figure = figure

    def of(self, column: str) -> PersonOrder:
        """Return a copy of this order for rows that have the player in ``column``, such as ``opponent``."""
        order = PersonOrder(self.figure)
        order._person = column
        order.columns = ("place", "rests_on", column) if self.figure else (column,)
        return order

    def place_of(self, row: Any) -> str:
        public_id = str(row[f"{self._person}__public_id"])
        if not self.figure:
            return public_id
        encoded = json.dumps([row["place"], row["rests_on"]]).encode()
        return f"{urlsafe_b64encode(encoded).decode()}.{public_id}"

    def beyond(self, rows: QuerySet[Any], place: str, *, forward: bool) -> QuerySet[Any] | None:
        encoded, _dot, public_id = place.rpartition(".")
        if not is_public_id(public_id):
            return None
        key = Player.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
        numbers = _numbers(encoded) if self.figure else []
        if key is None or numbers is None:
            return None
        return rows.filter(beyond_values(self.columns, [*numbers, key], forward=forward))

    _person = "player"


def placed(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Annotate rows of ``player_sums`` with ``place``, the value by which ``PersonOrder`` orders the rows."""
    annotated: QuerySet[Any, Any] = rows.annotate(
        place=Coalesce(Cast(F("value"), FloatField()), Value(NOTHING))
    )
    return annotated


class WeekOrder(Order[Rating]):
    """Order a player's weekly ratings in a club by week, earliest first."""

    columns = ("week",)

    def place_of(self, row: Any) -> str:
        return str(row.week.isoformat())

    def beyond(self, rows: QuerySet[Rating], place: str, *, forward: bool) -> QuerySet[Rating] | None:
        try:
            week = date.fromisoformat(place)
        except ValueError:
            return None
        return rows.filter(week__gt=week) if forward else rows.filter(week__lt=week)


def _numbers(encoded: str) -> list[Any] | None:
    """Return the value and the observations that ``PersonOrder`` wrote into a cursor, or None."""
    try:
        value, rests_on = json.loads(urlsafe_b64decode(encoded))
    except (binascii.Error, ValueError, TypeError, RecursionError):
        return None
    if not isinstance(value, float) or type(rests_on) is not int or abs(rests_on) >= 2**31:
        return None
    return [value, rests_on] if abs(value) < 2**31 else None

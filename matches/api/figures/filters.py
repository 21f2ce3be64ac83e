"""What figures may be kept to, as addresses of the API say it, and whose figures are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.errors import wrong_parameter
from matches.api.core.fields import PublicIdField, Query
from matches.api.core.filters import NO_DAY, day_of
from matches.api.core.serializers import Shape
from matches.clubs.access import Viewer, visible_clubs
from matches.clubs.clock import club_today
from matches.figures.queries.filters import opponent_met
from matches.figures.queries.honours import bases_of
from matches.figures.queries.seasons import season_there
from matches.figures.queries.totals import Scope
from matches.models import Club, Depth, Event, Player
from matches.rubbers.queries.page_rows import players_shown
from matches.rules.figures.seasons import Season

VARIANTS: Final = ("ecarte", "triomphe")
MOST_LEAST: Final = 100_000


@extend_schema_field(OpenApiTypes.DATE)
class DayField(serializers.CharField):
    """A day, whatever the reader's language: 2026-11-21."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            return day_of(super().to_internal_value(data))
        except ValueError:
            raise serializers.ValidationError(NO_DAY) from None


class OfSeason(Query):
    depth = serializers.ChoiceField(
        choices=Depth.values, required=False, help_text="Of how much was written down of deals and rubbers."
    )
    variant = serializers.ChoiceField(
        choices=VARIANTS, default="ecarte", help_text="The game: the two are counted apart."
    )


class OfEvent(OfSeason):
    since = DayField(required=False, help_text="From this day on; rubbers without a day are then left out.")
    until = DayField(required=False, help_text="To this day, which is counted.")


class OfClub(OfEvent):
    event = PublicIdField(required=False)


class OfPair(OfClub):
    club = PublicIdField(required=False)


class OfPlayer(OfPair):
    opponent = PublicIdField(required=False, help_text="Against this player alone.")


class ByMonth(Shape):
    by = serializers.ChoiceField(
        choices=["month"], required=False, help_text="`month`: those of each month as well."
    )


class FiguresOfSeason(OfSeason, ByMonth):
    """Days are the season's."""


class FiguresOfEvent(OfEvent, ByMonth):
    pass


class FiguresOfClub(OfClub, ByMonth):
    pass


class FiguresOfPlayer(OfPlayer, ByMonth):
    pass


class _Least(Shape):
    least = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MOST_LEAST,
        help_text="Those alone of whom the figure in `order`, else the share of games won, stands on so many.",
    )


class PlayersOfEvent(OfEvent, _Least):
    pass


class PlayersOfClub(OfClub, _Least):
    pass


class OpponentsOfPlayer(OfPair, _Least):
    pass


def kept_to(viewer: Viewer, scope: Scope, asked: Mapping[str, Any]) -> Scope:
    """``scope`` as far as the address asks for it. Raises ``ApiError`` for what the viewer knows nothing of."""
    since, until = asked.get("since", scope.since), asked.get("until", scope.until)
    if since is not None and until is not None and until < since:
        raise wrong_parameter("until", _("This day comes before the one from which figures are asked for."))
    return replace(
        scope,
        since=since,
        until=until,
        club=_club(viewer, asked["club"]) if "club" in asked else scope.club,
        event=_event(viewer, scope, asked["event"]) if "event" in asked else scope.event,
        opponent=_opponent(viewer, scope, asked["opponent"]) if "opponent" in asked else scope.opponent,
        depth=asked.get("depth"),
        variant=asked["variant"],
    )


def _club(viewer: Viewer, public_id: str) -> Club:
    club = visible_clubs(viewer).filter(public_id=public_id).first()
    if club is None:
        raise wrong_parameter("club", _("There is no such club that you may see."))
    return club


def _event(viewer: Viewer, scope: Scope, public_id: str) -> Event:
    events = Event.objects.filter(club__in=visible_clubs(viewer), public_id=public_id)
    event = (events if scope.club is None else events.filter(club=scope.club)).first()
    if event is None:
        raise wrong_parameter("event", _("There is no such event here that you may see."))
    return event


def _opponent(viewer: Viewer, scope: Scope, public_id: str) -> Player:
    found = None if scope.player is None else opponent_met(viewer, scope.player, public_id)
    if found is None:
        raise wrong_parameter("opponent", _("No adversary of this id is met here."))
    return found


# Whose


def person_of(viewer: Viewer, public_id: str) -> Player:
    """The player (club loaded), or whom an alias was merged into. Raises ``Http404`` where he has no page."""
    found: Player = get_object_or_404(players_shown(viewer), public_id=public_id)
    return found if found.merged_into is None else players_shown(viewer).get(pk=found.merged_into.pk)


def of_player(viewer: Viewer, player_id: str) -> Scope:
    return Scope(player=person_of(viewer, player_id))


def of_pair(viewer: Viewer, player_id: str, opponent_id: str) -> Scope:
    """Raises ``Http404`` where one of the two has no page, or they are one person."""
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
    """Raises ``Http404`` for one in which nothing counts, unless it is on."""
    season = season_there(club, year, bases_of(club), today=club_today(club))
    if season is None:
        raise Http404
    return season

"""Choices for the filters of statistics: events and opponents. Each function makes one query."""

from __future__ import annotations

from typing import Final

from django.core.validators import slug_re
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Value, When
from django.db.models.functions import Lower

from matches.clubs.access import Viewer, visible_clubs
from matches.figures.statistics import Scope
from matches.models import Event, Player, Tally
from matches.models.ids import is_public_id

EVENTS_OFFERED: Final = 60
OPPONENTS_OFFERED: Final = 100


def events_to_choose(viewer: Viewer, scope: Scope, chosen: str, *, club: str = "") -> list[Event]:
    """Return the events to offer in the filter of a statistics page: at most 60, newest first.

    Only events with tallies in ``scope`` are offered. ``chosen`` (an event's public id) and ``club`` (a slug) are
    values from the URL: the event ``chosen`` and the events of ``club`` come first. If the scope has no club, unnamed
    events are included, because the page offers the clubs of the events in the result. Each event's club is loaded.
    """
    counted = Tally.objects.filter(event=OuterRef("pk"))
    if scope.player is not None:
        counted = counted.filter(player=scope.player)
    if scope.opponent is not None:
        counted = counted.filter(opponent=scope.opponent)
    events = Event.objects.filter(Exists(counted), club__in=visible_clubs(viewer)).select_related("club")
    if scope.club is not None:
        events = events.filter(club=scope.club).exclude(name="")
    first = (_sort_first("public_id", _valid_public_id(chosen)), _sort_first("club__slug", _valid_slug(club)))
    return list(events.order_by(*first, "-pk")[:EVENTS_OFFERED])


def opponents_to_choose(viewer: Viewer, player: Player, chosen: str) -> list[Player]:
    """Return the opponents to offer in the filter of a player's statistics page, sorted by name.

    These are at most 100 opponents whom ``player`` met most often. The opponent with the public id ``chosen``
    is included if ``player`` has met them. Each opponent's club is loaded.
    """
    met = Tally.objects.filter(player=player, club__in=visible_clubs(viewer)).order_by()
    most = (
        met.values("opponent")
        .annotate(
            met=Count("rubber", distinct=True),
            place=_sort_first("opponent__public_id", _valid_public_id(chosen)),
        )
        .order_by("place", "-met", "opponent")
        .values("opponent")[:OPPONENTS_OFFERED]
    )
    people = Player.objects.filter(pk__in=most).exclude(name="").select_related("club")
    return list(people.order_by(Lower("name"), "name", "pk"))


def opponent_met(viewer: Viewer, player: Player, public_id: str) -> Player | None:
    """Return the opponent with this public id, with the opponent's club loaded, or None.

    Returns None for a player without a name, and for a player whom ``player`` has not met in any club that
    the viewer may see.
    """
    met = Tally.objects.filter(player=player, opponent=OuterRef("pk"), club__in=visible_clubs(viewer))
    people = Player.objects.filter(Exists(met), public_id=public_id).exclude(name="")
    return people.select_related("club").first()


def _sort_first(column: str, chosen: str) -> Case:
    return Case(When(**{column: chosen}, then=Value(0)), default=Value(1), output_field=IntegerField())


# A malformed value may not even be text that a database accepts.


def _valid_public_id(text: str) -> str:
    return text if is_public_id(text) else ""


def _valid_slug(text: str) -> str:
    return text if slug_re.fullmatch(text) else ""

"""What figures may be kept to: the events and the adversaries that a filter offers. One query each."""

from __future__ import annotations

from typing import Final

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Value, When
from django.db.models.functions import Lower

from matches.models import Event, Player, Tally
from matches.models.ids import is_public_id
from matches.queries.access import Viewer, visible_clubs
from matches.queries.statistics import Scope

EVENTS_OFFERED: Final = 60
OPPONENTS_OFFERED: Final = 100


def events_to_choose(viewer: Viewer, scope: Scope, chosen: str) -> list[Event]:
    """Events with a name in which there is something of ``scope``, the newest first; as many as a page has room for.

    ``chosen`` as an address has it: that event is among them, if it is one at all.
    """
    counted = Tally.objects.filter(event=OuterRef("pk"))
    if scope.player is not None:
        counted = counted.filter(player=scope.player)
    if scope.opponent is not None:
        counted = counted.filter(opponent=scope.opponent)
    events = Event.objects.filter(Exists(counted), club__in=visible_clubs(viewer)).exclude(name="")
    if scope.club is not None:
        events = events.filter(club=scope.club)
    return list(events.order_by(_first("public_id", chosen), "-pk")[:EVENTS_OFFERED])


def opponents_to_choose(viewer: Viewer, player: Player, chosen: str) -> list[Player]:
    """Those whom ``player`` met most often, by name; as many as a page has room for, the ``chosen`` one among them."""
    met = Tally.objects.filter(player=player, club__in=visible_clubs(viewer)).order_by()
    most = (
        met.values("opponent")
        .annotate(
            met=Count("rubber", distinct=True),
            place=_first("opponent__public_id", chosen),
        )
        .order_by("place", "-met", "opponent")
        .values("opponent")[:OPPONENTS_OFFERED]
    )
    return list(Player.objects.filter(pk__in=most).exclude(name="").order_by(Lower("name"), "name", "pk"))


def _first(column: str, chosen: str) -> Case:
    """Orders what was chosen before all else. What is no public id may not even be text to a database."""
    public_id = chosen if is_public_id(chosen) else ""
    return Case(When(**{column: public_id}, then=Value(0)), default=Value(1), output_field=IntegerField())

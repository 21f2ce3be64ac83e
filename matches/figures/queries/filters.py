"""What figures may be kept to: the events, their clubs, and the adversaries that a filter offers. One query each."""

from __future__ import annotations

from typing import Final

from django.core.validators import slug_re
from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Value, When
from django.db.models.functions import Lower

from matches.clubs.access import Viewer, visible_clubs
from matches.figures.queries.totals import Scope
from matches.models import Event, Player, Tally
from matches.models.ids import is_public_id

EVENTS_OFFERED: Final = 60
OPPONENTS_OFFERED: Final = 100


def events_to_choose(viewer: Viewer, scope: Scope, chosen: str, *, club: str = "") -> list[Event]:
    """Events (clubs loaded) in which there is something of ``scope``, the newest first; as many as a page has room for.

    Those without a name are among them: they tell in which clubs there is something. ``chosen`` and ``club``, a slug,
    are as an address has them: that event and those of that club stand first, if there are any.
    """
    counted = Tally.objects.filter(event=OuterRef("pk"))
    if scope.player is not None:
        counted = counted.filter(player=scope.player)
    if scope.opponent is not None:
        counted = counted.filter(opponent=scope.opponent)
    events = Event.objects.filter(Exists(counted), club__in=visible_clubs(viewer)).select_related("club")
    if scope.club is not None:
        events = events.filter(club=scope.club).exclude(name="")
    first = (_first("public_id", _public_id(chosen)), _first("club__slug", _slug(club)))
    return list(events.order_by(*first, "-pk")[:EVENTS_OFFERED])


def opponents_to_choose(viewer: Viewer, player: Player, chosen: str) -> list[Player]:
    """Those whom ``player`` met most often (clubs loaded), by name; as many as a page has room for, the ``chosen`` one
    among them.
    """
    met = Tally.objects.filter(player=player, club__in=visible_clubs(viewer)).order_by()
    most = (
        met.values("opponent")
        .annotate(
            met=Count("rubber", distinct=True),
            place=_first("opponent__public_id", _public_id(chosen)),
        )
        .order_by("place", "-met", "opponent")
        .values("opponent")[:OPPONENTS_OFFERED]
    )
    people = Player.objects.filter(pk__in=most).exclude(name="").select_related("club")
    return list(people.order_by(Lower("name"), "name", "pk"))


def opponent_met(viewer: Viewer, player: Player, public_id: str) -> Player | None:
    """The one of this public id (club loaded) whom ``player`` met where the viewer may see it, if he has a name."""
    met = Tally.objects.filter(player=player, opponent=OuterRef("pk"), club__in=visible_clubs(viewer))
    people = Player.objects.filter(Exists(met), public_id=public_id).exclude(name="")
    return people.select_related("club").first()


def _first(column: str, chosen: str) -> Case:
    """Orders what was chosen before all else."""
    return Case(When(**{column: chosen}, then=Value(0)), default=Value(1), output_field=IntegerField())


# What is neither may not even be text to a database.


def _public_id(told: str) -> str:
    return told if is_public_id(told) else ""


def _slug(told: str) -> str:
    return told if slug_re.fullmatch(told) else ""

"""What waits for a person: results in which he played, and which somebody else has reported."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from matches.clubs.access import Viewer, visible_clubs
from matches.models import Player, Rubber
from matches.rubbers.queries.page_rows import LINE_OF_RUBBER


def rubbers_waiting(viewer: Viewer) -> QuerySet[Rubber]:
    """The rubbers that ``viewer``, as the other side, may confirm; the oldest first."""
    if not viewer.is_authenticated:
        return Rubber.objects.none()
    mine = Player.objects.filter(user=viewer).values("pk")
    theirs = (Q(player_a__in=mine) & ~Q(reported_by="A")) | (Q(player_b__in=mine) & ~Q(reported_by="B"))
    return (
        Rubber.objects.filter(theirs, state=Rubber.State.REPORTED, club__in=visible_clubs(viewer))
        .select_related(*LINE_OF_RUBBER)
        .order_by("pk")
    )

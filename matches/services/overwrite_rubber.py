"""Makes a stored rubber what its stream says it is now: its own row, and all that hangs on it."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Entrant, Rubber
from matches.services.directory import Directory
from matches.services.insert_rubbers import enter_players
from matches.services.overwrite_games import overwrite_games
from matches.services.projection import RUBBER_FACTS, RubberProjection


def overwrite_rubber(projection: RubberProjection, directory: Directory) -> int:
    """Write ``projection`` over the rubber of its public id, which keeps its primary key; that key.

    Entrants of the event where it was whom nothing needs any more go.
    """
    rubber = Rubber.objects.get(public_id=projection.public_id)
    facts: dict[str, Any] = dict(zip(RUBBER_FACTS, projection.facts, strict=True))
    enter_players([projection], directory)
    event = directory.events[projection.event]
    players = (directory.players[projection.player_a], directory.players[projection.player_b])
    Rubber.objects.filter(pk=rubber.pk).update(
        club_id=event.club, event_id=event.event, player_a_id=players[0], player_b_id=players[1], **facts
    )
    if (rubber.event_id, rubber.player_a_id, rubber.player_b_id) != (event.event, *players):
        _drop_idle_entrants(rubber)
    overwrite_games(rubber.pk, projection)
    return rubber.pk


def idle_entrants() -> QuerySet[Entrant]:
    """Entrants whom neither a rubber of their event nor its draw needs."""
    played = Rubber.objects.filter(event=OuterRef("event"))
    return Entrant.objects.filter(
        ~Exists(played.filter(player_a=OuterRef("player"))),
        ~Exists(played.filter(player_b=OuterRef("player"))),
        is_entered=False,
        pairings_as_a__isnull=True,
        pairings_as_b__isnull=True,
    )


def _drop_idle_entrants(moved: Rubber) -> None:
    """Remove the entrants that the players of ``moved``, as it was, need no more."""
    players = (moved.player_a_id, moved.player_b_id)
    idle_entrants().filter(event=moved.event_id, player__in=players).delete()

"""Makes a stored rubber what its stream says it is now: its own row, and all that hangs on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Entrant, Game, Rubber
from matches.services.directory import Directory
from matches.services.insert_rubbers import enter_players, insert_games
from matches.services.projection import GAME_FACTS, RUBBER_FACTS, RubberProjection
from matches.services.stored_projection import stored_games

GAME_NUMBER: Final = GAME_FACTS.index("number")


def overwrite_rubber(projection: RubberProjection, directory: Directory) -> int:
    """Write ``projection`` over the rubber of its public id, which keeps its primary key; that key.

    Games that are as they were stay. Entrants of the event where it was whom nothing needs any more go.
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
    _overwrite_games(rubber, projection)
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


def _overwrite_games(rubber: Rubber, projection: RubberProjection) -> None:
    there = stored_games([rubber.public_id])[rubber.pk]
    other = tuple(game for game in projection.games if game not in there)
    alike = [game.facts[GAME_NUMBER] for game in projection.games if game not in other]
    if len(alike) < len(there):
        Game.objects.filter(rubber=rubber).exclude(number__in=alike).delete()
    insert_games([(rubber.pk, replace(projection, games=other))])


def _drop_idle_entrants(moved: Rubber) -> None:
    """Remove the entrants that the players of ``moved``, as it was, need no more."""
    players = (moved.player_a_id, moved.player_b_id)
    idle_entrants().filter(event=moved.event_id, player__in=players).delete()

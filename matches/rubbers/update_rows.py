"""Makes a stored rubber what its stream says it is now: its own row, and all that hangs on it."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Entrant, Rubber
from matches.rubbers.deferred_updates import counting, note_counting_rubbers
from matches.rubbers.insert_rows import enter_players
from matches.rubbers.primary_keys import Directory
from matches.rubbers.projection import RUBBER_FACTS, RubberProjection
from matches.rubbers.tallies import overwrite_tallies, place_of
from matches.rubbers.update_game_rows import overwrite_games


def overwrite_rubber(
    projection: RubberProjection, directory: Directory, *, row: Rubber | None = None
) -> Rubber:
    """Write ``projection`` over the rubber of its public id, which keeps its primary key; the rubber as it is then.

    ``row`` is the stored one, with event and players, where the caller has it locked. Entrants of the event where it
    was whom nothing needs any more go.
    """
    rubber = Rubber.objects.get(public_id=projection.public_id) if row is None else copy(row)
    wanted: dict[str, Any] = dict(zip(RUBBER_FACTS, projection.facts, strict=True))
    # Whoever plays a rubber stays an entrant of its event as long as it is there.
    if row is None or not _is_of_the_same(row, projection):
        wanted |= _entered(projection, directory)
    changed = {name: value for name, value in wanted.items() if getattr(rubber, name) != value}
    before = (rubber.event_id, rubber.player_a_id, rubber.player_b_id)
    counted = counting(rubber)
    if changed:
        Rubber.objects.filter(pk=rubber.pk).update(**changed)
    for name, value in changed.items():
        setattr(rubber, name, value)
    if before != (rubber.event_id, rubber.player_a_id, rubber.player_b_id):
        _drop_idle_entrants(*before)
    overwrite_games(rubber.pk, projection)
    # Of a rubber that is being played there are none, before and after.
    if row is None or counted or projection.tallies:
        overwrite_tallies(place_of(rubber), projection)
    note_counting_rubbers([*counted, *counting(rubber)])
    return rubber


def _is_of_the_same(row: Rubber, projection: RubberProjection) -> bool:
    """Whether the rubber is stored in the projection's event, in the event's club, and of its players."""
    there = (row.event.public_id, row.player_a.public_id, row.player_b.public_id)
    return row.club_id == row.event.club_id and there == (
        projection.event,
        projection.player_a,
        projection.player_b,
    )


def _entered(projection: RubberProjection, directory: Directory) -> dict[str, int]:
    """Foreign keys of the rubber, whose players are entrants of its event then."""
    enter_players([projection], directory)
    event = directory.events[projection.event]
    return {
        "club_id": event.club,
        "event_id": event.event,
        "player_a_id": directory.players[projection.player_a],
        "player_b_id": directory.players[projection.player_b],
    }


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


def _drop_idle_entrants(event: int, *players: int) -> None:
    """Remove those of the players whom their event (by primary keys, both) needs no more."""
    idle_entrants().filter(event=event, player__in=players).delete()

"""Makes a stored rubber what its stream says it is now: its own row, and all that hangs on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from matches.models import Entrant, Game, Pairing, Round, Rubber
from matches.services.directory import Directory
from matches.services.insert_rubbers import PAIRING_COLUMNS, insert_games, insert_pairings, pairing_rows
from matches.services.projection import GAME_FACTS, RUBBER_FACTS, RubberProjection
from matches.services.stored_projection import stored_games

GAME_NUMBER: Final = GAME_FACTS.index("number")


def overwrite_rubber(projection: RubberProjection, directory: Directory) -> int:
    """Write ``projection`` over the rubber of its public id, which keeps its primary key; that key.

    Games that are as they were stay. Round, pairing and entrants that nobody needs any more go.
    """
    rubber = Rubber.objects.select_related("pairing").get(public_id=projection.public_id)
    facts: dict[str, Any] = dict(zip(RUBBER_FACTS, projection.facts, strict=True))
    pairing = _pairing_for(rubber.pairing, projection, directory)
    event = directory.events[projection.event]
    Rubber.objects.filter(pk=rubber.pk).update(
        club_id=event.club,
        event_id=event.event,
        pairing_id=pairing,
        player_a_id=directory.players[projection.player_a],
        player_b_id=directory.players[projection.player_b],
        **facts,
    )
    if pairing != rubber.pairing_id:
        _drop_unneeded(rubber.pairing, directory)
    _overwrite_games(rubber, projection)
    return rubber.pk


def _overwrite_games(rubber: Rubber, projection: RubberProjection) -> None:
    there = stored_games([rubber.public_id])[rubber.pk]
    other = tuple(game for game in projection.games if game not in there)
    alike = [game.facts[GAME_NUMBER] for game in projection.games if game not in other]
    if len(alike) < len(there):
        Game.objects.filter(rubber=rubber).exclude(number__in=alike).delete()
    insert_games([(rubber.pk, replace(projection, games=other))])


def _pairing_for(pairing: Pairing, projection: RubberProjection, directory: Directory) -> int:
    """The pairing that the rubber has if it is the right one, else a new one; its primary key."""
    (wanted,) = pairing_rows([projection], directory)
    if wanted == tuple(getattr(pairing, column) for column in PAIRING_COLUMNS):
        return pairing.pk
    (made,) = insert_pairings([projection], directory)
    return made


def _drop_unneeded(pairing: Pairing, directory: Directory) -> None:
    """Remove a pairing that has no rubber, and then its round and its entrants if they have no other pairing."""
    directory.forget_places()
    dropped, _ = Pairing.objects.filter(pk=pairing.pk, rubbers__isnull=True).delete()
    if not dropped:
        return
    Round.objects.filter(pk=pairing.round_id, pairings__isnull=True).delete()
    Entrant.objects.filter(
        pk__in=(pairing.entrant_a_id, pairing.entrant_b_id),
        pairings_as_a__isnull=True,
        pairings_as_b__isnull=True,
    ).delete()

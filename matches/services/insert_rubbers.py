"""Inserts rubbers that are not there yet, many at once: pairings, rubbers, games, deals, incidents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import orjson

from matches.models import Deal, Game, Incident, Pairing, Rubber
from matches.services.bulk import insert_rows, reserve_ids
from matches.services.directory import Directory
from matches.services.projection import (
    DEAL_FACTS,
    GAME_FACTS,
    INCIDENT_FACTS,
    RUBBER_FACTS,
    Facts,
    RubberProjection,
)

PAIRING_COLUMNS: Final = ("round_id", "table", "entrant_a_id", "entrant_b_id")
PairingRow: TypeAlias = tuple[int, str, int, int]
RUBBER_COLUMNS = ("id", "club_id", "event_id", "pairing_id", "player_a_id", "player_b_id", *RUBBER_FACTS)


def insert_projections(projections: Sequence[RubberProjection], directory: Directory) -> dict[str, int]:
    """Insert rubbers that are not there yet, with all that hangs on them; their primary keys by public id."""
    if not projections:
        return {}
    pairings = insert_pairings(projections, directory)
    rubbers = reserve_ids(Rubber, len(projections))
    rows = []
    for projection, rubber, pairing in zip(projections, rubbers, pairings, strict=True):
        event = directory.events[projection.event]
        players = (directory.players[projection.player_a], directory.players[projection.player_b])
        rows.append((rubber, event.club, event.event, pairing, *players, *_with_json(projection.facts)))
    insert_rows(Rubber, RUBBER_COLUMNS, rows)
    insert_games(zip(rubbers, projections, strict=True))
    return {projection.public_id: rubber for rubber, projection in zip(rubbers, projections, strict=True)}


def insert_pairings(projections: Sequence[RubberProjection], directory: Directory) -> Sequence[int]:
    """A pairing for each rubber, with the rounds and entrants that it needs."""
    pairings = reserve_ids(Pairing, len(projections))
    rows = pairing_rows(projections, directory)
    insert_rows(
        Pairing,
        ("id", *PAIRING_COLUMNS),
        [(pairing, *row) for pairing, row in zip(pairings, rows, strict=True)],
    )
    return pairings


def pairing_rows(projections: Sequence[RubberProjection], directory: Directory) -> list[PairingRow]:
    """What each rubber's pairing has to be, in the order of ``PAIRING_COLUMNS``; rounds and entrants are made."""
    directory.load_events({projection.event for projection in projections})
    people = {player for each in projections for player in (each.player_a, each.player_b)}
    directory.load_players(people)
    rounds = []
    entrants = []
    for projection in projections:
        keys = directory.events[projection.event]
        rounds.append((keys.stage, projection.round_label))
        for player in (projection.player_a, projection.player_b):
            entrants.append((keys.event, directory.players[player]))
    directory.ensure_rounds(rounds)
    directory.ensure_entrants(entrants)
    return [
        (
            directory.rounds[rounds[place]],
            projection.table,
            directory.entrants[entrants[2 * place]],
            directory.entrants[entrants[2 * place + 1]],
        )
        for place, projection in enumerate(projections)
    ]


def insert_games(rubbers: Iterable[tuple[int, RubberProjection]]) -> None:
    """Insert the games, deals and incidents of rubbers (by primary key) that have none."""
    games = [(rubber, game) for rubber, projection in rubbers for game in projection.games]
    if not games:
        return
    game_keys = reserve_ids(Game, len(games))
    deal_keys = iter(reserve_ids(Deal, sum(len(game.deals) for _, game in games)))
    game_rows: list[Facts] = []
    deal_rows: list[Facts] = []
    incident_rows: list[Facts] = []
    for game_key, (rubber, game) in zip(game_keys, games, strict=True):
        game_rows.append((game_key, rubber, *game.facts))
        keys_by_number: dict[int, int] = {}
        for deal in game.deals:
            keys_by_number[deal[0]] = deal_key = next(deal_keys)
            deal_rows.append((deal_key, game_key, *_with_json(deal)))
        for deal_number, *incident in game.incidents:
            deal_pk = None if deal_number is None else keys_by_number[deal_number]
            incident_rows.append((game_key, deal_pk, *_with_json(incident)))
    insert_rows(Game, ("id", "rubber_id", *GAME_FACTS), game_rows)
    insert_rows(Deal, ("id", "game_id", *DEAL_FACTS), deal_rows)
    if incident_rows:
        insert_rows(Incident, ("game_id", "deal_id", *INCIDENT_FACTS[1:]), incident_rows)


def _with_json(facts: Sequence[Any]) -> Facts:
    """The row with its last column as JSON text."""
    return (*facts[:-1], orjson.dumps(facts[-1]).decode())

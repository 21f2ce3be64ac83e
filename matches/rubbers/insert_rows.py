"""Inserts rubbers that are not there yet, many at once: entrants, rubbers, games, deals, incidents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from matches.common.bulk import insert_rows, reserve_ids
from matches.models import Deal, Entrant, Game, Incident, Rubber
from matches.rubbers.deferred_updates import CountingRubber, note_counting_rubbers
from matches.rubbers.primary_keys import Directory
from matches.rubbers.projection import (
    DEAL_FACTS,
    GAME_FACTS,
    INCIDENT_FACTS,
    RUBBER_FACTS,
    Facts,
    GameProjection,
    RubberProjection,
)
from matches.rubbers.states import SETTLED
from matches.rubbers.tallies import Place, insert_tallies

DATE = RUBBER_FACTS.index("date")
STATE = RUBBER_FACTS.index("state")
RUBBER_COLUMNS = ("id", "club_id", "event_id", "player_a_id", "player_b_id", *RUBBER_FACTS)


def insert_projections(projections: Sequence[RubberProjection], directory: Directory) -> dict[str, int]:
    """Insert rubbers that are not there yet, with all that hangs on them; their primary keys by public id."""
    if not projections:
        return {}
    enter_players(projections, directory)
    rubbers = reserve_ids(Rubber, len(projections))
    places = []
    for projection, rubber in zip(projections, rubbers, strict=True):
        event = directory.events[projection.event]
        players = (directory.players[projection.player_a], directory.players[projection.player_b])
        places.append(Place(rubber, event.club, event.event, *players))
    placed = list(zip(places, projections, strict=True))
    insert_rows(Rubber, RUBBER_COLUMNS, [(*place, *_with_json(each.facts)) for place, each in placed])
    insert_games(zip(rubbers, projections, strict=True))
    insert_tallies(placed)
    note_counting_rubbers(_counting(projections, directory))
    return {projection.public_id: rubber for rubber, projection in zip(rubbers, projections, strict=True)}


def _counting(projections: Sequence[RubberProjection], directory: Directory) -> set[CountingRubber]:
    return {
        CountingRubber(directory.events[projection.event].club, projection.facts[DATE])
        for projection in projections
        if projection.facts[STATE] in SETTLED
    }


def enter_players(projections: Sequence[RubberProjection], directory: Directory) -> None:
    """Make the players of rubbers entrants of their events; those and the players are in ``directory`` then.

    Who is one already is looked up each time: between two transactions a rubber may have moved away, and its players
    with it.
    """
    directory.load_events({projection.event for projection in projections})
    directory.load_players({player for each in projections for player in (each.player_a, each.player_b)})
    wanted = dict.fromkeys(
        (directory.events[projection.event].event, directory.players[player])
        for projection in projections
        for player in (projection.player_a, projection.player_b)
    )
    events, players = zip(*wanted, strict=True)
    there = Entrant.objects.filter(event__in=set(events), player__in=set(players))
    entered = set(there.values_list("event_id", "player_id"))
    Entrant.objects.bulk_create(
        [
            Entrant(event_id=event, player_id=player)
            for event, player in wanted
            if (event, player) not in entered
        ],
        ignore_conflicts=True,
    )


def insert_games(rubbers: Iterable[tuple[int, RubberProjection]]) -> None:
    """Insert the games, deals and incidents of rubbers (by primary key) that have none of these games."""
    games = [(rubber, game) for rubber, projection in rubbers for game in projection.games]
    if not games:
        return
    keys = reserve_ids(Game, len(games))
    rows = [(key, rubber, *game.facts) for key, (rubber, game) in zip(keys, games, strict=True)]
    insert_rows(Game, ("id", "rubber_id", *GAME_FACTS), rows)
    insert_deals([(key, game) for key, (_, game) in zip(keys, games, strict=True)])


def insert_deals(games: Sequence[tuple[int, GameProjection]]) -> None:
    """Insert the deals and incidents of games (by primary key) that are there, and have none of these deals."""
    if not any(game.incidents for _, game in games):
        rows = [(key, *_with_json(deal)) for key, game in games for deal in game.deals]
        if rows:
            insert_rows(Deal, ("game_id", *DEAL_FACTS), rows)
        return
    deal_keys = iter(reserve_ids(Deal, sum(len(game.deals) for _, game in games)))
    deal_rows: list[Facts] = []
    incident_rows: list[Facts] = []
    for game_key, game in games:
        keys_by_number: dict[int, int] = {}
        for deal in game.deals:
            keys_by_number[deal[0]] = deal_key = next(deal_keys)
            deal_rows.append((deal_key, game_key, *_with_json(deal)))
        for deal_number, *incident in game.incidents:
            deal_pk = None if deal_number is None else keys_by_number[deal_number]
            incident_rows.append((game_key, deal_pk, *_with_json(incident)))
    insert_rows(Deal, ("id", "game_id", *DEAL_FACTS), deal_rows)
    insert_rows(Incident, ("game_id", "deal_id", *INCIDENT_FACTS[1:]), incident_rows)


def _with_json(facts: Sequence[Any]) -> Facts:
    """The row with its last column as JSON text."""
    return (*facts[:-1], orjson.dumps(facts[-1]).decode())

"""``apply_entries``: the one place where the log becomes rows, whoever appended to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from django.db.models import Case, F, Value, When
from django.db.models.functions import Greatest

from matches.models import Club, Deal, Event, Game, Incident, Pairing, Rubber
from matches.services.bulk import insert_rows, reserve_ids
from matches.services.directory import Directory, open_event
from matches.services.log import EVENT_OPENED, RUBBER_IMPORTED, Entry, EventOpened
from matches.services.projection import (
    DEAL_FACTS,
    GAME_FACTS,
    INCIDENT_FACTS,
    RUBBER_FACTS,
    Facts,
    RubberProjection,
    project_rubber,
)
from scoring.checked import CheckedRubber

RUBBER_COLUMNS = ("id", "club_id", "event_id", "pairing_id", "player_a_id", "player_b_id", *RUBBER_FACTS)


def apply_entries(
    entries: Sequence[Entry],
    positions: Mapping[str, int],
    *,
    directory: Directory,
    checked: Mapping[str, CheckedRubber] | None = None,
) -> dict[str, int]:
    """Write the rows that follow from new ``entries``, each the first of its stream.

    ``positions`` are the streams' places in the log, ``checked`` the judged rubbers by public id where the
    caller has them. The caller holds the transaction in which the entries were appended. Gives back the
    rubbers' primary keys by public id.
    """
    for entry in entries:
        if entry.kind == EVENT_OPENED:
            _apply_event(entry, directory)
    known = checked or {}
    imported = [entry for entry in entries if entry.kind == RUBBER_IMPORTED]
    projections = [project_rubber(entry, known.get(entry.subject)) for entry in imported]
    keys = insert_projections(projections, directory)
    last: dict[str, int] = {}
    for entry, projection in zip(imported, projections, strict=True):
        last[projection.event] = max(last.get(projection.event, 0), positions[entry.stream])
    note_event_positions({directory.events[event].event: position for event, position in last.items()})
    return keys


def _apply_event(entry: Entry, directory: Directory) -> None:
    payload: EventOpened = entry.payload
    club = Club.objects.only("pk").get(public_id=payload["club"])
    open_event(entry.subject, club_id=club.pk, name=payload["name"], directory=directory)


def note_event_positions(positions: Mapping[int, int]) -> None:
    """Say that the standings of events (by primary key) are owed up to these places of the log."""
    if not positions:
        return
    cases = [When(pk=event, then=Value(position)) for event, position in positions.items()]
    Event.objects.filter(pk__in=positions).update(
        log_position=Greatest(F("log_position"), Case(*cases, default=Value(0)))
    )


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
    pairings = reserve_ids(Pairing, len(projections))
    insert_rows(
        Pairing,
        ("id", "round_id", "table", "entrant_a_id", "entrant_b_id"),
        [
            (
                pairing,
                directory.rounds[rounds[place]],
                projection.table,
                directory.entrants[entrants[2 * place]],
                directory.entrants[entrants[2 * place + 1]],
            )
            for place, (pairing, projection) in enumerate(zip(pairings, projections, strict=True))
        ],
    )
    return pairings


def insert_games(rubbers: Iterable[tuple[int, RubberProjection]]) -> None:
    """Insert the games, deals and incidents of rubbers (by primary key) that have none."""
    games = [(rubber, game) for rubber, projection in rubbers for game in projection.games]
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

"""Write the rows of rubbers: insert many new rubbers at once, or update the rows of a stored one to match its stream.

Rows that match already are not touched. All rows come from projections (``matches.rubbers.projection``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Final

import orjson
from django.db.models import Exists, OuterRef, QuerySet

from matches.common.bulk import insert_rows, reserve_ids
from matches.common.directory import Directory
from matches.models import Deal, Entrant, Game, Incident, Rubber
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
from matches.rubbers.tallies import RubberKeys, insert_tallies, overwrite_tallies, rubber_keys

DATE: Final = RUBBER_FACTS.index("date")
STATE: Final = RUBBER_FACTS.index("state")
RUBBER_COLUMNS: Final = ("id", "club_id", "event_id", "player_a_id", "player_b_id", *RUBBER_FACTS)
GAME_NUMBER: Final = GAME_FACTS.index("number")
DEAL_NUMBER: Final = DEAL_FACTS.index("number")
DEAL_OF_INCIDENT: Final = INCIDENT_FACTS.index("deal_number")
INCIDENT_SIGN: Final = "!"
"""The sign with which the notation begins every incident. A text without it has none."""


def insert_projections(projections: Sequence[RubberProjection], directory: Directory) -> dict[str, int]:
    """Insert new rubbers with all their rows, and return their primary keys by public id.

    The caller must mark statistics that depend on these rubbers as pending (``hooks.rubbers_begun``).
    """
    if not projections:
        return {}
    _enter(projections, directory)
    rubbers = reserve_ids(Rubber, len(projections))
    places = []
    for projection, rubber in zip(projections, rubbers, strict=True):
        event = directory.events[projection.event]
        players = (directory.players[projection.player_a], directory.players[projection.player_b])
        places.append(RubberKeys(rubber, event.club, event.event, *players))
    placed = list(zip(places, projections, strict=True))
    insert_rows(Rubber, RUBBER_COLUMNS, [(*place, *_with_json_text(each.facts)) for place, each in placed])
    _insert_games(zip(rubbers, projections, strict=True))
    insert_tallies(placed)
    return {projection.public_id: rubber for rubber, projection in zip(rubbers, projections, strict=True)}


def overwrite_rubber(
    projection: RubberProjection, directory: Directory, *, row: Rubber | None = None
) -> Rubber:
    """Update the stored rows of a rubber to match ``projection``, and return its new row with the same key.

    ``row`` is the rubber's row, locked, with event and players loaded; None reads it here. Entrants of the
    former event are deleted if no rubber and no draw needs them. If the rubber counts or counted, the caller
    must mark statistics as pending (``hooks.rubber_changed``).
    """
    rubber = Rubber.objects.get(public_id=projection.public_id) if row is None else copy(row)
    wanted: dict[str, Any] = dict(zip(RUBBER_FACTS, projection.facts, strict=True))
    # The players of a stored rubber are entrants of its event already.
    if row is None or not _is_in_place(row, projection):
        wanted |= _keys_of(projection, directory)
    changed = {name: value for name, value in wanted.items() if getattr(rubber, name) != value}
    before = (rubber.event_id, rubber.player_a_id, rubber.player_b_id)
    has_counted = rubber.state in SETTLED
    if changed:
        Rubber.objects.filter(pk=rubber.pk).update(**changed)
    for name, value in changed.items():
        setattr(rubber, name, value)
    if before != (rubber.event_id, rubber.player_a_id, rubber.player_b_id):
        event, *players = before
        idle_entrants().filter(event=event, player__in=players).delete()
    _overwrite_games(rubber.pk, projection, has_incidents=row is None or INCIDENT_SIGN in row.egn)
    # A live rubber has no tallies, before or after.
    if row is None or has_counted or projection.tallies:
        overwrite_tallies(rubber_keys(rubber), projection)
    return rubber


def _is_in_place(row: Rubber, projection: RubberProjection) -> bool:
    """Return whether the rubber is stored with the projection's event and players, and in the event's club."""
    stored = (row.event.public_id, row.player_a.public_id, row.player_b.public_id)
    return row.club_id == row.event.club_id and stored == (
        projection.event,
        projection.player_a,
        projection.player_b,
    )


def _keys_of(projection: RubberProjection, directory: Directory) -> dict[str, int]:
    """Return the rubber's foreign keys, after making its players entrants of its event."""
    _enter([projection], directory)
    event = directory.events[projection.event]
    return {
        "club_id": event.club,
        "event_id": event.event,
        "player_a_id": directory.players[projection.player_a],
        "player_b_id": directory.players[projection.player_b],
    }


def _enter(projections: Sequence[RubberProjection], directory: Directory) -> None:
    """Make the players of rubbers entrants of their events, and load players and events into ``directory``.

    Existing entrants are looked up each time: between two transactions a rubber may have moved to another
    event.
    """
    directory.load_events({projection.event for projection in projections})
    directory.load_players({player for each in projections for player in (each.player_a, each.player_b)})
    wanted = dict.fromkeys(
        (directory.events[projection.event].event, directory.players[player])
        for projection in projections
        for player in (projection.player_a, projection.player_b)
    )
    events, players = zip(*wanted, strict=True)
    existing = Entrant.objects.filter(event__in=set(events), player__in=set(players))
    entered = set(existing.values_list("event_id", "player_id"))
    Entrant.objects.bulk_create(
        [
            Entrant(event_id=event, player_id=player)
            for event, player in wanted
            if (event, player) not in entered
        ],
        ignore_conflicts=True,
    )


def idle_entrants() -> QuerySet[Entrant]:
    """Return the entrants who are in no rubber of their event and whom its draw does not need."""
    played = Rubber.objects.filter(event=OuterRef("event"))
    return Entrant.objects.filter(
        ~Exists(played.filter(player_a=OuterRef("player"))),
        ~Exists(played.filter(player_b=OuterRef("player"))),
        is_entered=False,
        pairings_as_a__isnull=True,
        pairings_as_b__isnull=True,
    )


def _overwrite_games(rubber: int, projection: RubberProjection, *, has_incidents: bool) -> None:
    """Replace the games of the rubber with this primary key by those of ``projection``.

    Equal games stay, and the deals of a game before the first that differs. ``has_incidents``: some may be
    stored.
    """
    games = stored_games(has_incidents=has_incidents, rubber=rubber)
    stored_by_number = {game.facts[GAME_NUMBER]: (pk, game) for pk, _, game in games}
    numbers = {game.facts[GAME_NUMBER] for game in projection.games}
    deleted = [pk for number, (pk, _) in stored_by_number.items() if number not in numbers]
    new: list[GameProjection] = []
    for game in projection.games:
        pk, stored = stored_by_number.get(game.facts[GAME_NUMBER], (0, None))
        if stored is None:
            new.append(game)
        elif _has_other_incidents(stored, game):
            deleted.append(pk)
            new.append(game)
        elif stored != game:
            _overwrite_game(pk, stored, game)
    if deleted:
        Game.objects.filter(pk__in=deleted).delete()
    if new:
        _insert_games([(rubber, replace(projection, games=tuple(new)))])


def _overwrite_game(pk: int, stored: GameProjection, game: GameProjection) -> None:
    """Update the game with this key. The incidents of both are the same up to the first deal that differs."""
    alike = _deals_alike(stored, game)
    other = [deal[DEAL_NUMBER] for deal in stored.deals[alike:]]
    if other:
        Deal.objects.filter(game=pk, number__in=other).delete()
    if stored.facts != game.facts:
        facts = zip(GAME_FACTS, game.facts, stored.facts, strict=True)
        changed: dict[str, Any] = {name: value for name, value, before in facts if value != before}
        Game.objects.filter(pk=pk).update(**changed)
    new = game.deals[alike:]
    numbers = {deal[DEAL_NUMBER] for deal in new}
    incidents = tuple(each for each in game.incidents if each[DEAL_OF_INCIDENT] in numbers)
    _insert_deals([(pk, replace(game, deals=new, incidents=incidents))])


def _deals_alike(stored: GameProjection, game: GameProjection) -> int:
    pairs = enumerate(zip(stored.deals, game.deals, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(stored.deals), len(game.deals)))


def _has_other_incidents(stored: GameProjection, game: GameProjection) -> bool:
    """Return whether incidents differ before the first deal that does: their positions are counted through the game."""
    kept = {None, *(deal[DEAL_NUMBER] for deal in game.deals[: _deals_alike(stored, game)])}
    old, new = (
        [each for each in incidents if each[DEAL_OF_INCIDENT] in kept]
        for incidents in (stored.incidents, game.incidents)
    )
    return old != new


def stored_games(
    *, has_incidents: bool = True, **conditions: object
) -> Iterator[tuple[int, int, GameProjection]]:
    """Yield stored games, each as its primary key, the rubber's and the game's rows.

    ``conditions`` select the games, as in ``filter()``. Without ``has_incidents``, incidents are not queried.
    """
    of_game: dict[str, Any] = {f"game__{name}": value for name, value in conditions.items()}
    deals: dict[int, list[Facts]] = defaultdict(list)
    deal_rows = Deal.objects.filter(**of_game).order_by("number")
    for game, *facts in deal_rows.values_list("game_id", *DEAL_FACTS):
        deals[game].append(tuple(facts))
    incidents: dict[int, list[Facts]] = defaultdict(list)
    if has_incidents:
        incident_rows = Incident.objects.filter(**of_game).order_by("position")
        for game, *facts in incident_rows.values_list("game_id", "deal__number", *INCIDENT_FACTS[1:]):
            incidents[game].append(tuple(facts))
    game_rows = Game.objects.filter(**conditions).order_by("number")
    for pk, rubber, *facts in game_rows.values_list("pk", "rubber_id", *GAME_FACTS):
        yield pk, rubber, GameProjection(tuple(facts), tuple(deals[pk]), tuple(incidents[pk]))


def _insert_games(rubbers: Iterable[tuple[int, RubberProjection]]) -> None:
    """Insert the games, deals and incidents of rubbers (by primary key) that have none of these games."""
    games = [(rubber, game) for rubber, projection in rubbers for game in projection.games]
    if not games:
        return
    keys = reserve_ids(Game, len(games))
    rows = [(key, rubber, *game.facts) for key, (rubber, game) in zip(keys, games, strict=True)]
    insert_rows(Game, ("id", "rubber_id", *GAME_FACTS), rows)
    _insert_deals([(key, game) for key, (_, game) in zip(keys, games, strict=True)])


def _insert_deals(games: Sequence[tuple[int, GameProjection]]) -> None:
    """Insert the deals and incidents of existing games (by primary key) that have none of these deals."""
    if not any(game.incidents for _, game in games):
        rows = [(key, *_with_json_text(deal)) for key, game in games for deal in game.deals]
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
            deal_rows.append((deal_key, game_key, *_with_json_text(deal)))
        for deal_number, *incident in game.incidents:
            deal_pk = None if deal_number is None else keys_by_number[deal_number]
            incident_rows.append((game_key, deal_pk, *_with_json_text(incident)))
    insert_rows(Deal, ("id", "game_id", *DEAL_FACTS), deal_rows)
    insert_rows(Incident, ("game_id", "deal_id", *INCIDENT_FACTS[1:]), incident_rows)


def _with_json_text(facts: Sequence[Any]) -> Facts:
    return (*facts[:-1], orjson.dumps(facts[-1]).decode())

"""Read an event's stored rows in the form in which ``rows`` computes them from its state, with their primary keys.

Each process caches the rows that it wrote last, so that the next result need not read them all again. Cached
rows are valid while the event has the ``rows_key`` under which they were cached: every writer of such rows
changes it. Rows written in a transaction are cached when it commits.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import orjson
from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from matches.common.directory import OPEN_STAGE
from matches.common.stored_facts import RecentlyUsed
from matches.models import Entrant, Event, Pairing, Round, Stage, Standing
from matches.rules.events.facts import PairingPlace, Place, PlayerId
from matches.rules.events.rows import (
    ENTRANT_COLUMNS,
    EVENT_COLUMNS,
    PAIRING_COLUMNS,
    ROUND_COLUMNS,
    STAGE_COLUMNS,
    STANDING_COLUMNS,
    EventRows,
    Row,
    as_json,
)
from matches.rules.events.state import Result

PAIRING_READ: Final = (
    *("group", "table", "kind"),
    *("entrant_a_id", "entrant_b_id", "source_a", "source_b", "rubber_id"),
    *("decided_by", "winner", "halves_a", "halves_b", "is_kept", "why_text"),
)
ENTRANT_A, ENTRANT_B, RUBBER, WHY = (
    PAIRING_COLUMNS.index(name) for name in ("entrant_a", "entrant_b", "rubber", "why")
)
STANDING_READ: Final = (*STANDING_COLUMNS[:-2], "figures_text", "reason")
MAX_EVENTS: Final = 4
"""The maximum number of events whose rows a process caches."""


@dataclass(frozen=True, slots=True)
class StoredRows:
    """An event's stored rows, with the primary keys of entered players, drawn stages and rounds."""

    rows: EventRows
    entrants: Mapping[PlayerId, int]
    stages: Mapping[int, int]
    rounds: Mapping[Place, int]


def stored_rows(event: Event, results: Mapping[int, Result]) -> StoredRows:
    """Read the event's rows, in five queries. ``results`` are those of its rubbers, by primary key."""
    entrants = {
        player: (pk, tuple(row))
        for player, pk, *row in Entrant.objects.filter(event=event)
        .order_by()
        .values_list("player__public_id", "pk", *ENTRANT_COLUMNS)
    }
    players = {pk: player for player, (pk, _) in entrants.items()}
    stages = {
        number: (pk, tuple(row))
        for number, pk, *row in Stage.objects.filter(event=event)
        .order_by()
        .values_list("number", "pk", *STAGE_COLUMNS)
    }
    numbers = {pk: number for number, (pk, _) in stages.items()}
    rounds = {
        (numbers[stage], number): (pk, tuple(row))
        for stage, number, pk, *row in Round.objects.filter(stage__event=event)
        .order_by()
        .values_list("stage_id", "number", "pk", *ROUND_COLUMNS)
    }
    places = {pk: place for place, (pk, _) in rounds.items()}
    pairings = _pairings(event, places, players, results)
    standings = _standings(event, numbers, players)
    drawn = {number: row for number, row in stages.items() if number != OPEN_STAGE}
    return StoredRows(
        rows=EventRows(
            event=tuple(getattr(event, column) for column in EVENT_COLUMNS),
            entrants={player: row for player, (_, row) in entrants.items() if row[0]},
            stages={number: row for number, (_, row) in drawn.items()},
            rounds={place: row for place, (_, row) in rounds.items()},
            pairings=pairings,
            standings=standings,
        ),
        entrants={player: pk for player, (pk, row) in entrants.items() if row[0]},
        stages={number: pk for number, (pk, _) in drawn.items()},
        rounds={place: pk for place, (pk, _) in rounds.items()},
    )


def _pairings(
    event: Event, places: Mapping[int, Place], players: Mapping[int, PlayerId], results: Mapping[int, Result]
) -> dict[PairingPlace, Row]:
    """Return the event's stored pairings by their place, as rows with ``PAIRING_COLUMNS``."""
    pairings: dict[PairingPlace, Row] = {}
    rows = (
        Pairing.objects.filter(round__stage__event=event)
        .order_by()
        .annotate(why_text=Cast("why", TextField()))
    )
    for round_, number, *row in rows.values_list("round_id", "number", *PAIRING_READ):
        row[ENTRANT_A], row[ENTRANT_B] = (
            None if entrant is None else _player(entrant, players)
            for entrant in row[ENTRANT_A : ENTRANT_B + 1]
        )
        row[RUBBER] = _rubber(row[RUBBER], results)
        row[WHY] = _canonical(row[WHY])
        stage, round_number = places[round_]
        pairings[stage, round_number, number] = tuple(row)
    return pairings


def _player(pk: int, players: Mapping[int, PlayerId]) -> PlayerId:
    """Return the public id of an entrant. For an entrant of another event it is a text that matches no player."""
    return players.get(pk, f"another event's: {pk}")


def _rubber(pk: int | None, results: Mapping[int, Result]) -> str:
    """Return the public id of a rubber. For a rubber of another event it is a text that matches no rubber."""
    if pk is None:
        return ""
    return results[pk].rubber if pk in results else f"another event's: {pk}"


def _standings(
    event: Event, numbers: Mapping[int, int], players: Mapping[int, PlayerId]
) -> dict[tuple[int, PlayerId], Row]:
    rows = Standing.objects.filter(stage__event=event).order_by()
    if event.plan is None:
        rows = rows.exclude(stage__number=OPEN_STAGE)
    read = rows.annotate(figures_text=Cast("figures", TextField()))
    return {
        (numbers[stage], _player(entrant, players)): (*figures, _canonical(figures_text), reason)
        for stage, entrant, *figures, figures_text, reason in read.values_list(
            "stage_id", "entrant_id", *STANDING_READ
        )
    }


@lru_cache(maxsize=8_192)
def _canonical(text: str) -> str:
    return as_json(orjson.loads(text))


@dataclass(frozen=True, slots=True)
class _CachedRows:
    """The rows of an event, and the event's ``rows_key`` under which they are valid."""

    key: str
    rows: StoredRows


_cache: Final = RecentlyUsed[_CachedRows](MAX_EVENTS)


def recalled_rows(event: Event) -> StoredRows | None:
    """Return the cached rows of a locked event, or None if there are none or another process wrote since."""
    cached = _cache.get(event.public_id)
    if cached is None or cached.key != event.rows_key:
        return None
    return cached.rows


def remember_rows(event: Event, rows: StoredRows) -> None:
    """Cache an event's rows in this process once the transaction commits, under the event's ``rows_key``."""
    subject, entry = event.public_id, _CachedRows(event.rows_key, rows)
    transaction.on_commit(lambda: _cache.keep(subject, entry))


def forget_rows(events: Collection[int]) -> None:
    """Invalidate the cached rows of events (primary keys), after any change that ``write_event`` did not make."""
    Event.objects.filter(pk__in=events).update(rows_key="")

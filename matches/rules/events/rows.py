"""The database rows of an event, computed from its state by a pure function.

Players and rubbers are identified by their public ids, stages, rounds and pairings by their numbers; primary
keys are not known here. Rows are tuples in the order of the ``*_COLUMNS`` constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final, TypeAlias

import orjson

from matches.rules.events.facts import EntryFacts, PairingPlace, Place, PlayerId
from matches.rules.events.plan_json import plan_json
from matches.rules.events.state import EventState, PairingState, RoundState, TableLine

Row: TypeAlias = tuple[Any, ...]

EVENT_COLUMNS: Final = ("plan", "phase", "version")
ENTRANT_COLUMNS: Final = ("is_entered", "number", "seed", "checked_in_at", "withdrawn_at", "place")
STAGE_COLUMNS: Final = ("kind", "name", "phase")
ROUND_COLUMNS: Final = ("label", "is_released", "due")
PAIRING_COLUMNS: Final = (
    *("group", "table", "kind"),
    *("entrant_a", "entrant_b", "source_a", "source_b", "rubber"),
    *("decided_by", "winner", "halves_a", "halves_b", "is_kept", "why"),
)
STANDING_COLUMNS: Final = (
    *("group", "position", "rank"),
    *("played", "won", "lost", "games_won", "games_lost"),
    *("points_for", "points_against"),
    *("halves", "is_through", "decided_by", "figures", "reason"),
)
"""The columns of a table's row. In a drawn stage, ``reason`` is ``TableLine.because`` as JSON."""
NOT_ENTERED: Final[Row] = (False, None, None, None, None, None)
"""The row of an entrant who was not entered, but has a rubber in the event."""


@dataclass(frozen=True, slots=True)
class EventRows:
    """The rows of an event: ``entrants`` has only players who were entered, ``standings`` by stage and player."""

    event: Row
    entrants: Mapping[PlayerId, Row] = field(default_factory=dict)
    stages: Mapping[int, Row] = field(default_factory=dict)
    rounds: Mapping[Place, Row] = field(default_factory=dict)
    pairings: Mapping[PairingPlace, Row] = field(default_factory=dict)
    standings: Mapping[tuple[int, PlayerId], Row] = field(default_factory=dict)


def expected_rows(state: EventState) -> EventRows:
    """Return the rows that an event in this state should have: without a plan, only its own."""
    plan = state.facts.plan
    return EventRows(
        event=(None if plan is None else plan_json(plan), state.phase, state.facts.version),
        entrants={entry.player: _entrant(entry, state) for entry in state.entries},
        stages={stage.number: (stage.plan.kind, stage.plan.name, stage.phase) for stage in state.stages},
        rounds={
            (stage.number, round_.number): _round(round_) for stage in state.stages for round_ in stage.rounds
        },
        pairings={
            (stage.number, round_.number, pairing.number): _pairing(pairing)
            for stage in state.stages
            for round_ in stage.rounds
            for pairing in round_.pairings
        },
        standings={
            (stage.number, line.player): _standing(table.group, line)
            for stage in state.stages
            for table in stage.tables
            for line in table.lines
        },
    )


def _entrant(entry: EntryFacts, state: EventState) -> Row:
    return (
        True,
        entry.number,
        entry.seed,
        _parse_time(entry.checked_in_at),
        _parse_time(entry.withdrawn_at),
        state.places.get(entry.player),
    )


def _parse_time(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _round(round_: RoundState) -> Row:
    return round_.label, round_.is_released, date.fromisoformat(round_.due) if round_.due else None


def _pairing(pairing: PairingState) -> Row:
    outcome = pairing.outcome
    halves = (None, None) if outcome is None else outcome.halves
    return (
        pairing.group,
        pairing.table,
        pairing.kind,
        pairing.a,
        pairing.b,
        pairing.source_a,
        pairing.source_b,
        pairing.rubber,
        "" if outcome is None else outcome.decided_by,
        "" if outcome is None else outcome.winner or "",
        *halves,
        pairing.is_kept,
        as_json(pairing.why),
    )


def _standing(group: int, line: TableLine) -> Row:
    return (
        group,
        line.position,
        line.rank,
        line.played,
        line.won,
        line.lost,
        *line.games,
        *line.points,
        line.halves,
        line.is_through,
        line.decided_by or "",
        as_json(line.figures),
        as_json(line.because),
    )


def as_json(value: Any) -> str:
    """Return the JSON text of a value made of tuples, strings and numbers. Equal values give equal texts."""
    return orjson.dumps(value).decode()

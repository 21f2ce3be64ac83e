"""The database rows of a sitting, computed from its state by a pure function, and its state as JSON.

Players and rubbers are identified by their public ids; primary keys are not known here. Rows are tuples in
the order of the ``*_COLUMNS`` constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeAlias

import orjson

from matches.rules.events.facts import PlayerId
from matches.rules.events.state import Why
from matches.rules.sittings.ledger import TABLE, Entry
from matches.rules.sittings.state import (
    Bet,
    GameAtTable,
    HistoryLine,
    Person,
    Pool,
    PoolPlace,
    SideOfTable,
    SittingState,
    Waiting,
)


def sitting_json(state: SittingState) -> dict[str, Any]:
    """Return the state as a JSON object with all its fields by name."""
    return {field.name: _plain(getattr(state, field.name)) for field in fields(state)}


def read_sitting_json(data: Mapping[str, Any]) -> SittingState:
    """Return the state from ``sitting_json``. Raises ``KeyError`` or ``TypeError`` for any other object."""
    return SittingState(
        **{
            **data,
            "people": tuple(Person(**person) for person in data["people"]),
            "seats": tuple(data["seats"]),
            "queue": tuple(Waiting(each["player"], _why(each["why"])) for each in data["queue"]),
            "games": tuple(GameAtTable(**game) for game in data["games"]),
            "pool": None if data["pool"] is None else _pool(data["pool"]),
            "bets": tuple(Bet(**bet) for bet in data["bets"]),
            "sides": tuple(SideOfTable(**side) for side in data["sides"]),
            "cut": tuple(tuple(pair) for pair in data["cut"]),
            "ledger": tuple(_entry(entry) for entry in data["ledger"]),
            "warnings": tuple(_why(why) for why in data["warnings"]),
            "history": tuple(HistoryLine(line["version"], _why(line["why"])) for line in data["history"]),
            "may": tuple(data["may"]),
        }
    )


def _plain(value: Any) -> Any:
    """Convert like ``dataclasses.asdict``, which would copy every string: a long evening has a hundred thousand."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _why(code: list[Any]) -> Why:
    return tuple(code)


def _pool(data: Mapping[str, Any]) -> Pool:
    return Pool(**{**data, "places": tuple(PoolPlace(**place) for place in data["places"])})


def _entry(data: Mapping[str, Any]) -> Entry:
    postings = tuple((account, amount) for account, amount in data["postings"])
    return Entry(data["number"], _why(data["why"]), postings, data["game"])


Row: TypeAlias = tuple[Any, ...]
SITTING_COLUMNS: Final = ("kind", "name", "currency", "date", "phase", "version", "state")
PERSON_COLUMNS: Final = ("position", "is_here", "balance")
GAME_COLUMNS: Final = ("player_a", "player_b", "rubber", "winner", "chouette")
POSTING_COLUMNS: Final = ("entry", "game", "player", "amount", "why")


@dataclass(frozen=True, slots=True)
class SittingRows:
    """A sitting's rows: people by player id, games by number, postings of the ledger by position, from 1."""

    sitting: Row
    people: Mapping[PlayerId, Row] = field(default_factory=dict)
    games: Mapping[int, Row] = field(default_factory=dict)
    postings: Mapping[int, Row] = field(default_factory=dict)


def expected_sitting(state: SittingState) -> SittingRows:
    """Return the values of the rows that a sitting in this state has."""
    balances = state.balances
    postings = [
        (entry.number, entry.game, None if account == TABLE else account, amount, str(entry.why[0]))
        for entry in state.ledger
        for account, amount in entry.postings
    ]
    return SittingRows(
        sitting=(
            state.kind,
            state.name,
            state.currency,
            state.date,
            state.phase,
            state.version,
            # As the database returns it.
            orjson.loads(orjson.dumps(sitting_json(state))),
        ),
        people={
            person.player: (position, person.is_here, balances[person.player])
            for position, person in enumerate(state.people, start=1)
        },
        games={
            game.number: (game.a, game.b, game.rubber or None, game.winner, game.chouette)
            for game in state.games
        },
        postings=dict(enumerate(postings, start=1)),
    )

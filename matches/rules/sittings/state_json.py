"""An evening's state as JSON, to be stored and read again: what was read is equal to what was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from matches.rules.events.state import Why
from matches.rules.sittings.ledger import Entry
from matches.rules.sittings.state import (
    Bet,
    GameAtTable,
    HistoryLine,
    Person,
    Place,
    Pool,
    SideOfTable,
    SittingState,
    Waiting,
)


def sitting_json(state: SittingState) -> dict[str, Any]:
    """Its fields by their names; sequences are lists."""
    return {field.name: _plain(getattr(state, field.name)) for field in fields(state)}


def read_sitting_json(data: Mapping[str, Any]) -> SittingState:
    """What ``sitting_json`` wrote. Raises ``KeyError`` or ``TypeError`` for anything else."""
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
    """As ``dataclasses.asdict``, which would copy every text: of a long evening there are a hundred thousand."""
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
    return Pool(**{**data, "places": tuple(Place(**place) for place in data["places"])})


def _entry(data: Mapping[str, Any]) -> Entry:
    postings = tuple((account, amount) for account, amount in data["postings"])
    return Entry(data["number"], _why(data["why"]), postings, data["game"])

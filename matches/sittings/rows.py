"""The rows that a sitting's state stands for: a pure function of it.

Players and rubbers are named by their public ids: primary keys belong to a database and not to the facts. Rows are
tuples in the order of the ``*_COLUMNS`` beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import orjson

from matches.rules.events.facts import PlayerId
from matches.rules.sittings.ledger import TABLE
from matches.rules.sittings.state import SittingState
from matches.rules.sittings.state_json import sitting_json

Row: TypeAlias = tuple[Any, ...]

SITTING_COLUMNS: Final = ("kind", "name", "currency", "date", "phase", "version", "state")
PERSON_COLUMNS: Final = ("position", "is_here", "balance")
GAME_COLUMNS: Final = ("player_a", "player_b", "rubber", "winner", "chouette")
POSTING_COLUMNS: Final = ("entry", "game", "player", "amount", "why")


@dataclass(frozen=True, slots=True)
class SittingRows:
    """``people`` by player, ``games`` by number, ``postings`` by position from 1."""

    sitting: Row
    people: Mapping[PlayerId, Row] = field(default_factory=dict)
    games: Mapping[int, Row] = field(default_factory=dict)
    postings: Mapping[int, Row] = field(default_factory=dict)


def expected_sitting(state: SittingState) -> SittingRows:
    """What is stored of a sitting in this state."""
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
            # As the database gives it back.
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

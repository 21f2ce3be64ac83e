"""Which rubber is this? What is in it does not matter, only where and between whom it was played."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import orjson

from scoring.record import Rubber

ABSENT: Final = ""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a file's tags say of the occasion; absent and empty are the same."""

    event: str
    date: str
    round_label: str
    table: str
    names: tuple[str, str]


def occasion_of(rubber: Rubber) -> Occasion:
    tag = rubber.tag
    return Occasion(
        event=tag("Event") or ABSENT,
        date=tag("Date") or ABSENT,
        round_label=tag("Round") or ABSENT,
        table=tag("Table") or ABSENT,
        names=(tag("A") or ABSENT, tag("B") or ABSENT),
    )


def natural_identity(club: str, occasion: Occasion, *, players: tuple[str, str], place: int) -> str:
    """The identity of a rubber that carries no id: club and players by their public ids."""
    return "played:" + _digest(club, occasion, players, place)


def stated_identity(rubber_id: str) -> str:
    """The identity of a rubber that states the id of the service."""
    return "id:" + rubber_id


def likeness_of(club: str, occasion: Occasion, place: int) -> str:
    """As ``natural_identity``, by names in place of ids: for a text whose players need not exist yet."""
    return _digest(club, occasion, occasion.names, place)


def _digest(club: str, occasion: Occasion, players: tuple[str, str], place: int) -> str:
    where = (club, occasion.event, occasion.date, occasion.round_label, occasion.table)
    return hashlib.sha256(orjson.dumps((*where, *players, place))).hexdigest()


class PlaceCounter:
    """Counts equal rubbers of one file. The counts lie in a file, so that memory does not grow with it."""

    def __init__(self) -> None:
        # The empty name is a private database on disk that goes away with the connection.
        self._counts = sqlite3.connect("", isolation_level=None)
        self._counts.execute("CREATE TABLE seen (key BLOB PRIMARY KEY, count INTEGER) WITHOUT ROWID")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is counted within counts for nothing where an exception ends it."""
        self._counts.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._counts.execute("ROLLBACK")
            raise
        self._counts.execute("COMMIT")

    def next_place(self, club: str, occasion: Occasion, players: tuple[str, str]) -> int:
        """1 for the first rubber of this club, occasion and pair, 2 for the next; call one person one thing."""
        key = bytes.fromhex(_digest(club, occasion, players, 0))[:16]
        row = self._counts.execute(
            "INSERT INTO seen VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET count = count + 1 RETURNING count",
            (key,),
        ).fetchone()
        return int(row[0])

    def close(self) -> None:
        self._counts.close()

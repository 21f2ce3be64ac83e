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
    """The identity of a rubber, whatever id it states: club and players by their public ids."""
    return "played:" + _digest(club, occasion, players, place)


def likeness_of(club: str, occasion: Occasion, place: int) -> str:
    """As ``natural_identity``, by names in place of ids: for a text whose players need not exist yet."""
    return _digest(club, occasion, occasion.names, place)


def _digest(club: str, occasion: Occasion, players: tuple[str, str], place: int) -> str:
    where = (club, occasion.event, occasion.date, occasion.round_label, occasion.table)
    return hashlib.sha256(orjson.dumps((*where, *players, place))).hexdigest()


@dataclass(frozen=True, slots=True)
class Place:
    """A rubber's place among its equals in a file: ``number`` is 1 for the first of them.

    ``before`` is the line of an equal that stands earlier, if possible of one with the ``same_content``.
    """

    number: int
    before: int | None = None
    same_content: bool = False


class PlaceCounter:
    """Counts equal rubbers of one file. What it has seen lies in a file, so that memory does not grow with it.

    The first of each kind has the place ``first``: another than 1 where the text is a part of a longer one.
    """

    def __init__(self, first: int = 1) -> None:
        self._first = first
        # The empty name is a private database on disk that goes away with the connection.
        self._seen = sqlite3.connect("", isolation_level=None)
        self._seen.execute(
            "CREATE TABLE seen"
            " (key BLOB, number INTEGER, line INTEGER, content BLOB, PRIMARY KEY (key, number)) WITHOUT ROWID"
        )
        self._seen.execute("CREATE INDEX seen_content ON seen (key, content)")
        self._seen.execute("CREATE TABLE met (rubber TEXT PRIMARY KEY) WITHOUT ROWID")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is counted within counts for nothing where an exception ends it."""
        self._seen.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._seen.execute("ROLLBACK")
            raise
        self._seen.execute("COMMIT")

    def next_place(
        self, club: str, occasion: Occasion, players: tuple[str, str], *, line: int, content: str
    ) -> Place:
        """The place of the rubber at ``line`` among those of its club, occasion and pair.

        One club, and one person, has to be called one thing in all calls.
        """
        key = bytes.fromhex(_digest(club, occasion, players, 0))[:16]
        digest = hashlib.sha256(content.encode()).digest()[:16]
        last = self._one("SELECT number, line FROM seen WHERE key = ? ORDER BY number DESC LIMIT 1", key)
        place = Place(self._first)
        if last is not None:
            same = self._one("SELECT line FROM seen WHERE key = ? AND content = ? LIMIT 1", key, digest)
            place = Place(last[0] + 1, before=same[0] if same else last[1], same_content=same is not None)
        self._seen.execute("INSERT INTO seen VALUES (?, ?, ?, ?)", (key, place.number, line, digest))
        return place

    def meet(self, rubber: str) -> None:
        """Remember that one of the file's rubbers has turned out to be the stored one of this public id."""
        self._seen.execute("INSERT OR IGNORE INTO met VALUES (?)", (rubber,))

    def has_met(self, rubber: str) -> bool:
        return self._one("SELECT 1 FROM met WHERE rubber = ?", rubber) is not None

    def _one(self, query: str, *values: bytes | str) -> tuple[int, ...] | None:
        row: tuple[int, ...] | None = self._seen.execute(query, values).fetchone()
        return row

    def close(self) -> None:
        self._seen.close()

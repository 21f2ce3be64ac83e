"""Identify a rubber by when, where and between whom it was played, whatever its content is."""

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
    """When, where and between whom a rubber was played, by the tags of its text. A missing tag is an empty string."""

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
    """Return the identity of a rubber, a hash of all arguments by which duplicates are found.

    ``club`` and ``players`` are public ids. ``place`` counts, from 1, rubbers with the same club, occasion
    and players.
    """
    return "played:" + _digest(club, occasion, players, place)


def likeness_of(club: str, occasion: Occasion, place: int) -> str:
    """Return a hash like ``natural_identity`` from the players' names, for a text whose players may not be listed."""
    return _digest(club, occasion, occasion.names, place)


def _digest(club: str, occasion: Occasion, players: tuple[str, str], place: int) -> str:
    where = (club, occasion.event, occasion.date, occasion.round_label, occasion.table)
    return hashlib.sha256(orjson.dumps((*where, *players, place))).hexdigest()


@dataclass(frozen=True, slots=True)
class PlaceInFile:
    """The position of a rubber, from 1, among those of a file with the same occasion and players.

    ``before`` is the line of the last earlier rubber of this kind, or None for the first. If an earlier one has the
    same content, ``before`` is its line, and ``same_content`` is set.
    """

    number: int
    before: int | None = None
    same_content: bool = False


class PlaceCounter:
    """Count the rubbers of a file that have the same occasion and players, on disk, to bound the use of memory.

    The first rubber of an occasion gets number ``first``, above 1 if the file is a part of a longer one.
    """

    def __init__(self, first: int = 1) -> None:
        self._first = first
        # The empty name is a private database on disk that is deleted with the connection.
        self._seen = sqlite3.connect("", isolation_level=None)
        self._seen.execute(
            "CREATE TABLE seen"
            " (key BLOB, number INTEGER, line INTEGER, content BLOB, PRIMARY KEY (key, number)) WITHOUT ROWID"
        )
        self._seen.execute("CREATE INDEX seen_content ON seen (key, content)")
        self._seen.execute("CREATE TABLE met (rubber TEXT PRIMARY KEY) WITHOUT ROWID")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Discard what was counted inside the ``with`` block if it raises."""
        self._seen.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._seen.execute("ROLLBACK")
            raise
        self._seen.execute("COMMIT")

    def next_place(
        self, club: str, occasion: Occasion, players: tuple[str, str], *, line: int, content: str
    ) -> PlaceInFile:
        """Count a rubber, and return its position among those with the same club, occasion and players.

        ``line`` is the rubber's first line, and ``content`` its text. All calls must use the same string for the same
        club or person.
        """
        key = bytes.fromhex(_digest(club, occasion, players, 0))[:16]
        digest = hashlib.sha256(content.encode()).digest()[:16]
        last = self._one("SELECT number, line FROM seen WHERE key = ? ORDER BY number DESC LIMIT 1", key)
        place = PlaceInFile(self._first)
        if last is not None:
            same = self._one("SELECT line FROM seen WHERE key = ? AND content = ? LIMIT 1", key, digest)
            place = PlaceInFile(
                last[0] + 1, before=same[0] if same else last[1], same_content=same is not None
            )
        self._seen.execute("INSERT INTO seen VALUES (?, ?, ?, ?)", (key, place.number, line, digest))
        return place

    def meet(self, rubber: str) -> None:
        """Note that a rubber of the file is the stored rubber with this public id, for ``has_met``."""
        self._seen.execute("INSERT OR IGNORE INTO met VALUES (?)", (rubber,))

    def has_met(self, rubber: str) -> bool:
        """Return whether an earlier rubber of the file is the stored rubber with this public id."""
        return self._one("SELECT 1 FROM met WHERE rubber = ?", rubber) is not None

    def _one(self, query: str, *values: bytes | str) -> tuple[int, ...] | None:
        row: tuple[int, ...] | None = self._seen.execute(query, values).fetchone()
        return row

    def close(self) -> None:
        self._seen.close()

"""What a trial import would have stored, batch by batch: each batch is taken back, and the next has to know of it.

It lies in a file, so that memory does not grow with what is tried. For an import that stores it stays empty.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from matches.models import Club


@dataclass(frozen=True, slots=True)
class TriedRubber:
    """``club`` is a name; ``is_stated``: the file gave the public id, which else was made up for the trial."""

    identity: str
    public_id: str
    checksum: str
    club: str
    is_stated: bool


class Tried:
    """Clubs, guests and rubbers that a trial has come to, under the public ids that they had there."""

    def __init__(self, *, is_trial: bool) -> None:
        self.is_trial = is_trial
        # The empty name is a private database on disk that goes away with the connection.
        self._rows = sqlite3.connect("", isolation_level=None)
        self._rows.execute("CREATE TABLE club (name TEXT PRIMARY KEY, id TEXT) WITHOUT ROWID")
        self._rows.execute(
            "CREATE TABLE guest (club TEXT, name TEXT, id TEXT, PRIMARY KEY (club, name)) WITHOUT ROWID"
        )
        self._rows.execute(
            "CREATE TABLE rubber"
            " (identity TEXT PRIMARY KEY, id TEXT UNIQUE, checksum TEXT, club TEXT, is_stated INTEGER)"
        )
        self._rows.execute(
            "CREATE TABLE conflict (id TEXT, checksum TEXT, PRIMARY KEY (id, checksum)) WITHOUT ROWID"
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is noted within is forgotten where an exception ends it."""
        self._rows.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._rows.execute("ROLLBACK")
            raise
        self._rows.execute("COMMIT")

    def name_club(self, club: Club) -> Club:
        """The club with the public id that it had in the trial when it was made there first."""
        if not self.is_trial:
            return club
        self._rows.execute("INSERT OR IGNORE INTO club VALUES (?, ?)", (club.name, club.public_id))
        (public_id,) = self._one("SELECT id FROM club WHERE name = ?", club.name) or (club.public_id,)
        if public_id != club.public_id:
            club.public_id = str(public_id)
            club.save(update_fields=["public_id"])
        return club

    def guests(self, names: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Public ids of those who came in as guests before, by the names of their club and their own."""
        if not self.is_trial:
            return {}
        found = {name: self._one("SELECT id FROM guest WHERE club = ? AND name = ?", *name) for name in names}
        return {name: str(row[0]) for name, row in found.items() if row is not None}

    def note_guest(self, club: str, name: str, public_id: str) -> None:
        self._rows.execute("INSERT OR IGNORE INTO guest VALUES (?, ?, ?)", (club, name, public_id))

    def rubber(self, known_by: str) -> TriedRubber | None:
        """The one of this identity or public id."""
        if not self.is_trial:
            return None
        row = self._one("SELECT * FROM rubber WHERE identity = ? OR id = ?", known_by, known_by)
        if row is None:
            return None
        identity, public_id, checksum, club = map(str, row[:4])
        return TriedRubber(identity, public_id, checksum, club, is_stated=bool(row[4]))

    def note_rubber(self, rubber: TriedRubber) -> None:
        told = (rubber.identity, rubber.public_id, rubber.checksum, rubber.club, rubber.is_stated)
        self._rows.execute("INSERT INTO rubber VALUES (?, ?, ?, ?, ?)", told)

    def note_conflict(self, public_id: str, checksum: str) -> None:
        if self.is_trial:
            self._rows.execute("INSERT INTO conflict VALUES (?, ?)", (public_id, checksum))

    def conflicts_of(self, public_id: str) -> list[str]:
        """Return the checksums of what would have been kept beside this rubber so far."""
        rows = self._rows.execute("SELECT checksum FROM conflict WHERE id = ?", (public_id,))
        return [str(checksum) for (checksum,) in rows]

    def has_made_up(self, public_id: str) -> bool:
        """Whether the id is one of this trial alone, which an import will not give again."""
        found = self.rubber(public_id)
        return found is not None and not found.is_stated

    def _one(self, query: str, *values: str) -> tuple[str | int, ...] | None:
        row: tuple[str | int, ...] | None = self._rows.execute(query, values).fetchone()
        return row

    def close(self) -> None:
        self._rows.close()

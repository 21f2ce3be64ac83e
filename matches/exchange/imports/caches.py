"""Cache the lookups of an import between its batches, and remember what a trial import would have stored.

Each batch of a trial is rolled back, but later batches depend on it. What it would have stored is written to
a temporary SQLite file, so that memory does not grow with the import. It stays empty for other imports.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from matches.common.directory import Directory, aliases_of
from matches.models import Club


@dataclass(frozen=True, slots=True)
class TrialRubber:
    """A rubber that would have been stored if the import were not a trial, with the name of its club.

    ``is_stated``: its public id comes from the file and was not generated for the trial.
    """

    identity: str
    public_id: str
    checksum: str
    club: str
    is_stated: bool


class Trial:
    """The clubs, guests, rubbers and conflicts of a trial import, with public ids that are valid in the trial
    only.
    """

    def __init__(self, *, is_trial: bool) -> None:
        self.is_trial = is_trial
        # The empty name is a private database on disk that is deleted with the connection.
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
        """Discard what was added to the trial inside the ``with`` block if an exception ends it."""
        self._rows.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._rows.execute("ROLLBACK")
            raise
        self._rows.execute("COMMIT")

    def name_club(self, club: Club) -> Club:
        """Return ``club``, created again after the last batch's rollback, with the public id that it had then."""
        if not self.is_trial:
            return club
        self._rows.execute("INSERT OR IGNORE INTO club VALUES (?, ?)", (club.name, club.public_id))
        (public_id,) = self._one("SELECT id FROM club WHERE name = ?", club.name) or (club.public_id,)
        if public_id != club.public_id:
            club.public_id = str(public_id)
            club.save(update_fields=["public_id"])
        return club

    def guests(self, names: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Return the public ids of guests of earlier batches, by pairs of the club's name and the guest's."""
        if not self.is_trial:
            return {}
        rows = {name: self._one("SELECT id FROM guest WHERE club = ? AND name = ?", *name) for name in names}
        return {name: str(row[0]) for name, row in rows.items() if row is not None}

    def note_guest(self, club: str, name: str, public_id: str) -> None:
        self._rows.execute("INSERT OR IGNORE INTO guest VALUES (?, ?, ?)", (club, name, public_id))

    def rubber(self, known_by: str) -> TrialRubber | None:
        """Return the rubber of the trial with the identity or public id ``known_by``, or None."""
        if not self.is_trial:
            return None
        row = self._one("SELECT * FROM rubber WHERE identity = ? OR id = ?", known_by, known_by)
        if row is None:
            return None
        identity, public_id, checksum, club = map(str, row[:4])
        return TrialRubber(identity, public_id, checksum, club, is_stated=bool(row[4]))

    def note_rubber(self, rubber: TrialRubber) -> None:
        values = (rubber.identity, rubber.public_id, rubber.checksum, rubber.club, rubber.is_stated)
        self._rows.execute("INSERT INTO rubber VALUES (?, ?, ?, ?, ?)", values)

    def note_conflict(self, public_id: str, checksum: str) -> None:
        if self.is_trial:
            self._rows.execute("INSERT INTO conflict VALUES (?, ?)", (public_id, checksum))

    def conflicts_of(self, public_id: str) -> list[str]:
        """Return the checksums of the conflicts that the trial would have stored for a rubber (public id)."""
        rows = self._rows.execute("SELECT checksum FROM conflict WHERE id = ?", (public_id,))
        return [str(checksum) for (checksum,) in rows]

    def has_made_up(self, public_id: str) -> bool:
        """Return whether the public id was generated for this trial: a later import would generate another."""
        rubber = self.rubber(public_id)
        return rubber is not None and not rubber.is_stated

    def _one(self, query: str, *values: str) -> tuple[str | int, ...] | None:
        row: tuple[str | int, ...] | None = self._rows.execute(query, values).fetchone()
        return row

    def close(self) -> None:
        self._rows.close()


@dataclass(slots=True)
class Caches:
    """The results of an import's lookups. Discard them when the transaction is rolled back.

    ``players`` and ``events`` map pairs of the club's key and a name to public ids, ``aliases`` a player's
    public id to aliases.
    """

    directory: Directory = field(default_factory=Directory)
    clubs: dict[str, Club] = field(default_factory=dict)
    players: dict[tuple[int, str], str] = field(default_factory=dict)
    events: dict[tuple[int, str], str] = field(default_factory=dict)
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    trial: Trial = field(default_factory=lambda: Trial(is_trial=False))
    """The rows that a trial would have stored so far, kept although every transaction is rolled back."""

    @property
    def size(self) -> int:
        players = len(self.players) + len(self.aliases) + len(self.directory.players)
        return players + len(self.events) + len(self.clubs)

    def load_aliases(self, players: Collection[str]) -> None:
        """Look up the aliases of the players with these public ids, also if there are none."""
        wanted = set(players) - self.aliases.keys()
        if wanted:
            self.aliases |= dict.fromkeys(wanted, ()) | aliases_of(wanted)

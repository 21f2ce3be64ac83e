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
from matches.common.names import NearNames
from matches.models import Club
from matches.rules.names import fold_name


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


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """The player to whom a name leads, by public id, and the text (``key``) by which a file's rubbers are counted.

    ``key`` is the same for all names in a file that lead to one person, before and after they become a guest.
    """

    public_id: str
    key: str


@dataclass(frozen=True, slots=True)
class NamedEvent:
    """The event to which a name leads: its public id, and its present name."""

    public_id: str
    name: str


class Trial:
    """The clubs, guests, rubbers and conflicts of a trial import, with public ids that are valid in the trial only.

    In a real import (``is_trial`` is False) it stays empty, and its methods change nothing.
    """

    def __init__(self, *, is_trial: bool) -> None:
        self.is_trial = is_trial
        # The empty name is a private database on disk that is deleted with the connection.
        self._rows = sqlite3.connect("", isolation_level=None)
        self._rows.execute("CREATE TABLE club (folded TEXT PRIMARY KEY, name TEXT, id TEXT) WITHOUT ROWID")
        self._rows.execute(
            "CREATE TABLE event (club TEXT, folded TEXT, name TEXT, PRIMARY KEY (club, folded)) WITHOUT ROWID"
        )
        self._rows.execute(
            "CREATE TABLE guest (club TEXT, key TEXT, id TEXT, PRIMARY KEY (club, key)) WITHOUT ROWID"
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

    def club_name(self, name: str) -> str | None:
        """Return the name of the club that the trial would have made for this name, or None."""
        row = self._one("SELECT name FROM club WHERE folded = ?", fold_name(name))
        return str(row[0]) if row is not None else None

    def keep_club_id(self, club: Club) -> Club:
        """Return ``club``, with the public id that it had in an earlier batch of the trial.

        A club that a batch creates is lost in its rollback, and created again by the next batch that names it.
        Its first public id is remembered here. Without a trial, nothing is changed.
        """
        if not self.is_trial:
            return club
        folded = fold_name(club.name)
        values = (folded, club.name, club.public_id)
        self._rows.execute("INSERT OR IGNORE INTO club VALUES (?, ?, ?)", values)
        (public_id,) = self._one("SELECT id FROM club WHERE folded = ?", folded) or (club.public_id,)
        if public_id != club.public_id:
            club.public_id = str(public_id)
            club.save(update_fields=["public_id"])
        return club

    def event_name(self, club: str, name: str) -> str | None:
        """Return the name of the event that the trial would have opened in the club for this name, or None."""
        row = self._one("SELECT name FROM event WHERE club = ? AND folded = ?", club, fold_name(name))
        return str(row[0]) if row is not None else None

    def note_event(self, club: str, name: str) -> None:
        if self.is_trial:
            values = (club, fold_name(name), name)
            self._rows.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?)", values)

    def guest(self, club: str, key: str) -> str | None:
        """Return the public id of an earlier batch's guest by the club's name and ``NamedPerson.key``, or None."""
        row = self._one("SELECT id FROM guest WHERE club = ? AND key = ?", club, key)
        return str(row[0]) if row is not None else None

    def note_guest(self, club: str, key: str, public_id: str) -> None:
        if self.is_trial:
            self._rows.execute("INSERT OR IGNORE INTO guest VALUES (?, ?, ?)", (club, key, public_id))

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

    ``people`` and ``events`` map pairs of the club's key and a name to the person or event to which the name leads,
    ``tags`` a tag's name of a club to the club or None, and ``aliases`` a player's public id to aliases. ``crowded``
    are the pairs of a club's key and a name that two people there have. ``near`` finds names that are nearly on a
    club's list, by the club's name, and stays valid after a rollback.
    """

    directory: Directory = field(default_factory=Directory)
    clubs: dict[str, Club] = field(default_factory=dict)
    tags: dict[str, Club | None] = field(default_factory=dict)
    people: dict[tuple[int, str], NamedPerson] = field(default_factory=dict)
    crowded: set[tuple[int, str]] = field(default_factory=set)
    events: dict[tuple[int, str], NamedEvent] = field(default_factory=dict)
    near: dict[str, NearNames] = field(default_factory=dict)
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    trial: Trial = field(default_factory=lambda: Trial(is_trial=False))
    """The rows that a trial would have stored so far, kept although every transaction is rolled back."""

    @property
    def size(self) -> int:
        players = len(self.people) + len(self.aliases) + len(self.directory.players)
        return players + len(self.events) + len(self.clubs)

    def load_aliases(self, players: Collection[str]) -> None:
        """Look up the aliases of the players with these public ids, also if there are none."""
        wanted = set(players) - self.aliases.keys()
        if wanted:
            self.aliases |= dict.fromkeys(wanted, ()) | aliases_of(wanted)

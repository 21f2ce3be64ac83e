"""What an archive says of itself: of which migrations its tables are, how many rows each has, and their sums."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from typing import Any, Final

from matches.operations.backup.errors import ArchiveError
from matches.operations.backup.tables import Migration

FORMAT: Final = 1
"""Counted up when an archive is written in another form; restoring goes on reading the earlier ones."""


@dataclass(frozen=True, slots=True)
class TableContent:
    """``sha256`` is of the table's lines. ``next_number`` is what its next row gets, None where none is counted."""

    name: str
    columns: tuple[str, ...]
    rows: int
    sha256: str
    next_number: int | None


@dataclass(frozen=True, slots=True)
class Manifest:
    """``key_mark`` tells whether the secret key is the same (`backup.key_fingerprint`), without telling the key."""

    made_at: datetime.datetime
    database: str
    key_mark: str
    migrations: tuple[Migration, ...]
    tables: tuple[TableContent, ...]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


def format_manifest(manifest: Manifest) -> bytes:
    told = {
        "format": FORMAT,
        "made_at": manifest.made_at.isoformat(),
        "database": manifest.database,
        "key_mark": manifest.key_mark,
        "migrations": [list(migration) for migration in manifest.migrations],
        "tables": [
            {
                "name": table.name,
                "columns": list(table.columns),
                "rows": table.rows,
                "sha256": table.sha256,
                "next_number": table.next_number,
            }
            for table in manifest.tables
        ],
    }
    return (json.dumps(told, indent=1) + "\n").encode()


def parse_manifest(content: bytes) -> Manifest:
    """Raises ArchiveError for what is none, and for one of a later form."""
    try:
        told: Any = json.loads(content)
        form = int(told["format"])
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveError("its manifest can't be read") from error
    if form > FORMAT:
        raise ArchiveError(
            f"it has form {form}, and this version of the service reads up to {FORMAT}: use a newer version"
        )
    try:
        return Manifest(
            made_at=datetime.datetime.fromisoformat(told["made_at"]),
            database=str(told["database"]),
            key_mark=str(told["key_mark"]),
            migrations=tuple((str(app), str(name)) for app, name in told["migrations"]),
            tables=tuple(_table(each) for each in told["tables"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveError("its manifest can't be read") from error


def _table(told: Any) -> TableContent:
    number = told["next_number"]
    return TableContent(
        name=str(told["name"]),
        columns=tuple(map(str, told["columns"])),
        rows=int(told["rows"]),
        sha256=str(told["sha256"]),
        next_number=None if number is None else int(number),
    )

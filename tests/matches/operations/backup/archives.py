"""Make invalid archives, and read a database's rows for comparison."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from psycopg import sql

FIRST_RELEASE: Final = Path(__file__).parents[3] / "data" / "first-release.zip"
NOTED_AFTERWARDS: Final = ("matches_backup", "django_migrations")
"""Tables written after the archive: a backup is recorded once it is closed, a migration when applied again."""


TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"


def members(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as file:
        return {name: file.read(name) for name in file.namelist()}


def written(place: Path, content: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(place, "w", compression=zipfile.ZIP_DEFLATED) as file:
        for name, data in content.items():
            file.writestr(name, data)
    return place


def with_manifest(place: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Return the first release's archive, another manifest in it."""
    content = members(FIRST_RELEASE)
    manifest = json.loads(content["manifest.json"])
    change(manifest)
    return written(place, {**content, "manifest.json": json.dumps(manifest).encode()})


def rows_of(database: str) -> dict[str, list[str]]:
    """Return every row of every table, as text and in order."""
    with psycopg.connect(database) as connection:
        names = [str(name) for (name,) in connection.execute(TABLES)]
        return {
            name: sorted(
                str(row)
                for (row,) in connection.execute(
                    sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(name))
                )
            )
            for name in names
            if name not in NOTED_AFTERWARDS
        }


SHORT_PATIENCE = "PRAGMA journal_mode=WAL; PRAGMA busy_timeout=50;"


@contextmanager
def on_file(place: Path) -> Iterator[None]:
    """Connect this process to a database file, whatever database the run uses."""
    kept = connections[DEFAULT_DB_ALIAS]
    settings = {
        **kept.settings_dict,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": place,
        "OPTIONS": {"init_command": SHORT_PATIENCE},
    }
    connections[DEFAULT_DB_ALIAS] = DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS].close()
        connections[DEFAULT_DB_ALIAS] = kept

"""Archives made wrong on purpose, and what stands in a database, for comparison."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

FIRST_RELEASE: Final = Path(__file__).parents[3] / "data" / "first-release.zip"
NOTED_AFTERWARDS: Final = ("matches_backup", "django_migrations")
"""A back-up is noted when its archive is closed, and a migration again when it is applied."""
TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"


def members(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as file:
        return {name: file.read(name) for name in file.namelist()}


def written(place: Path, content: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(place, "w", compression=zipfile.ZIP_DEFLATED) as file:
        for name, told in content.items():
            file.writestr(name, told)
    return place


def with_manifest(place: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The first release's archive, another manifest in it."""
    content = members(FIRST_RELEASE)
    manifest = json.loads(content["manifest.json"])
    change(manifest)
    return written(place, {**content, "manifest.json": json.dumps(manifest).encode()})


def rows_of(database: str) -> dict[str, list[str]]:
    """Every row of every table, as text and in order."""
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

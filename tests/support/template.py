"""One migrated database to copy, kept on the server between runs, because applying every migration takes seconds.

Its name is a digest of the files that decide its contents, so that a changed migration or model gets a new one.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from ecarte_site.setup.environment import PROJECT
from tests.support import postgres

PREFIX: Final = "ecarte_template_"
LOCK: Final = 3_250_517
"""The advisory lock under which a template is made; any number, as long as nothing else on the server takes it."""
KEPT_FOR: Final = datetime.timedelta(days=7)


@cache
def migrated_database(server_url: str) -> str:
    """Return the URL of an empty, migrated database without connections.

    The first process to call this creates it, and the others wait for it.
    """
    name = PREFIX + fingerprint(PROJECT)
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            made = _make(server_url)
            rename = "ALTER DATABASE {} RENAME TO {}"
            connection.execute(sql.SQL(rename).format(sql.Identifier(made), sql.Identifier(name)))
        today = datetime.datetime.now(tz=datetime.UTC).date()
        _note_use(connection, name, today)
        for old in unused_since(connection, today - KEPT_FOR):
            postgres.drop_database(server_url, old)
    return postgres.with_database(server_url, name)


def fingerprint(project: Path) -> str:
    """Return a name for what the migrations of ``project``, its models, settings and packages make of a database."""
    files = [
        *sorted((project / "matches" / "migrations").glob("*.py")),
        *sorted((project / "matches" / "models").rglob("*.py")),
        project / "ecarte_site" / "settings.py",
        project / "requirements" / "dev.txt",
    ]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def unused_since(connection: psycopg.Connection, day: datetime.date) -> list[str]:
    """Return the templates that no run has copied since ``day``."""
    rows = connection.execute(
        "SELECT datname, shobj_description(oid, 'pg_database') FROM pg_database WHERE starts_with(datname, %s)",
        [PREFIX],
    )
    return [name for name, used in rows if not used or used < day.isoformat()]


def _note_use(connection: psycopg.Connection, name: str, day: datetime.date) -> None:
    note = sql.SQL("COMMENT ON DATABASE {} IS {}")
    connection.execute(note.format(sql.Identifier(name), sql.Literal(day.isoformat())))


def _make(server_url: str) -> str:
    """Return the name of a new migrated database, which the next run drops if this one is killed meanwhile."""
    name = postgres.database_name()
    postgres.create_database(server_url, name)
    url = postgres.with_database(server_url, name)
    command = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run(command, check=True, env={**os.environ, "DATABASE_URL": url})
    return name

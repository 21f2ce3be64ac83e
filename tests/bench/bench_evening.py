"""An evening of 1,000 deals reviewed by one worker of two processes, over PostgreSQL and Redis.

Measured from the worker's start to the last review in the database, kernels kept from an earlier run.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.bench import Figure, show
from tests.bench.bench_import import manage, number_of, recorded_rubbers, services
from tests.support import redis_server
from tests.support.redis_server import RedisServer
from worker.review import warm

DEALS = 1_000
PROCESSES = 2
PATIENCE_SECONDS = 600.0

REVIEWED = "SELECT count(*) FROM matches_review WHERE state = 'done'"
DECISIONS = "SELECT count(*) FROM matches_decision"


def main() -> list[Figure]:
    warm()
    with environment() as variables, tempfile.TemporaryDirectory() as folder:
        file, rubbers, deals = evening(Path(folder))
        manage(variables, "import_egn", str(file))
        seconds = seconds_of_worker(variables, rubbers, Path(folder) / "worker.log")
        decisions = number_of(variables["DATABASE_URL"], DECISIONS)
    figures = [
        Figure(
            f"{DEALS:,} deals of an evening reviewed by one worker of {PROCESSES} processes",
            seconds * DEALS / deals,
            "s",
            budget=30.0,
        ),
        Figure("decisions judged in them", decisions * DEALS / deals, "decisions"),
    ]
    return show(figures)


@contextlib.contextmanager
def environment() -> Iterator[dict[str, str]]:
    redis = RedisServer(redis_server.find_program())
    with services() as variables:
        redis.start()
        try:
            yield {**variables, "REDIS_URL": redis.url}
        finally:
            redis.close()


def evening(folder: Path) -> tuple[Path, int, int]:
    """Return the season's first rubbers that are recorded card by card: their file, and numbers of rubbers
    and deals.
    """
    chosen: list[str] = []
    deals = 0
    for record, deals_of_record in recorded_rubbers():
        chosen.append(record)
        deals += deals_of_record
        if deals >= DEALS:
            break
    file = folder / "evening.egn"
    file.write_text("".join(chosen))
    return file, len(chosen), deals


def seconds_of_worker(variables: dict[str, str], rubbers: int, log: Path) -> float:
    command = [sys.executable, "-m", "celery", "-A", "ecarte_site", "worker", "-c", str(PROCESSES)]
    started = time.perf_counter()
    with log.open("w") as output:
        worker = subprocess.Popen(
            command, env=variables, cwd=PROJECT, stdout=output, stderr=output, start_new_session=True
        )
        try:
            while number_of(variables["DATABASE_URL"], REVIEWED) < rubbers:
                if worker.poll() is not None or time.perf_counter() - started > PATIENCE_SECONDS:
                    raise AssertionError(f"the worker did not get there:\n{log.read_text()[-5000:]}")
                time.sleep(0.05)
            return time.perf_counter() - started
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()


if __name__ == "__main__":
    main()

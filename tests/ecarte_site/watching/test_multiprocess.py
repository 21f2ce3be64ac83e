"""Counts of an exited process of a worker's pool are kept, and its files are removed."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ecarte_site.watching.serve_metrics import figures
from tests.support.processes import python_output

POOL = """
import json, os, sys
from pathlib import Path
from ecarte_site.watching.multiprocess import FOLDER
from celery import signals
from ecarte_site.watching.metrics import TASKS, SECONDS_OF_TASKS
from ecarte_site.watching.serve_metrics import figures
from ecarte_site.watching.tasks import watch_tasks

watch_tasks()

def member(ends_by):
    if not (number := os.fork()):
        signals.worker_process_init.send(sender="worker")
        TASKS.labels("review", "success").inc(2)
        SECONDS_OF_TASKS.labels("review").observe(0.5)
        if ends_by == "itself":
            signals.worker_process_shutdown.send(sender="worker", pid=os.getpid(), exitcode=0)
        os._exit(0)
    os.waitpid(number, 0)

def now():
    line = next(line for line in figures().decode().splitlines() if line.startswith("ecarte_tasks_total{"))
    return [float(line.split()[-1]), sorted(file.name for file in Path(FOLDER).glob("*_*.db"))]

told = []
for ends_by in ("itself", "itself", "kill", "itself"):
    member(ends_by)
    told.append(now())
print(json.dumps(told))
"""


def test_counter_does_not_fall_and_files_of_ended_processes_go(tmp_path: Path) -> None:
    around = {
        **os.environ,
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "ecarte_site.settings",
    }
    steps = json.loads(python_output(around, "-c", POOL).splitlines()[-1])
    assert [counted for counted, _files in steps] == [2, 4, 6, 8]
    kept = ["counter_gone.db", "histogram_gone.db"]
    parents = [[name for name in files if name not in kept] for _counted, files in steps]
    # The one that was killed has its own three until the next begins.
    assert parents[0] == parents[1] == parents[3]
    assert len(parents[2]) == len(parents[0]) + 3
    assert all(set(kept) <= set(files) for _counted, files in steps)


class Asking(Collector):
    """A collector that reads a value, and records whether another process could change the metrics meanwhile."""

    def __init__(self, lock: Path) -> None:
        self.lock = lock

    def collect(self) -> Iterator[Metric]:
        with self.lock.open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield GaugeMetricFamily("looked_up", "Found.", value=1)


def test_nobody_waits_for_what_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("serve_metrics", "multiprocess"):
        monkeypatch.setattr(f"ecarte_site.watching.{module}.FOLDER", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    assert b"looked_up 1.0" in figures([Asking(tmp_path / "lock")])

"""One open day: the people of so many clubs at once before a running service, and what came of it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import redis

from ecarte_site.setup.environment import PROJECT
from tests.bench.open_day.composition import Running
from tests.bench.open_day.scene import READERS
from tests.bench.open_day.usage import Usage, Watch
from tests.support.processes import stop

OPENING: Final = "coming in"
PART: Final = "a part of a page fetched anew"
FILE: Final = "a file taken out"
LOCUSTFILE: Final = PROJECT / "tests" / "bench" / "open_day" / "locustfile.py"
PATIENCE_SECONDS: Final = 180.0
COMING_A_SECOND: Final = 40
GRACE_SECONDS: Final = 30
"""For requests that are on their way when the day ends."""
WORK_PATIENCE_SECONDS: Final = 900.0
IN_HAND: Final = "unacked"
"""What workers have taken, and messages that wait for their time, stand under this name in Redis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """``clubs`` days at once, each of so many tables that enter a deal every ``pace_seconds``, and so on.

    ``warm_seconds`` go by after the tables have come in, before anything is measured: processes read their modules.
    """

    clubs: int = 1
    tables: int = 64
    watchers: int = 500
    visitors: int = 80
    pace_seconds: float = 4.0
    warm_seconds: float = 10.0
    seconds: float = 60.0
    has_history: bool = True


@dataclass(slots=True)
class Day:
    """``milliseconds`` by kind of request, of those begun while it was measured; ``errors`` in words, of all.

    ``delays``: seconds from the sending of a deal until a watcher had it; ``unheard``: deals that some watcher never
    got; ``broken``: streams that broke off.
    """

    size: Size
    milliseconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    deals: int = 0
    unheard: int = 0
    broken: int = 0
    usage: Usage = field(default_factory=Usage)

    @property
    def wrong(self) -> int:
        return len(self.errors) + self.unheard + self.broken

    def within(self, kind: str, share: int) -> float:
        """Milliseconds within which ``share`` of a hundred were answered."""
        return percent(self.milliseconds[kind], share)

    @property
    def slowest(self) -> tuple[str, float]:
        """The kind of request that waited longest, and the time of 95 in 100; a file takes as long as it is."""
        return max(
            ((kind, self.within(kind, 95)) for kind in self.milliseconds if kind != FILE),
            key=lambda each: each[1],
        )


def percent(values: Sequence[float], share: int) -> float:
    if len(values) < 2:
        return sum(values)
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


def hold(running: Running, environment: Mapping[str, str], size: Size, folder: Path) -> Day:
    """Make the clubs of the day and hold it. ``environment`` is that of the running service."""
    scene = folder / "scene.json"
    clubs = _clubs(environment, size, scene)
    (folder / "pages.json").write_text(json.dumps([club["event"] for club in clubs]), encoding="utf-8")
    running.wait_until_ready()
    wait_until_idle(running, environment["REDIS_URL"])
    day = Day(size)
    with _watching(folder / "pages.json", running, size.watchers) as watching:
        with _people(running, size, scene, folder) as people:
            time.sleep(size.warm_seconds)
            processes = {**running.processes, "people": people.pid, "watchers": watching.pid}
            began = time.time()
            with Watch(processes, environment, port=running.web) as watch:
                time.sleep(size.seconds)
            ended = time.time()
            people.terminate()
            people.wait(PATIENCE_SECONDS)
        told: dict[str, Any] = json.loads((folder / "told.json").read_text(encoding="utf-8"))
        heard = json.loads(watching.communicate("", timeout=PATIENCE_SECONDS)[0])
    day.usage = watch.usage
    asked = [*told["asked"], *([PART, *each] for each in heard["parts"])]
    for kind, at, milliseconds, wrong in asked:
        if wrong:
            day.errors.append(f"{kind}: {wrong}")
        if began <= at < ended and kind != OPENING:
            day.milliseconds.setdefault(kind, []).append(milliseconds)
    day.broken = heard["broken"]
    _hear(day, told["sent"], heard["arrivals"], began, ended)
    return day


def _hear(day: Day, sent: list[Any], arrivals: list[Any], began: float, ended: float) -> None:
    """Of a rubber that changes twice within a moment the last score alone goes out, which tells the first as well."""
    came: dict[tuple[str, int], list[float]] = {}
    for at, rubber, version in arrivals:
        came.setdefault((rubber, version), []).append(at)
    for rubber, version, at in sent:
        if began <= at < ended:
            times = came.get((rubber, version)) or came.get((rubber, version + 1), [])
            day.deals += 1
            day.unheard += len(times) < day.size.watchers
            day.delays += [each - at for each in times]


def wait_until_idle(running: Running, broker: str) -> None:
    """Return when no worker has work left: an imported season is reviewed, rated, honoured."""
    deadline = time.monotonic() + WORK_PATIENCE_SECONDS
    with redis.Redis.from_url(broker) as queues:
        while _waiting(queues, running.queues):
            if time.monotonic() > deadline:
                raise RuntimeError(f"the workers have still work after {WORK_PATIENCE_SECONDS:.0f} s")
            time.sleep(1.0)


def _waiting(broker: redis.Redis, queues: Collection[str]) -> int:
    """Messages in the queues and in the workers' hands."""
    return int(sum(broker.llen(queue) for queue in queues) + broker.hlen(IN_HAND))


def _clubs(environment: Mapping[str, str], size: Size, scene: Path) -> list[dict[str, Any]]:
    numbers = (size.clubs, size.tables, int(size.has_history))
    command = [sys.executable, "-m", "tests.bench.open_day.scene", str(scene), *map(str, numbers)]
    told = {**environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    subprocess.run(command, cwd=PROJECT, env=told, check=True)
    clubs: list[dict[str, Any]] = json.loads(scene.read_text(encoding="utf-8"))
    return clubs


@contextlib.contextmanager
def _watching(pages: Path, running: Running, watchers: int) -> Iterator[subprocess.Popen[str]]:
    ports = (running.web, running.live, watchers)
    command = [sys.executable, "-m", "tests.bench.open_day.watching", str(pages), *map(str, ports)]
    process = subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with _until_open(process, "the watchers"):
        yield process


@contextlib.contextmanager
def _people(running: Running, size: Size, scene: Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    count = size.clubs * (size.tables + size.visitors + READERS + 1)
    options = {
        "--locustfile": LOCUSTFILE,
        "--host": f"http://127.0.0.1:{running.web}",
        "--users": count,
        "--spawn-rate": COMING_A_SECOND,
        "--stop-timeout": GRACE_SECONDS,
        "--loglevel": "WARNING",
    }
    words = [str(word) for option in options.items() for word in option]
    command = [sys.executable, "-m", "locust", "--headless", "--only-summary", *words]
    told = {
        **os.environ,
        "PYTHONPATH": str(PROJECT),
        "OPEN_DAY_SCENE": str(scene),
        "OPEN_DAY_TOLD": str(folder / "told.json"),
        "OPEN_DAY_PACE": str(size.pace_seconds),
        "OPEN_DAY_VISITORS": str(size.visitors),
    }
    with (folder / "people").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=told, stdout=subprocess.PIPE, stderr=log, text=True
        )
        with _until_open(process, "the people"):
            yield process


@contextlib.contextmanager
def _until_open(process: subprocess.Popen[str], who: str) -> Iterator[None]:
    try:
        assert process.stdout is not None
        can_be_read, _, _ = select.select([process.stdout], [], [], PATIENCE_SECONDS)
        if not can_be_read or (said := process.stdout.readline()) != "open\n":
            raise RuntimeError(f"{who} did not come in: {said if can_be_read else 'no word'}")
        yield
    finally:
        stop(process)

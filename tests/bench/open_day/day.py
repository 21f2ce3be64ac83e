"""One open day: the people of several clubs at once against a running service, and the measurements."""

from __future__ import annotations

import contextlib
import json
import os
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import redis

from ecarte_site.setup.environment import PROJECT
from tests.bench.open_day.composition import Running
from tests.bench.open_day.scene import READERS
from tests.bench.open_day.usage import Usage, Watch
from tests.bench.watchers import delays_of
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
"""The Redis key of messages that workers have reserved, or that wait for their time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The size of a day: ``clubs`` at once, each with tables that enter a deal every ``pace_seconds``, and so on.

    ``warm_seconds`` pass after the tables have connected, before anything is measured: processes load their
    modules.
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
    """``milliseconds`` by kind, of requests begun while it was measured; ``errors`` of all.

    ``delays``: seconds from the sending of a deal until a watcher had it; ``unheard``: deals that some
    watcher never got; ``broken``: streams that broke off.
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
        return percent(self.milliseconds[kind], share)

    @property
    def slowest(self) -> tuple[str, float]:
        """Return the kind that waited longest, and its 95th percentile. Files are left out, as their sizes differ."""
        return max(
            ((kind, self.within(kind, 95)) for kind in self.milliseconds if kind != FILE),
            key=lambda each: each[1],
        )


def percent(values: Sequence[float], share: int) -> float:
    if len(values) < 2:
        return sum(values)
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]


def hold(running: Running, environment: Mapping[str, str], size: Size, folder: Path) -> Day:
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
        report: dict[str, Any] = json.loads((folder / "told.json").read_text(encoding="utf-8"))
        heard = json.loads(watching.communicate("", timeout=PATIENCE_SECONDS)[0])
    day.usage = watch.usage
    requests = [*report["asked"], *([PART, *each] for each in heard["parts"])]
    for kind, at, milliseconds, wrong in requests:
        if wrong:
            day.errors.append(f"{kind}: {wrong}")
        if began <= at < ended and kind != OPENING:
            day.milliseconds.setdefault(kind, []).append(milliseconds)
    day.broken = heard["broken"]
    sent = {(rubber, version): at for rubber, version, at in report["sent"] if began <= at < ended}
    day.deals = len(sent)
    day.delays, day.unheard = delays_of(sent, heard["arrivals"], size.watchers)
    return day


def wait_until_idle(running: Running, broker: str) -> None:
    """Return when no worker has work left: an imported season is reviewed, rated, honoured."""
    deadline = time.monotonic() + WORK_PATIENCE_SECONDS
    with redis.Redis.from_url(broker) as queues:
        while _waiting(queues, running.queues):
            if time.monotonic() > deadline:
                raise RuntimeError(f"the workers have still work after {WORK_PATIENCE_SECONDS:.0f} s")
            time.sleep(1.0)


def _waiting(broker: redis.Redis, queues: Collection[str]) -> int:
    return int(sum(broker.llen(queue) for queue in queues) + broker.hlen(IN_HAND))


def _clubs(environment: Mapping[str, str], size: Size, scene: Path) -> list[dict[str, Any]]:
    numbers = (size.clubs, size.tables, int(size.has_history))
    command = [sys.executable, "-m", "tests.bench.open_day.scene", str(scene), *map(str, numbers)]
    variables = {**environment, "DJANGO_SETTINGS_MODULE": "ecarte_site.settings"}
    subprocess.run(command, cwd=PROJECT, env=variables, check=True)
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
    variables = {
        **os.environ,
        "PYTHONPATH": str(PROJECT),
        "OPEN_DAY_SCENE": str(scene),
        "OPEN_DAY_TOLD": str(folder / "told.json"),
        "OPEN_DAY_PACE": str(size.pace_seconds),
        "OPEN_DAY_VISITORS": str(size.visitors),
    }
    with (folder / "people").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=log, text=True
        )
        with _until_open(process, "the people"):
            yield process


@contextlib.contextmanager
def _until_open(process: subprocess.Popen[str], who: str) -> Iterator[None]:
    try:
        assert process.stdout is not None
        can_be_read, _, _ = select.select([process.stdout], [], [], PATIENCE_SECONDS)
        if not can_be_read or (line := process.stdout.readline()) != "open\n":
            raise RuntimeError(f"{who} did not come in: {line if can_be_read else 'no word'}")
        yield
    finally:
        stop(process)


MOST_MILLISECONDS: Final = 500.0
"""The limit on response times: a day is too large if 5 in 100 of some kind of request take longer, or on any error.
"""


MOST_DAYS: Final = 32
SLOWEST_PACE_SECONDS: Final = 64.0
"""People deal about as fast."""


@dataclass(frozen=True, slots=True)
class Bound:
    name: str
    share: float


def is_too_large(day: Day) -> bool:
    return bool(day.wrong) or day.slowest[1] > MOST_MILLISECONDS


def find_limit(hold: Callable[[int], Day], first: Day) -> list[Day]:
    """Return days in the order in which they ran. The number of clubs doubles until it is too large, then is
    bisected.
    """
    days = [first]
    passed, failed = (0, 1) if is_too_large(first) else (1, 0)
    while (failed == 0 and passed < MOST_DAYS) or failed - passed > 1:
        clubs = 2 * passed if failed == 0 else (passed + failed) // 2
        day = hold(clubs)
        days.append(day)
        if is_too_large(day):
            failed = clubs
        else:
            passed = clubs
    return days


def find_pace(hold: Callable[[float], Day], first: Day) -> list[Day]:
    """Return days at half the pace of ``first``, a quarter, and so on until one succeeds; none if ``first`` did."""
    days: list[Day] = []
    last = first
    while is_too_large(last) and last.size.pace_seconds < SLOWEST_PACE_SECONDS:
        last = hold(2 * last.size.pace_seconds)
        days.append(last)
    return days


def bounds(day: Day) -> list[Bound]:
    """Return the limits, the fullest first. A part that runs Python in one process has one core at most."""
    usage = day.usage
    cores = os.cpu_count() or 1
    shares = [
        Bound(f"the {cores} cores of the machine", usage.busy / cores),
        Bound("the core of the busiest web process", usage.busiest_web / usage.seconds),
        Bound("the core of the process with the streams", usage.cores("live")),
        Bound("the core of Redis", usage.cores("redis")),
        Bound("sessions that the database allows", usage.sessions / (usage.most_sessions or 1)),
    ]
    return sorted(shares, key=lambda bound: -bound.share)

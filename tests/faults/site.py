"""The whole service as processes under load, with a supervisor that restarts exited processes."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ecarte_site.setup.environment import PROJECT
from tests.faults.clients import Client, Importer, Pad, Sender
from tests.faults.databases import Database
from tests.faults.ledger import Ledger
from tests.faults.opening import Opened, open_club
from tests.faults.parts import Part, parts_of_service
from tests.support.receiver import Receiver, receiving
from tests.support.redis_server import RedisServer

PATIENCE_SECONDS: Final = 120.0
DRAIN_SECONDS: Final = 60.0


class Site:
    """Parts by their names in docker-compose.yml. ``ended`` counts those that ended and were not made to."""

    def __init__(
        self,
        environment: Mapping[str, str],
        database: Database,
        redis: RedisServer,
        folder: Path,
        *,
        is_small: bool = False,
    ) -> None:
        self.environment = dict(environment)
        self.database = database
        self.redis = redis
        self.folder = folder
        self.parts = parts_of_service(self.environment, folder, is_small=is_small)
        self.ended: Counter[str] = Counter()

    @property
    def web(self) -> Part:
        return self.parts["web"]

    @property
    def workers(self) -> list[Part]:
        return [part for part in self.parts.values() if "worker" in part.command]

    def clock_of(self, part: Part) -> Path:
        return self.folder / f"{part.name}.clock"

    def start(self) -> None:
        for part in self.parts.values():
            clock = self.clock_of(part)
            clock.write_text("0")
            _python, _m, *program = part.command
            part.command = [_python, "-m", "tests.faults.skewed", str(clock), *program]
            part.start()
        self.settle()

    def settle(self) -> None:
        """Return when every part is well again; whatever has ended is started, as containers are."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        waiting = dict(self.parts)
        while waiting:
            for name, part in list(waiting.items()):
                if not part.is_running:
                    self.ended[name] += 1
                    part.kill()
                    part.start()
                elif part.is_ready(part):
                    del waiting[name]
            if waiting and time.monotonic() > deadline:
                ends = "\n".join(f"{name}:\n{part.output()[-3000:]}" for name, part in waiting.items())
                raise AssertionError(f"not well after {PATIENCE_SECONDS:g} s:\n{ends}")
            time.sleep(0.02 if waiting else 0)

    def rebuild(self) -> str:
        command = [sys.executable, str(PROJECT / "manage.py"), "rebuild"]
        done = subprocess.run(command, env=self.environment, text=True, capture_output=True, check=False)
        return done.stdout + done.stderr

    def stop(self) -> None:
        for part in self.parts.values():
            part.kill()


class Load:
    def __init__(self, site: Site, opened: Opened, *, pads: int, seed: int) -> None:
        self.ledger = Ledger()
        self._site = site
        self._opened = opened
        self._pads = pads
        self._seed = seed
        self._loop = asyncio.new_event_loop()
        self._is_over = asyncio.Event()
        self._thread = threading.Thread(target=self._work, name="clients", daemon=True)
        self._fault: BaseException | None = None

    def start(self) -> None:
        self._thread.start()

    def wait_for_entry(self) -> None:
        """Return once another entry has been confirmed. Raises if no client makes progress."""
        before, deadline = self.ledger.confirmed, time.monotonic() + PATIENCE_SECONDS
        while self.ledger.confirmed == before:
            self._look_at_clients()
            if time.monotonic() > deadline:
                problems = [dict(self.ledger.refusals), *self.ledger.wrong[:5]]
                raise AssertionError(f"nothing was confirmed for {PATIENCE_SECONDS:g} s: {problems}")
            time.sleep(0.01)

    def end(self) -> Ledger:
        self._loop.call_soon_threadsafe(self._is_over.set)
        self._thread.join(DRAIN_SECONDS)
        self._look_at_clients()
        assert not self._thread.is_alive(), f"clients still wait for answers: {self.ledger.refusals}"
        return self.ledger

    def _look_at_clients(self) -> None:
        if self._fault is not None:
            raise self._fault

    def _work(self) -> None:
        try:
            self._loop.run_until_complete(self._all())
        except BaseException as fault:
            self._fault = fault

    async def _all(self) -> None:
        kinds: list[type[Client]] = [*[Pad] * self._pads, Sender, Importer]
        async with asyncio.TaskGroup() as tasks:
            for number, kind in enumerate(kinds):
                chance = random.Random(f"{self._seed} {number}")
                client = kind(self._site.web.port, self._opened, self.ledger, chance, self._is_over)
                tasks.create_task(client.run())


@contextlib.contextmanager
def running_site(
    environment: Mapping[str, str],
    database: Database,
    redis: RedisServer,
    folder: Path,
    *,
    is_small: bool = False,
) -> Iterator[tuple[Site, Opened, Receiver]]:
    with receiving() as receiver:
        variables = {
            **environment,
            "DATABASE_URL": database.url,
            "REDIS_URL": redis.url,
            "SECRET_KEY": "for tests alone",
            "ALLOWED_HOSTS": "127.0.0.1",
            "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8",
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        }
        variables.pop("DEBUG", None)
        site = Site(variables, database, redis, folder, is_small=is_small)
        opened = open_club(variables, receiver.url())
        try:
            site.start()
            yield site, opened, receiver
        finally:
            site.stop()

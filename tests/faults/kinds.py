"""The faults that can hit a running service. Each kind is a function, and its fault is over when it returns."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import redis as redis_client
from redis.client import Pipeline

from tests.faults.databases import CRASH, END, full, refusing
from tests.faults.parts import Part
from tests.faults.site import Site

Fault: TypeAlias = Callable[[Site, random.Random], None]

SHORT: Final = (0.2, 1.5)
LONG: Final = (1.0, 4.0)
HOUR: Final = 3600
JUMPS: Final = (-24 * HOUR, -3 * HOUR, -90, 90, 3 * HOUR, 24 * HOUR)


def _wait(chance: random.Random, about: tuple[float, float]) -> None:
    time.sleep(chance.uniform(*about))


def kill(part: Part) -> None:
    """Kill all processes of a part with kill -9. The supervisor of the containers restarts it."""
    part.kill()
    part.start()


def kill_worker(site: Site, chance: random.Random) -> None:
    kill(chance.choice(site.workers))


def kill_process_of_worker(site: Site, chance: random.Random) -> None:
    chance.choice(site.workers).kill_child()


def kill_redis(site: Site, chance: random.Random) -> None:
    site.redis.kill()
    _wait(chance, SHORT)
    site.redis.start()


def empty_redis(site: Site, chance: random.Random) -> None:
    redis_client.Redis.from_url(site.redis.url).flushall()


def freeze_redis(site: Site, chance: random.Random) -> None:
    """Cut Redis off silently: connections stay open, and nothing arrives over them."""
    site.redis.freeze()
    _wait(chance, LONG)
    site.redis.thaw()


def refuse_connections(site: Site, chance: random.Random) -> None:
    with refusing(site.database.url):
        _wait(chance, SHORT)


def restart_database(site: Site, chance: random.Random) -> None:
    _restart(site, chance, END)


def crash_database(site: Site, chance: random.Random) -> None:
    _restart(site, chance, CRASH)


def _restart(site: Site, chance: random.Random, how: signal.Signals) -> None:
    assert site.database.cluster is not None
    site.database.cluster.halt(how)
    _wait(chance, SHORT)
    site.database.cluster.start()


def kill_backend(site: Site, chance: random.Random) -> None:
    assert site.database.cluster is not None
    site.database.cluster.kill_backend()


def freeze_database(site: Site, chance: random.Random) -> None:
    assert site.database.cluster is not None
    site.database.cluster.freeze()
    _wait(chance, LONG)
    site.database.cluster.thaw()


def fill_disk(site: Site, chance: random.Random) -> None:
    assert site.database.disk is not None
    with full(site.database.disk):
        _wait(chance, LONG)


def deliver_twice(site: Site, chance: random.Random) -> None:
    """Deliver every message that waits for a worker twice, and in another order."""
    with _frozen(site.workers):
        _wait(chance, SHORT)
        double_messages(redis_client.Redis.from_url(site.redis.url), chance)


def jump_clock(site: Site, chance: random.Random) -> None:
    """Set the clock of one part wrong, and right again."""
    clock = site.clock_of(chance.choice(list(site.parts.values())))
    clock.write_text(str(chance.choice(JUMPS)))
    _wait(chance, LONG)
    clock.write_text("0")


@contextlib.contextmanager
def _frozen(parts: list[Part]) -> Iterator[None]:
    groups = [part.process.pid for part in parts if part.process is not None and part.is_running]
    for group in groups:
        os.killpg(group, signal.SIGSTOP)
    try:
        yield
    finally:
        for group in groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGCONT)


def double_messages(client: redis_client.Redis, chance: random.Random) -> int:
    """Put every message that waits into its queue once more, and mix them; how many there were."""
    doubled = 0
    for queue in client.scan_iter(_type="list"):

        def mix(pipe: Pipeline, queue: bytes = queue) -> None:
            messages: Any = pipe.lrange(queue.decode(), 0, -1)
            mixed = [*messages, *map(_sent_again, messages)]
            chance.shuffle(mixed)
            pipe.multi()
            if mixed:
                pipe.delete(queue.decode())
                pipe.rpush(queue.decode(), *mixed)

        waiting: Any = client.llen(queue.decode())
        client.transaction(mix, queue)
        doubled += int(waiting)
    return doubled


def _sent_again(message: bytes) -> bytes:
    """Return the same task under the same id, as a broker has it that received it twice."""
    envelope = json.loads(message)
    envelope["properties"]["delivery_tag"] = str(uuid.uuid4())
    return json.dumps(envelope).encode()


CHEAP: Final[Mapping[str, Fault]] = {
    "web killed": lambda site, chance: kill(site.web),
    "process of web killed": lambda site, chance: site.web.kill_child(),
    "live killed": lambda site, chance: kill(site.parts["live"]),
    "beat killed": lambda site, chance: kill(site.parts["beat"]),
    "worker killed": kill_worker,
    "process of a worker killed": kill_process_of_worker,
    "Redis killed": kill_redis,
    "Redis emptied": empty_redis,
    "Redis cut off": freeze_redis,
    "database refuses": refuse_connections,
    "tasks delivered twice": deliver_twice,
    "a clock jumps": jump_clock,
}
OF_OWN_DATABASE: Final[Mapping[str, Fault]] = {
    "database restarted": restart_database,
    "database crashed": crash_database,
    "process of the database killed": kill_backend,
    "database cut off": freeze_database,
}
OF_SMALL_DISK: Final[Mapping[str, Fault]] = {"disk full": fill_disk}


def kinds_for(site: Site) -> Mapping[str, Fault]:
    """Return the kinds of fault that this service can suffer, depending on its parts and its database."""
    kinds = dict(CHEAP)
    if "webhooks" in site.parts:
        kinds["webhooks killed"] = lambda site, chance: kill(site.parts["webhooks"])
    if site.database.cluster is not None:
        kinds |= OF_OWN_DATABASE
    if site.database.disk is not None:
        kinds |= OF_SMALL_DISK
    return kinds

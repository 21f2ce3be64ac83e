"""The process of the streams as tests run it, and a reader of one stream."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from ecarte_site.live.tickets import make_ticket
from tests.support.processes import free_port, running_program
from tests.support.redis_server import RedisServer

PATIENCE_SECONDS = 15.0


@dataclass
class LiveProcess:
    port: int
    process: subprocess.Popen[str]

    def open(self, *topics: str, since: int = 0, last: int = 0, ticket: str = "") -> Stream:
        stream = Stream(self.port, f"ticket={ticket or make_ticket(topics)}&since={since}", last)
        assert stream.status == 200, stream.status
        return stream

    def hears(self) -> bool:
        return self._get("/healthz")[0] == 200

    def status(self, query: str) -> tuple[int, dict[str, str]]:
        return self._get(f"/live/stream?{query}")

    def _get(self, path: str) -> tuple[int, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        connection.request("GET", path)
        answer = connection.getresponse()
        status_and_headers = answer.status, {name.lower(): value for name, value in answer.getheaders()}
        connection.close()
        return status_and_headers


@dataclass
class Stream:
    """Read events in a thread as they arrive: (name, id, data). An event whose id was received before is skipped."""

    port: int
    query: str
    last: int = 0
    events: list[tuple[str, int, Any]] = field(default_factory=list)
    is_over: bool = False
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Last-Event-ID": str(self.last)} if self.last else {}
        self._connection.request("GET", f"/live/stream?{self.query}", headers=headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = {name.lower(): value for name, value in self._answer.getheaders()}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        event: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            while line := self._answer.readline():
                name, _colon, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    event[name] = value
                else:
                    self._take(event.get("event", "beat"), int(event.get("id", 0)), event.get("data", ""))
                    event = {}
        self.is_over = True

    def _take(self, name: str, number: int, data: str) -> None:
        if name != "beat" and not 0 < number <= self.last:
            self.last = max(self.last, number)
            self.events.append((name, number, json.loads(data)))

    def data(self) -> list[Any]:
        return [data for name, _id, data in self.events if name == "score"]

    def close(self) -> None:
        if self._connection.sock is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def until(condition: Callable[[], bool], patience_seconds: float = PATIENCE_SECONDS) -> bool:
    """Return True if the condition becomes true in time."""
    deadline = time.monotonic() + patience_seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@contextlib.contextmanager
def live_process(redis: RedisServer, **environment: str) -> Iterator[LiveProcess]:
    """Run the process with this Redis and the tests' own key, so that tickets made here are valid there."""
    port = free_port()
    variables = {**os.environ, "REDIS_URL": redis.url, "DATABASE_URL": "sqlite://:memory:", **environment}
    variables |= {"SECRET_KEY": settings.SECRET_KEY}
    command = [sys.executable, "-m", "ecarte_site.live", "--port", str(port)]
    with running_program(command, variables, port=port) as process:
        live = LiveProcess(port, process)
        # A client that connects before the subscription is sent an extra event to refetch: one more than a test counts.
        assert not redis.url or until(live.hears)
        yield live

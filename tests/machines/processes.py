"""Start the service's programs on a host, send requests from there, and stop them all at once."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ecarte_site.setup.environment import PROJECT
from tests.machines.networks import Host
from tests.support.processes import free_port, output_of

PATIENCE_SECONDS: Final = 240.0
ASKING: Final = """
import sys, urllib.error, urllib.request
try:
    with urllib.request.urlopen(sys.argv[1], timeout=30) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: Any


def wait_until(is_so: Callable[[], object], what: str) -> float:
    """Poll until the condition is true, and return the seconds taken. Raises AssertionError on a timeout."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < PATIENCE_SECONDS, f"waited in vain: {what}"
        time.sleep(0.05)
    return time.monotonic() - began


class Machine:
    """Programs end with the ``with`` block that starts them."""

    def __init__(self, host: Host, environment: Mapping[str, str], folder: Path) -> None:
        self.host = host
        self.environment = {**environment, **host.services(), "HOSTNAME": host.name}
        self.web_port = free_port()
        self.live_port = free_port()
        self.folder = folder
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def worker_name(self) -> str:
        return f"celery@{self.host.name}"

    @property
    def web_url(self) -> str:
        return f"http://{self.host.address}:{self.web_port}"

    @property
    def live_url(self) -> str:
        return f"http://{self.host.address}:{self.live_port}"

    def web(self) -> contextlib.AbstractContextManager[None]:
        serving = ["-m", "gunicorn", "ecarte_site.wsgi", "--worker-class=gthread", "--threads=4"]
        return self.running("web", *serving, f"--bind=0.0.0.0:{self.web_port}")

    def live(self) -> contextlib.AbstractContextManager[None]:
        serving = ["-m", "ecarte_site.live", "--host=0.0.0.0", f"--port={self.live_port}"]
        return self.running("live", *serving)

    def worker(self, queues: str, processes: int = 1) -> contextlib.AbstractContextManager[None]:
        options = [f"--queues={queues}", f"--concurrency={processes}", f"--hostname={self.worker_name}"]
        options += ["--beat", f"--schedule={self.folder / f'schedule-{self.host.name}'}", "--loglevel=info"]
        return self.running("worker", "-m", "celery", "-A", "ecarte_site", "worker", *options)

    @contextlib.contextmanager
    def running(self, part: str, *words: str) -> Iterator[None]:
        with (self.folder / f"{self.host.name}-{part}.log").open("ab") as log:
            process = subprocess.Popen(
                [*self.host.prefix, sys.executable, *words],
                cwd=PROJECT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes[part] = process
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def assert_runs(self, part: str) -> None:
        """Check that the part is running. Fails, with the end of its log, if it has exited by itself."""
        assert self._processes[part].poll() is None, self.output(part)[-4000:]

    def output(self, part: str) -> str:
        return (self.folder / f"{self.host.name}-{part}.log").read_text(errors="replace")

    def asked_there(self, path: str) -> tuple[int, Any]:
        """Return the status and body of the web process's response to a client on the same host."""
        asking = [*self.host.prefix, sys.executable, "-c", ASKING, f"http://127.0.0.1:{self.web_port}{path}"]
        status, _, body = output_of(asking, self.environment).partition(" ")
        return int(status), json.loads(body)

    def is_serving(self) -> bool:
        self.assert_runs("web")
        try:
            return self.asked_there("/readyz")[0] == 200
        except AssertionError:
            return False


def post(url: str, body: object, *, token: str, key: str, patience_seconds: float) -> Answer:
    """Send one request to the API. Raises ``OSError`` if there is no response in time."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=patience_seconds) as answer:
            return Answer(answer.status, dict(answer.headers), json.load(answer))
    except urllib.error.HTTPError as error:
        return Answer(error.code, dict(error.headers), json.load(error))

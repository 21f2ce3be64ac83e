"""The service's own processes, by the commands of docker-compose.yml, on this machine and on ports of their own."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port, stop, wait_for_port

PROGRAMS: Final[Mapping[str, tuple[str, ...]]] = {
    "python": (sys.executable,),
    "gunicorn": (sys.executable, "-m", "gunicorn"),
    "celery": (sys.executable, "-m", "celery"),
}
PLACEHOLDER: Final = re.compile(r"\$\{\w+:?-?([^}]*)\}")
READY: Final = " ready."
"""The end of what a worker of Celery says when it takes work."""
PATIENCE_SECONDS: Final = 180.0
"""For a worker that compiles its kernels first."""
MOST_STREAMS: Final = "20000"
"""All watchers come from one address here; what is measured is the process, not its bounds."""


@dataclass(frozen=True, slots=True)
class Running:
    """The service: ports of the web and of the streams, and the first process of each part by its name."""

    web: int
    live: int
    folder: Path
    _processes: Mapping[str, subprocess.Popen[str]]

    @property
    def processes(self) -> dict[str, int]:
        return {name: process.pid for name, process in self._processes.items()}

    @property
    def queues(self) -> set[str]:
        """All that some worker takes from."""
        words = [str(word) for process in self._processes.values() for word in process.args]  # type: ignore[union-attr]
        told = [word.partition("=")[2] for word in words if word.startswith("--queues=")]
        return {queue for queues in told for queue in queues.split(",")}

    def wait_until_ready(self) -> None:
        """Return when all parts take requests and work. Raises RuntimeError where one does not."""
        ports = {"web": self.web, "live": self.live}
        for name, process in self._processes.items():
            if name in ports:
                wait_for_port(ports[name], process, patience_seconds=PATIENCE_SECONDS)
            elif "worker" in process.args:  # type: ignore[operator]
                _wait_until_ready(process, self.folder / name)


@contextlib.contextmanager
def running(
    environment: Mapping[str, str], folder: Path, *, only: Collection[str] = (), settings: str
) -> Iterator[Running]:
    """Run all lasting parts that are ours, or ``only`` those, until the end; they may not be ready at the start.

    ``environment`` names a migrated database and a broker, ``settings`` the module of Django's settings. What the
    parts say is written into ``folder``; where one has failed its last words are printed.
    """
    ports = {"web": free_port(), "live": free_port()}
    told = {
        **environment,
        "SITE_URL": f"http://127.0.0.1:{ports['web']}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "LIVE_CONNECTIONS": MOST_STREAMS,
        "LIVE_CONNECTIONS_PER_ADDRESS": MOST_STREAMS,
        "DJANGO_SETTINGS_MODULE": settings,
    }
    processes: dict[str, subprocess.Popen[str]] = {}
    with contextlib.ExitStack() as stack:
        for name, words in commands(folder, ports).items():
            if not only or name in only:
                processes[name] = stack.enter_context(_process(words, told, folder / name))
        yield Running(ports["web"], ports["live"], folder, processes)


def commands(folder: Path, ports: Mapping[str, int]) -> dict[str, list[str]]:
    """The command of each lasting part that the image of ours is for."""
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    services: dict[str, dict[str, Any]] = composition["services"]
    ours = {
        name: service
        for name, service in services.items()
        if "build" in service and service.get("restart") != "no" and "profiles" not in service
    }
    return {name: _here(name, service["command"], folder, ports) for name, service in ours.items()}


def _here(name: str, command: list[str], folder: Path, ports: Mapping[str, int]) -> list[str]:
    program, *rest = (PLACEHOLDER.sub(r"\1", str(word)) for word in command)
    options = {"--host": "127.0.0.1", "--schedule": str(folder / "schedule")}
    if name in ports:
        options |= {"--bind": f"127.0.0.1:{ports[name]}", "--port": str(ports[name])}
    words = [
        f"{option}={options[option]}" if (option := word.partition("=")[0]) in options else word
        for word in rest
    ]
    if program == "celery" and "worker" in words:
        # Each container is a host of its own; here they would share a name.
        words.append(f"--hostname={name}@%h")
    return [*PROGRAMS[program], *words]


@contextlib.contextmanager
def _process(words: list[str], environment: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[str]]:
    with log.open("w") as output:
        process = subprocess.Popen(
            words, cwd=PROJECT, env=dict(environment), stdout=output, stderr=output, text=True
        )
    try:
        yield process
    finally:
        stop(process)
        if "Traceback" in (said := log.read_text(errors="replace")):
            print(f"{log.name}:\n{said[-2000:]}", file=sys.stderr)


def _wait_until_ready(process: subprocess.Popen[str], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while READY not in log.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} does not take work:\n{log.read_text()[-2000:]}")
        time.sleep(0.1)

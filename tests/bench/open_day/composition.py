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
from typing import Final

from tests.support.processes import composed_commands, free_port, running_program, wait_for_port

PROGRAMS: Final[Mapping[str, tuple[str, ...]]] = {
    "python": (sys.executable,),
    "gunicorn": (sys.executable, "-m", "gunicorn"),
    "celery": (sys.executable, "-m", "celery"),
}
PLACEHOLDER: Final = re.compile(r"\$\{\w+:?-?([^}]*)\}")
READY: Final = " ready."
"""The end of the line that a Celery worker logs once it accepts tasks."""
PATIENCE_SECONDS: Final = 180.0
"""For a worker that compiles its kernels first."""
MOST_STREAMS: Final = "20000"
"""The limit on streams. All watchers come from one address here; the process is measured, not its limits."""


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
        words = [str(word) for process in self._processes.values() for word in process.args]  # type: ignore[union-attr]
        queue_lists = [word.partition("=")[2] for word in words if word.startswith("--queues=")]
        return {queue for queues in queue_lists for queue in queues.split(",")}

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
    """Run all long-running parts that are ours, or ``only`` those, until the end; they may not be ready at first.

    ``environment`` names a migrated database and a broker, ``settings`` the module of Django's settings. The output
    of the parts is written into ``folder``; if one has failed, its last lines are printed.
    """
    ports = {"web": free_port(), "live": free_port()}
    variables = {
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
                processes[name] = stack.enter_context(running_program(words, variables, folder / name))
        yield Running(ports["web"], ports["live"], folder, processes)


def commands(folder: Path, ports: Mapping[str, int]) -> dict[str, list[str]]:
    return {name: _here(name, words, folder, ports) for name, words in composed_commands().items()}


def _here(name: str, command: list[str], folder: Path, ports: Mapping[str, int]) -> list[str]:
    program, *rest = (PLACEHOLDER.sub(r"\1", word) for word in command)
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


def _wait_until_ready(process: subprocess.Popen[str], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while READY not in log.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} does not take work:\n{log.read_text()[-2000:]}")
        time.sleep(0.1)

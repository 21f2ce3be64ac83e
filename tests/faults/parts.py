"""The programs of docker-compose.yml as processes that can be killed, frozen and started again, each by its name."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import yaml

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port

VARIABLE: Final = re.compile(r"\$\{\w+:(?:-([^}]*)|\+[^}]*)\}")
"""One that is not set: its default, or nothing where the text is for one that is set."""
PROMPT_SECONDS: Final = 5


@dataclass
class Part:
    """One program with all the processes that it starts. ``port`` is 0 where it listens on none."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    port: int = 0
    is_ready: Callable[[Part], bool] = field(default=lambda _part: True)
    said_before: int = 0
    """How long its log was when it was started last."""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.said_before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=PROJECT,
                env=dict(self.environment),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def said(self) -> str:
        """What it has written since it was started."""
        with self.log.open("rb") as log:
            log.seek(self.said_before)
            return log.read().decode(errors="replace")

    def kill(self) -> None:
        """All of it at once, as a power cut would, with no time for last words."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def kill_child(self) -> None:
        """The oldest of the processes that it has started, as the system does that runs out of memory."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(children[0]), signal.SIGKILL)

    def wait_until_ready(self, patience_seconds: float) -> None:
        """Fails, with the end of its log, where it takes longer than that."""
        deadline = time.monotonic() + patience_seconds
        while not self.is_ready(self):
            assert time.monotonic() < deadline, f"{self.name} is not ready:\n{self.said()[-4000:]}"
            time.sleep(0.05)


def parts_of_service(environment: Mapping[str, str], folder: Path, *, is_small: bool) -> dict[str, Part]:
    """Every program of our own that docker-compose.yml keeps running, by its name there; logs go into ``folder``.

    ``is_small``: one worker takes the tasks of all queues, since each takes seconds of the processor to start.
    """
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    services: Mapping[str, Mapping[str, object]] = composition["services"]
    commands = {name: told["command"] for name, told in services.items() if _is_own(told)}
    if is_small:
        workers = [name for name, command in commands.items() if "worker" in _words(command)]
        queues = [word for word in _words(commands[workers[0]]) if not word.startswith("--queues")]
        commands = {name: command for name, command in commands.items() if name not in workers}
        commands["worker"] = queues
    return {name: _part(name, command, environment, folder) for name, command in commands.items()}


def _is_own(told: Mapping[str, object]) -> bool:
    return "build" in told and told.get("restart") != "no" and "profiles" not in told


def _words(command: object) -> list[str]:
    assert isinstance(command, list)
    return [str(word) for word in command]


def _part(name: str, command: object, environment: Mapping[str, str], folder: Path) -> Part:
    program, *words = (VARIABLE.sub(r"\1", word) for word in _words(command))
    part = Part(name, [], environment, folder / f"{name}.log")
    if "backup" in words:
        made = folder / "backups"
        made.mkdir(exist_ok=True)
        part.command = [sys.executable, "-m", "manage", *words[1:-1], str(made)]
        part.is_ready = lambda _part: any(made.glob("ecarte-*.zip"))
        return part
    if program == "celery":
        if "beat" in words:
            words = [word for word in words if not word.startswith("--schedule")]
            words.append(f"--schedule={folder / 'schedule'}")
            part.is_ready = lambda part: "worker.tasks.sweep" in part.said()
        else:
            words.append(f"--hostname={name}@faults")
            part.is_ready = lambda part: f"{name}@faults ready." in part.said()
        part.command = [sys.executable, "-m", "celery", *words]
        return part
    part.port = free_port()
    if program == "gunicorn":
        words = [word for word in words if not word.startswith("--bind")]
        part.command = [sys.executable, "-m", "gunicorn", *words, f"--bind=127.0.0.1:{part.port}"]
        part.is_ready = lambda part: answers(f"http://127.0.0.1:{part.port}/readyz")
    else:
        words = [word for word in words if not word.startswith(("--host", "--port"))]
        part.command = [sys.executable, *words, f"--port={part.port}"]
        part.is_ready = lambda part: answers(f"http://127.0.0.1:{part.port}/healthz")
    return part


def answers(address: str) -> bool:
    """Whether ``address`` answers 200."""
    try:
        with urllib.request.urlopen(address, timeout=PROMPT_SECONDS) as answer:
            return int(answer.status) == 200
    except OSError:
        return False

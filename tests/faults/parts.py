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

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import composed_commands, free_port

VARIABLE: Final = re.compile(r"\$\{\w+:(?:-([^}]*)|\+[^}]*)\}")
"""A variable that is not set: its default, or nothing if the text applies to a set variable only."""
PROMPT_SECONDS: Final = 5


@dataclass
class Part:
    """One program with all the processes that it starts. ``port`` is 0 if it listens on none."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    port: int = 0
    is_ready: Callable[[Part], bool] = field(default=lambda _part: True)
    said_before: int = 0
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

    def output(self) -> str:
        with self.log.open("rb") as log:
            log.seek(self.said_before)
            return log.read().decode(errors="replace")

    def kill(self) -> None:
        """Kill all processes at once, as a power cut would, without a chance to shut down."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def kill_child(self) -> None:
        """Kill the oldest child process, as a system does that runs out of memory."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(children[0]), signal.SIGKILL)

    def wait_until_ready(self, patience_seconds: float) -> None:
        deadline = time.monotonic() + patience_seconds
        while not self.is_ready(self):
            assert time.monotonic() < deadline, f"{self.name} is not ready:\n{self.output()[-4000:]}"
            time.sleep(0.05)


def parts_of_service(environment: Mapping[str, str], folder: Path, *, is_small: bool) -> dict[str, Part]:
    """Return every long-running program of our own in docker-compose.yml by its name; logs go into ``folder``.

    ``is_small``: one worker takes the tasks of all queues, since each takes seconds of the processor to start.
    """
    commands = composed_commands()
    if is_small:
        workers = [name for name, command in commands.items() if "worker" in command]
        queues = [word for word in commands[workers[0]] if not word.startswith("--queues")]
        commands = {name: command for name, command in commands.items() if name not in workers}
        commands["worker"] = queues
    return {name: _part(name, command, environment, folder) for name, command in commands.items()}


def _part(name: str, command: list[str], environment: Mapping[str, str], folder: Path) -> Part:
    program, *words = (VARIABLE.sub(r"\1", word) for word in command)
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
            part.is_ready = lambda part: "worker.tasks.sweep" in part.output()
        else:
            words.append(f"--hostname={name}@faults")
            part.is_ready = lambda part: f"{name}@faults ready." in part.output()
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
    try:
        with urllib.request.urlopen(address, timeout=PROMPT_SECONDS) as answer:
            return int(answer.status) == 200
    except OSError:
        return False

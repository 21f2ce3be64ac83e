"""The site as a person starts it: the README's first command in a process of its own, read as it prints."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from tests.support.processes import free_port, stop

CONFIGURATION = (
    "ECARTE_DATA_DIR",
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "DEBUG",
    "EMAIL_URL",
    "HAS_MAIL",
    "SITE_URL",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
)
"""Environment variables that would turn the site into another kind than the embedded one, or make it less strict."""


@dataclass(frozen=True, slots=True)
class StartedSite:
    """A running site, and the output of its start."""

    url: str
    """With no slash at the end."""
    email: str
    password: str
    """The owner's; empty on a later start, which does not print it again."""
    output: str
    process: subprocess.Popen[str]


@contextlib.contextmanager
def start_site(
    folder: Path, *options: str, port: int | None = None, patience_seconds: float = 120.0
) -> Iterator[StartedSite]:
    """Run `manage.py start` with its data in `folder`, and stop it at the end.

    Raises RuntimeError, with all of its output, if it exits or does not report that it is ready.
    """
    port = port or free_port()
    command = [sys.executable, str(PROJECT / "manage.py"), "start", "--port", str(port)]
    process = start_process([*command, "--data-dir", str(folder), *options])
    try:
        output = read_until_ready(process, patience_seconds)
        address = re.search(r"http://localhost:\d+", output)
        email = re.search(r"^\s*e-mail\s+(\S+)$", output, re.MULTILINE)
        password = re.search(r"^\s*password\s+(\S+)$", output, re.MULTILINE)
        assert address, f"no address in what was printed:\n{output}"
        yield StartedSite(
            url=address[0],
            email=email[1] if email else "",
            password=password[1] if password else "",
            output=output,
            process=process,
        )
    finally:
        stop(process)


def start_process(command: Sequence[str]) -> subprocess.Popen[str]:
    """Start `command` outside the tests' own settings, its output and errors in one pipe."""
    environment = {name: value for name, value in os.environ.items() if name not in CONFIGURATION}
    environment["PYTHONUNBUFFERED"] = "1"
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd="/"
    )


def read_until_ready(process: subprocess.Popen[str], patience_seconds: float) -> str:
    """Return the output of the start up to its last line.

    Raises RuntimeError, with all of the output, if that line never appears.
    """
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        # Read to the end, ready or not: a full pipe would block the site.
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    output: list[str] = []
    deadline = time.monotonic() + patience_seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(queue.Empty):
            line = lines.get(timeout=0.5)
            if line is None:
                raise RuntimeError(f"The site ended with status {process.wait()}:\n{''.join(output)}")
            output.append(line)
            if line.startswith("Ctrl-C"):
                return "".join(output)
    raise RuntimeError(f"The site was not ready in {patience_seconds:g} s:\n{''.join(output)}")

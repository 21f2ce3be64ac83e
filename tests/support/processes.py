"""Start and stop the servers of a test run: free ports, waiting for readiness, and a reliable stop."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from ecarte_site.setup.environment import PROJECT


@dataclass(slots=True)
class Service:
    """A service that tests use."""

    url: str
    how: str
    close: Callable[[], None] = field(default=lambda: None)
    """Stop what was started for the run; does nothing to a service that was already running."""


def free_port() -> int:
    """Return a port of the loopback address on which nothing listened a moment ago."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[str], *, patience_seconds: float = 30.0) -> None:
    """Return when `port` takes connections. Raises RuntimeError where the process ends or stays silent."""
    deadline = time.monotonic() + patience_seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with status {process.returncode} before it answered")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise RuntimeError(f"{process.args!r} did not answer on port {port} in {patience_seconds:g} s")


@contextlib.contextmanager
def running_program(
    command: Sequence[str],
    environment: Mapping[str, str],
    log: Path | None = None,
    *,
    port: int | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end, from when it takes connections at `port`; its output goes to `log`.

    If `log` has a traceback at the end, its last lines are printed.
    """
    with log.open("w") if log else contextlib.nullcontext() as output:
        process = subprocess.Popen(
            command, cwd=PROJECT, env=dict(environment), stdout=output, stderr=output, text=True
        )
    try:
        if port is not None:
            wait_for_port(port, process, patience_seconds=90)
        yield process
    finally:
        stop(process)
        if log and "Traceback" in (text := log.read_text(errors="replace")):
            print(f"{log.name}:\n{text[-2000:]}", file=sys.stderr)


def composed_commands() -> dict[str, list[str]]:
    """Return the command of each long-running part of docker-compose.yml that uses our image, word by word."""
    composition = yaml.safe_load((PROJECT / "docker-compose.yml").read_text(encoding="utf-8"))
    return {
        name: [str(word) for word in service["command"]]
        for name, service in composition["services"].items()
        if "build" in service and service.get("restart") != "no" and "profiles" not in service
    }


def web_command(port: int, *, workers: int = 2) -> list[str]:
    """Return the command of the service ``web`` in docker-compose.yml, in this environment and on ``port``."""
    _program, application, *words = composed_commands()["web"]
    words = [word.replace("${WEB_WORKERS:-2}", str(workers)) for word in words]
    options = [word for word in words if not word.startswith("--bind")]
    return [sys.executable, "-m", "gunicorn", application, *options, f"--bind=127.0.0.1:{port}"]


def output_of(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the output of a command. Raises AssertionError, with its errors, if it fails."""
    done = subprocess.run(
        command, cwd=PROJECT, env=dict(environment), text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def python_output(environment: Mapping[str, str], *words: str) -> str:
    return output_of([sys.executable, *words], environment)


def stop(process: subprocess.Popen[str], *, patience_seconds: float = 30.0) -> int:
    """End the process, by force if necessary, and return its exit status."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience_seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return int(process.returncode)

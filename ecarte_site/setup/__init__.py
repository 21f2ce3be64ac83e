"""The part of manage.py that runs without installed packages: create an environment, then continue inside it.

Standard library only. `start`, `test`, `soak`, `bench` and `lock` install what they need from the hashed lock
files of requirements/; every other command is Django's, and requires an existing environment.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ecarte_site.setup.environment import (
    ENVIRONMENT,
    PEERS,
    PROJECT,
    SetupError,
    ensure_environment,
    interpreter,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A command that needs an environment: the lock file to install, the module to run, and the folder."""

    lock: str
    module: str
    folder: Path = ENVIRONMENT


ENTRIES = {
    "start": Entry("run.txt", "ecarte_site.embedded"),
    "test": Entry("dev.txt", "tests.support.run"),
    "soak": Entry("dev.txt", "tests.support.soak"),
    "bench": Entry("peers.txt", "tests.support.bench", PEERS),
    "lock": Entry("dev.txt", "ecarte_site.setup.lock"),
}


def main(argv: Sequence[str]) -> int:
    """Run `manage.py COMMAND ...` and return the exit status, unless another program replaces this process."""
    entry = ENTRIES.get(argv[1]) if len(argv) > 1 else None
    if entry is None:
        return _run_django(argv)
    try:
        python = ensure_environment(entry.lock, entry.folder)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return _replace_process([str(python), "-m", entry.module, *argv[2:]])


def _run_django(argv: Sequence[str]) -> int:
    python = interpreter()
    if sys.prefix == sys.base_prefix and python.exists():
        return _replace_process([str(python), *argv])
    if importlib.util.find_spec("django") is None:
        name = argv[1] if len(argv) > 1 else "this"
        print(
            f"The environment that {name!r} needs is not installed yet.\n"
            "Make it by starting the site once (python3.11 manage.py start), then run this again.",
            file=sys.stderr,
        )
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")
    if argv[1:2] != ["runserver"]:
        # Someone who types a command wants its own output, not a line for each task that it leaves to the worker.
        os.environ.setdefault("LOG_LEVEL", "WARNING")
    from django.core.management import execute_from_command_line

    execute_from_command_line(list(argv))
    return 0


def _replace_process(command: Sequence[str]) -> int:
    """Replace this process by `command`, so that signals reach it. On Windows, run it as a child."""
    environment = dict(os.environ)
    if command[1] == "-m":
        # `-m` looks in the working folder first, which need not be the project's.
        places = [str(PROJECT), *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(places)
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    sys.stdout.flush()
    os.execve(command[0], list(command), environment)

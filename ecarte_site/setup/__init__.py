"""What manage.py does before there is an environment: make one, then go on inside it.

Standard library only. `start`, `test`, `soak`, `bench` and `lock` install what they need from the hashed lock files of
requirements/; every other command is Django's, and needs an environment that is there.
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
    """A command that sets the environment up: the lock file it needs, the module that carries it out, and where."""

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
    """Carry out `manage.py COMMAND ...` and return the exit status, unless another program takes over."""
    entry = ENTRIES.get(argv[1]) if len(argv) > 1 else None
    if entry is None:
        return _django(argv)
    try:
        python = ensure_environment(entry.lock, entry.folder)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return _become([str(python), "-m", entry.module, *argv[2:]])


def _django(argv: Sequence[str]) -> int:
    python = interpreter()
    if sys.prefix == sys.base_prefix and python.exists():
        return _become([str(python), *argv])
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
        # Who types a command waits for its own words, not for a line of each task that it leaves to the worker.
        os.environ.setdefault("LOG_LEVEL", "WARNING")
    from django.core.management import execute_from_command_line

    execute_from_command_line(list(argv))
    return 0


def _become(command: Sequence[str]) -> int:
    """Replace this process by `command`, so that signals reach it; a child where the system can't replace."""
    environment = dict(os.environ)
    if command[1] == "-m":
        # `-m` looks in the working folder first, and that need not be the project's.
        places = [str(PROJECT), *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(places)
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    sys.stdout.flush()
    os.execve(command[0], list(command), environment)

"""Identify test runs, and remove what runs that are dead have left on this machine.

A run is identified by the id of its first process and by when that started, because ids are used again. Whatever a
run makes bears this identity: the names of its databases, the folder of its temporary files, and the environment of
every program that it starts. So the next run can tell what nobody needs any more, at whatever moment a run was killed.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.support.variables import RUN

FOLDERS: Final = "ecarte-run-"
"""The prefix of the folders of runs, in the machine's folder for temporary files."""
UNDO: Final = "undo.jsonl"
"""A file in a run's folder: a command a line, as a list of words, for what no folder and no process holds."""
PATIENCE_SECONDS: Final = 3.0
_IDENTITY: Final = re.compile(r"(\d+)s(\d+)")
_PROCESSES: Final = Path("/proc")


def begin_run() -> str:
    """Return the identity of the run that this process is part of; begin a run if it is part of none.

    A new run gets a folder that its temporary files go into, and what dead runs left is removed first.
    """
    run = os.environ.get(RUN, "")
    if run and is_alive(run):
        return run
    parent = Path(tempfile.gettempdir())
    remove_leftovers(parent)
    run = f"{os.getpid()}s{_start_of(os.getpid()) or 0}"
    folder = folder_of(run, parent)
    # Others may look in: PostgreSQL does not run as root.
    folder.mkdir(mode=0o755)
    atexit.register(_remove_own_folder, folder, os.getpid())
    os.environ[RUN] = run
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    return run


def is_alive(run: str) -> bool:
    """Return whether the first process of ``run`` still runs."""
    parts = _IDENTITY.fullmatch(run)
    return parts is not None and _start_of(int(parts[1])) == parts[2]


def undo_if_killed(command: Sequence[str]) -> None:
    """Let the next run carry out ``command`` if this one is killed. It may fail there: that is no error."""
    with (Path(tempfile.gettempdir()) / UNDO).open("a", encoding="utf-8") as file:
        file.write(json.dumps(list(command)) + "\n")


def remove_leftovers(parent: Path) -> None:
    """End the programs of dead runs, then remove their folders in ``parent``. Their databases: ``postgres.find``."""
    end_programs([pid for pid, run in programs() if not is_alive(run)])
    for folder in parent.glob(f"{FOLDERS}*"):
        if not is_alive(folder.name.removeprefix(FOLDERS)):
            _undo(folder / UNDO)
            shutil.rmtree(folder, ignore_errors=True)


def _undo(commands: Path) -> None:
    if not commands.exists():
        return
    for line in commands.read_text(encoding="utf-8").splitlines():
        # The last line may be half a line, and what a command undoes may be gone.
        with contextlib.suppress(OSError, ValueError):
            subprocess.run(json.loads(line), capture_output=True, check=False)


def folder_of(run: str, parent: Path | None = None) -> Path:
    """Return the folder of a run, in the machine's folder for temporary files or that of a surrounding run."""
    return (parent or Path(tempfile.gettempdir())) / f"{FOLDERS}{run}"


def end_programs(pids: Sequence[int]) -> None:
    """Ask the processes to end, and kill those that do not. PostgreSQL removes its shared memory if it is asked."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, how)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(_start_of(pid) for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.02)


def _remove_own_folder(folder: Path, owner: int) -> None:
    # A child that was forked inherits the call.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _start_of(pid: int) -> str | None:
    """Return when the process started, in ticks since the machine did; None if it is over.

    Where processes can't be looked up as files, only whether there is one can be told: "0".
    """
    if not _PROCESSES.exists():
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return None
        except PermissionError:
            pass
        return "0"
    try:
        text = (_PROCESSES / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The name in brackets before these fields may hold anything. A zombie has ended.
    fields = text.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else fields[19]


def programs() -> Iterator[tuple[int, str]]:
    """Yield each process of this machine that a run has started, with that run."""
    if _PROCESSES.exists():
        for entry in _PROCESSES.iterdir():
            if entry.name.isdecimal() and (run := _run_of(entry)):
                yield int(entry.name), run


def _run_of(process: Path) -> str:
    """Return the run that started the process of this folder; "" for another program.

    A program that writes its title over its environment, as Redis does, is known by its working folder; a run inside
    another's folder is the one that counts.
    """
    with contextlib.suppress(OSError):
        for variable in (process / "environ").read_bytes().split(b"\0"):
            name, _, value = variable.partition(b"=")
            if name == RUN.encode():
                return value.decode(errors="replace")
        inside = re.search(rf".*/{FOLDERS}(\d+s\d+)(?:/|$| )", str((process / "cwd").readlink()))
        return inside[1] if inside else ""
    return ""

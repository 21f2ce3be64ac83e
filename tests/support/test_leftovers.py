from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import leftovers
from tests.support.variables import RUN

WAITS = "import sys; print('ready', flush=True); sys.stdin.read()"


def waiting(environment: dict[str, str], folder: Path | None = None) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WAITS],
        env=environment,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.fixture
def dead_run() -> str:
    """Return the identity of a run whose process id is in use again: the time tells them apart."""
    own = os.environ[RUN]
    assert leftovers.is_alive(own)
    pid, _, start = own.partition("s")
    return f"{pid}s{int(start) + 1}"


def test_a_run_lives_as_long_as_its_first_process(dead_run: str) -> None:
    assert not leftovers.is_alive(dead_run)
    assert not leftovers.is_alive("no identity")
    process = waiting(dict(os.environ))
    run = f"{process.pid}s{leftovers._start_of(process.pid)}"
    assert leftovers.is_alive(run)
    process.kill()
    # Ended, but its parent has not asked for the status yet.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not leftovers.is_alive(run)
    process.wait()


def test_programs_and_folders_of_dead_runs_go_and_those_of_living_ones_stay(
    tmp_path: Path, dead_run: str
) -> None:
    folder, living = (leftovers.folder_of(run, tmp_path) for run in (dead_run, os.environ[RUN]))
    undone = tmp_path / "undone"
    for each in (folder, living):
        each.mkdir()
    (folder / leftovers.UNDO).write_text(f'["no such program"]\n["touch", "{undone}"]\n["half\n')
    without = {name: value for name, value in os.environ.items() if name != RUN}
    by_environment = waiting({**without, RUN: dead_run})
    by_folder = waiting(without, folder)
    ours = waiting(dict(os.environ), living)
    leftovers.remove_leftovers(tmp_path)
    assert (by_environment.wait(10), by_folder.wait(10), ours.poll()) == (-15, -15, None)
    assert (undone.exists(), folder.exists(), living.exists()) == (True, False, True)
    ours.communicate("")
